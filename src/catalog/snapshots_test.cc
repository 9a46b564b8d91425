// Snapshots beside other changes. What they hold is shown in client/snapshot_test.cc.
#include "catalog/snapshots.h"

#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

// Every column family of the store belongs to a table.
void ExpectNoOrphans(TestCatalog& catalog) {
  std::set<std::string> used;
  for (const TableRecord& record : catalog->tables().List(true)) {
    for (const auto& [family, label] : record.labels) used.insert(label);
  }
  const auto labels = catalog.store().FamilyLabels();
  EXPECT_EQ(std::set<std::string>(labels.begin(), labels.end()), used);
}

TEST(CatalogSnapshots, CloneAndRestore) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  catalog.Put("t", "a");
  ASSERT_TRUE(catalog->snapshots().Take("s", Name("t"), {}).ok());
  EXPECT_FALSE(catalog->snapshots().IsTaking("s"));
  catalog.Put("t", "b");
  ASSERT_TRUE(catalog->snapshots().Clone("s", Name("u")).ok());
  EXPECT_EQ(catalog.Ranges("u"), "[,m) [m,)");
  EXPECT_EQ(catalog.Cells("u").size(), 1U);

  EXPECT_EQ(catalog->snapshots().Restore("s").code(), StatusCode::kTableNotDisabled);
  ASSERT_TRUE(catalog->regions().Split(catalog.Regions("t")[0]->name(), "c").ok());
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog->snapshots().Restore("s").ok());
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), true).ok());
  EXPECT_EQ(catalog.Ranges("t"), "[,m) [m,)");
  EXPECT_EQ(catalog.Cells("t").size(), 1U);
  ExpectNoOrphans(catalog);
}

TEST(CatalogSnapshots, OneOfTwoClonesOfOneNameWins) {
  TestCatalog catalog;
  catalog.Create("t");
  catalog.Put("t", "a");
  ASSERT_TRUE(catalog->snapshots().Take("s", Name("t"), {}).ok());
  std::atomic<int> made{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      const Status status = catalog->snapshots().Clone("s", Name("u"));
      if (status.ok()) {
        ++made;
      } else {
        EXPECT_EQ(status.code(), StatusCode::kTableExists) << status.ToString();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(catalog.Cells("u").size(), 1U);
  ExpectNoOrphans(catalog);
}

// The files are taken while tables may be changed: descriptor and files are of one moment.
TEST(CatalogSnapshots, TakenBesideChangesOfTheTable) {
  TestCatalog catalog;
  catalog.Create("t");
  catalog.Put("t", "a");
  std::atomic<bool> stop{false};
  std::thread changer([&] {
    while (!stop) {
      ASSERT_TRUE(catalog->tables().AddFamily(Name("t"), FamilyDescriptor("g")).ok());
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      ASSERT_TRUE(catalog->tables().DeleteFamily(Name("t"), "g").ok());
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  int taken = 0;
  for (int i = 0; i < 5; ++i) {
    const std::string name = "s" + std::to_string(i);
    const Status status = catalog->snapshots().Take(name, Name("t"), {});
    if (!status.ok()) continue;  // the table was changed each time
    ++taken;
    const auto manifest = catalog->snapshots().folder().Read(name);
    ASSERT_TRUE(manifest.ok());
    EXPECT_EQ(manifest->families.size(), manifest->description.table.families().size());
    ASSERT_TRUE(catalog->snapshots().Clone(name, Name("u" + std::to_string(i))).ok());
    EXPECT_EQ(catalog.Cells("u" + std::to_string(i)).size(), 1U);
  }
  stop = true;
  changer.join();
  EXPECT_GT(taken, 0);
  ExpectNoOrphans(catalog);
}

}  // namespace
}  // namespace basalt::catalog
