#include "catalog/namespace_limits.h"

#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

class NamespaceLimitsTest : public ::testing::Test {
 protected:
  void MakeNamespace(const std::string& tables, const std::string& regions) {
    NamespaceDescriptor ns{"ns", {}};
    if (!tables.empty()) ns.configuration["hbase.namespace.quota.maxtables"] = tables;
    if (!regions.empty()) ns.configuration["hbase.namespace.quota.maxregions"] = regions;
    ASSERT_TRUE(catalog_->namespaces().Create(ns).ok());
  }
  Status Create(std::string_view name, std::vector<Bytes> splits = {}) {
    return catalog_->tables().Create(Descriptor(name), std::move(splits));
  }

  TestCatalog catalog_;
};

TEST_F(NamespaceLimitsTest, NotEnforcedUnlessAskedFor) {
  MakeNamespace("1", "1");
  EXPECT_TRUE(Create("ns:a", {"m"}).ok());
  EXPECT_TRUE(Create("ns:b").ok());
}

TEST_F(NamespaceLimitsTest, WrongLimitsAreRefusedAlways) {
  EXPECT_EQ(CheckNamespaceLimits({"ns", {{"hbase.namespace.quota.maxtables", "0"}}}).message(),
            "The max tables quota for ns is less than or equal to zero.");
  EXPECT_EQ(catalog_->namespaces()
                .Create({"ns", {{"hbase.namespace.quota.maxregions", "many"}}})
                .message(),
            "NumberFormatException while getting max regions.");
}

TEST_F(NamespaceLimitsTest, TablesAndRegionsAreCounted) {
  catalog_->namespaces().EnforceLimits(true);
  MakeNamespace("2", "4");
  const Status many = Create("ns:a", {"b", "c", "d", "e"});
  EXPECT_EQ(many.code(), StatusCode::kQuotaExceeded);
  EXPECT_EQ(many.message(),
            "The table ns:a is not allowed to have 5 regions. The total number of regions "
            "permitted is only 4, while current region count is 0. This may be transient, please "
            "retry later if there are any ongoing split operations in the namespace.");
  EXPECT_TRUE(Create("ns:a", {"m"}).ok());
  EXPECT_TRUE(Create("ns:b").ok());
  EXPECT_EQ(Create("ns:c").message(),
            "The table ns:c cannot be created as it would exceed maximum number of tables allowed "
            " in the namespace.  The total number of tables permitted is 2");
  EXPECT_TRUE(Create("elsewhere").ok());

  auto& regions = catalog_->regions();
  EXPECT_TRUE(regions.Split(catalog_.Regions("ns:b")[0]->name(), "k").ok());
  const Status split = regions.Split(catalog_.Regions("ns:b")[0]->name(), "c").status();
  EXPECT_EQ(split.code(), StatusCode::kQuotaExceeded);
  EXPECT_EQ(split.message(),
            "Region split not possible for :" + catalog_.Regions("ns:b")[0]->encoded_name() +
                " as quota limits are exceeded ");
  const auto of_a = catalog_.Regions("ns:a");
  EXPECT_TRUE(regions.Merge({of_a[0]->name(), of_a[1]->name()}, true).ok());
  EXPECT_TRUE(regions.Split(catalog_.Regions("ns:b")[0]->name(), "c").ok()) << "a merge makes room";
}

TEST_F(NamespaceLimitsTest, SnapshotsAndOtherNames) {
  catalog_->namespaces().EnforceLimits(true);
  MakeNamespace("2", "3");
  ASSERT_TRUE(Create("ns:a", {"m"}).ok());
  ASSERT_TRUE(catalog_->snapshots().Take("two", Name("ns:a"), {}).ok());
  EXPECT_EQ(catalog_->snapshots().Clone("two", Name("ns:b")).code(), StatusCode::kQuotaExceeded);
  ASSERT_TRUE(Create("other", {"m"}).ok());
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("other"), false).ok());
  EXPECT_EQ(catalog_->tables().Rename(Name("other"), Name("ns:b")).code(),
            StatusCode::kQuotaExceeded);

  const auto of_a = catalog_.Regions("ns:a");
  ASSERT_TRUE(catalog_->regions().Merge({of_a[0]->name(), of_a[1]->name()}, true).ok());
  ASSERT_TRUE(Create("ns:b", {"m"}).ok());
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("ns:a"), false).ok());
  const Status restored = catalog_->snapshots().Restore("two");
  EXPECT_EQ(restored.code(), StatusCode::kQuotaExceeded);
  EXPECT_EQ(restored.message(),
            "The table ns:a region count cannot be updated as it would exceed maximum number of "
            "regions allowed in the namespace.  The total number of regions permitted is 3");
  ASSERT_TRUE(
      catalog_->namespaces().Modify({"ns", {{"hbase.namespace.quota.maxregions", "4"}}}).ok());
  EXPECT_TRUE(catalog_->snapshots().Restore("two").ok());
}

}  // namespace
}  // namespace basalt::catalog
