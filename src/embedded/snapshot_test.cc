// Snapshots by example: what they hold, what clones and restores give, what is refused.
#include "basalt/snapshot.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "client/test_table.h"

namespace basalt::embedded {
namespace {

using client::TestTable;

namespace fs = std::filesystem;

TableName Name(std::string_view name) { return *TableName::Parse(name); }

// A scan of any table as text.
std::string PrintTable(TestTable& t, std::string_view name, Scan scan = Scan().ReadAllVersions()) {
  auto table = t.connection().GetTable(Name(name));
  if (!table.ok()) return table.status().ToString();
  auto scanner = (*table)->GetScanner(scan);
  if (!scanner.ok()) return scanner.status().ToString();
  std::string text;
  for (const RowResult& row : *scanner) text += TestTable::Print(row);
  return text;
}

FamilyDescriptor Versions(std::string_view name, int32_t versions) {
  return FamilyDescriptor(name).SetMaxVersions(versions);
}

std::vector<std::string> Names(TestTable& t) {
  std::vector<std::string> names;
  const auto list = t.admin().ListSnapshots();
  for (const auto& snapshot : *list) names.push_back(snapshot.name);
  return names;
}

TEST(Snapshots, HoldWhatWasThereAndNothingElse) {
  TestTable t({Versions("f", 3)});
  t.Put("r", "q", 1, "in a file");
  t.Flush();
  t.Put("r", "q", 2, "in memory");
  TestTable::Check(t->Delete(Delete("s").AddFamily("f", 9)));
  t.Put("s", "q", 8, "hidden");
  TestTable::Check(t.admin().Snapshot("snap", t.name()));
  const std::string before = t.PrintRaw();
  t.Put("r", "q", 3, "later");
  TestTable::Check(t->Delete(Delete("r")));

  TestTable::Check(t.admin().CloneSnapshot("snap", Name("u")));
  EXPECT_EQ(PrintTable(t, "u", Scan().SetRaw().ReadAllVersions()), before);
  EXPECT_EQ(PrintTable(t, "u"), "r/f:q/2/Put in memory\nr/f:q/1/Put in a file\n");
  // Deletes and puts in the clone win over what it was made of.
  const auto u = *t.connection().GetTable(Name("u"));
  TestTable::Check(u->Delete(Delete("r").AddColumn("f", "q", 2)));
  TestTable::Check(u->Put(Put("r").AddColumn("f", "q", 1, "overwritten")));
  EXPECT_EQ(PrintTable(t, "u"), "r/f:q/1/Put overwritten\n");
  TestTable::Check(t.admin().MajorCompact(Name("u")));
  EXPECT_EQ(PrintTable(t, "u"), "r/f:q/1/Put overwritten\n");
  // And nothing of it is seen elsewhere.
  EXPECT_EQ(t.PrintAll(), "");
  TestTable::Check(t.admin().CloneSnapshot("snap", Name("v")));
  EXPECT_EQ(PrintTable(t, "v", Scan().SetRaw().ReadAllVersions()), before);
}

TEST(Snapshots, OutliveTheTableARestartAndCompactions) {
  TestTable t({Versions("f", 1)});
  t.Put("r", "q", 1, "v");
  TestTable::Check(t.admin().Snapshot("snap", t.name()));
  t.Put("r", "q", 2, "w");
  t.MajorCompact();
  TestTable::Check(t.admin().DisableTable(t.name()));
  TestTable::Check(t.admin().DeleteTable(t.name()));
  t.Reopen();
  ASSERT_EQ(Names(t), std::vector<std::string>{"snap"});
  TestTable::Check(t.admin().CloneSnapshot("snap", t.name()));
  t.Reopen();
  EXPECT_EQ(t.PrintAll(), "r/f:q/1/Put v\n");
  // A clone needs its snapshot no more.
  TestTable::Check(t.admin().DeleteSnapshot("snap"));
  EXPECT_EQ(t.PrintAll(), "r/f:q/1/Put v\n");
  t.MajorCompact();
  t.Reopen();
  EXPECT_EQ(t.PrintAll(), "r/f:q/1/Put v\n");
}

TEST(Snapshots, AreDescribed) {
  TestTable t({Versions("f", 3), FamilyDescriptor("g")});
  TableDescriptor other(Name("u"));
  TestTable::Check(other.AddFamily(FamilyDescriptor("f")));
  TestTable::Check(t.admin().CreateTable(other, {"b", "d"}));
  t.Put("r", "q", 1, "v");
  TestTable::Check(t.admin().Snapshot("two", t.name(), {.ttl_seconds = 60, .owner = "me"}));
  TestTable::Check(t.admin().DisableTable(Name("u")));
  TestTable::Check(t.admin().Snapshot("one", Name("u")));
  const auto list = *t.admin().ListSnapshots();
  ASSERT_EQ(list.size(), 2);
  EXPECT_EQ(list[0].name, "one");
  EXPECT_EQ(list[0].type, SnapshotType::kDisabled);
  EXPECT_EQ(list[0].splits, (std::vector<Bytes>{"b", "d"}));
  EXPECT_EQ(list[0].bytes, 0);
  EXPECT_EQ(list[1].table, *t.admin().GetDescriptor(t.name()));
  EXPECT_EQ(list[1].type, SnapshotType::kFlush);
  EXPECT_EQ(list[1].creation_time_ms, TestTable::kStart);
  EXPECT_EQ(list[1].ttl_seconds, 60);
  EXPECT_EQ(list[1].owner, "me");
  EXPECT_EQ(list[1].file_count, 1);
  EXPECT_GT(list[1].bytes, 0);
  EXPECT_EQ(DescribeSnapshot(t.directory(), "three").status().code(),
            StatusCode::kSnapshotNotFound);
}

TEST(Snapshots, ShareTheirFilesWithTheTable) {
  TestTable t({Versions("f", 3)});
  t.Put("r", "q", 1, "v");
  TestTable::Check(t.admin().Snapshot("snap", t.name()));
  const auto links = [&] {
    for (const auto& entry : fs::directory_iterator(t.directory() + "/snapshots/snap")) {
      if (entry.path().extension() == ".sst") return fs::hard_link_count(entry);
    }
    return uintmax_t{0};
  };
  EXPECT_EQ(links(), 2);
  TestTable::Check(t.admin().CloneSnapshot("snap", Name("u")));
  EXPECT_EQ(links(), 3);
}

TEST(Snapshots, RestoreReturnsToThem) {
  TestTable t({Versions("f", 3), FamilyDescriptor("g")});
  t.Put("r", "q", 1, "v");
  t.Put("r", "q", 1, "w", "g");
  const auto found = t.admin().GetDescriptor(t.name());
  ASSERT_TRUE(found.ok());
  const TableDescriptor descriptor = *found;
  TestTable::Check(t.admin().Snapshot("snap", t.name()));
  t.Put("r", "q", 2, "x");
  TestTable::Check(t.admin().DeleteFamily(t.name(), "g"));
  TestTable::Check(t.admin().AddFamily(t.name(), FamilyDescriptor("h")));
  t.Put("r", "q", 3, "y", "h");

  const Status refused = t.admin().RestoreSnapshot("snap");
  EXPECT_EQ(refused.code(), StatusCode::kTableNotDisabled);
  EXPECT_EQ(Names(t), std::vector<std::string>{"snap"});
  TestTable::Check(t.admin().DisableTable(t.name()));
  TestTable::Check(t.admin().RestoreSnapshot("snap"));
  EXPECT_FALSE(*t.admin().IsTableEnabled(t.name()));
  EXPECT_EQ(Names(t), std::vector<std::string>{"snap"});  // the fail-safe one is gone
  TestTable::Check(t.admin().EnableTable(t.name()));
  EXPECT_EQ(t.PrintAll(), "r/f:q/1/Put v\nr/g:q/1/Put w\n");
  EXPECT_EQ(*t.admin().GetDescriptor(t.name()), descriptor);
  t.Put("r", "q", 1, "new");
  t.Reopen();
  EXPECT_EQ(t.PrintAll(), "r/f:q/1/Put new\nr/g:q/1/Put w\n");
  // As often as one likes.
  TestTable::Check(t.admin().DisableTable(t.name()));
  TestTable::Check(t.admin().RestoreSnapshot("snap", /*take_failsafe=*/false));
  TestTable::Check(t.admin().EnableTable(t.name()));
  EXPECT_EQ(t.PrintAll(), "r/f:q/1/Put v\nr/g:q/1/Put w\n");
}

TEST(Snapshots, SkipFlushLeavesOutWhatIsInMemory) {
  TestTable t({Versions("f", 3)});
  t.Put("r", "q", 1, "in a file");
  t.Flush();
  t.Put("r", "q", 2, "in memory");
  TestTable::Check(t.admin().Snapshot("snap", t.name(), {.skip_flush = true}));
  EXPECT_EQ(t.admin().ListSnapshots()->front().type, SnapshotType::kSkipFlush);
  TestTable::Check(t.admin().CloneSnapshot("snap", Name("u")));
  EXPECT_EQ(PrintTable(t, "u"), "r/f:q/1/Put in a file\n");
  EXPECT_EQ(t.PrintAll(), "r/f:q/2/Put in memory\nr/f:q/1/Put in a file\n");
}

// Each row holds one number in two families. Writers write both in one mutation, so a snapshot of
// one moment has them equal, and all that was acknowledged before it was asked for.
TEST(Snapshots, AreOneMomentOverTheFamilies) {
  TestTable t({Versions("f", 1), Versions("g", 1)});
  constexpr int kWriters = 3;
  constexpr int kRows = 20;
  std::atomic<bool> stop{false};
  std::vector<std::atomic<int64_t>> acknowledged(kWriters);
  std::vector<std::thread> writers;
  for (int w = 0; w < kWriters; ++w) {
    writers.emplace_back([&, w] {
      for (int64_t i = 1; !stop; ++i) {
        const std::string row = std::to_string(w) + "/" + std::to_string(i % kRows);
        const std::string value = std::to_string(i);
        Put put(row);
        put.AddColumn("f", "q", i, value).AddColumn("g", "q", i, value);
        if (!t->Put(put).ok()) return;
        acknowledged[static_cast<size_t>(w)] = i;
      }
    });
  }
  for (int round = 0; round < 5; ++round) {
    const std::string name = "snap" + std::to_string(round);
    std::vector<int64_t> before;
    for (const auto& count : acknowledged) before.push_back(count);
    TestTable::Check(t.admin().Snapshot(name, t.name()));
    TestTable::Check(t.admin().CloneSnapshot(name, Name(name)));
    const auto clone = *t.connection().GetTable(Name(name));
    auto scanner = clone->GetScanner(Scan());
    std::vector<int64_t> newest(kWriters, 0);
    for (const RowResult& row : *scanner) {
      ASSERT_EQ(row.size(), 2) << TestTable::Print(row);
      EXPECT_EQ(row[0].value, row[1].value) << TestTable::Print(row);
      int64_t& of_writer = newest[static_cast<size_t>(row.row()[0] - '0')];
      of_writer = std::max(of_writer, row[0].timestamp);
    }
    for (size_t w = 0; w < kWriters; ++w) EXPECT_GE(newest[w], before[w]);
  }
  stop = true;
  for (std::thread& writer : writers) writer.join();
}

TEST(Snapshots, LargeValuesInBlobFiles) {
  TestTable t({FamilyDescriptor("f").SetMob(1000).SetMaxVersions(2), FamilyDescriptor("g")});
  const std::string large(20'000, 'L');
  t.Put("a", "q", 1, large);
  t.Put("b", "q", 1, "small");
  t.Put("b", "q", 1, "other", "g");
  TestTable::Check(t->Put(Put("c").SetTtl(5000).AddColumn("f", "q", t.clock().NowMs(), large)));
  t.Flush();
  t.Put("a", "q", 2, large + "2");
  const std::string before = t.PrintAll();
  TestTable::Check(t.admin().Snapshot("snap", t.name()));
  t.Put("a", "q", 3, "later");
  TestTable::Check(t.admin().CloneSnapshot("snap", Name("u")));
  EXPECT_EQ(PrintTable(t, "u"), before);
  const auto blobs = [&] {
    size_t count = 0;
    for (const auto& entry : fs::directory_iterator(t.directory() + "/engine")) {
      count += entry.path().extension() == ".blob" ? 1 : 0;
    }
    return count;
  };
  const size_t blobs_before = blobs();
  EXPECT_GT(blobs_before, 0);
  // A compaction moves the large values of the clone out, too.
  TestTable::Check(t.admin().MajorCompact(Name("u")));
  EXPECT_GT(blobs(), blobs_before);
  EXPECT_EQ(PrintTable(t, "u"), before);
  t.Reopen();
  EXPECT_EQ(PrintTable(t, "u"), before);
  // The clone knows of cells that end before their family does.
  t.clock().Advance(6000);
  TestTable::Check(t.admin().MajorCompact(Name("u")));
  EXPECT_EQ(PrintTable(t, "u", Scan().WithStartRow("c").SetRaw()), "");
  TestTable::Check(t.admin().DisableTable(t.name()));
  TestTable::Check(t.admin().RestoreSnapshot("snap"));
  TestTable::Check(t.admin().EnableTable(t.name()));
  EXPECT_EQ(PrintTable(t, "t"), PrintTable(t, "u"));
}

TEST(Snapshots, WhatIsRefused) {
  TestTable t({Versions("f", 3)});
  TestTable::Check(t.admin().Snapshot("snap", t.name(), {.ttl_seconds = 10}));
  EXPECT_EQ(t.admin().Snapshot("snap", t.name()).code(), StatusCode::kSnapshotExists);
  EXPECT_EQ(t.admin().Snapshot("s", Name("u")).code(), StatusCode::kSnapshotCreation);
  for (const char* name : {"", ".", "..", ".x", "-x", "a/b", "a b", "a:b", "zookeeper"}) {
    EXPECT_EQ(t.admin().Snapshot(name, t.name()).code(), StatusCode::kInvalidArgument) << name;
    EXPECT_EQ(t.admin().DeleteSnapshot(name).code(), StatusCode::kSnapshotNotFound) << name;
  }
  EXPECT_EQ(t.admin().Snapshot(std::string(256, 'x'), t.name()).code(),
            StatusCode::kInvalidArgument);
  TestTable::Check(t.admin().Snapshot(std::string(255, 'x'), t.name()));
  EXPECT_EQ(t.admin().Snapshot("s", Name("hbase:meta")).message(),
            "System table snapshots are not allowed");
  EXPECT_EQ(t.admin().CloneSnapshot("none", Name("u")).code(), StatusCode::kSnapshotNotFound);
  EXPECT_EQ(t.admin().CloneSnapshot("snap", t.name()).code(), StatusCode::kTableExists);
  EXPECT_EQ(t.admin().CloneSnapshot("snap", Name("no:u")).code(), StatusCode::kNamespaceNotFound);
  EXPECT_EQ(t.admin().RestoreSnapshot("none").code(), StatusCode::kSnapshotNotFound);
  t.clock().Advance(10'001);
  EXPECT_EQ(t.admin().CloneSnapshot("snap", Name("u")).code(), StatusCode::kSnapshotExpired);
  TestTable::Check(t.admin().DisableTable(t.name()));
  EXPECT_EQ(t.admin().RestoreSnapshot("snap").code(), StatusCode::kSnapshotExpired);
  TestTable::Check(t.admin().DeleteTable(t.name()));
  EXPECT_EQ(t.admin().RestoreSnapshot("snap").code(), StatusCode::kTableNotFound);
  EXPECT_EQ(Names(t).size(), 2);
}

TEST(Snapshots, LeftoversAreRemovedAtOpen) {
  TestTable t({Versions("f", 3)});
  TestTable::Check(t.admin().Snapshot("snap", t.name()));
  const std::string scratch = t.directory() + "/snapshots/.tmp/4711-0";
  fs::create_directories(scratch + "/old");
  std::ofstream(scratch + "/old/0-000012.sst") << "x";
  std::ofstream(scratch + ".lock") << "";
  t.Reopen();
  EXPECT_TRUE(fs::is_empty(t.directory() + "/snapshots/.tmp"));
  EXPECT_EQ(Names(t), std::vector<std::string>{"snap"});
}

TEST(Snapshots, ADamagedOneDoesNotHideTheOthers) {
  TestTable t({Versions("f", 3)});
  TestTable::Check(t.admin().Snapshot("a", t.name()));
  TestTable::Check(t.admin().Snapshot("b", t.name()));
  std::fstream manifest(t.directory() + "/snapshots/a/SNAPSHOT",
                        std::ios::in | std::ios::out | std::ios::binary);
  manifest.seekp(30);
  manifest.put('\x7f');
  manifest.close();
  std::vector<std::string> damaged;
  EXPECT_EQ(ListSnapshots(t.directory(), &damaged)->size(), 1);
  ASSERT_EQ(damaged.size(), 1);
  EXPECT_NE(damaged[0].find("a/SNAPSHOT"), std::string::npos) << damaged[0];
  EXPECT_EQ(t.admin().CloneSnapshot("a", Name("u")).code(), StatusCode::kCorruption);
  TestTable::Check(t.admin().DeleteSnapshot("a"));
}

}  // namespace
}  // namespace basalt::embedded
