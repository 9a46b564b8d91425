#include "store/row_order.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/testing.h"
#include "store/cell_batch.h"
#include "store/cell_table.h"

namespace basalt::store {
namespace {

// Reference implementation of HBase's comparator of meta rows.
struct Parts {
  Bytes table;
  bool has_rest = false;
  Bytes start_key;
  Bytes id;
};

Parts Take(const Bytes& row) {
  Parts parts;
  const size_t first = row.find(',');
  const size_t last = row.rfind(',');
  parts.table = row.substr(0, first);
  if (first == Bytes::npos) return parts;
  parts.has_rest = true;
  if (first == last) {
    parts.start_key = row.substr(first + 1);
    parts.id = row;
  } else {
    parts.start_key = row.substr(first + 1, last - first - 1);
    parts.id = row.substr(last + 1);
  }
  return parts;
}

int SignOf(int n) { return n < 0 ? -1 : (n > 0 ? 1 : 0); }

int CompareAsHBase(const Bytes& a, const Bytes& b) {
  const Parts left = Take(a);
  const Parts right = Take(b);
  if (const int order = left.table.compare(right.table); order != 0) return SignOf(order);
  if (left.has_rest != right.has_rest) return left.has_rest ? 1 : -1;
  if (const int order = left.start_key.compare(right.start_key); order != 0) return SignOf(order);
  return SignOf(left.id.compare(right.id));
}

Bytes RandomRow(std::mt19937& random) {
  static constexpr char kAlphabet[] = {'\x00', '\x01', '\x02', ' ', ',', ',', '-', 'a', '\xFF'};
  Bytes row;
  for (size_t length = random() % 7; length > 0; --length) {
    row.push_back(kAlphabet[random() % sizeof(kAlphabet)]);
  }
  return row;
}

TEST(RowOrder, MetaRowsLieInHBasesOrder) {
  std::mt19937 random(4);
  for (int i = 0; i < 300000; ++i) {
    const Bytes a = RandomRow(random);
    const Bytes b = RandomRow(random);
    const Bytes encoded_a = EncodeRow(a, RowOrder::kMeta);
    const Bytes encoded_b = EncodeRow(b, RowOrder::kMeta);
    ASSERT_EQ(SignOf(encoded_a.compare(encoded_b)), CompareAsHBase(a, b))
        << ToStringBinary(a) << " against " << ToStringBinary(b);
    ASSERT_EQ(SignOf(CompareRows(a, b, RowOrder::kMeta)), CompareAsHBase(a, b));
    // A row's upper bound excludes other rows, as for plain rows.
    if (CompareAsHBase(a, b) < 0) {
      ASSERT_LT(AfterPrefix(encoded_a), encoded_b);
    }
  }
}

TEST(RowOrder, MetaRowsComeBackAsTheyWere) {
  std::mt19937 random(5);
  for (int i = 0; i < 100000; ++i) {
    const Bytes row = RandomRow(random);
    const Bytes encoded = EncodeRow(row, RowOrder::kMeta);
    ASSERT_EQ(FindEscapedEnd(encoded, 0), encoded.size());
    Bytes scratch;
    ASSERT_EQ(DecodeRow(encoded, RowOrder::kMeta, scratch), row) << ToStringBinary(row);
    Bytes appended = "x";
    AppendRow(appended, row, RowOrder::kMeta);
    ASSERT_EQ(appended, "x" + encoded);
  }
}

TEST(RowOrder, AnyBytesDecodeToSomething) {
  std::mt19937 random(6);
  for (int i = 0; i < 20000; ++i) (void)FromSortable(RandomRow(random));
  EXPECT_EQ(FromSortable(BytesView("a\0", 2)), Bytes("a\0", 2));
}

TEST(RowOrder, PlainRowsAreAsTheyAre) {
  EXPECT_EQ(EncodeRow("a,b", RowOrder::kPlain), EncodeRow("a,b"));
  EXPECT_LT(CompareRows("t,a\x01,1", "t,a,1", RowOrder::kPlain), 0);
  EXPECT_GT(CompareRows("t,a\x01,1", "t,a,1", RowOrder::kMeta), 0);
}

// A table in meta's order, read through scans as clients read it.
class MetaOrderedTable : public ::testing::Test {
 protected:
  MetaOrderedTable() : clock_(1000) {
    StoreOptions options;
    options.clock = &clock_;
    store_ = *Store::Open(directory_.Sub("data"), options);
    const FamilyDescriptor family("info");
    TableDescriptor descriptor(*TableName::Parse("m"));
    EXPECT_TRUE(descriptor.AddFamily(family).ok());
    table_ = std::make_unique<CellTable>(store_, 1, descriptor,
                                         std::vector{*store_->CreateFamily("1.1", family)}, nullptr,
                                         RowOrder::kMeta);
  }

  void Write(const Bytes& row) {
    const Mutation put = Put(row).AddColumn("info", "q", 5, row);
    ASSERT_TRUE(table_->MutateRow(row, std::span(&put, 1)).ok());
  }

