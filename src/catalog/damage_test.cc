// Damage of what the catalog keeps, and families that nobody has.
#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file_ops.h"
#include "catalog/catalog_check.h"
#include "catalog/record_keys.h"
#include "catalog/system_tables.h"
#include "catalog/test_catalog.h"
#include "store/damage_registry.h"
#include "store/maintenance.h"

namespace basalt::catalog {
namespace {

namespace fs = std::filesystem;

class CatalogDamage : public testing::Test {
 protected:
  std::vector<fs::path> StoreFiles() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(catalog_.directory() + "/engine")) {
      if (entry.path().extension() == ".sst") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
  }
  // The store files that a flush of the table makes.
  std::vector<fs::path> FlushTable(const TableName& name) {
    const auto before = StoreFiles();
    const auto cells = (*catalog_->tables().Find(name))->CellsInAnyState();
    EXPECT_TRUE(cells->Flush({}).ok());
    std::vector<fs::path> made;
    for (const fs::path& file : StoreFiles()) {
      if (std::ranges::find(before, file) == before.end()) made.push_back(file);
    }
    return made;
  }
  static void Flip(const fs::path& file, size_t at) {
    std::string content = *base::ReadFile(file.string());
    content[at] = static_cast<char>(content[at] ^ 0x10);
    ASSERT_TRUE(base::WriteFile(file.string(), content).ok());
  }
  // Names, boundaries and states of all regions.
  std::string AllRegions() {
    std::string text;
    for (const RegionPtr& region : catalog_->regions().All()) {
      text += ToStringBinary(region->name()) + (region->online() ? " online\n" : " offline\n");
    }
    return text;
  }
  void CreateTables() {
    catalog_.Create("t", {"h", "p"});
    catalog_.Put("t", "a");
    ASSERT_TRUE(catalog_->regions().Split(catalog_.Regions("t")[0]->name(), "c").ok());
    ASSERT_TRUE(
        catalog_->regions()
            .Merge({catalog_.Regions("t")[2]->name(), catalog_.Regions("t")[3]->name()}, false)
            .ok());
    ASSERT_TRUE(catalog_->namespaces().Create({"ns", {{"k", "v"}}}).ok());
    catalog_.Create("ns:off", {"m"});
    ASSERT_TRUE(catalog_->tables().SetEnabled(Name("ns:off"), false).ok());
    ASSERT_TRUE(catalog_->regions().CleanParents().ok());
  }

