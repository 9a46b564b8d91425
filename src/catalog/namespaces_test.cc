#include "catalog/namespaces.h"

#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

TEST(Namespaces, ComeChangeAndGo) {
  TestCatalog catalog;
  ASSERT_TRUE(catalog->namespaces().Create({"ns", {{"k", "1"}}}).ok());
  EXPECT_EQ(catalog->namespaces().Create({"ns", {}}).message(), "Namespace ns already exists");
  EXPECT_EQ(catalog->namespaces().Create({"default", {}}).code(), StatusCode::kNamespaceExists);
  ASSERT_TRUE(catalog->namespaces().Modify({"ns", {{"k", "2"}}}).ok());
  EXPECT_EQ(catalog->namespaces().Modify({"none", {}}).code(), StatusCode::kNamespaceNotFound);
  ASSERT_TRUE(catalog->namespaces().Modify({"default", {{"d", "1"}}}).ok());
  catalog.Reopen();
  EXPECT_EQ(catalog->namespaces().Get("ns")->configuration.at("k"), "2");
  EXPECT_EQ(catalog->namespaces().Get("default")->configuration.at("d"), "1");
  EXPECT_EQ(catalog->namespaces().Get("none").status().code(), StatusCode::kNamespaceNotFound);
  EXPECT_EQ(catalog->namespaces().Delete("hbase").code(), StatusCode::kConstraint);
  catalog.Create("ns:t");
  EXPECT_EQ(catalog->namespaces().Delete("ns").message(),
            "Only empty namespaces can be removed. Namespace ns has 1 tables");
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("ns:t"), false).ok());
  ASSERT_TRUE(catalog->tables().Delete(Name("ns:t")).ok());
  ASSERT_TRUE(catalog->namespaces().Delete("ns").ok());
  EXPECT_EQ(catalog->namespaces().Delete("ns").code(), StatusCode::kNamespaceNotFound);
}

}  // namespace
}  // namespace basalt::catalog