  std::vector<Bytes> Read(const Scan& scan) {
    std::vector<Bytes> rows;
    const auto scanner = table_->OpenScanner(scan);
    EXPECT_TRUE(scanner.ok());
    RowResult row;
    while (*(*scanner)->Next(row)) {
      EXPECT_EQ(*row.GetValue("info", "q"), row.row());
      rows.emplace_back(row.row());
    }
    return rows;
  }

  base::TempDir directory_;
  base::ManualClock clock_;
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

// Start keys that break plain byte order: commas, zeros, bytes below the comma.
const std::vector<Bytes>& StartKeys() {
  static const std::vector<Bytes> keys = {"",
                                          Bytes(1, '\0'),
                                          Bytes("\x00\x01", 2),
                                          "\x01",
                                          "+",
                                          ",",
                                          ",,",
                                          ",1",
                                          "a",
                                          Bytes("a\0", 2),
                                          Bytes("a\0,", 3),
                                          "a\x1F",
                                          "a ",
                                          "a,",
                                          "a,,b",
                                          "a-",
                                          "ab",
                                          "b",
                                          "\xFF"};
  return keys;
}

TEST_F(MetaOrderedTable, ReverseScansFindTheRegionOfARow) {
  Write("s,,1.x.");
  Write("t");
  Write("t ,,1.x.");
  Write("ta,,1.x.");
  for (const Bytes& key : StartKeys()) Write("t," + key + ",1700000000000.x.");

  std::vector<Bytes> rows = StartKeys();
  for (const Bytes& key : StartKeys()) {
    rows.push_back(key + Bytes(1, '\0'));
    rows.push_back(key + "z");
    rows.push_back(key + ",");
  }
  for (const Bytes& row : rows) {
    Bytes expected;
    for (const Bytes& key : StartKeys()) {
      if (key <= row) expected = std::max(expected, key);
    }
    for (const char* suffix : {",99999999999999", ",:"}) {
      Scan scan;
      scan.SetReversed();
      scan.WithStartRow("t," + row + suffix).WithStopRow("t,,", true);
      scan.SetLimit(1);
      const auto found = Read(scan);
      ASSERT_EQ(found.size(), 1U) << ToStringBinary(row);
      EXPECT_EQ(found[0], "t," + expected + ",1700000000000.x.") << ToStringBinary(row);
    }
  }
}

TEST_F(MetaOrderedTable, BoundsOfATable) {
  for (const char* row :
       {"s,,1", "t", "t,,1", "t,a,1", "t,a\x01,1", "t ,,1", "t.,,1", "ta", "ta,,1"})
    Write(row);
  const std::vector<Bytes> of_t = {"t,,1", "t,a,1", "t,a\x01,1"};
  const Scan scan("t,,", "t ,,");
  EXPECT_EQ(Read(scan), of_t);

  Scan reversed("t,b,99999999999999", "t");
  reversed.SetReversed();
  EXPECT_EQ(Read(reversed), std::vector<Bytes>(of_t.rbegin(), of_t.rend()));
  reversed.WithStopRow("t", true);
  EXPECT_EQ(Read(reversed).back(), "t");

  EXPECT_EQ(Read(Scan()).size(), 9U);
  EXPECT_EQ(table_->Get(Get("t,a\x01,1"))->row(), "t,a\x01,1");
  EXPECT_TRUE(table_->Get(Get("t,a\x01,2"))->empty());
}

TEST_F(MetaOrderedTable, MaintenanceFindsRowsByTheirOrder) {
  Write("t,a,1");
  Write("t,b,1");
  const Mutation erase = Delete("t,a,1");
  ASSERT_TRUE(table_->MutateRow("t,a,1", std::span(&erase, 1)).ok());
  TableRange range;
  range.start_row = "t,,";
  range.stop_row = "t,b,";
  ASSERT_TRUE(table_->MajorCompact(range).ok());
  Scan raw;
  raw.SetRaw();
  EXPECT_EQ(Read(raw), std::vector<Bytes>{"t,b,1"});
}

TEST_F(MetaOrderedTable, BatchesOfCellsAndRecordsAreOneWrite) {
  Write("t,a,1");
  Write("t,b,1");
  CellBatch batch;
  EXPECT_TRUE(batch.empty());
  ASSERT_TRUE(batch.EraseRow(*table_, "t,a,1").ok());
  ASSERT_TRUE(batch.EraseColumn(*table_, "t,b,1", "info", "q").ok());
  ASSERT_TRUE(batch.Put(*table_, "t,c,1", "info", "q", 5, "t,c,1").ok());
  EXPECT_EQ(batch.Put(*table_, "r", "none", "q", 5, "").code(), StatusCode::kNoSuchColumnFamily);
  EXPECT_FALSE(batch.empty());
  EXPECT_EQ(Read(Scan()).size(), 2U) << "nothing happens before the write";
  ASSERT_TRUE(store_->WriteRecords({{"key", "value"}}, std::move(batch)).ok());
  EXPECT_EQ(Read(Scan()), std::vector<Bytes>{"t,c,1"});
  EXPECT_EQ(**store_->GetRecord("key"), "value");
}

}  // namespace
}  // namespace basalt::store