  TestCatalog catalog_;
};

// Wherever the bit is: in a cell, in the index or in the footer.
TEST_F(CatalogDamage, MetaIsRebuilt) {
  CreateTables();
  const std::string regions = AllRegions();
  const auto rows = catalog_.MetaRows();
  for (const double where : {0.02, 0.4, 0.6, 0.75, 0.9, 0.99}) {
    const auto files = FlushTable(model::MetaTableName());
    ASSERT_FALSE(files.empty());
    catalog_.Close();
    for (const fs::path& file : files) {
      Flip(file, static_cast<size_t>(static_cast<double>(fs::file_size(file)) * where));
    }
    catalog_.Reopen();
    EXPECT_EQ(AllRegions(), regions) << where;
    EXPECT_EQ(catalog_.MetaRows(), rows) << where;
    // Changes go on.
    catalog_.Create("u");
    ASSERT_TRUE(catalog_->tables().SetEnabled(Name("u"), false).ok());
    ASSERT_TRUE(catalog_->tables().Delete(Name("u")).ok());
    catalog_.Reopen();
    EXPECT_EQ(AllRegions(), regions) << where;
    EXPECT_TRUE(catalog_.store().damage().List().empty());
  }
  EXPECT_FALSE(fs::is_empty(catalog_.directory() + "/damaged"));
}

TEST_F(CatalogDamage, NamespacesAreRebuilt) {
  CreateTables();
  const auto cells = catalog_.Cells("hbase:namespace");
  const auto files = FlushTable(model::NamespaceTableName());
  ASSERT_FALSE(files.empty());
  catalog_.Close();
  for (const fs::path& file : files) Flip(file, 20);
  catalog_.Reopen();
  EXPECT_EQ(catalog_.Cells("hbase:namespace"), cells);
}

TEST_F(CatalogDamage, TheCheckReportsAndRepairsMeta) {
  CreateTables();
  const std::string regions = AllRegions();
  const auto files = FlushTable(model::MetaTableName());
  catalog_.Close();
  for (const fs::path& file : files) Flip(file, 20);
  catalog_.OpenStore();
  {
    auto check = CatalogCheck::Run(catalog_.ShareStore());
    ASSERT_TRUE(check.ok()) << check.status().ToString();
    ASSERT_FALSE(check->findings().empty());
    EXPECT_EQ(check->findings()[0].kind, "damaged-meta");
    EXPECT_TRUE(check->findings()[0].repairable);
    const Status repaired = check->Repair();
    ASSERT_TRUE(repaired.ok()) << repaired.ToString();
    const auto again = CatalogCheck::Run(catalog_.ShareStore());
    ASSERT_TRUE(again.ok());
    for (const Finding& finding : again->findings()) ADD_FAILURE() << finding.text;
  }
  catalog_.Reopen();
  EXPECT_EQ(AllRegions(), regions);
}

// Table records, namespaces, the id counter, procedures.
TEST_F(CatalogDamage, OfTheRecordsKeepsNothingFromOpening) {
  CreateTables();
  ASSERT_TRUE(catalog_.store().PutRecord("procedure/0000000000000010", "x").ok());
  const std::string regions = AllRegions();
  const auto before = StoreFiles();
  ASSERT_TRUE(catalog_.store().FlushRecords().ok());
  catalog_.Close();
  for (const fs::path& file : StoreFiles()) {
    // A copy that is made anew leaves its file behind.
    if (std::ranges::find(before, file) != before.end() || !fs::exists(file)) continue;
    const std::string saved = *base::ReadFile(file.string());
    for (const double where : {0.1, 0.5, 0.999}) {
      if (!fs::exists(file)) continue;
      Flip(file, static_cast<size_t>(static_cast<double>(saved.size()) * where));
      catalog_.Reopen();
      EXPECT_EQ(AllRegions(), regions) << file << where;
      EXPECT_TRUE(catalog_->namespaces().Get("ns").ok());
      catalog_.Create("u");
      ASSERT_TRUE(catalog_->tables().SetEnabled(Name("u"), false).ok());
      ASSERT_TRUE(catalog_->tables().Delete(Name("u")).ok());
      catalog_.Close();
      if (!fs::exists(file)) continue;
      ASSERT_TRUE(base::WriteFile(file.string(), saved).ok());
    }
  }
}

TEST_F(CatalogDamage, FamiliesThatNobodyHasAreKept) {
  catalog_.Create("t");
  TableDescriptor descriptor(Name("lost"));
  ASSERT_TRUE(descriptor.AddFamily(FamilyDescriptor("f")).ok());
  {
    const auto family = catalog_.store().CreateFamily("99.100", FamilyDescriptor("f"));
    ASSERT_TRUE(family.ok());
    const store::CellTable cells(catalog_.ShareStore(), 99, descriptor, {*family});
    const std::vector<Mutation> put = {Put("r").AddColumn("f", "q", "v")};
    ASSERT_TRUE(cells.MutateRow("r", put).ok());
  }
  // One without data is worth nothing to anybody.
  ASSERT_TRUE(catalog_.store().CreateFamily("99.101", FamilyDescriptor("f")).ok());
  catalog_.Reopen();
  EXPECT_NE(catalog_.store().FindFamily("99.100"), nullptr);
  EXPECT_EQ(catalog_.store().FindFamily("99.101"), nullptr);
  catalog_.Close();
  catalog_.OpenStore();
  {
    auto check = CatalogCheck::Run(catalog_.ShareStore());
    ASSERT_TRUE(check.ok());
    ASSERT_EQ(check->findings().size(), 1U);
    EXPECT_EQ(check->findings()[0].kind, "orphan-family");
    ASSERT_TRUE(check->Repair().ok());
    EXPECT_NE(catalog_.store().FindFamily("99.100"), nullptr);
    ASSERT_TRUE(check->DropOrphans().ok());
  }
  EXPECT_EQ(catalog_.store().FindFamily("99.100"), nullptr);
}

TEST_F(CatalogDamage, LeftoversOfAChangeAreDropped) {
  catalog_.Create("t");
  ASSERT_TRUE(catalog_.store().PutRecord(FamilyKey("99.100"), "new").ok());
  ASSERT_TRUE(catalog_.store().CreateFamily("99.100", FamilyDescriptor("f")).ok());
  catalog_.Reopen();
  EXPECT_EQ(catalog_.store().FindFamily("99.100"), nullptr);
  EXPECT_FALSE(*catalog_.store().GetRecord(FamilyKey("99.100")));
}

// A commit that failed may have happened; what its record names must be there.
TEST_F(CatalogDamage, FamiliesOutliveAFailedCommit) {
  catalog_.Create("t");
  const std::set<std::string> before = [&] {
    const auto labels = catalog_.store().FamilyLabels();
    return std::set<std::string>(labels.begin(), labels.end());
  }();
  catalog_.FailNextCommit(Status(StatusCode::kIoError, "sync failed"));
  EXPECT_EQ(catalog_->tables().Create(Descriptor("u"), {}).code(), StatusCode::kIoError);
  // The write was in the log nevertheless.
  catalog_.Reopen();
  ASSERT_TRUE(catalog_->tables().Find(Name("u")).ok());
  catalog_.Put("u", "a");
  catalog_.FailNextCommit(Status(StatusCode::kIoError, "sync failed"));
  EXPECT_EQ(catalog_->tables().AddFamily(Name("u"), FamilyDescriptor("g")).code(),
            StatusCode::kIoError);
  catalog_.Reopen();
  EXPECT_EQ((*catalog_->tables().Find(Name("u")))->record().descriptor.families().size(), 2U);
  // And what was never committed is gone.
  EXPECT_EQ(catalog_.store().FamilyLabels().size(), before.size() + 2);
}

TEST_F(CatalogDamage, ATableIsRepaired) {
  catalog_.Create("t", {"h"});
  for (int i = 0; i < 500; ++i) catalog_.Put("t", "row" + std::to_string(1000 + i), 200);
  const auto files = FlushTable(Name("t"));
  ASSERT_EQ(files.size(), 1U);
  catalog_.Close();
  Flip(files[0], fs::file_size(files[0]) / 4);
  catalog_.Reopen();
  EXPECT_EQ(catalog_->tables().Repair(Name("t")).status().code(), StatusCode::kTableNotDisabled);
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), false).ok());
  const auto repairs = catalog_->tables().Repair(Name("t"));
  ASSERT_TRUE(repairs.ok()) << repairs.status().ToString();
  ASSERT_EQ(repairs->size(), 1U);
  EXPECT_TRUE(catalog_->tables().Repair(Name("t"))->empty());
  catalog_.Reopen();
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), true).ok());
  const auto cells = *(*catalog_->tables().Find(Name("t")))->Cells();
  int rows = 0;
  for (int i = 0; i < 500; ++i) {
    const auto row = cells->Get(Get("row" + std::to_string(1000 + i)));
    ASSERT_TRUE(row.ok()) << row.status().ToString();
    rows += row->empty() ? 0 : 1;
  }
  EXPECT_LT(rows, 500);
  EXPECT_GT(rows, 300);
  EXPECT_TRUE(catalog_.store().damage().List().empty());
}

}  // namespace
}  // namespace basalt::catalog
