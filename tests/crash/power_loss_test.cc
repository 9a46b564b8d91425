// Power failures: every write up to the last synced one is there, so are changes of tables, and no
// partial write. Unsynced writes may be lost.
#include <atomic>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "power_disk.h"
#include "random.h"
#include "test_store.h"

namespace basalt::crash {
namespace {

constexpr int kRows = 12;

// What the power found: which steps had ended, and which of them, with all before it, was synced.
struct Image {
  std::string directory;
  int ended = 0;
  int synced = 0;
};

class PowerLoss : public testing::TestWithParam<int> {
 protected:
  PowerLoss() : random_(static_cast<uint64_t>(GetParam())) {
    store_.options().memstore_flush_bytes = 32 << 10;
    store_.options().block_cache_bytes = 4 << 20;
  }

  // One step of the work; they are numbered from 1. True: it and all before it are synced now.
  bool Step(int number) {
    const TableName scratch = *TableName::Parse("scratch");
    switch (random_.Below(40)) {
      case 0: MustBeOk(store_.admin().Flush(TestStore::name())); return false;
      case 1: MustBeOk(store_.admin().MajorCompact(TestStore::name())); return false;
      case 2: {
        if (*store_.admin().TableExists(scratch)) {
          MustBeOk(store_.admin().DisableTable(scratch));
          MustBeOk(store_.admin().DeleteTable(scratch));
        } else {
          TableDescriptor descriptor(scratch);
          MustBeOk(descriptor.AddFamily(FamilyDescriptor("f")));
          MustBeOk(store_.admin().CreateTable(descriptor));
        }
        tables_[number] = *store_.admin().TableExists(scratch);
        return true;
      }
      case 3: {
        // Other settings, which have a file of their own.
        FamilyDescriptor family("a");
        family.SetBlockSize(4096 << random_.Below(3)).SetMaxVersions(1 + number % 3);
        MustBeOk(store_.admin().ModifyFamily(TestStore::name(), family));
        return true;
      }
      default: break;
    }
    const bool synced = random_.OneIn(4);
    const std::string row = "r" + std::to_string(random_.Below(kRows));
    rows_[row].push_back(number);
    const Bytes value = std::to_string(number) + "." + random_.Letters(random_.Below(600));
    MustBeOk(store_.table()->Put(
        Put(row)
            .AddColumn("a", "q", value)
            .AddColumn("b", "q", value)
            .SetDurability(synced ? Durability::kFsyncWal : Durability::kSyncWal)));
    return synced;
  }

  void Check(const Image& image) {
    SCOPED_TRACE("power lost after step " + std::to_string(image.ended) + ", synced to step " +
                 std::to_string(image.synced));
    TestStore found;
    found.set_directory(image.directory);
    const Status opened = found.TryOpen();
    ASSERT_TRUE(opened.ok()) << opened.ToString();
    CheckTable(found, image);
    const bool main_must_exist = image.synced > 0;
    if (!*found.admin().TableExists(TestStore::name())) {
      EXPECT_FALSE(main_must_exist) << "the table is lost";
      return;
    }
    const auto contents = found.Read();
    ASSERT_TRUE(contents.ok()) << contents.status().ToString();
    for (const auto& [row, steps] : rows_) {
      const auto value = [&contents, &row = row](const char* column) {
        const auto cell = contents->find(row + column);
        return cell == contents->end() ? Bytes() : cell->second;
      };
      EXPECT_EQ(value("/a:q"), value("/b:q")) << "half of row " << row;
      // The step that wrote what is seen; 0: none.
      const int seen = value("/a:q").empty() ? 0 : std::stoi(value("/a:q"));
      int at_least = 0;
      for (const int step : steps) {
        if (step <= image.synced) at_least = step;
      }
      EXPECT_GE(seen, at_least) << row << " lost a synced write";
      EXPECT_LE(seen, image.ended + 1) << row << " is from the future";
    }
  }

  // The scratch table: as the last change left it, or as one under way would.
  void CheckTable(TestStore& found, const Image& image) {
    bool expected = false;
    bool settled = true;
    for (const auto& [step, exists] : tables_) {
      if (step <= image.ended) expected = exists;
      if (step == image.ended + 1) settled = false;
    }
    if (!settled) return;
    EXPECT_EQ(*found.admin().TableExists(*TableName::Parse("scratch")), expected);
  }

  Random random_;
  TestStore store_;
  std::map<std::string, std::vector<int>> rows_;
  std::map<int, bool> tables_;
};

TEST_P(PowerLoss, SyncedWritesAndTablesSurvive) {
  constexpr int kSteps = 1500;
  const WorkDirectory work;
  std::vector<Image> images;
  std::atomic<int> ended{0};
  std::atomic<int> synced{0};
  {
    PowerDisk disk(store_.directory());
    disk.FailEvery(101 + random_.Below(50), [&](uint64_t number) {
      images.push_back({work.Sub(std::to_string(number)), ended, synced});
      disk.CopyDurable(images.back().directory);
    });
    store_.Open();
    store_.CreateTable({FamilyDescriptor("a"), FamilyDescriptor("b")});
    synced = ended = 1;
    for (int step = 2; step <= kSteps; ++step) {
      const bool all_synced = Step(step);
      ended = step;
      if (all_synced) synced = step;
    }
    store_.Close();
  }
  EXPECT_GT(images.size(), 10U);
  for (const Image& image : images) {
    Check(image);
    if (HasFailure()) break;
  }
}

// What is closed is on the disk, also what was written without a sync.
TEST(PowerLossAfterClose, NothingIsLost) {
  const WorkDirectory work;
  const std::string image = work.Sub("image");
  TestStore store;
  {
    PowerDisk disk(store.directory());
    store.Open();
    store.CreateTable({FamilyDescriptor("a"), FamilyDescriptor("b")});
    MustBeOk(store.table()->Put(Put("r").AddColumn("a", "q", "v").AddColumn("b", "q", "v")));
    store.Close();
    // The power fails at the next change, which is not the store's any more.
    disk.FailEvery(1, [&](uint64_t number) {
      if (number == 1) disk.CopyDurable(image);
    });
    std::filesystem::create_directory(store.directory() + "/later");
  }
  TestStore found;
  found.set_directory(image);
  const Status opened = found.TryOpen();
  ASSERT_TRUE(opened.ok()) << opened.ToString();
  const auto contents = found.Read();
  ASSERT_TRUE(contents.ok()) << contents.status().ToString();
  EXPECT_EQ(contents->at("r/a:q"), "v");
}

INSTANTIATE_TEST_SUITE_P(Seeds, PowerLoss, testing::Range(1, 7));

}  // namespace
}  // namespace basalt::crash
