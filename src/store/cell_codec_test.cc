#include "store/cell_codec.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace basalt::store {
namespace {

// Bytes that exercise the escaping: terminators, prefixes of one another, high bytes.
Bytes RandomBytes(std::mt19937& random, size_t max_length) {
  static constexpr char kAlphabet[] = {'\x00', '\x01', '\x02', 'a', 'b', '\xFE', '\xFF'};
  Bytes bytes;
  const size_t length = random() % (max_length + 1);
  for (size_t i = 0; i < length; ++i) bytes.push_back(kAlphabet[random() % sizeof(kAlphabet)]);
  return bytes;
}

Cell RandomCell(std::mt19937& random) {
  static constexpr CellType kTypes[] = {CellType::kPut, CellType::kDelete,
                                        CellType::kDeleteFamilyVersion, CellType::kDeleteColumn,
                                        CellType::kDeleteFamily};
  static constexpr int64_t kTimestamps[] = {
      0, 1, 255, 256, 1700000000000, kLatestTimestamp - 1, kLatestTimestamp};
  Cell cell;
  cell.row = RandomBytes(random, 4);
  cell.family = "f";
  cell.qualifier = RandomBytes(random, 3);
  cell.timestamp = kTimestamps[random() % std::size(kTimestamps)];
  cell.type = kTypes[random() % std::size(kTypes)];
  return cell;
}

Bytes KeyOf(const Cell& cell) {
  return EncodeKey(cell.row, cell.qualifier, cell.timestamp, cell.type);
}

int Sign(std::strong_ordering order) { return order < 0 ? -1 : (order > 0 ? 1 : 0); }
int Sign(int order) { return order < 0 ? -1 : (order > 0 ? 1 : 0); }

// R1, R2: the order of the stored bytes is HBase's order of cells.
TEST(CellCodec, R1_R2_ByteOrderIsHBasesOrder) {
  std::mt19937 random(20240131);
  for (int i = 0; i < 200000; ++i) {
    const Cell a = RandomCell(random);
    const Cell b = RandomCell(random);
    ASSERT_EQ(Sign(KeyOf(a).compare(KeyOf(b))), Sign(CompareCells(a.view(), b.view())))
        << ToString(a.view()) << " against " << ToString(b.view());
  }
}

TEST(CellCodec, KeysComeApartAsTheyWerePutTogether) {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    const Cell cell = RandomCell(random);
    const Bytes key = KeyOf(cell);
    ParsedKey parsed;
    ASSERT_TRUE(ParseKey(key, parsed));
    Bytes row_scratch;
    Bytes qualifier_scratch;
    EXPECT_EQ(Unescape(parsed.row, row_scratch), cell.row);
    EXPECT_EQ(Unescape(parsed.qualifier, qualifier_scratch), cell.qualifier);
    EXPECT_EQ(parsed.timestamp, cell.timestamp);
    EXPECT_EQ(parsed.type, cell.type);
  }
}

Bytes OrderedKeyOf(const Cell& cell, uint64_t order) {
  Bytes key;
  AppendEscaped(key, cell.row);
  AppendEscaped(key, cell.qualifier);
  AppendOrderedKeySuffix(key, cell.timestamp, cell.type, order);
  return key;
}

