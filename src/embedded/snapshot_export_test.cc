// Snapshots that leave a store and come to another.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/snapshot.h"
#include "client/test_table.h"

namespace basalt::embedded {
namespace {

using client::TestTable;

namespace fs = std::filesystem;

class SnapshotExport : public testing::Test {
 protected:
  SnapshotExport() {
    from_.Put("r", "q", 1, "v");
    from_.Flush();
    from_.Put("r", "q", 2, "w");
    TestTable::Check(from_.admin().Snapshot("snap", TestTable::name()));
  }

  static std::vector<FamilyDescriptor> Families() {
    return {FamilyDescriptor("f").SetMaxVersions(3)};
  }
  std::string FileOf(const std::string& folder) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".sst") return entry.path().string();
    }
    return "";
  }
  // Nothing but what was there before.
  void ExpectNothingLeft() {
    EXPECT_TRUE(to_.admin().ListSnapshots()->empty());
    const std::string scratch = to_.directory() + "/snapshots/.tmp";
    EXPECT_TRUE(!fs::exists(scratch) || fs::is_empty(scratch));
  }

  base::TempDir outside_;
  const std::string folder_ = outside_.Sub("exported");
  TestTable from_{Families()};
  TestTable to_{Families()};
};

TEST_F(SnapshotExport, FromOneStoreToAnother) {
  TestTable::Check(from_.admin().ExportSnapshot("snap", folder_));
  uint64_t last_done = 0;
  uint64_t total = 0;
  ExportOptions options;
  options.copy = true;
  options.progress = [&](uint64_t done, uint64_t of) {
    last_done = done;
    total = of;
    return Status();
  };
  TestTable::Check(to_.admin().ImportSnapshot(folder_, "renamed", options));
  EXPECT_EQ(last_done, total);
  EXPECT_GT(total, 0);
  EXPECT_EQ(fs::hard_link_count(FileOf(to_.directory() + "/snapshots/renamed")), 1);
  TestTable::Check(to_.admin().DisableTable(TestTable::name()));
  TestTable::Check(to_.admin().RestoreSnapshot("renamed"));
  TestTable::Check(to_.admin().EnableTable(TestTable::name()));
  EXPECT_EQ(to_.PrintAll(), from_.PrintAll());
  EXPECT_EQ(to_.PrintAll(), "r/f:q/2/Put w\nr/f:q/1/Put v\n");
  // Newer writes win, though the other store had counted further.
  to_.Put("r", "q", 2, "new");
  TestTable::Check(to_->Delete(Delete("r").AddColumn("f", "q", 1)));
  EXPECT_EQ(to_.PrintAll(), "r/f:q/2/Put new\n");
  to_.MajorCompact();
  to_.Reopen();
  EXPECT_EQ(to_.PrintAll(), "r/f:q/2/Put new\n");
}

TEST_F(SnapshotExport, OfAStoreThatHasWrittenMuchMore) {
  for (int i = 0; i < 2000; ++i) from_.Put("r" + std::to_string(i), "q", 5, "five");
  TestTable::Check(from_.admin().Snapshot("large", TestTable::name()));
  TestTable::Check(from_.admin().ExportSnapshot("large", folder_));
  TestTable::Check(to_.admin().ImportSnapshot(folder_));
  TestTable::Check(to_.admin().CloneSnapshot("large", *TableName::Parse("u")));
  {
    const auto u = *to_.connection().GetTable(*TableName::Parse("u"));
    TestTable::Check(u->Put(Put("r7").AddColumn("f", "q", 5, "six")));
    EXPECT_EQ(TestTable::Print(*u->Get(Get("r7"))), "r7/f:q/5/Put six\n");
  }
  to_.Reopen();
  const auto again = *to_.connection().GetTable(*TableName::Parse("u"));
  EXPECT_EQ(TestTable::Print(*again->Get(Get("r7"))), "r7/f:q/5/Put six\n");
  EXPECT_EQ(TestTable::Print(*again->Get(Get("r8"))), "r8/f:q/5/Put five\n");
}

