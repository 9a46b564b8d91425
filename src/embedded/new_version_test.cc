// NEW_VERSION_BEHAVIOR where cells and their order numbers go: files, restarts, changes of the
// family, snapshots and other stores. The rules themselves: tests/semantics.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/snapshot.h"
#include "client/test_table.h"

namespace basalt::embedded {
namespace {

using client::TestTable;

FamilyDescriptor Family(bool on) {
  FamilyDescriptor family("f");
  family.SetMaxVersions(3);
  if (on) family.SetAttribute("NEW_VERSION_BEHAVIOR", "true");
  return family;
}

void DeleteColumn(Table& table, const std::string& row, int64_t timestamp) {
  TestTable::Check(table.Delete(Delete(row).AddColumns("f", "q", timestamp)));
}

void Alter(TestTable& table, bool on) {
  TestTable::Check(table.admin().ModifyFamily(TestTable::name(), Family(on)));
}

TEST(NewVersion, TheOrderOfWritesSurvivesFilesAndRestarts) {
  TestTable table({Family(true)});
  DeleteColumn(*table, "a", 9);
  table.Reopen();
  table.Put("a", "q", 5, "after");
  table.Put("b", "q", 5, "before");
  table.Flush();
  DeleteColumn(*table, "b", 9);
  const std::string expected = "a/f:q/5/Put after\n";
  EXPECT_EQ(table.PrintAll(), expected);
  table.Flush();
  table.Reopen();
  EXPECT_EQ(table.PrintAll(), expected);
  EXPECT_EQ(table.PrintRaw(),
            "a/f:q/9/DeleteColumn\na/f:q/5/Put after\nb/f:q/9/DeleteColumn\nb/f:q/5/Put before\n");
  table.MajorCompact();
  table.Reopen();
  EXPECT_EQ(table.PrintRaw(), expected);
  // RocksDB has forgotten the sequence numbers of what it has compacted; the cells have not.
  DeleteColumn(*table, "a", 9);
  EXPECT_EQ(table.PrintAll(), "");
  table.Put("a", "q", 5, "again");
  EXPECT_EQ(table.PrintAll(), "a/f:q/5/Put again\n");
}

TEST(NewVersion, RowsWithoutMarkersAreSweptToo) {
  TestTable table({Family(true)});
  for (int64_t timestamp = 1; timestamp <= 5; ++timestamp) table.Put("a", "q", timestamp, "v");
  table.Put("a", "q", 5, "w");
  table.Flush();
  EXPECT_EQ(table.PrintRaw(),
            "a/f:q/5/Put w\na/f:q/4/Put v\na/f:q/3/Put v\na/f:q/2/Put v\na/f:q/1/Put v\n");
  table.MajorCompact();
  EXPECT_EQ(table.PrintRaw(), "a/f:q/5/Put w\na/f:q/4/Put v\na/f:q/3/Put v\n");
}

TEST(NewVersion, CellsFromBeforeComeFirstInTheOrder) {
  TestTable table({Family(false)});
  table.Put("a", "q", 5, "old");
  table.Put("b", "q", 5, "hidden");
  DeleteColumn(*table, "b", 9);
  table.Put("b", "q", 8, "hidden, too");
  Alter(table, true);
  EXPECT_EQ(table.PrintAll(), "a/f:q/5/Put old\n");
  // What is written now is later than all of it, at the same coordinates as well.
  table.Put("a", "q", 5, "new");
  table.Put("b", "q", 5, "new");
  EXPECT_EQ(table.PrintAll(), "a/f:q/5/Put new\nb/f:q/5/Put new\n");
  table.Flush();
  table.Reopen();
  EXPECT_EQ(table.PrintAll(), "a/f:q/5/Put new\nb/f:q/5/Put new\n");
  DeleteColumn(*table, "a", 5);
  EXPECT_EQ(table.PrintAll(), "b/f:q/5/Put new\n");
  table.MajorCompact();
  EXPECT_EQ(table.PrintRaw(), "b/f:q/5/Put new\n");
}

TEST(NewVersion, SwitchedOffTheLatestWriteStillCounts) {
  TestTable table({Family(true)});
  table.Put("a", "q", 5, "one");
  DeleteColumn(*table, "b", 9);
  table.Put("b", "q", 5, "after");
  Alter(table, false);
  EXPECT_EQ(table.PrintAll(), "a/f:q/5/Put one\n");
  table.Put("a", "q", 5, "two");
  EXPECT_EQ(table.PrintAll(), "a/f:q/5/Put two\n");
  table.Flush();
  table.Reopen();
  EXPECT_EQ(table.PrintAll(), "a/f:q/5/Put two\n");
  Alter(table, true);
  table.Put("a", "q", 5, "three");
  EXPECT_EQ(table.PrintAll(), "a/f:q/5/Put three\n");
}

TEST(NewVersion, SnapshotsKeepTheOrder) {
  TestTable table({Family(true)});
  DeleteColumn(*table, "a", 9);
  table.Put("a", "q", 5, "after");
  TestTable::Check(table.admin().Snapshot("s", TestTable::name()));
  table.Put("a", "q", 6, "later");
  const TableName clone = *TableName::Parse("clone");
  TestTable::Check(table.admin().CloneSnapshot("s", clone));
  const auto cloned = *table.connection().GetTable(clone);
  EXPECT_EQ(TestTable::Print(*cloned->Get(Get("a"))), "a/f:q/5/Put after\n");
  DeleteColumn(*cloned, "a", 9);
  EXPECT_EQ(TestTable::Print(*cloned->Get(Get("a"))), "");
  TestTable::Check(table.admin().DisableTable(TestTable::name()));
  TestTable::Check(table.admin().RestoreSnapshot("s"));
  TestTable::Check(table.admin().EnableTable(TestTable::name()));
  EXPECT_EQ(table.PrintAll(), "a/f:q/5/Put after\n");
}

// A store that has written little continues the order of one that has written much.
TEST(NewVersion, AnImportedTableIsContinued) {
  for (const bool on : {true, false}) {
    TestTable from({Family(true)});
    for (int64_t i = 0; i < 500; ++i) from.Put("r", "x", i, "much");
    DeleteColumn(*from, "a", 9);
    from.Put("a", "q", 5, "after");
    from.MajorCompact();
    // Only its cells tell that the family once had the attribute.
    if (!on) Alter(from, false);
    TestTable::Check(from.admin().Snapshot("s", TestTable::name()));
    base::TempDir outside;
    TestTable::Check(from.admin().ExportSnapshot("s", outside.Sub("s")));

    TestTable to({Family(false)});
    TestTable::Check(to.admin().ImportSnapshot(outside.Sub("s"), "s", {}));
    const TableName name = *TableName::Parse("imported");
    TestTable::Check(to.admin().CloneSnapshot("s", name));
    to.Reopen();
    const auto table = *to.connection().GetTable(name);
    EXPECT_EQ(TestTable::Print(*table->Get(Get("a"))), "a/f:q/5/Put after\n");
    TestTable::Check(table->Put(Put("a").AddColumn("f", "q", 5, "newer")));
    EXPECT_EQ(TestTable::Print(*table->Get(Get("a"))), "a/f:q/5/Put newer\n");
    DeleteColumn(*table, "a", 9);
    EXPECT_EQ(TestTable::Print(*table->Get(Get("a"))), "");
    TestTable::Check(table->Put(Put("a").AddColumn("f", "q", 5, "last")));
    EXPECT_EQ(TestTable::Print(*table->Get(Get("a"))), on ? "a/f:q/5/Put last\n" : "");
  }
}

}  // namespace
}  // namespace basalt::embedded
