#include "catalog/tables.h"

#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

TEST(Tables, SystemTablesAreThereButNotListed) {
  TestCatalog catalog;
  catalog.Create("t");
  EXPECT_EQ(catalog->tables().List().size(), 1U);
  const auto all = catalog->tables().List(true);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].descriptor.name(), model::MetaTableName());
  EXPECT_EQ(all[2].descriptor.name(), model::NamespaceTableName());
}

TEST(Tables, SystemTablesAreNotForChange) {
  TestCatalog catalog;
  for (const char* name : {"hbase:meta", "hbase:namespace"}) {
    const Status disabled = catalog->tables().SetEnabled(Name(name), false);
    EXPECT_EQ(disabled.code(), StatusCode::kConstraint);
    EXPECT_EQ(disabled.message(), std::string("Cannot disable ") + name);
    EXPECT_EQ(catalog->tables().SetEnabled(Name(name), true).code(), StatusCode::kTableNotDisabled);
    EXPECT_EQ(catalog->tables().Create(Descriptor(name), {}).code(), StatusCode::kTableExists);
    const FamilyDescriptor family("f");
    for (const Status& status :
         {catalog->tables().Delete(Name(name)), catalog->tables().Truncate(Name(name), true),
          catalog->tables().Modify(Descriptor(name)),
          catalog->tables().AddFamily(Name(name), family),
          catalog->tables().ModifyFamily(Name(name), family),
          catalog->tables().DeleteFamily(Name(name), "info")}) {
      EXPECT_EQ(status.code(), StatusCode::kDoNotRetry);
      EXPECT_EQ(status.message(), "Can't modify catalog tables");
    }
  }
  // Other tables of the namespace are as good as any, as with HBase.
  catalog.Create("hbase:canary");
  EXPECT_TRUE(catalog->tables().SetEnabled(Name("hbase:canary"), false).ok());
  EXPECT_TRUE(catalog->tables().Delete(Name("hbase:canary")).ok());
}

TEST(Tables, MustBeDisabledFirst) {
  TestCatalog catalog;
  catalog.Create("t");
  const Status status = catalog->tables().Delete(Name("t"));
  EXPECT_EQ(status.code(), StatusCode::kTableNotDisabled);
  EXPECT_EQ(status.message(), "Not DISABLED; tableName=t, state=ENABLED");
  EXPECT_EQ(catalog->tables().Truncate(Name("t"), true).code(), StatusCode::kTableNotDisabled);
  EXPECT_EQ(catalog->tables().Delete(Name("none")).code(), StatusCode::kTableNotFound);
}

TEST(Tables, SplitKeysAreChecked) {
  TestCatalog catalog;
  EXPECT_EQ(catalog->tables().Create(Descriptor("t"), {"a", "b", "a"}).message(),
            "All split keys must be unique, found duplicate: a, a");
  EXPECT_EQ(catalog->tables().Create(Descriptor("t"), {"a", ""}).message(),
            "Empty split key must not be passed in the split keys.");
  catalog.Create("t", {"b", "a"});
  EXPECT_EQ(catalog.Ranges("t"), "[,a) [a,b) [b,)");
}

TEST(Tables, RenameKeepsDataRegionsAndSettings) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  catalog.Put("t", "a");
  ASSERT_TRUE(catalog->namespaces().Create({"ns", {}}).ok());
  EXPECT_EQ(catalog->tables().Rename(Name("t"), Name("u")).code(), StatusCode::kTableNotDisabled);
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_EQ(catalog->tables().Rename(Name("t"), Name("t")).code(), StatusCode::kTableExists);
  EXPECT_EQ(catalog->tables().Rename(Name("t"), Name("no:u")).code(),
            StatusCode::kNamespaceNotFound);
  EXPECT_EQ(catalog->tables().Rename(Name("x"), Name("u")).code(), StatusCode::kTableNotFound);
  ASSERT_TRUE(catalog->tables().Rename(Name("t"), Name("ns:u")).ok());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(catalog->tables().Find(Name("t")).status().code(), StatusCode::kTableNotFound);
    EXPECT_EQ(catalog.Ranges("ns:u"), "[,m) [m,)");
    EXPECT_EQ((*(*catalog->tables().Find(Name("ns:u")))->Cells())->Get(Get("a"))->size(), 1U);
    catalog.Reopen();
  }
  // The old name is free.
  catalog.Create("t");
}

}  // namespace
}  // namespace basalt::catalog
