// Power cuts that lose any part of what was not synced: pages in the middle of files, names in
// directories. The store opens by itself with a prefix of what was written, over all tables and
// families (P2); what was synced is in it (P1), and so is what was read after a sync (P4).
//
// BASALT_POWER_CUTS: how many cuts a seed makes at least; a few hundred in all by default.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "power_disk.h"
#include "random.h"
#include "test_store.h"

namespace basalt::crash {
namespace {

constexpr int kCutRows = 10;
constexpr int kTables = 2;
constexpr int kSeeds = 6;
constexpr const char* kFamilies[] = {"a", "b", "c"};

int CutsPerSeed() {
  const char* asked = std::getenv("BASALT_POWER_CUTS");
  return asked == nullptr ? 60 : std::max(1, std::atoi(asked) / kSeeds);
}

TableName TableOf(int number) { return *TableName::Parse("t" + std::to_string(number)); }

// What one step wrote: to one row of a table, in some families.
struct Written {
  int table = 0;
  std::string row;
  std::vector<std::string> families;
  bool deleted = false;
};

struct CutImage {
  std::string directory;
  uint64_t seed = 0;
  int ended = 0;
  int synced = 0;
  // Cells that were read after the last sync, and the steps that had written them.
  std::map<std::string, int> read;
};

class PowerCut : public testing::TestWithParam<int> {
 protected:
  PowerCut() : random_(static_cast<uint64_t>(GetParam()) * 7919) {
    store_.options().memstore_flush_bytes = 64 << 10;
    store_.options().block_cache_bytes = 4 << 20;
  }

  void Create() {
    store_.Open();
    for (int table = 0; table < kTables; ++table) {
      TableDescriptor descriptor(TableOf(table));
      for (const char* family : kFamilies) {
        MustBeOk(descriptor.AddFamily(FamilyDescriptor(family)));
      }
      MustBeOk(store_.admin().CreateTable(descriptor));
    }
  }

