// Damage of one store file: what it costs, and what it must not cost.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <span>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/file_ops.h"
#include "base/testing.h"
#include "store/cell_table.h"
#include "store/damage_registry.h"
#include "store/family_repair.h"
#include "store/maintenance.h"
#include "store/scrub.h"
#include "store/store.h"

namespace basalt::store {
namespace {

namespace fs = std::filesystem;

constexpr int kRows = 3000;

std::string RowName(int i) { return fmt::format("row{:05}", i); }

class StoreDamage : public testing::Test {
 protected:
  StoreDamage() {
    Open();
    for (const char* name : {"bad", "good"}) {
      for (int i = 0; i < kRows; ++i) Put(name, RowName(i), "first");
      Flush(name);
    }
  }

  void Open() {
    tables_.clear();
    store_.reset();
    StoreOptions options;
    options.clock = &clock_;
    options.report = [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      reports_.push_back(text);
    };
    auto opened = Store::Open(directory_.Sub("data"), options);
    ASSERT_TRUE(opened.ok()) << opened.status().ToString();
    store_ = std::move(*opened);
    for (const char* name : {"bad", "good"}) {
      TableDescriptor descriptor(*TableName::Parse(name));
      ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor("f")).ok());
      auto family = store_->FindFamily(Label(name));
      if (family == nullptr) family = *store_->CreateFamily(Label(name), FamilyDescriptor("f"));
      ASSERT_TRUE(store_->ConfigureFamily(*family, FamilyDescriptor("f")).ok());
      tables_[name] =
          std::make_unique<CellTable>(store_, tables_.size() + 1, descriptor, std::vector{family});
    }
  }
  static std::string Label(const std::string& name) { return name + ".1"; }
  Family& family(const std::string& name) { return *store_->FindFamily(Label(name)); }

  void Put(const std::string& table, const std::string& row, const std::string& value) {
    // Values that do not compress, so that rows are spread over many blocks.
    const Mutation put = basalt::Put(row).AddColumn("f", "q", ++stamp_, value + Noise());
    const auto written = tables_.at(table)->MutateRow(row, std::span(&put, 1));
    ASSERT_TRUE(written.ok()) << written.status().ToString();
  }
  std::string Noise() {
    std::string noise(100, '\0');
    for (char& byte : noise) byte = static_cast<char>(seed_ = seed_ * 1103515245 + 12345) | 0x40;
    return noise;
  }
  void Flush(const std::string& table) { ASSERT_TRUE(tables_.at(table)->Flush({}).ok()); }

  // Flips a bit in the middle of the newest store file. Returns its name.
  std::string FlipNewest(double at = 0.5) {
    fs::path newest;
    for (const auto& entry : fs::directory_iterator(directory_.Sub("data") + "/engine")) {
      if (entry.path().extension() == ".sst" && entry.path() > newest) newest = entry.path();
    }
    std::fstream file(newest, std::ios::in | std::ios::out | std::ios::binary);
    const auto offset =
        static_cast<std::streamoff>(static_cast<double>(fs::file_size(newest)) * at);
    file.seekg(offset);
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(offset);
    file.put(byte);
    return newest.filename().string();
  }
  // Damages the newest file of the table "bad", which has all rows, by a value of their own.
  std::string Damage() {
    for (int i = 0; i < kRows; ++i) Put("bad", RowName(i), "second");
    Flush("bad");
    const std::string file = FlipNewest();
    // Blocks in the cache would hide it.
    Open();
    return file;
  }

  // The rows that cannot be read, by gets.
  std::vector<int> Unreadable(const std::string& table) {
    std::vector<int> rows;
    for (int i = 0; i < kRows; ++i) {
      const auto row = tables_.at(table)->Get(Get(RowName(i)));
      if (!row.ok()) rows.push_back(i);
    }
    return rows;
  }

  base::TempDir directory_;
  base::ManualClock clock_{1'700'000'000'000};
  std::mutex mutex_;
  std::vector<std::string> reports_;
  std::shared_ptr<Store> store_;
  std::map<std::string, std::unique_ptr<CellTable>> tables_;
  int64_t stamp_ = 0;
  uint32_t seed_ = 1;
};

