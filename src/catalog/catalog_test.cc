#include "catalog/catalog.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

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
    for (const TableRecord& record : (*opened)->tables().List()) {
      found += record.descriptor.name().ToString() + (record.enabled ? "+" : "-");
      const auto regions = (*opened)->regions().Of(record.descriptor.name());
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
  ASSERT_TRUE(catalog->regions().Split(catalog.Regions("t")[0]->name(), "c").ok());
  check("t+|c|m|");
  ASSERT_TRUE(catalog->regions()
                  .Merge({catalog.Regions("t")[1]->name(), catalog.Regions("t")[2]->name()}, false)
                  .ok());
  check("t+|c|");
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  check("t-|c|");
  ASSERT_TRUE(catalog->tables().Truncate(Name("t"), false).ok());
  check("t+|");
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog->tables().Delete(Name("t")).ok());
  check("");
  EXPECT_EQ(copies, 7);
}

}  // namespace
}  // namespace basalt::catalog
