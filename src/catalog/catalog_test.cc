// Tables and namespaces as the catalog keeps them; what it refuses; what a failed write leaves.
#include <filesystem>

#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

TEST(Catalog, SystemTablesAreThereButNotListed) {
  TestCatalog catalog;
  catalog.Create("t");
  EXPECT_EQ(catalog->ListTables().size(), 1U);
  const auto all = catalog->ListTables(true);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].descriptor.name(), model::MetaTableName());
  EXPECT_EQ(all[2].descriptor.name(), model::NamespaceTableName());
}

TEST(Catalog, SystemTablesAreNotForChange) {
  TestCatalog catalog;
  for (const char* name : {"hbase:meta", "hbase:namespace"}) {
    const Status disabled = catalog->SetEnabled(Name(name), false);
    EXPECT_EQ(disabled.code(), StatusCode::kConstraint);
    EXPECT_EQ(disabled.message(), std::string("Cannot disable ") + name);
    EXPECT_EQ(catalog->SetEnabled(Name(name), true).code(), StatusCode::kTableNotDisabled);
    EXPECT_EQ(catalog->CreateTable(Descriptor(name), {}).code(), StatusCode::kTableExists);
    const FamilyDescriptor family("f");
    for (const Status& status :
         {catalog->DeleteTable(Name(name)), catalog->TruncateTable(Name(name), true),
          catalog->ModifyTable(Descriptor(name)), catalog->AddFamily(Name(name), family),
          catalog->ModifyFamily(Name(name), family), catalog->DeleteFamily(Name(name), "info")}) {
      EXPECT_EQ(status.code(), StatusCode::kDoNotRetry);
      EXPECT_EQ(status.message(), "Can't modify catalog tables");
    }
  }
  // Other tables of the namespace are as good as any, as with HBase.
  catalog.Create("hbase:canary");
  EXPECT_TRUE(catalog->SetEnabled(Name("hbase:canary"), false).ok());
  EXPECT_TRUE(catalog->DeleteTable(Name("hbase:canary")).ok());
}

TEST(Catalog, TablesMustBeDisabledFirst) {
  TestCatalog catalog;
  catalog.Create("t");
  const Status status = catalog->DeleteTable(Name("t"));
  EXPECT_EQ(status.code(), StatusCode::kTableNotDisabled);
  EXPECT_EQ(status.message(), "Not DISABLED; tableName=t, state=ENABLED");
  EXPECT_EQ(catalog->TruncateTable(Name("t"), true).code(), StatusCode::kTableNotDisabled);
  EXPECT_EQ(catalog->DeleteTable(Name("none")).code(), StatusCode::kTableNotFound);
}

TEST(Catalog, SplitKeysAreChecked) {
  TestCatalog catalog;
  EXPECT_EQ(catalog->CreateTable(Descriptor("t"), {"a", "b", "a"}).message(),
            "All split keys must be unique, found duplicate: a, a");
  EXPECT_EQ(catalog->CreateTable(Descriptor("t"), {"a", ""}).message(),
            "Empty split key must not be passed in the split keys.");
  catalog.Create("t", {"b", "a"});
  EXPECT_EQ(catalog.Ranges("t"), "[,a) [a,b) [b,)");
}

TEST(Catalog, NamespacesComeChangeAndGo) {
  TestCatalog catalog;
  ASSERT_TRUE(catalog->CreateNamespace({"ns", {{"k", "1"}}}).ok());
  EXPECT_EQ(catalog->CreateNamespace({"ns", {}}).message(), "Namespace ns already exists");
  EXPECT_EQ(catalog->CreateNamespace({"default", {}}).code(), StatusCode::kNamespaceExists);
  ASSERT_TRUE(catalog->ModifyNamespace({"ns", {{"k", "2"}}}).ok());
  EXPECT_EQ(catalog->ModifyNamespace({"none", {}}).code(), StatusCode::kNamespaceNotFound);
  ASSERT_TRUE(catalog->ModifyNamespace({"default", {{"d", "1"}}}).ok());
  catalog.Reopen();
  EXPECT_EQ(catalog->GetNamespace("ns")->configuration.at("k"), "2");
  EXPECT_EQ(catalog->GetNamespace("default")->configuration.at("d"), "1");
  EXPECT_EQ(catalog->GetNamespace("none").status().code(), StatusCode::kNamespaceNotFound);
  EXPECT_EQ(catalog->DeleteNamespace("hbase").code(), StatusCode::kConstraint);
  catalog.Create("ns:t");
  EXPECT_EQ(catalog->DeleteNamespace("ns").message(),
            "Only empty namespaces can be removed. Namespace ns has 1 tables");
  ASSERT_TRUE(catalog->SetEnabled(Name("ns:t"), false).ok());
  ASSERT_TRUE(catalog->DeleteTable(Name("ns:t")).ok());
  ASSERT_TRUE(catalog->DeleteNamespace("ns").ok());
  EXPECT_EQ(catalog->DeleteNamespace("ns").code(), StatusCode::kNamespaceNotFound);
}

