// Flush, compaction and expiry in terms of RocksDB: files, memtables, options.
#include "store/maintenance.h"

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/metadata.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/table_properties.h>

#include "base/testing.h"
#include "store/cell_codec.h"
#include "store/cell_table.h"
#include "store/store.h"
#include "store/sweep.h"

namespace basalt::store {
namespace {

class Maintenance : public testing::Test {
 protected:
  static constexpr int64_t kStart = 1'000'000'000'000;

  void Open(const std::vector<FamilyDescriptor>& families) {
    StoreOptions options;
    options.clock = &clock_;
    options.automatic_compactions = false;
    auto store = Store::Open(dir_.Sub("data"), options);
    ASSERT_TRUE(store.ok()) << store.status().ToString();
    store_ = *store;
    TableDescriptor descriptor(*TableName::Parse("t"));
    std::vector<std::shared_ptr<Family>> handles;
    for (const FamilyDescriptor& family : families) {
      ASSERT_TRUE(descriptor.AddFamily(family).ok());
      auto handle = store_->CreateFamily("1." + family.name(), family);
      ASSERT_TRUE(handle.ok()) << handle.status().ToString();
      handles.push_back(*handle);
    }
    table_ = std::make_unique<CellTable>(store_, 1, descriptor, handles);
  }