TEST_F(StoreDamage, CostsTheRowsOfItsBlocksAndTheCompactionsOfItsFamily) {
  const std::string file = Damage();
  const Status compacted = tables_.at("bad")->MajorCompact({});
  EXPECT_EQ(compacted.code(), StatusCode::kCorruption) << compacted.ToString();
  EXPECT_NE(compacted.message().find(file), std::string::npos) << compacted.ToString();

  // Writes, flushes, compactions and new families go on, for the damaged table as well.
  for (const char* name : {"good", "bad"}) {
    Put(name, "new", "value");
    Flush(name);
    EXPECT_TRUE(tables_.at(name)->Get(Get("new")).ok());
  }
  EXPECT_TRUE(tables_.at("good")->MajorCompact({}).ok());
  EXPECT_TRUE(store_->CreateFamily("9.9", FamilyDescriptor("f")).ok());
  EXPECT_TRUE(store_->DropFamily("9.9").ok());
  EXPECT_TRUE(Unreadable("good").empty());

  const auto lost = Unreadable("bad");
  ASSERT_FALSE(lost.empty());
  EXPECT_LT(lost.size(), 300U);
  store_->damage().WaitUntilSurveyed();
  const Status read = tables_.at("bad")->Get(Get(RowName(lost.front()))).status();
  EXPECT_EQ(read.code(), StatusCode::kCorruption);
  for (const std::string& part :
       {file, std::string("table bad, family f"),
        fmt::format("rows '{}' to '{}'", RowName(lost.front() - 1), RowName(lost.back() + 1))}) {
    EXPECT_NE(read.message().find(part), std::string::npos) << part << " in " << read.message();
  }
  ASSERT_EQ(store_->damage().List().size(), 1U);
  EXPECT_TRUE(store_->damage().Contains(Label("bad")));
  EXPECT_FALSE(store_->damage().Contains(Label("good")));
  EXPECT_GT(store_->damage().failures(), 0U);
  const std::lock_guard lock(mutex_);
  ASSERT_EQ(reports_.size(), 1U);
  EXPECT_NE(reports_[0].find("table bad, family f"), std::string::npos) << reports_[0];
}

// The compaction is RocksDB's own, not asked for.
TEST_F(StoreDamage, StopsNoWritesWhenAnAutomaticCompactionMeetsIt) {
  Damage();
  for (int files = 0; files < 6; ++files) {
    for (int i = 0; i < kRows; i += 100) Put("bad", RowName(i), "more");
    Flush("bad");
  }
  // The damage is met by a compaction of the six files with the older ones; wait for that.
  while (!store_->damage().Contains(Label("bad"))) std::this_thread::yield();
  store_->damage().WaitUntilSurveyed();
  for (int i = 0; i < 20; ++i) {
    Put("bad", "new", "value");
    Flush("bad");
    Put("good", "new", "value");
    Flush("good");
  }
  EXPECT_TRUE(tables_.at("good")->MajorCompact({}).ok());
}

TEST_F(StoreDamage, IsKnownAfterARestart) {
  Damage();
  EXPECT_FALSE(tables_.at("bad")->MajorCompact({}).ok());
  store_->damage().WaitUntilSurveyed();
  Open();
  EXPECT_TRUE(store_->damage().Contains(Label("bad")));
}

// A footer, an index or a missing file: RocksDB would not open.
TEST_F(StoreDamage, OfAFileThatCannotBeOpened) {
  for (int i = 0; i < kRows; ++i) Put("bad", RowName(i), "second");
  Flush("bad");
  tables_.clear();
  store_.reset();
  const std::string file = FlipNewest(0.99999);
  Open();
  EXPECT_FALSE(Unreadable("bad").empty());
  EXPECT_TRUE(Unreadable("good").empty());
  Put("good", "new", "value");
  Flush("good");
  ASSERT_EQ(store_->damage().List().size(), 1U);
  EXPECT_EQ(store_->damage().List()[0].name, file);
}

TEST_F(StoreDamage, IsFoundByAScrub) {
  const std::string file = Damage();
  Scrub scrub(store_, 0);
  ASSERT_TRUE(scrub.Run().ok());
  EXPECT_EQ(scrub.progress().damaged_files, 1U);
  EXPECT_EQ(scrub.progress().files, scrub.progress().total_files);
  EXPECT_GE(scrub.progress().bytes, scrub.progress().total_bytes);
  ASSERT_EQ(store_->damage().List().size(), 1U);
  EXPECT_EQ(store_->damage().List()[0].name, file);
}

TEST_F(StoreDamage, AScrubCanBeStopped) {
  Scrub scrub(store_, 1);
  std::thread stopper([&] {
    while (scrub.progress().bytes == 0) std::this_thread::yield();
    scrub.Stop();
  });
  EXPECT_EQ(scrub.Run().code(), StatusCode::kCancelled);
  stopper.join();
}