// Copies of the directory taken between changes, as kills would leave it: each opens to a state
// in which records and meta agree.
TEST(Catalog, RecordsAndMetaAgreeAfterAKill) {
  TestCatalog catalog;
  int copies = 0;
  const auto check = [&](const std::string& expected) {
    const base::TempDir directory;
    const std::string copy = directory.Sub("copy");
    std::filesystem::copy(catalog.directory(), copy, std::filesystem::copy_options::recursive);
    store::StoreOptions options;
    options.clock = &catalog.clock();
    auto store = store::Store::Open(copy, options);
    ASSERT_TRUE(store.ok()) << store.status().ToString();
    const auto opened = Catalog::Open(*store);
    ASSERT_TRUE(opened.ok()) << opened.status().ToString();
    std::string found;
    for (const TableRecord& record : (*opened)->ListTables()) {
      found += record.descriptor.name().ToString() + (record.enabled ? "+" : "-");
      const auto regions = (*opened)->RegionsOf(record.descriptor.name());
      for (const auto& region : *regions) {
        EXPECT_EQ(region->online(), record.enabled);
        found += region->info().start_key + "|";
      }
    }
    EXPECT_EQ(found, expected);
    ++copies;
  };
  check("");
  catalog.Create("t", {"m"});
  check("t+|m|");
  ASSERT_TRUE(catalog->SplitRegion(catalog.Regions("t")[0]->name(), "c").ok());
  check("t+|c|m|");
  ASSERT_TRUE(
      catalog
          ->MergeRegions({catalog.Regions("t")[1]->name(), catalog.Regions("t")[2]->name()}, false)
          .ok());
  check("t+|c|");
  ASSERT_TRUE(catalog->SetEnabled(Name("t"), false).ok());
  check("t-|c|");
  ASSERT_TRUE(catalog->TruncateTable(Name("t"), false).ok());
  check("t+|");
  ASSERT_TRUE(catalog->SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog->DeleteTable(Name("t")).ok());
  check("");
  EXPECT_EQ(copies, 7);
}

TEST(CatalogTest, RenameKeepsDataRegionsAndSettings) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  catalog.Put("t", "a");
  ASSERT_TRUE(catalog->CreateNamespace({"ns", {}}).ok());
  EXPECT_EQ(catalog->RenameTable(Name("t"), Name("u")).code(), StatusCode::kTableNotDisabled);
  ASSERT_TRUE(catalog->SetEnabled(Name("t"), false).ok());
  EXPECT_EQ(catalog->RenameTable(Name("t"), Name("t")).code(), StatusCode::kTableExists);
  EXPECT_EQ(catalog->RenameTable(Name("t"), Name("no:u")).code(), StatusCode::kNamespaceNotFound);
  EXPECT_EQ(catalog->RenameTable(Name("x"), Name("u")).code(), StatusCode::kTableNotFound);
  ASSERT_TRUE(catalog->RenameTable(Name("t"), Name("ns:u")).ok());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(catalog->FindTable(Name("t")).status().code(), StatusCode::kTableNotFound);
    EXPECT_EQ(catalog.Ranges("ns:u"), "[,m) [m,)");
    EXPECT_EQ((*(*catalog->FindTable(Name("ns:u")))->Cells())->Get(Get("a"))->size(), 1U);
    catalog.Reopen();
  }
  // The old name is free.
  catalog.Create("t");
}

}  // namespace
}  // namespace basalt::catalog
