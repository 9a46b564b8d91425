// Rows from the cache are those that the files would show: whatever is written, deleted, expired or
// altered in between, and whoever reads meanwhile.
#include "store/row_cache.h"

#include <atomic>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/testing.h"
#include "filter/filter_language.h"
#include "store/bulk_chunk.h"
#include "store/cell_batch.h"
#include "store/cell_table.h"
#include "store/store.h"

namespace basalt::store {
namespace {

constexpr int64_t kNow = 1'700'000'000'000;

class RowCacheTest : public testing::Test {
 protected:
  RowCacheTest() { Open(StoreOptions().row_cache_bytes); }

  // A new store, with a table of these families.
  void Open(uint64_t row_cache_bytes, const FamilyDescriptor& f = FamilyDescriptor("f"),
            const FamilyDescriptor& g = FamilyDescriptor("g")) {
    table_.reset();
    store_.reset();
    StoreOptions options;
    options.clock = &clock_;
    options.row_cache_bytes = row_cache_bytes;
    options.automatic_compactions = false;
    store_ = *Store::Open(dir_.Sub("data" + std::to_string(++stores_)), options);
    table_ = MakeTable(*store_, f, g);
  }
  // The table with its families as they are now.
  std::unique_ptr<CellTable> MakeTable(Store& store, const FamilyDescriptor& f,
                                       const FamilyDescriptor& g) {
    TableDescriptor descriptor(*TableName::Parse("t"));
    std::vector<std::shared_ptr<Family>> families;
    for (const FamilyDescriptor& family : {f, g}) {
      EXPECT_TRUE(descriptor.AddFamily(family).ok());
      auto cells = store.FindFamily("1." + family.name());
      if (cells == nullptr) cells = *store.CreateFamily("1." + family.name(), family);
      EXPECT_TRUE(store.ConfigureFamily(*cells, family).ok());
      families.push_back(cells);
    }
    return std::make_unique<CellTable>(store_, 1, descriptor, families);
  }
  void Write(const Mutation& mutation) {
    const auto written = table_->MutateRow(mutation.row(), {&mutation, 1});
    ASSERT_TRUE(written.ok()) << written.status().ToString();
  }
  std::string Read(const basalt::Get& get) {
    const auto row = table_->Get(get);
    EXPECT_TRUE(row.ok()) << row.status().ToString();
    std::string text;
    for (size_t i = 0; i < row->size(); ++i) {
      const CellView& cell = (*row)[i];
      text += std::string(cell.family) + ":" + std::string(cell.qualifier) + "=" +
              std::string(cell.value) + " ";
    }
    return text;
  }
  // Reads until the row is in the cache.
  std::string ReadOften(const basalt::Get& get) {
    (void)Read(get);
    (void)Read(get);
    return Read(get);
  }
  uint64_t Hits() { return store_->row_cache().stats().hits; }
  // Whether a read is answered from the cache.
  bool Hit(const basalt::Get& get) {
    const uint64_t before = Hits();
    (void)Read(get);
    return Hits() > before;
  }