// Among cells that are equal otherwise the latest write comes first, and one without an order
// number last.
TEST(CellCodec, OrderNumbersComeLastInTheOrderOfCells) {
  static constexpr uint64_t kOrders[] = {0, 1, 255, 256, 1ULL << 40, kMaxOrder};
  std::mt19937 random(20240201);
  for (int i = 0; i < 100000; ++i) {
    const Cell a = RandomCell(random);
    const Cell b = i % 4 == 0 ? a : RandomCell(random);
    const uint64_t order_a = kOrders[random() % std::size(kOrders)];
    const uint64_t order_b = kOrders[random() % std::size(kOrders)];
    const Bytes key_a = order_a == 0 ? KeyOf(a) : OrderedKeyOf(a, order_a);
    const Bytes key_b = order_b == 0 ? KeyOf(b) : OrderedKeyOf(b, order_b);
    int expected = Sign(CompareCells(a.view(), b.view()));
    if (expected == 0) expected = Sign(order_b <=> order_a);
    ASSERT_EQ(Sign(key_a.compare(key_b)), expected)
        << ToString(a.view()) << " " << order_a << " against " << ToString(b.view()) << " "
        << order_b;

    ParsedKey parsed;
    ASSERT_TRUE(ParseKey(key_a, parsed));
    Bytes scratch;
    EXPECT_EQ(Unescape(parsed.qualifier, scratch), a.qualifier);
    EXPECT_EQ(parsed.timestamp, a.timestamp);
    EXPECT_EQ(parsed.type, a.type);
    EXPECT_EQ(parsed.order, order_a);
    for (size_t cut = 1; cut < key_a.size(); ++cut) {
      ASSERT_FALSE(ParseKey(BytesView(key_a).substr(0, key_a.size() - cut), parsed)) << cut;
    }
  }
}

TEST(CellCodec, ASeekMeetsEveryCellOfItsTimestampAndType) {
  std::mt19937 random(5);
  for (int i = 0; i < 50000; ++i) {
    const Cell target = RandomCell(random);
    const Cell other = i % 4 == 0 ? target : RandomCell(random);
    Bytes seek;
    AppendEscaped(seek, target.row);
    AppendEscaped(seek, target.qualifier);
    AppendSeekSuffix(seek, target.timestamp, target.type);
    const bool at_or_after = CompareCells(other.view(), target.view()) >= 0;
    EXPECT_EQ(KeyOf(other) >= seek, at_or_after);
    EXPECT_EQ(OrderedKeyOf(other, kMaxOrder) >= seek, at_or_after);
  }
}

TEST(CellCodec, NoCutKeyIsTakenForAWholeOne) {
  const Bytes key = EncodeKey(BytesOf("r\0w"), "q", 42, CellType::kPut);
  ParsedKey parsed;
  for (size_t length = 0; length < key.size(); ++length) {
    EXPECT_FALSE(ParseKey(BytesView(key).substr(0, length), parsed)) << length;
  }
  EXPECT_FALSE(ParseKey(key + "x", parsed));
}

TEST(CellCodec, AfterPrefixIsATightBound) {
  std::mt19937 random(11);
  for (int i = 0; i < 20000; ++i) {
    const Cell cell = RandomCell(random);
    const Cell other = RandomCell(random);
    const Bytes row = EncodeRow(cell.row);
    EXPECT_LT(KeyOf(cell), AfterPrefix(row));
    if (other.row > cell.row) {
      EXPECT_GT(KeyOf(other), AfterPrefix(row));
    }
  }
}

TEST(CellCodec, ValuesKeepTheirTags) {
  Bytes tags;
  AppendTag(tags, kTtlTagType, EncodeLong(5000));
  AppendTag(tags, 2, "label");
  Bytes stored;
  AppendValue(stored, "value", tags);
  ParsedValue parsed;
  ASSERT_TRUE(ParseValue(stored, parsed));
  EXPECT_EQ(parsed.value, "value");
  EXPECT_EQ(parsed.tags, tags);
  EXPECT_EQ(CellTtl(stored), 5000);

  Bytes plain;
  AppendValue(plain, BytesOf("\x01\0"), {});
  ASSERT_TRUE(ParseValue(plain, parsed));
  EXPECT_EQ(parsed.value, BytesOf("\x01\0"));
  EXPECT_TRUE(parsed.tags.empty());
  EXPECT_EQ(CellTtl(plain), kNoTtl);
  EXPECT_EQ(plain.size(), 3U);  // one byte more than the value
}

TEST(CellCodec, DamagedValuesAreRecognised) {
  ParsedValue parsed;
  EXPECT_FALSE(ParseValue("", parsed));
  EXPECT_FALSE(ParseValue("\x07rest", parsed));
  EXPECT_FALSE(ParseValue(BytesOf("\x01"), parsed));
  EXPECT_FALSE(ParseValue(BytesOf("\x01\x05"
                                  "abc"),
                          parsed));
}

}  // namespace
}  // namespace basalt::store