// No connection is needed, and an open one sees what comes.
TEST_F(SnapshotExport, WhileTheStoresAreOpenElsewhere) {
  TestTable::Check(ExportSnapshot(from_.directory(), "snap", folder_ + "/"));
  TestTable::Check(ImportSnapshot(to_.directory(), folder_));
  EXPECT_EQ(to_.admin().ListSnapshots()->size(), 1);
}

TEST_F(SnapshotExport, WhatIsRefused) {
  EXPECT_EQ(from_.admin().ExportSnapshot("none", folder_).code(), StatusCode::kSnapshotNotFound);
  EXPECT_EQ(from_.admin().ExportSnapshot("snap", outside_.path()).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(ExportSnapshot(outside_.path(), "snap", folder_).message(),
            outside_.path() + " is not a Basalt directory");
  EXPECT_EQ(to_.admin().ImportSnapshot(outside_.path()).message(),
            outside_.path() + " is not an exported snapshot: it has no file SNAPSHOT");
  // Checksums come with an export.
  EXPECT_EQ(to_.admin().ImportSnapshot(from_.directory() + "/snapshots/snap").code(),
            StatusCode::kInvalidArgument);
  TestTable::Check(from_.admin().ExportSnapshot("snap", folder_));
  EXPECT_EQ(to_.admin().ImportSnapshot(folder_, "../x").code(), StatusCode::kInvalidArgument);
  ExpectNothingLeft();
  EXPECT_EQ(from_.admin().ImportSnapshot(folder_).code(), StatusCode::kSnapshotExists);
  // An error of the progress ends it.
  ExportOptions options;
  options.progress = [](uint64_t, uint64_t) { return Status(StatusCode::kCancelled, "enough"); };
  EXPECT_EQ(to_.admin().ImportSnapshot(folder_, "", options).message(), "enough");
  ExpectNothingLeft();
}

TEST_F(SnapshotExport, DamageIsFoundBeforeItIsTakenIn) {
  TestTable::Check(from_.admin().ExportSnapshot("snap", folder_, {.copy = true}));
  const std::string file = FileOf(folder_);
  const auto size = fs::file_size(file);
  const auto flip = [&] {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(size / 2));
    const char byte = static_cast<char>(stream.get());
    stream.seekp(static_cast<std::streamoff>(size / 2));
    stream.put(static_cast<char>(byte ^ 1));
  };
  flip();
  const Status damaged = to_.admin().ImportSnapshot(folder_);
  EXPECT_EQ(damaged.code(), StatusCode::kCorruption);
  EXPECT_NE(damaged.message().find(file), std::string::npos) << damaged.message();
  ExpectNothingLeft();
  flip();
  fs::resize_file(file, size - 1);
  EXPECT_EQ(to_.admin().ImportSnapshot(folder_).code(), StatusCode::kCorruption);
  fs::remove(file);
  EXPECT_EQ(to_.admin().ImportSnapshot(folder_).message(), file + ": the file is missing");
  ExpectNothingLeft();
  // The store itself was not touched.
  TestTable::Check(from_.admin().CloneSnapshot("snap", *TableName::Parse("u")));
}

TEST_F(SnapshotExport, AFileThatChangedSinceTheFirstExport) {
  TestTable::Check(from_.admin().ExportSnapshot("snap", folder_, {.copy = true}));
  TestTable::Check(to_.admin().ImportSnapshot(folder_, "", {.copy = true}));
  // The imported one knows its checksums.
  std::ofstream(FileOf(to_.directory() + "/snapshots/snap"), std::ios::in | std::ios::binary)
      << "x";
  const std::string second = outside_.Sub("second");
  EXPECT_EQ(to_.admin().ExportSnapshot("snap", second).code(), StatusCode::kCorruption);
  EXPECT_EQ(std::distance(fs::directory_iterator(outside_.path()), fs::directory_iterator()), 1);
}

}  // namespace
}  // namespace basalt::embedded