  base::TempDir dir_;
  int stores_ = 0;
  base::ManualClock clock_{kNow};
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

TEST_F(RowCacheTest, ARowGetsInAtItsSecondRead) {
  Write(Put("r").AddColumn("f", "a", "1"));
  EXPECT_FALSE(Hit(Get("r")));
  EXPECT_FALSE(Hit(Get("r"))) << "read from the files, and installed";
  EXPECT_TRUE(Hit(Get("r")));
  EXPECT_EQ(Read(Get("r")), "f:a=1 ");
}

TEST_F(RowCacheTest, ARowThatDoesNotExistIsKnown) {
  EXPECT_EQ(ReadOften(Get("r")), "");
  EXPECT_TRUE(Hit(Get("r")));
  Write(Put("r").AddColumn("f", "a", "1"));
  EXPECT_EQ(Read(Get("r")), "f:a=1 ");
}

TEST_F(RowCacheTest, AnySubsetOfTheRowComesFromIt) {
  Write(Put("r").AddColumn("f", "a", "1").AddColumn("f", "b", "2").AddColumn("g", "c", "3"));
  (void)ReadOften(Get("r"));
  const std::shared_ptr<const Filter> filter =
      *filter::ParseFilterString("ValueFilter(=, 'binary:2')");
  for (const auto& [get, answer] : std::vector<std::pair<basalt::Get, std::string>>{
           {Get("r"), "f:a=1 f:b=2 g:c=3 "},
           {Get("r").AddFamily("g"), "g:c=3 "},
           {Get("r").AddColumn("f", "b"), "f:b=2 "},
           {Get("r").AddColumn("f", "x"), ""},
           {Get("r").AddColumn("f", "a").AddColumn("g", "c"), "f:a=1 g:c=3 "},
           {Get("r").SetFilter(filter), "f:b=2 "},
           {Get("r").SetMaxResultsPerColumnFamily(1), "f:a=1 g:c=3 "}}) {
    const uint64_t before = Hits();
    EXPECT_EQ(Read(get), answer);
    EXPECT_GT(Hits(), before) << answer;
  }
}

TEST_F(RowCacheTest, WritesOfEveryKindAreSeen) {
  Write(Put("r").AddColumn("f", "a", "1"));
  const auto change_and_read = [this](const Mutation& mutation) {
    (void)ReadOften(Get("r"));
    clock_.Advance(1);
    Write(mutation);
    return Read(Get("r"));
  };
  EXPECT_EQ(change_and_read(Put("r").AddColumn("f", "a", "2")), "f:a=2 ");
  EXPECT_EQ(change_and_read(Append("r").AddColumn("f", "a", "3")), "f:a=23 ");
  EXPECT_EQ(change_and_read(Put("r").AddColumn("g", "b", "4")), "f:a=23 g:b=4 ");
  EXPECT_EQ(change_and_read(Delete("r").AddFamily("f")), "g:b=4 ");
  EXPECT_EQ(change_and_read(Put("r").AddColumn("f", "a", "5")), "f:a=5 g:b=4 ");
  EXPECT_EQ(change_and_read(Delete("r")), "");
  EXPECT_EQ(change_and_read(Increment("r").AddColumn("f", "n", 7)).size(), 4 + 8 + 1);

  (void)ReadOften(Get("r"));
  const Put put = Put("r").AddColumn("f", "n", "x");
  const auto checked = table_->CheckAndMutate(CheckAndMutate("r").IfNotExists("f", "q").Then(put));
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(Read(Get("r")), "f:n=x ");

  (void)ReadOften(Get("r"));
  const Mutation batched = Put("r").AddColumn("f", "n", "y");
  const Mutation* one = &batched;
  ASSERT_TRUE(table_->MutateRows({&one, 1}).ok());
  EXPECT_EQ(Read(Get("r")), "f:n=y ");
  (void)ReadOften(Get("r"));
  const Mutation each = Put("r").AddColumn("f", "n", "z");
  one = &each;
  ASSERT_TRUE(table_->MutateEach({&one, 1})[0].ok());
  EXPECT_EQ(Read(Get("r")), "f:n=z ");
}

TEST_F(RowCacheTest, AnExpiredCellUncoversTheOneBelow) {
  Write(Put("r").AddColumn("f", "a", kNow - 5, "old"));
  Write(Put("r").AddColumn("f", "a", kNow, "new").SetTtl(1000));
  EXPECT_EQ(ReadOften(Get("r")), "f:a=new ");
  EXPECT_TRUE(Hit(Get("r")));
  clock_.Advance(1000);
  EXPECT_EQ(Read(Get("r")), "f:a=new ");
  clock_.Advance(1);
  EXPECT_EQ(Read(Get("r")), "f:a=old ");
  EXPECT_EQ(ReadOften(Get("r")), "f:a=old ");
  clock_.Advance(-1000);
  EXPECT_EQ(Read(Get("r")), "f:a=new ") << "the clock was set back";
}

TEST_F(RowCacheTest, FamiliesExpire) {
  FamilyDescriptor family("f");
  family.SetTtlSeconds(10);
  Open(StoreOptions().row_cache_bytes, family);
  Write(Put("r").AddColumn("f", "a", "1"));
  EXPECT_EQ(ReadOften(Get("r")), "f:a=1 ");
  EXPECT_TRUE(Hit(Get("r")));
  clock_.Advance(10'000);
  EXPECT_EQ(Read(Get("r")), "f:a=1 ");
  clock_.Advance(1);
  EXPECT_EQ(Read(Get("r")), "");
}

TEST_F(RowCacheTest, RulesThatChangeAreFollowed) {
  FamilyDescriptor two("f");
  two.SetMaxVersions(2);
  Open(StoreOptions().row_cache_bytes, two);
  Write(Put("r").AddColumn("f", "a", 1, "1"));
  Write(Put("r").AddColumn("f", "a", 2, "2"));
  EXPECT_EQ(ReadOften(Get("r").ReadVersions(9)), "f:a=2 f:a=1 ");
  const auto before = std::move(table_);
  table_ = MakeTable(*store_, FamilyDescriptor("f"), FamilyDescriptor("g"));
  EXPECT_EQ(ReadOften(Get("r").ReadVersions(9)), "f:a=2 ");
  // A call that began before the change still writes through the old object.
  const Mutation late = Put("r").AddColumn("f", "a", 3, "3");
  ASSERT_TRUE(before->MutateRow("r", {&late, 1}).ok());
  EXPECT_EQ(Read(Get("r").ReadVersions(9)), "f:a=3 ");
}

TEST_F(RowCacheTest, WhatWasDroppedByOtherRulesIsGone) {
  Write(Put("r").AddColumn("f", "a", kNow - 5000, "1"));
  EXPECT_EQ(ReadOften(Get("r")), "f:a=1 ");
  FamilyDescriptor expiring("f");
  expiring.SetTtlSeconds(3);
  table_ = MakeTable(*store_, expiring, FamilyDescriptor("g"));
  ASSERT_TRUE(table_->MajorCompact({}).ok());
  table_ = MakeTable(*store_, FamilyDescriptor("f"), FamilyDescriptor("g"));
  EXPECT_EQ(Read(Get("r")), "");
}

TEST_F(RowCacheTest, ReadsOfATimeRangeGoAround) {
  Write(Put("r").AddColumn("f", "a", 1, "1"));
  Write(Put("r").AddColumn("f", "a", 2, "2"));
  (void)ReadOften(Get("r"));
  EXPECT_EQ(Read(Get("r").SetTimeRange(*TimeRange::Of(0, 2))), "f:a=1 ");
}

TEST_F(RowCacheTest, WhatWasReadBeforeAWriteIsNotInstalledAfterIt) {
  RowCache cache(1 << 20);
  Family& family = *table_->families()[0].family;
  Family* families[] = {&family};
  const auto row = std::make_shared<CachedRow>("r", FamilyRules(), 0, kNow);
  const auto installs = [&](const RowCache::Moment& moment) {
    cache.Install(family, row, moment);
    return cache.Find(family, "r", FamilyRules(), kNow) != nullptr;
  };
  const auto before = cache.Look("r", families);
  RowCache::Moment during;
  {
    RowCache::Writes writes(cache);
    writes.Add(family, "r");
    during = cache.Look("r", families);
    EXPECT_FALSE(installs(before));
    EXPECT_FALSE(installs(during));
  }
  EXPECT_FALSE(installs(before));
  EXPECT_FALSE(installs(during));
  EXPECT_TRUE(installs(cache.Look("r", families)));
  family.bulk_changes().Begin();
  EXPECT_EQ(cache.Find(family, "r", FamilyRules(), kNow), nullptr) << "files are being ingested";
  EXPECT_FALSE(installs(cache.Look("r", families)));
  family.bulk_changes().End();
  EXPECT_FALSE(installs(cache.Look("r", families))) << "read before the files were ingested";
}

TEST_F(RowCacheTest, RowsErasedByTheCatalogAreGone) {
  Write(Put("r").AddColumn("f", "a", "1"));
  (void)ReadOften(Get("r"));
  CellBatch cells;
  ASSERT_TRUE(cells.EraseRows(*table_, "", "").ok());
  ASSERT_TRUE(store_->WriteRecords({}, std::move(cells)).ok());
  EXPECT_EQ(Read(Get("r")), "");
}

TEST_F(RowCacheTest, IngestedRowsAreSeen) {
  const std::shared_ptr<const CellTable> table = std::move(table_);
  table_ = MakeTable(*store_, FamilyDescriptor("f"), FamilyDescriptor("g"));
  EXPECT_EQ(ReadOften(Get("r")), "");
  BulkChunk chunk(table);
  ASSERT_TRUE(chunk.Add(Put("r").AddColumn("f", "a", "1")).ok());
  ASSERT_TRUE(chunk.WriteFiles().ok());
  ASSERT_TRUE(chunk.Ingest(*table).ok());
  EXPECT_EQ(Read(Get("r")), "f:a=1 ");
}

TEST_F(RowCacheTest, LargeRowsStayOutAndAreNotReadWholeAgain) {
  const Bytes value(1000, 'v');
  Put put("r");
  for (int i = 0; i < 100; ++i) put.AddColumn("f", "q" + std::to_string(i), value);
  Write(put);
  (void)ReadOften(Get("r"));
  EXPECT_FALSE(Hit(Get("r")));
  EXPECT_EQ(store_->row_cache().stats().entries, 0U);
}

TEST_F(RowCacheTest, MemoryIsBounded) {
  Open(1 << 20);
  const Bytes value(500, 'v');
  for (int i = 0; i < 10'000; ++i) {
    const Bytes row = "row" + std::to_string(i);
    Write(Put(row).AddColumn("f", "a", value));
    (void)ReadOften(Get(row).AddFamily("f"));
  }
  const RowCache::Stats stats = store_->row_cache().stats();
  EXPECT_LE(stats.bytes, 1U << 20);
  EXPECT_GT(stats.bytes, 1U << 19);
  EXPECT_GT(stats.evicted, 0U);
}

TEST_F(RowCacheTest, RowsReadOnceDoNotPushOutThoseReadOften) {
  Open(1 << 20);
  const Bytes value(500, 'v');
  for (int i = 0; i < 200; ++i) {
    Write(Put("hot" + std::to_string(i)).AddColumn("f", "a", value));
    (void)ReadOften(Get("hot" + std::to_string(i)).AddFamily("f"));
  }
  for (int i = 0; i < 10'000; ++i) {
    const Get cold = Get("cold" + std::to_string(i)).AddFamily("f");
    (void)Read(cold);
    (void)Read(cold);
  }
  int hits = 0;
  for (int i = 0; i < 200; ++i) hits += Hit(Get("hot" + std::to_string(i)).AddFamily("f")) ? 1 : 0;
  EXPECT_GT(hits, 180);
}

// Writers put the same number into both families of a row; no reader may see two numbers, nor a
// number that is smaller than one it has seen.
TEST_F(RowCacheTest, ReadersSeeRowsWholeAndInOrder) {
  constexpr int kWrites = 3000;
  constexpr int kRows = 4;
  std::atomic<bool> stop{false};
  std::vector<std::thread> readers;
  for (int t = 0; t < 2; ++t) {
    readers.emplace_back([&] {
      std::vector<std::string> newest(kRows);
      for (int i = 0; !stop; ++i) {
        const int row = i % kRows;
        const auto result = table_->Get(Get("r" + std::to_string(row)));
        ASSERT_TRUE(result.ok());
        const auto f = result->GetLatest("f", "a");
        const auto g = result->GetLatest("g", "a");
        ASSERT_EQ(f.has_value(), g.has_value());
        if (!f) continue;
        ASSERT_EQ(f->value, g->value);
        ASSERT_GE(f->value, newest[static_cast<size_t>(row)]);
        newest[static_cast<size_t>(row)] = f->value;
      }
    });
  }
  for (int i = 0; i < kWrites; ++i) {
    const std::string value = std::to_string(1'000'000 + i);
    const std::string row = "r" + std::to_string(i % kRows);
    Write(Put(row).AddColumn("f", "a", i, value).AddColumn("g", "a", i, value));
    // What was acknowledged is read.
    ASSERT_EQ(Read(Get(row)), "f:a=" + value + " g:a=" + value + " ");
    if (i % 4 == 0) (void)ReadOften(Get(row));
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_GT(Hits(), 0U);
}

// Random operations, with a cache of any size and without one.
TEST_F(RowCacheTest, AnswersAreThoseOfAStoreWithoutCache) {
  std::vector<std::string> expected;
  for (const uint64_t bytes : {uint64_t{0}, uint64_t{16} << 10, uint64_t{64} << 20}) {
    std::vector<std::string> answers;
    FamilyDescriptor versions("f");
    versions.SetMaxVersions(3);
    FamilyDescriptor expiring("g");
    expiring.SetTtlSeconds(5);
    Open(bytes, versions, expiring);
    std::mt19937 random(7);
    clock_.Set(kNow);
    for (int i = 0; i < 2000; ++i) {
      const Bytes row = "r" + std::to_string(random() % 6);
      const Bytes family = random() % 2 == 0 ? "f" : "g";
      const Bytes qualifier(1, static_cast<char>('a' + random() % 3));
      const int64_t timestamp = kNow + static_cast<int64_t>(random() % 4000);
      const uint32_t what = random() % 20;
      clock_.Advance(static_cast<int64_t>(random() % 5));
      if (what < 3) {
        Write(Put(row).AddColumn(family, qualifier, timestamp, std::to_string(i)));
      } else if (what == 3) {
        Write(Put(row).AddColumn(family, qualifier, std::to_string(i)).SetTtl(500));
      } else if (what == 4) {
        Write(Delete(row).AddColumns(family, qualifier, timestamp));
      } else if (what == 5) {
        Write(Delete(row).AddFamily(family));
      } else if (what == 6 && random() % 10 == 0) {
        ASSERT_TRUE(table_->Flush({}).ok());
        if (random() % 3 == 0) {
          ASSERT_TRUE(table_->MajorCompact({}).ok());
        }
      } else {
        Get get(row);
        if (random() % 2 == 0) get.AddColumn(family, qualifier);
        if (random() % 3 == 0) get.ReadVersions(static_cast<int32_t>(1 + random() % 4));
        if (random() % 8 == 0) get.SetTimeRange(*TimeRange::Of(kNow, timestamp));
        answers.push_back(Read(get));
      }
    }
    if (bytes == 0) {
      expected = answers;
    } else {
      EXPECT_EQ(answers, expected) << bytes;
      EXPECT_GT(Hits(), 0U);
    }
  }
}

}  // namespace
}  // namespace basalt::store