TEST_F(StoreDamage, RepairSavesEverythingElse) {
  const std::string file = Damage();
  // Newer than what is in the damaged file.
  for (int i = 0; i < kRows; i += 7) Put("bad", RowName(i), "third");
  Flush("bad");
  const auto lost = Unreadable("bad");
  ASSERT_FALSE(lost.empty());
  std::map<std::string, Bytes> expected;
  for (int i = 0; i < kRows; ++i) {
    const auto row = tables_.at("bad")->Get(Get(RowName(i)));
    if (row.ok()) expected[RowName(i)] = Bytes((*row->begin()).value);
  }
  fs::create_directory(directory_.Sub("data") + "/scratch");
  const auto repair = RepairFamily(*store_, family("bad"), "bad.2", FamilyDescriptor("f"),
                                   directory_.Sub("data") + "/scratch");
  ASSERT_TRUE(repair.ok()) << repair.status().ToString();
  ASSERT_EQ(repair->files.size(), 1U);
  EXPECT_EQ(repair->files[0].name, file);
  EXPECT_EQ(repair->files[0].LostRows(),
            fmt::format("rows '{}' to '{}'", RowName(lost.front() - 1), RowName(lost.back() + 1)));
  EXPECT_TRUE(fs::exists(repair->kept_in + "/bad.1-" + file));

  const CellTable repaired(store_, 7, tables_.at("bad")->descriptor(), {repair->family});
  for (int i = 0; i < kRows; ++i) {
    const auto row = repaired.Get(Get(RowName(i)));
    ASSERT_TRUE(row.ok()) << row.status().ToString();
    ASSERT_EQ(row->size(), 1U) << RowName(i);
    const auto known = expected.find(RowName(i));
    if (known != expected.end()) {
      EXPECT_EQ((*row->begin()).value, known->second) << RowName(i);
    } else {
      // What the good files have of it.
      const char* left = i % 7 == 0 ? "third" : "first";
      EXPECT_TRUE((*row->begin()).value.starts_with(left)) << RowName(i);
    }
  }
  EXPECT_TRUE(repaired.MajorCompact({}).ok());
}

TEST_F(StoreDamage, RepairOfSeveralBlocks) {
  for (int i = 0; i < kRows; ++i) Put("bad", RowName(i), "second");
  Flush("bad");
  FlipNewest(0.2);
  FlipNewest(0.6);
  FlipNewest(0.62);
  Open();
  const auto lost = Unreadable("bad");
  fs::create_directory(directory_.Sub("data") + "/scratch");
  const auto repair = RepairFamily(*store_, family("bad"), "bad.2", FamilyDescriptor("f"),
                                   directory_.Sub("data") + "/scratch");
  ASSERT_TRUE(repair.ok()) << repair.status().ToString();
  const CellTable repaired(store_, 7, tables_.at("bad")->descriptor(), {repair->family});
  std::vector<int> old;
  for (int i = 0; i < kRows; ++i) {
    const auto row = repaired.Get(Get(RowName(i)));
    ASSERT_TRUE(row.ok() && row->size() == 1);
    if ((*row->begin()).value.starts_with("first")) old.push_back(i);
  }
  // A get fails as well on rows whose first cell may be in the block before theirs.
  EXPECT_FALSE(old.empty());
  for (const int row : old) EXPECT_NE(std::ranges::find(lost, row), lost.end()) << row;
  EXPECT_LE(lost.size(), old.size() + 3);
}

TEST_F(StoreDamage, OfTheRecordsIsMadeGoodByTheirCopy) {
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(store_->WriteRecords({{fmt::format("table/{:04}", i), Noise()}}).ok());
  }
  // Closing does not flush; a compaction of nothing does.
  ASSERT_TRUE(store_->FlushRecords().ok());
  const std::string first = **store_->GetRecord("table/0000");
  tables_.clear();
  store_.reset();
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(directory_.Sub("data") + "/engine")) {
    if (entry.path().extension() == ".sst") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  // The last two are the records' and their copies'; one after the other is damaged.
  for (size_t back = 1; back <= 2; ++back) {
    const fs::path file = files[files.size() - back];
    const std::string saved = *base::ReadFile(file.string());
    std::string bad = saved;
    for (size_t at = 1000; at < bad.size() / 2; at += 4096)
      bad[at] = static_cast<char>(bad[at] ^ 4);
    ASSERT_TRUE(base::WriteFile(file.string(), bad).ok());
    Open();
    int records = 0;
    ASSERT_TRUE(store_
                    ->ForEachRecord("table/",
                                    [&](BytesView, BytesView) {
                                      ++records;
                                      return Status();
                                    })
                    .ok());
    EXPECT_EQ(records, 500);
    EXPECT_EQ(**store_->GetRecord("table/0000"), first);
    ASSERT_TRUE(store_->WriteRecords({{"table/0000", first}}).ok());
    tables_.clear();
    store_.reset();
    if (fs::exists(file)) {
      ASSERT_TRUE(base::WriteFile(file.string(), saved).ok());
    }
  }
}

// An alteration and a note of cell TTLs at the same time: neither is lost.
TEST_F(StoreDamage, SettingsAreNotLostToEachOther) {
  for (int round = 0; round < 30; ++round) {
    const std::string label = fmt::format("ttl.{}", round);
    FamilyDescriptor before("f");
    before.SetMob(1000);
    FamilyDescriptor after = before;
    after.SetBlockSize(8192);
    const auto family = *store_->CreateFamily(label, before);
    std::thread noting([&] { EXPECT_TRUE(store_->NoteCellTtls(*family).ok()); });
    EXPECT_TRUE(store_->ConfigureFamily(*family, after).ok());
    noting.join();
    EXPECT_TRUE(family->control().settings().has_cell_ttls);
    EXPECT_EQ(family->control().settings().block_size, 8192);
    ASSERT_TRUE(store_->DropFamily(label).ok());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace basalt::store