  void Write(const Mutation& mutation) {
    const Status status = table_->MutateRow(mutation.row(), std::span(&mutation, 1)).status();
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  Family& FamilyOf(const char* name) { return *table_->FindFamily(name)->family; }
  uint64_t InMemory(const char* family) {
    uint64_t entries = 0;
    store_->engine().GetIntProperty(FamilyOf(family).handle(),
                                    "rocksdb.num-entries-active-mem-table", &entries);
    return entries;
  }
  size_t Files(const char* family) {
    rocksdb::ColumnFamilyMetaData metadata;
    store_->engine().GetColumnFamilyMetaData(FamilyOf(family).handle(), &metadata);
    return metadata.file_count;
  }
  std::vector<std::string> Compressions(const char* family) {
    rocksdb::TablePropertiesCollection properties;
    store_->engine()
        .GetPropertiesOfAllTables(FamilyOf(family).handle(), &properties)
        .PermitUncheckedError();
    std::vector<std::string> names;
    for (const auto& [path, table] : properties) names.push_back(table->compression_name);
    return names;
  }
  size_t CountCells(const Scan& scan) {
    auto scanner = table_->OpenScanner(scan);
    size_t cells = 0;
    RowResult row;
    while (true) {
      const auto more = (*scanner)->Next(row);
      EXPECT_TRUE(more.ok()) << more.status().ToString();
      if (!more.ok() || !*more) return cells;
      cells += row.size();
    }
  }

  base::TempDir dir_;
  base::ManualClock clock_{kStart};
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

TEST_F(Maintenance, R19_R20_ABusyFamilyLeavesTheQuietOneInMemory) {
  Open({FamilyDescriptor("busy"), FamilyDescriptor("quiet")});
  Write(Put("r").AddColumn("quiet", "q", "v"));
  for (int i = 0; i < 1000; ++i) {
    Write(Put("r" + std::to_string(i)).AddColumn("busy", "q", Bytes(100, 'x')));
  }
  TableRange only_busy;
  only_busy.family = "busy";
  ASSERT_TRUE(table_->Flush(only_busy).ok());
  EXPECT_EQ(InMemory("busy"), 0U);
  EXPECT_EQ(Files("busy"), 1U);
  EXPECT_EQ(InMemory("quiet"), 1U);
  EXPECT_EQ(Files("quiet"), 0U);
  ASSERT_TRUE(table_->MajorCompact(only_busy).ok());
  EXPECT_EQ(InMemory("quiet"), 1U);
  EXPECT_EQ(Files("quiet"), 0U);
}

TEST_F(Maintenance, R20_FillingOneFamilyFlushesItAlone) {
  Open({FamilyDescriptor("busy"), FamilyDescriptor("quiet")});
  Write(Put("r").AddColumn("quiet", "q", "v"));
  // More than two memstores of data.
  for (int i = 0; i < 160; ++i) {
    Write(Put("r" + std::to_string(i)).AddColumn("busy", "q", Bytes(1 << 20, 'x')));
  }
  // The memstore has been full at least twice; this waits for the flushes that started.
  EXPECT_LT(InMemory("busy"), 160U);
  ASSERT_TRUE(FlushFamily(*store_, FamilyOf("busy")).ok());
  EXPECT_GE(Files("busy"), 1U);
  EXPECT_EQ(InMemory("quiet"), 1U);
  EXPECT_EQ(Files("quiet"), 0U);
}

TEST_F(Maintenance, R9_FilesWithOnlyExpiredCellsAreDroppedUnread) {
  Open({FamilyDescriptor("f").SetTtlSeconds(100)});
  for (int i = 0; i < 100; ++i) {
    Write(Put("old" + std::to_string(i)).AddColumn("f", "q", "v"));
  }
  ASSERT_TRUE(table_->MajorCompact({}).ok());
  ASSERT_EQ(Files("f"), 1U);
  EXPECT_EQ(*DropExpiredFiles(*store_, FamilyOf("f")), 0);
  clock_.Advance(101'000);
  EXPECT_EQ(*DropExpiredFiles(*store_, FamilyOf("f")), 1);
  EXPECT_EQ(Files("f"), 0U);
}

TEST_F(Maintenance, R9_AFileStaysWhileALiveOneOverlapsIt) {
  Open({FamilyDescriptor("f").SetTtlSeconds(100)});
  Write(Put("a").AddColumn("f", "q", "v"));
  Write(Put("z").AddColumn("f", "q", "v"));
  ASSERT_TRUE(table_->MajorCompact({}).ok());
  clock_.Advance(101'000);
  Write(Put("m").AddColumn("f", "q", "v"));
  ASSERT_TRUE(table_->Flush({}).ok());
  EXPECT_EQ(*DropExpiredFiles(*store_, FamilyOf("f")), 0);
  EXPECT_EQ(CountCells(Scan()), 1U);
}

TEST_F(Maintenance, R9_MinVersionsKeepExpiredFiles) {
  Open({FamilyDescriptor("f").SetTtlSeconds(100).SetMaxVersions(3).SetMinVersions(1)});
  Write(Put("a").AddColumn("f", "q", "v"));
  ASSERT_TRUE(table_->MajorCompact({}).ok());
  clock_.Advance(101'000);
  EXPECT_EQ(*DropExpiredFiles(*store_, FamilyOf("f")), 0);
  EXPECT_EQ(CountCells(Scan()), 1U);
}

TEST_F(Maintenance, R25_R26_NewCompressionReachesOldDataWhenItIsRewritten) {
  Open({FamilyDescriptor("f")});
  Write(Put("r").AddColumn("f", "q", Bytes(1000, 'x')));
  ASSERT_TRUE(table_->Flush({}).ok());
  EXPECT_EQ(Compressions("f"), std::vector<std::string>{"NoCompression"});
  ASSERT_TRUE(store_
                  ->ConfigureFamily(FamilyOf("f"),
                                    FamilyDescriptor("f").SetCompression(Compression::kSnappy))
                  .ok());
  EXPECT_EQ(Compressions("f"), std::vector<std::string>{"NoCompression"});
  ASSERT_TRUE(table_->MajorCompact({}).ok());
  EXPECT_EQ(Compressions("f"), std::vector<std::string>{"Snappy"});
}

TEST_F(Maintenance, R26_EveryCompressionWritesAndReads) {
  std::vector<FamilyDescriptor> families;
  const std::vector<std::pair<std::string, Compression>> all = {{"gz", Compression::kGz},
                                                                {"lz4", Compression::kLz4},
                                                                {"none", Compression::kNone},
                                                                {"snappy", Compression::kSnappy},
                                                                {"zstd", Compression::kZstd}};
  for (const auto& [name, compression] : all) {
    families.push_back(FamilyDescriptor(name).SetCompression(compression).SetBlockSize(4096));
  }
  Open(families);
  for (const auto& [name, compression] : all) {
    for (int i = 0; i < 50; ++i) {
      Write(Put("r" + std::to_string(i)).AddColumn(name, "q", Bytes(500, 'x')));
    }
  }
  ASSERT_TRUE(table_->Flush({}).ok());
  EXPECT_EQ(CountCells(Scan()), 50 * all.size());
  EXPECT_EQ(Compressions("zstd"), std::vector<std::string>{"ZSTD"});
  EXPECT_EQ(Compressions("gz"), std::vector<std::string>{"Zlib"});
}

TEST_F(Maintenance, R26_BloomFiltersKeepAbsentRowsFromTheDisk) {
  Open({FamilyDescriptor("off").SetBloomType(BloomType::kNone), FamilyDescriptor("on")});
  for (int i = 0; i < 1000; ++i) {
    const std::string row = "row" + std::to_string(i * 2);
    Write(Put(row).AddColumn("on", "q", "v").AddColumn("off", "q", "v"));
  }
  ASSERT_TRUE(table_->Flush({}).ok());
  const auto blocks_for_absent = [&](const char* family) {
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
    // The first get of each file reads its index and filter.
    EXPECT_TRUE(table_->Get(Get("row2").AddFamily(family)).ok());
    rocksdb::get_perf_context()->Reset();
    for (int i = 0; i < 100; ++i) {
      const auto absent = table_->Get(Get("row" + std::to_string(i * 2) + "x").AddFamily(family));
      EXPECT_TRUE(absent->empty());
    }
    const uint64_t blocks = rocksdb::get_perf_context()->block_cache_hit_count +
                            rocksdb::get_perf_context()->block_read_count;
    const uint64_t filters = rocksdb::get_perf_context()->block_cache_filter_hit_count;
    const uint64_t indexes = rocksdb::get_perf_context()->block_cache_index_hit_count;
    return blocks - filters - indexes;
  };
  EXPECT_LE(blocks_for_absent("on"), 5U);
  EXPECT_GE(blocks_for_absent("off"), 100U);
}

TEST_F(Maintenance, AThousandHiddenVersionsCostASeek) {
  Open({FamilyDescriptor("f")});
  for (int ts = 1; ts <= 1000; ++ts) Write(Put("r", ts).AddColumn("f", "a", "v"));
  Write(Put("r", 1).AddColumn("f", "b", "v"));
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
  rocksdb::get_perf_context()->Reset();
  EXPECT_EQ(CountCells(Scan()), 2U);
  EXPECT_LE(rocksdb::get_perf_context()->next_on_memtable_count, 40U);
}

TEST_F(Maintenance, MajorCompactionOfARangeLeavesTheRestAlone) {
  Open({FamilyDescriptor("f")});
  for (const char* row : {"a", "b", "c"}) {
    Write(Put(row, 1).AddColumn("f", "q", "v"));
    Write(Delete(row, 2));
  }
  TableRange only_b;
  only_b.start_row = "b";
  only_b.stop_row = "c";
  Scan raw;
  raw.SetRaw().ReadAllVersions();
  ASSERT_TRUE(table_->MajorCompact(only_b).ok());
  EXPECT_EQ(CountCells(Scan(raw).WithStartRow("b").WithStopRow("c")), 0U);
  // The flush has dropped the masked puts; the markers of the other rows are still there.
  EXPECT_EQ(CountCells(raw), 2U);
}

// A deletion by a sweep must not be lost with a put above it that a later flush drops.
TEST_F(Maintenance, SweptCellsStayAwayWhenTheirPlaceIsWrittenAndHiddenAgain) {
  Open({FamilyDescriptor("f").SetMaxVersions(1)});
  Write(Put("r", 5).AddColumn("f", "q", "deleted"));
  Write(Put("r", 4).AddColumn("f", "other", "v"));
  ASSERT_TRUE(table_->MajorCompact({}).ok());
  Write(Delete("r").AddColumns("f", "q", 6));
  ASSERT_TRUE(table_->MajorCompact({}).ok());
  // The same coordinates again, hidden by a newer version, flushed and compacted step by step.
  Write(Put("r", 5).AddColumn("f", "q", "again"));
  Write(Put("r", 9).AddColumn("f", "q", "newer"));
  ASSERT_TRUE(table_->Flush({}).ok());
  ASSERT_TRUE(table_->Compact({}).ok());
  Write(Delete("r").AddColumn("f", "q", 9));
  EXPECT_TRUE(table_->Get(Get("r").AddColumn("f", "q"))->empty());
}

// Stops the first of RocksDB's threads that asks for the time once it is armed.
class StoppingClock : public Clock {
 public:
  // For the test's own threads, which are not stopped.
  static thread_local bool of_test;

  int64_t NowMs() const override {
    if (armed && !of_test && !stopped_.exchange(true)) {
      stopped.set_value();
      go_on.get_future().wait();
    }
    return 1'000'000'000'000;
  }
  std::atomic<bool> armed = false;
  mutable std::promise<void> stopped;
  mutable std::promise<void> go_on;

 private:
  mutable std::atomic<bool> stopped_ = false;
};
thread_local bool StoppingClock::of_test = false;

TEST(MajorCompactions, DoNotWaitForEachOther) {
  StoppingClock::of_test = true;
  base::TempDir dir;
  StoppingClock clock;
  StoreOptions options;
  options.clock = &clock;
  options.automatic_compactions = false;
  const auto store = *Store::Open(dir.Sub("data"), options);
  TableDescriptor descriptor(*TableName::Parse("t"));
  std::vector<std::shared_ptr<Family>> handles;
  Put put("r");
  for (const char* name : {"large", "small"}) {
    ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor(name)).ok());
    handles.push_back(*store->CreateFamily(name, FamilyDescriptor(name)));
    put.AddColumn(name, "q", "v");
  }
  const CellTable table(store, 1, descriptor, handles);
  ASSERT_TRUE(table.MutateRow("r", std::vector<Mutation>{put}).ok());
  for (const auto& family : handles) ASSERT_TRUE(FlushFamily(*store, *family).ok());

  const auto compact = [&](size_t family) {
    return std::async(std::launch::async, [&, family] {
      StoppingClock::of_test = true;
      return MajorCompactFamily(*store, 1, *handles[family], {});
    });
  };
  clock.armed = true;
  auto large = compact(0);
  clock.stopped.get_future().wait();
  auto small = compact(1);
  // Long, so that a failing test ends and a busy machine does not fail it.
  EXPECT_EQ(small.wait_for(std::chrono::seconds(30)), std::future_status::ready);
  clock.go_on.set_value();
  EXPECT_TRUE(large.get().ok());
  EXPECT_TRUE(small.get().ok());
}

// A flush beside a sweep must leave a deletion for what it drops: the sweep's own deletion of the
// same key may be in the same memtable.
TEST_F(Maintenance, AFlushBesideASweepKeepsTheSweepsDeletions) {
  Open({FamilyDescriptor("f").SetMaxVersions(1)});
  Write(Put("r", 5).AddColumn("f", "q", "swept"));
  ASSERT_TRUE(table_->Flush({}).ok());
  Write(Delete("r").AddColumns("f", "q", 6));
  Sweep sweep(*store_, 1, FamilyOf("f"), 0);
  ASSERT_TRUE(sweep.Run(EncodeRow("r"), AfterPrefix(EncodeRow("r"))).ok());
  EXPECT_EQ(sweep.cells_dropped(), 2U);
  // The same coordinates again, hidden by a newer version, and flushed before the sweep ends.
  Write(Put("r", 5).AddColumn("f", "q", "again"));
  Write(Put("r", 9).AddColumn("f", "q", "newer"));
  ASSERT_TRUE(table_->Flush({}).ok());
  Write(Delete("r").AddColumn("f", "q", 9));
  EXPECT_TRUE(table_->Get(Get("r").AddColumn("f", "q"))->empty());
}

// A row with many hidden cells is swept in steps. Between them readers see what they saw before.
TEST_F(Maintenance, HiddenCellsStayHiddenBetweenTheStepsOfASweep) {
  Open({FamilyDescriptor("f")});
  const auto qualifier = [](int i) { return std::to_string(10'000 + i) + Bytes(1000, 'q'); };
  constexpr int kCells = 8000;
  for (int i = 0; i < kCells; i += 500) {
    Put put("r", 5);
    for (int j = i; j < i + 500; ++j) put.AddColumn("f", qualifier(j), "v");
    Write(put);
  }
  ASSERT_TRUE(table_->Flush({}).ok());
  Write(Delete("r", 6));
  std::atomic<bool> done{false};
  std::atomic<int> reads{0};
  std::atomic<int> seen{0};
  std::thread reader([&] {
    const Get get = Get("r").AddColumn("f", qualifier(kCells - 1));
    while (!done) {
      seen += table_->Get(get)->empty() ? 0 : 1;
      ++reads;
    }
  });
  while (reads == 0) std::this_thread::yield();
  Sweep sweep(*store_, 1, FamilyOf("f"), 0);
  const Status status = sweep.Run(EncodeRow("r"), AfterPrefix(EncodeRow("r")));
  done = true;
  reader.join();
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(sweep.cells_dropped(), kCells + 1U);
  EXPECT_EQ(seen, 0) << "of " << reads << " reads";
}

}  // namespace
}  // namespace basalt::store