  // True: it and all before it are synced.
  bool Step(int number) {
    if (random_.OneIn(60)) {
      MustBeOk(store_.admin().Flush(TableOf(static_cast<int>(random_.Below(kTables)))));
      return false;
    }
    if (random_.OneIn(200)) {
      // Files with several names, and a change of the catalog.
      const std::string name = "s" + std::to_string(snapshots_++);
      MustBeOk(store_.admin().Snapshot(name, TableOf(0)));
      if (random_.OneIn(2)) MustBeOk(store_.admin().DeleteSnapshot(name));
      return false;
    }
    const bool synced = random_.OneIn(40);
    Written written;
    written.table = static_cast<int>(random_.Below(kTables));
    written.row = "r" + std::to_string(random_.Below(kCutRows));
    written.deleted = random_.OneIn(10);
    for (const char* family : kFamilies) {
      if (random_.OneIn(2)) written.families.emplace_back(family);
    }
    if (written.families.empty()) written.families.emplace_back("a");
    const Durability durability = synced ? Durability::kFsyncWal : Durability::kUseDefault;
    const auto table = MustGet(store_.connection().GetTable(TableOf(written.table)));
    if (written.deleted) {
      Delete del(written.row);
      for (const std::string& family : written.families) del.AddFamily(family);
      MustBeOk(table->Delete(del.SetDurability(durability)));
    } else {
      Put put(written.row);
      // Some span several blocks of the log.
      const Bytes value =
          std::to_string(number) + "." +
          random_.Letters(random_.OneIn(20) ? random_.Below(40'000) : random_.Below(900));
      for (const std::string& family : written.families) put.AddColumn(family, "q", value);
      MustBeOk(table->Put(put.SetDurability(durability)));
    }
    writes_[number] = std::move(written);
    return synced;
  }

  // "table/row/family" -> the step that wrote it, after all steps up to `last`.
  std::map<std::string, int> StateAfter(int last) const {
    std::map<std::string, int> cells;
    for (const auto& [number, written] : writes_) {
      if (number > last) break;
      for (const std::string& family : written.families) {
        const std::string cell = std::to_string(written.table) + "/" + written.row + "/" + family;
        if (written.deleted) {
          cells.erase(cell);
        } else {
          cells[cell] = number;
        }
      }
    }
    return cells;
  }

  static std::map<std::string, int> ReadState(TestStore& store) {
    std::map<std::string, int> cells;
    for (int table = 0; table < kTables; ++table) {
      const auto opened = store.connection().GetTable(TableOf(table));
      if (!opened.ok()) continue;
      auto scanner = MustGet((*opened)->GetScanner(Scan()));
      for (const RowResult& row : scanner) {
        for (const CellView& cell : row) {
          cells[std::to_string(table) + "/" + std::string(row.row()) + "/" +
                std::string(cell.family)] = std::stoi(std::string(cell.value.substr(0, 9)));
        }
      }
      MustBeOk(scanner.status());
    }
    return cells;
  }

  void Check(const CutImage& image) {
    SCOPED_TRACE("seed " + std::to_string(GetParam()) + ", cut " + std::to_string(image.seed) +
                 " after step " + std::to_string(image.ended) + ", synced to step " +
                 std::to_string(image.synced));
    TestStore found;
    found.options().memstore_flush_bytes = 64 << 10;
    found.set_directory(image.directory);
    const Status opened = found.TryOpen();
    ASSERT_TRUE(opened.ok()) << opened.ToString();
    if (image.synced == 0) return;
    const auto snapshots = found.admin().ListSnapshots();
    EXPECT_TRUE(snapshots.ok()) << snapshots.status().ToString();
    const auto cells = ReadState(found);
    // The prefix that is seen: steps after the last one that has left a cell may have deleted.
    int seen = 0;
    for (const auto& [cell, number] : cells) seen = std::max(seen, number);
    bool is_prefix = false;
    int longest = 0;
    for (int last = std::max(seen, image.synced); last <= image.ended + 1; ++last) {
      if (StateAfter(last) == cells) {
        is_prefix = true;
        longest = last;
      }
    }
    EXPECT_TRUE(is_prefix) << "what is left ends with step " << seen
                           << " and is not what any prefix with all synced steps left";
    for (const auto& [cell, number] : image.read) {
      const auto now = cells.find(cell);
      EXPECT_TRUE(longest >= number && (now == cells.end() || now->second >= number)) << cell;
    }
    // It goes on from there, also after another crash.
    MustBeOk(MustGet(found.connection().GetTable(TableOf(0)))
                 ->Put(Put("later").AddColumn("a", "q", "0.")));
    found.Open();
    const auto again = ReadState(found);
    EXPECT_TRUE(again.contains("0/later/a"));
    EXPECT_EQ(again.size(), cells.size() + 1);
  }

  Random random_;
  TestStore store_;
  std::map<int, Written> writes_;
  int snapshots_ = 0;
};

TEST_P(PowerCut, LeavesAPrefixOfAllWrites) {
  const int cuts = CutsPerSeed();
  const int steps = 40 * cuts;
  const WorkDirectory work;
  std::vector<CutImage> images;
  std::atomic<int> ended{0};
  std::atomic<int> synced{0};
  std::mutex read_mutex;
  std::map<std::string, int> read;
  {
    PowerDisk disk(store_.directory());
    disk.FailEvery(23 + random_.Below(20), [&](uint64_t number) {
      const std::lock_guard lock(read_mutex);
      // Two failures at the same moment; they differ in what they lose.
      for (uint64_t copy = 0; copy < 2; ++copy) {
        CutImage image{.directory = work.Sub(std::to_string(2 * number + copy)),
                       .seed = 2 * number + copy + static_cast<uint64_t>(GetParam()) * 1'000'003,
                       .ended = ended,
                       .synced = synced,
                       .read = read};
        disk.CopyAfterCut(image.directory, image.seed);
        images.push_back(std::move(image));
      }
    });
    Create();
    synced = ended = 1;
    for (int step = 2; step <= steps && images.size() < static_cast<size_t>(cuts); ++step) {
      const bool all_synced = Step(step);
      ended = step;
      if (!all_synced) continue;
      synced = step;
      std::map<std::string, int> now = ReadState(store_);
      const std::lock_guard lock(read_mutex);
      read.swap(now);
    }
    disk.FailEvery(0, nullptr);
    store_.Close();
  }
  EXPECT_GE(images.size(), static_cast<size_t>(cuts));
  for (const CutImage& image : images) {
    Check(image);
    if (HasFailure()) break;
    std::filesystem::remove_all(image.directory);
  }
  std::cout << "proof: power-loss " << images.size() << " cuts\n";
}

INSTANTIATE_TEST_SUITE_P(Seeds, PowerCut, testing::Range(1, kSeeds + 1));

}  // namespace
}  // namespace basalt::crash
