// The messages are those of Apache HBase 2.6.4.
#include "model/store_file_tracker.h"

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

using Values = std::vector<std::pair<std::string_view, std::string>>;

TableDescriptor Table(const Values& values = {}, const Values& family_values = {}) {
  TableDescriptor table(*TableName::Parse("t"));
  for (const auto& [key, value] : values) table.SetAttribute(std::string(key), value);
  FamilyDescriptor family("f");
  for (const auto& [key, value] : family_values) family.SetConfiguration(std::string(key), value);
  EXPECT_TRUE(table.AddFamily(family).ok());
  return table;
}

TableDescriptor Migrating(const std::string& from, const std::string& to) {
  return Table(
      {{kTrackerKey, "MIGRATION"}, {kMigrationSourceKey, from}, {kMigrationTargetKey, to}});
}

TEST(StoreFileTracker, Names) {
  EXPECT_EQ(*ParseStoreFileTracker("file"), StoreFileTracker::kFile);
  EXPECT_EQ(*ParseStoreFileTracker(
                "org.apache.hadoop.hbase.regionserver.storefiletracker.DefaultStoreFileTracker"),
            StoreFileTracker::kDefault);
  // Neither one that is not there nor the abstract one.
  for (const char* name :
       {"NOPE", "org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerBase"}) {
    EXPECT_TRUE(ParseStoreFileTracker(name).status().message().ends_with(
        std::string("ClassNotFoundException: Class ") + name + " not found"));
  }
  // The family's own comes first.
  const TableDescriptor table = Table({{kTrackerKey, "FILE"}}, {{kTrackerKey, "DEFAULT"}});
  EXPECT_EQ(*StoreFileTrackerOf(table, table.families()[0]), StoreFileTracker::kDefault);
}

TEST(StoreFileTracker, NewTablesDoNotMigrate) {
  EXPECT_TRUE(CheckNewTrackers(Table()).ok());
  EXPECT_TRUE(CheckNewTrackers(Table({{kTrackerKey, "FILE"}})).ok());
  const std::string refused =
      "Should not use MIGRATION as store file tracker for new family f of table t";
  EXPECT_EQ(CheckNewTrackers(Migrating("DEFAULT", "FILE")).message(), refused);
  EXPECT_EQ(CheckNewTrackers(Table({}, {{kTrackerKey, "migration"}})).message(), refused);
}

TEST(StoreFileTracker, ChangesHaveTwoSteps) {
  const TableDescriptor plain = Table();
  const TableDescriptor file = Table({{kTrackerKey, "FILE"}});
  const TableDescriptor migrating = Migrating("DEFAULT", "FILE");
  const auto check = [](const TableDescriptor& before, const TableDescriptor& after,
                        bool disabled = false) {
    return CheckTrackerChange(before, after, disabled).message();
  };
  EXPECT_EQ(check(plain, file),
            "Should change to MIGRATION first when migrating from DEFAULT for family f of table t");
  EXPECT_EQ(check(plain, Table({{kTrackerKey, "MIGRATION"}})),
            "java.lang.NullPointerException: config hbase.store.file-tracker.migration.src.impl is "
            "not set");
  EXPECT_EQ(check(plain, Migrating("FILE", "DEFAULT")),
            "Should use src tracker DEFAULT first but got FILE when migrating from DEFAULT for "
            "family f of table t");
  EXPECT_EQ(check(plain, Migrating("DEFAULT", "DEFAULT")),
            "The src tracker and dst tracker are both DEFAULT for family f of table t");
  EXPECT_EQ(check(plain, migrating, true), "");
  EXPECT_EQ(check(migrating, Migrating("FILE", "FILE")),
            "The src tracker has been changed from DEFAULT to FILE for family f of table t");
  EXPECT_EQ(check(migrating, Migrating("DEFAULT", "DEFAULT")),
            "The dst tracker has been changed from FILE to DEFAULT for family f of table t");
  EXPECT_EQ(check(migrating, plain),
            "Should migrate tracker to FILE but got DEFAULT for family f of table t");
  EXPECT_EQ(check(migrating, file), "");
  EXPECT_EQ(CheckTrackerChange(migrating, file, true).code(), StatusCode::kTableNotEnabled);
  EXPECT_EQ(check(migrating, file, true),
            "Should not change store file tracker implementation from MIGRATION while table t is "
            "disabled");
}

TEST(StoreFileTracker, MigrationEndsWithTheTarget) {
  const auto migrated = MigrateTableTracker(Table(), "file");
  ASSERT_TRUE(migrated.ok());
  EXPECT_EQ(migrated->attributes(),
            (std::map<std::string, std::string>{{std::string(kTrackerKey), "file"}}));
  EXPECT_TRUE(MigrateTableTracker(*migrated, "FILE").ok()) << "it has it already";
  // HBase's master knows one source.
  EXPECT_EQ(MigrateTableTracker(*migrated, "DEFAULT").status().message(),
            "Should use src tracker FILE first but got DEFAULT when migrating from FILE for family "
            "f of table t");
  const auto family = MigrateFamilyTracker(Table(), "f", "FILE");
  ASSERT_TRUE(family.ok());
  EXPECT_EQ(family->FindFamily("f")->configuration().at(std::string(kTrackerKey)), "FILE");
  EXPECT_EQ(MigrateFamilyTracker(Table(), "x", "FILE").status().message(),
            "x does not exist for table t");
  EXPECT_EQ(MigrateTableTracker(Migrating("DEFAULT", "FILE"), "FILE")->attributes().size(), 1U);
}

TEST(StoreFileTracker, SnapshotsComeBackToTheSame) {
  EXPECT_TRUE(CheckRestoredTrackers(Table(), Table({{kTrackerKey, "DEFAULT"}})).ok());
  const Status status = CheckRestoredTrackers(Table(), Table({{kTrackerKey, "FILE"}}));
  EXPECT_EQ(status.code(), StatusCode::kSnapshotRestore);
  EXPECT_TRUE(
      status.message().starts_with("Restoring Snapshot is not possible because  the config"));
}

}  // namespace
}  // namespace basalt::model
