// Tables, families and namespaces: made, changed, dropped, and what is refused.
#include <string>

#include <gtest/gtest.h>

#include "client/test_table.h"

namespace basalt::embedded {
namespace {

using client::TestTable;

TableName Name(const char* name) { return *TableName::Parse(name); }

TableDescriptor Descriptor(const char* name) {
  TableDescriptor table(Name(name));
  EXPECT_TRUE(table.AddFamily(FamilyDescriptor("f")).ok());
  return table;
}

TEST(Admin, TablesLiveThroughReopening) {
  TestTable t({FamilyDescriptor("f").SetMaxVersions(7)});
  t.Put("r", "q", 1, "v");
  ASSERT_TRUE(t.admin().CreateNamespace({"ns", {{"k", "v"}}}).ok());
  TableDescriptor other = Descriptor("ns:other");
  other.SetAttribute("MY_OWN", "kept");
  ASSERT_TRUE(t.admin().CreateTable(other, {"m", "d"}).ok());
  t.Reopen();
  EXPECT_EQ(t.PrintAll(), "r/f:q/1/Put v\n");
  EXPECT_EQ(t->GetDescriptor()->families()[0].max_versions(), 7);
  EXPECT_EQ(*t.admin().GetDescriptor(Name("ns:other")), other);
  EXPECT_EQ(t.admin().ListTables()->size(), 2U);
  EXPECT_EQ(t.admin().ListNamespaces()->size(), 3U);
}

TEST(Admin, StatesAreHBases) {
  TestTable t({FamilyDescriptor("f")});
  t.Put("r", "q", 1, "v");
  const TableName name = TestTable::name();
  EXPECT_EQ(t.admin().EnableTable(name).code(), StatusCode::kTableNotDisabled);
  EXPECT_EQ(t.admin().DeleteTable(name).code(), StatusCode::kTableNotDisabled);
  EXPECT_EQ(t.admin().TruncateTable(name).code(), StatusCode::kTableNotDisabled);
  ASSERT_TRUE(t.admin().DisableTable(name).ok());
  EXPECT_EQ(t.admin().DisableTable(name).code(), StatusCode::kTableNotEnabled);
  EXPECT_EQ(t->Get(Get("r")).status().code(), StatusCode::kTableNotEnabled);
  EXPECT_EQ(t->Put(Put("r").AddColumn("f", "q", "v")).code(), StatusCode::kTableNotEnabled);
  ASSERT_TRUE(t.admin().EnableTable(name).ok());
  EXPECT_EQ(t.PrintAll(), "r/f:q/1/Put v\n");
  ASSERT_TRUE(t.admin().DisableTable(name).ok());
  ASSERT_TRUE(t.admin().TruncateTable(name).ok());
  EXPECT_EQ(t.PrintAll(), "");
  ASSERT_TRUE(t.admin().DisableTable(name).ok());
  ASSERT_TRUE(t.admin().DeleteTable(name).ok());
  EXPECT_FALSE(*t.admin().TableExists(name));
  EXPECT_EQ(t->Get(Get("r")).status().code(), StatusCode::kTableNotFound);
  // A handle finds the new table of its name, and nothing of the old.
  ASSERT_TRUE(t.admin().CreateTable(Descriptor("t")).ok());
  EXPECT_EQ(t.PrintAll(), "");
}

TEST(Admin, RefusedCreations) {
  TestTable t({FamilyDescriptor("f")});
  EXPECT_EQ(t.admin().CreateTable(Descriptor("t")).code(), StatusCode::kTableExists);
  EXPECT_EQ(t.admin().CreateTable(Descriptor("nowhere:t")).code(), StatusCode::kNamespaceNotFound);
  EXPECT_FALSE(t.admin().CreateTable(TableDescriptor(Name("empty"))).ok());
  EXPECT_FALSE(t.admin().CreateTable(Descriptor("twice"), {"a", "a"}).ok());
  EXPECT_EQ(t.admin().ListTables()->size(), 1U);
}

TEST(Admin, FamiliesComeAndGoWithTheirData) {
  TestTable t({FamilyDescriptor("f")});
  const TableName name = TestTable::name();
  EXPECT_EQ(t.admin().DeleteFamily(name, "f").message(),
            "Family 'f' is the only column family in the table, so it cannot be deleted");
  EXPECT_EQ(t.admin().AddFamily(name, FamilyDescriptor("f")).code(),
            StatusCode::kInvalidFamilyOperation);
  ASSERT_TRUE(t.admin().AddFamily(name, FamilyDescriptor("g")).ok());
  t.Put("r", "q", 1, "v", "g");
  ASSERT_TRUE(t.admin().DeleteFamily(name, "g").ok());
  EXPECT_EQ(t->Get(Get("r").AddFamily("g")).status().code(), StatusCode::kNoSuchColumnFamily);
  // The same name again starts empty.
  ASSERT_TRUE(t.admin().AddFamily(name, FamilyDescriptor("g")).ok());
  EXPECT_EQ(t.PrintAll(), "");
  t.Reopen();
  EXPECT_EQ(t.PrintAll(), "");
}

TEST(Admin, R25_AlteredRulesHoldAtOnce) {
  TestTable t({FamilyDescriptor("f").SetMaxVersions(1)});
  const TableName name = TestTable::name();
  ASSERT_TRUE(t.admin().ModifyFamily(name, FamilyDescriptor("f").SetMaxVersions(3)).ok());
  for (int64_t ts : {1, 2, 3}) t.Put("r", "q", ts, "v");
  EXPECT_EQ(t.PrintAll(), "r/f:q/3/Put v\nr/f:q/2/Put v\nr/f:q/1/Put v\n");
  ASSERT_TRUE(t.admin().ModifyFamily(name, FamilyDescriptor("f").SetMaxVersions(2)).ok());
  EXPECT_EQ(t.PrintAll(), "r/f:q/3/Put v\nr/f:q/2/Put v\n");
  EXPECT_EQ(t.admin().ModifyFamily(name, FamilyDescriptor("x")).message(),
            "Family 'x' does not exist, so it cannot be modified");
}

TEST(Admin, Namespaces) {
  TestTable t({FamilyDescriptor("f")});
  ASSERT_TRUE(t.admin().CreateNamespace({"ns", {}}).ok());
  EXPECT_EQ(t.admin().CreateNamespace({"ns", {}}).message(), "Namespace ns already exists");
  ASSERT_TRUE(t.admin().CreateTable(Descriptor("ns:x")).ok());
  EXPECT_EQ(t.admin().DeleteNamespace("ns").message(),
            "Only empty namespaces can be removed. Namespace ns has 1 tables");
  EXPECT_EQ(t.admin().DeleteNamespace("default").code(), StatusCode::kConstraint);
  ASSERT_TRUE(t.admin().DisableTable(Name("ns:x")).ok());
  ASSERT_TRUE(t.admin().DeleteTable(Name("ns:x")).ok());
  EXPECT_TRUE(t.admin().ModifyNamespace({"ns", {{"k", "w"}}}).ok());
  const auto namespaces = t.admin().ListNamespaces();
  EXPECT_EQ(namespaces->back().configuration.at("k"), "w");
  EXPECT_TRUE(t.admin().DeleteNamespace("ns").ok());
  EXPECT_EQ(t.admin().DeleteNamespace("ns").code(), StatusCode::kNamespaceNotFound);
  EXPECT_EQ(t.admin().ModifyNamespace({"ns", {}}).code(), StatusCode::kNamespaceNotFound);
}

TEST(Admin, ReadOnlyTablesRefuseWrites) {
  TestTable t({FamilyDescriptor("f")});
  TableDescriptor read_only = *t->GetDescriptor();
  read_only.SetAttribute("READONLY", "true");
  ASSERT_TRUE(t.admin().ModifyTable(read_only).ok());
  EXPECT_EQ(t->Put(Put("r").AddColumn("f", "q", "v")).message(), "region is read only");
}

TEST(Connection, OpensDirectories) {
  EXPECT_EQ(Connection::Open("http://localhost:80").status().code(), StatusCode::kNotSupported);
  EXPECT_EQ(Connection::Open("").status().code(), StatusCode::kInvalidArgument);
  base::TempDir dir;
  EXPECT_TRUE(Connection::Open("file://" + dir.Sub("x")).ok());
  ConnectionOptions options;
  options.create_if_missing = false;
  EXPECT_FALSE(Connection::Open(dir.Sub("y"), options).ok());
}

}  // namespace
}  // namespace basalt::embedded
