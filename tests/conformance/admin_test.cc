// Administration of tables, families and namespaces: the same on every kind of Connection.
#include <algorithm>

#include "fixture.h"

namespace basalt::conformance {
namespace {

class Ddl : public Conformance {};
INSTANTIATE_TEST_SUITE_P(On, Ddl, testing::ValuesIn(Targets()), TargetName);

TEST_P(Ddl, LifeOfATable) {
  EXPECT_FALSE(*admin().TableExists(Name()));
  Make({"m"});
  EXPECT_TRUE(*admin().TableExists(Name()));
  EXPECT_TRUE(*admin().IsTableEnabled(Name()));
  const auto tables = admin().ListTables();
  ASSERT_TRUE(tables.ok());
  EXPECT_EQ(std::ranges::count(*tables, Name(), &TableDescriptor::name), 1);
  EXPECT_EQ(admin().GetDescriptor(Name())->FindFamily("f")->max_versions(), 3);
  EXPECT_EQ(table().GetDescriptor()->families().size(), 2U);
  EXPECT_EQ(admin().CreateTable(*admin().GetDescriptor(Name())).code(), StatusCode::kTableExists);
  EXPECT_EQ(admin().DeleteTable(Name()).code(), StatusCode::kTableNotDisabled);
  EXPECT_EQ(admin().EnableTable(Name()).code(), StatusCode::kTableNotDisabled);
  Put("a", "q", "v");
  Put("z", "q", "v");

  Check(admin().DisableTable(Name()));
  EXPECT_FALSE(*admin().IsTableEnabled(Name()));
  EXPECT_EQ(table().Get(Get("a")).status().code(), StatusCode::kTableNotEnabled);
  EXPECT_EQ(table().Put(basalt::Put("a").AddColumn("f", "q", "v")).code(),
            StatusCode::kTableNotEnabled);
  EXPECT_EQ(admin().DisableTable(Name()).code(), StatusCode::kTableNotEnabled);
  Check(admin().EnableTable(Name()));
  EXPECT_EQ(Rows(Scan()), "a,z");

  Check(admin().DisableTable(Name()));
  Check(admin().TruncateTable(Name(), true));
  EXPECT_EQ(Rows(Scan()), "");
  EXPECT_EQ(admin().ListRegions(Name())->size(), 2U);
  Put("n", "q", "v");
  EXPECT_EQ(Rows(Scan()), "n");

  Check(admin().DisableTable(Name()));
  Check(admin().DeleteTable(Name()));
  EXPECT_FALSE(*admin().TableExists(Name()));
  EXPECT_EQ(table().Get(Get("a")).status().code(), StatusCode::kTableNotFound);
  EXPECT_EQ(admin().GetDescriptor(Name()).status().code(), StatusCode::kTableNotFound);
  EXPECT_EQ(admin().DisableTable(Name()).code(), StatusCode::kTableNotFound);
}

TEST_P(Ddl, Families) {
  Make();
  Check(admin().AddFamily(Name(), FamilyDescriptor("h").SetTtlSeconds(1000)));
  EXPECT_EQ(admin().AddFamily(Name(), FamilyDescriptor("h")).code(),
            StatusCode::kInvalidFamilyOperation);
  EXPECT_EQ(admin().GetDescriptor(Name())->FindFamily("h")->ttl_seconds(), 1000);
  Check(admin().ModifyFamily(Name(), FamilyDescriptor("h").SetMaxVersions(7)));
  EXPECT_EQ(admin().GetDescriptor(Name())->FindFamily("h")->max_versions(), 7);
  Check(admin().DeleteFamily(Name(), "h"));
  EXPECT_EQ(admin().GetDescriptor(Name())->FindFamily("h"), nullptr);
  EXPECT_EQ(admin().DeleteFamily(Name(), "h").code(), StatusCode::kInvalidFamilyOperation);
  auto descriptor = *admin().GetDescriptor(Name());
  descriptor.SetAttribute("OWNER_OF_IT", "me");
  Check(admin().ModifyTable(descriptor));
  EXPECT_EQ(admin().GetDescriptor(Name())->GetAttribute("OWNER_OF_IT"), "me");
}

TEST_P(Ddl, Namespaces) {
  NamespaceDescriptor ns;
  ns.name = "conformance_ns";
  ns.configuration["key"] = "value";
  Check(admin().CreateNamespace(ns));
  EXPECT_EQ(admin().CreateNamespace(ns).code(), StatusCode::kNamespaceExists);
  const auto all = admin().ListNamespaces();
  ASSERT_TRUE(all.ok());
  const auto found = std::ranges::find(*all, ns.name, &NamespaceDescriptor::name);
  ASSERT_NE(found, all->end());
  EXPECT_EQ(found->configuration.at("key"), "value");

  ns.configuration["key"] = "other";
  Check(admin().ModifyNamespace(ns));
  auto changed = *admin().ListNamespaces();
  EXPECT_EQ(std::ranges::find(changed, ns.name, &NamespaceDescriptor::name)->configuration["key"],
            "other");

  const TableName inside = Name("conformance_ns:t");
  TableDescriptor descriptor(inside);
  Check(descriptor.AddFamily(FamilyDescriptor("f")));
  Check(admin().CreateTable(descriptor));
  EXPECT_EQ(admin().DeleteNamespace(ns.name).code(), StatusCode::kConstraint);
  auto table = connection_->GetTable(inside);
  ASSERT_TRUE(table.ok());
  Check((*table)->Put(basalt::Put("r").AddColumn("f", "q", "v")));
  EXPECT_EQ((*table)->Get(Get("r"))->GetValue("f", "q"), "v");
  Check(admin().DisableTable(inside));
  Check(admin().DeleteTable(inside));
  Check(admin().DeleteNamespace(ns.name));
  EXPECT_EQ(admin().DeleteNamespace(ns.name).code(), StatusCode::kNamespaceNotFound);
}

TEST_P(Ddl, RegionsAndMaintenance) {
  Make({"d"});
  for (char letter = 'a'; letter <= 'f'; ++letter) Put({letter}, "q", "v");
  Check(admin().Flush(Name()));
  const auto before = admin().ListRegions(Name());
  ASSERT_TRUE(before.ok()) << before.status().ToString();
  ASSERT_EQ(before->size(), 2U);
  uint64_t writes = 0;
  int files = 0;
  for (const RegionMetrics& region : *before) {
    writes += region.write_request_count;
    for (const FamilyMetrics& family : region.families) files += family.store_file_count;
  }
  // A directory counts one in many.
  if (GetParam() != "embedded") {
    EXPECT_GE(writes, 6U);
  }
  EXPECT_GE(files, 1);
  // Each region once: HBase does not split a region again before its reference files are compacted.
  Check(admin().SplitTable(Name(), Bytes("b")));
  Check(admin().SplitRegion((*before)[1].encoded_name, Bytes("e")));
  EXPECT_EQ(admin().SplitRegion("no such region", Bytes("b")).code(), StatusCode::kUnknownRegion);
  const auto regions = admin().ListRegions(Name());
  ASSERT_TRUE(regions.ok()) << regions.status().ToString();
  std::string starts;
  for (const RegionMetrics& region : *regions) starts += region.start_key + ",";
  EXPECT_EQ(starts, ",b,d,e,");
  // The table's handle finds its rows in the new regions.
  EXPECT_EQ(Rows(Scan()), "a,b,c,d,e,f");
  Put("e", "q", "w", 2);
  EXPECT_EQ(Print(Get("e")), "e/f:q/2/Put=w");
  Check(admin().MajorCompact(Name(), {.family = "f", .start_row = "b", .stop_row = "d"}));
  Check(admin().MajorCompact(Name()));
  EXPECT_EQ(Rows(Scan().SetReversed()), "f,e,d,c,b,a");
}

TEST_P(Ddl, RegionsMergeIntoOne) {
  Make({"c", "e"});
  for (char letter = 'a'; letter <= 'f'; ++letter) Put({letter}, "q", "v");
  const auto before = admin().ListRegions(Name());
  ASSERT_TRUE(before.ok()) << before.status().ToString();
  ASSERT_EQ(before->size(), 3U);
  EXPECT_EQ(admin().MergeRegions({(*before)[0].encoded_name, "no such region"}).code(),
            StatusCode::kUnknownRegion);
  EXPECT_FALSE(admin().MergeRegions({(*before)[0].encoded_name}).ok());
  // By an encoded region name and by a full region name.
  Check(admin().MergeRegions({(*before)[0].encoded_name, (*before)[1].name}));
  const auto after = admin().ListRegions(Name());
  ASSERT_TRUE(after.ok()) << after.status().ToString();
  ASSERT_EQ(after->size(), 2U);
  EXPECT_EQ((*after)[0].end_key, "e");
  EXPECT_EQ(Rows(Scan()), "a,b,c,d,e,f");
  EXPECT_EQ(Print(Get("d")), "d/f:q/1/Put=v");
  Put("d", "q", "w", 2);
  EXPECT_EQ(Print(Get("d")), "d/f:q/2/Put=w");
}

TEST_P(Ddl, TablesAreChangedWhole) {
  Make();
  Put("r", "q", "v");
  auto descriptor = *admin().GetDescriptor(Name());
  Check(descriptor.AddFamily(FamilyDescriptor("h").SetMaxVersions(2)));
  descriptor.SetAttribute("KEY_OF_IT", "me");
  Check(admin().ModifyTable(descriptor));
  const auto changed = admin().GetDescriptor(Name());
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ(changed->families().size(), 3U);
  EXPECT_EQ(changed->FindFamily("h")->max_versions(), 2);
  EXPECT_EQ(changed->GetAttribute("KEY_OF_IT"), "me");
  Check(table().Put(basalt::Put("r").AddColumn("h", "q", 1, "new")));
  EXPECT_EQ(Print(Get("r")), "r/f:q/1/Put=v r/h:q/1/Put=new");
  TableDescriptor stranger(Name("conformance_nobody"));
  Check(stranger.AddFamily(FamilyDescriptor("f")));
  EXPECT_EQ(admin().ModifyTable(stranger).code(), StatusCode::kTableNotFound);
}

TEST_P(Ddl, SnapshotsAndClones) {
  Make();
  Put("r", "q", "then");
  Check(admin().Snapshot("conformance_snapshot", Name()));
  EXPECT_EQ(admin().Snapshot("conformance_snapshot", Name()).code(), StatusCode::kSnapshotExists);
  Put("r", "q", "now", 2);
  const TableName clone = Name("conformance_clone");
  made_.push_back(clone);
  Check(admin().CloneSnapshot("conformance_snapshot", clone));
  auto table = connection_->GetTable(clone);
  ASSERT_TRUE(table.ok());
  EXPECT_EQ((*table)->Get(Get("r"))->GetValue("f", "q"), "then");
  const auto all = admin().ListSnapshots();
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(std::ranges::count(*all, "conformance_snapshot", &SnapshotDescription::name), 1);
  EXPECT_EQ(admin().RestoreSnapshot("conformance_snapshot").code(), StatusCode::kTableNotDisabled);
  Check(admin().DisableTable(Name()));
  Check(admin().RestoreSnapshot("conformance_snapshot"));
  Check(admin().EnableTable(Name()));
  EXPECT_EQ(Print(Get("r").ReadAllVersions()), "r/f:q/1/Put=then");
  EXPECT_EQ(admin().RestoreSnapshot("no_such_snapshot").code(), StatusCode::kSnapshotNotFound);
  Check(admin().DeleteSnapshot("conformance_snapshot"));
  EXPECT_EQ(admin().DeleteSnapshot("conformance_snapshot").code(), StatusCode::kSnapshotNotFound);
}

}  // namespace
}  // namespace basalt::conformance
