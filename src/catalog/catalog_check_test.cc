#include "catalog/catalog_check.h"

#include <filesystem>

#include "catalog/record_keys.h"
#include "catalog/test_catalog.h"
#include "model/meta_columns.h"
#include "store/cell_batch.h"

namespace basalt::catalog {
namespace {

class CatalogCheckTest : public testing::Test {
 protected:
  CatalogCheckTest() {
    catalog_.Create("t", {"h", "p"});
    catalog_.Put("t", "a");
    catalog_.Put("t", "k");
  }

  // Writes to meta behind the catalog's back.
  void Damage(const std::function<void(MetaChange&)>& how) {
    const auto meta = *(*catalog_->tables().Find(model::MetaTableName()))->Cells();
    MetaChange change(*meta, TestCatalog::kStart);
    how(change);
    ASSERT_TRUE(catalog_.store().WriteRecords({}, change.Take()).ok());
  }
  void PutMeta(const Bytes& row, BytesView qualifier, BytesView value) {
    const auto meta = *(*catalog_->tables().Find(model::MetaTableName()))->Cells();
    store::CellBatch cells;
    ASSERT_TRUE(
        cells.Put(*meta, row, model::kInfoFamily, qualifier, TestCatalog::kStart + 1, value).ok());
    ASSERT_TRUE(catalog_.store().WriteRecords({}, std::move(cells)).ok());
  }
  void Write(const Bytes& key, std::optional<Bytes> value) {
    ASSERT_TRUE(catalog_.store().WriteRecords({{key, std::move(value)}}).ok());
  }
  model::RegionInfo Info(size_t index) { return catalog_.Regions("t").at(index)->info(); }

  // The kinds of what is found, one after the other.
  std::string Kinds() {
    auto check = RunCheck();
    std::string kinds;
    for (const Finding& finding : check.findings()) {
      kinds += (kinds.empty() ? "" : " ") + finding.kind + (finding.repairable ? "" : "!");
    }
    return kinds;
  }
  CatalogCheck RunCheck() {
    catalog_.Close();
    catalog_.OpenStore();
    auto store = catalog_.ShareStore();
    auto check = CatalogCheck::Run(std::move(store));
    EXPECT_TRUE(check.ok()) << check.status().ToString();
    return std::move(*check);
  }
  // Repairs, finds nothing more, and opens the catalog.
  void Mend() {
    {
      CatalogCheck check = RunCheck();
      const Status status = check.Repair();
      ASSERT_TRUE(status.ok()) << status.ToString();
      ASSERT_TRUE(check.DropOrphans().ok());
    }
    EXPECT_EQ(Kinds(), "");
    catalog_.Reopen();
    const auto cells = *(*catalog_->tables().Find(Name("t")))->Cells();
    EXPECT_EQ(cells->Get(Get("a"))->size(), 1U);
    EXPECT_EQ(cells->Get(Get("k"))->size(), 1U);
  }

  TestCatalog catalog_;
};

TEST_F(CatalogCheckTest, NothingIsFoundWhereNothingIsWrong) {
  ASSERT_TRUE(catalog_->namespaces().Create({"ns", {{"k", "v"}}}).ok());
  catalog_.Create("ns:u");
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("ns:u"), false).ok());
  ASSERT_TRUE(catalog_->regions().Split(catalog_.Regions("t")[0]->name(), "c").ok());
  ASSERT_TRUE(
      catalog_->regions()
          .Merge({catalog_.Regions("t")[2]->name(), catalog_.Regions("t")[3]->name()}, false)
          .ok());
  EXPECT_EQ(Kinds(), "");
  EXPECT_EQ(RunCheck().tables(), 4U);
  EXPECT_EQ(RunCheck().regions(), 5U);  // meta has no row of its own
}

TEST_F(CatalogCheckTest, ANewDirectoryIsGood) {
  catalog_.Close();
  base::TempDir directory;
  auto store = store::Store::Open(directory.Sub("data"), {});
  ASSERT_TRUE(store.ok());
  const auto check = CatalogCheck::Run(*store);
  ASSERT_TRUE(check.ok());
  EXPECT_TRUE(check->findings().empty());
}

TEST_F(CatalogCheckTest, Holes) {
  Damage([this](MetaChange& change) { ASSERT_TRUE(change.EraseRegion(Info(1)).ok()); });
  const auto check = RunCheck();
  ASSERT_EQ(check.findings().size(), 1U);
  EXPECT_EQ(check.findings()[0].text, "table t: no region holds the rows ['h', 'p')");
}

TEST_F(CatalogCheckTest, HolesAreFilled) {
  Damage([this](MetaChange& change) {
    ASSERT_TRUE(change.EraseRegion(Info(0)).ok());
    ASSERT_TRUE(change.EraseRegion(Info(2)).ok());
  });
  EXPECT_EQ(Kinds(), "hole hole");
  Mend();
  EXPECT_EQ(catalog_.Ranges("t"), "[,h) [h,p) [p,)");
}

TEST_F(CatalogCheckTest, OverlapsAreJoined) {
  model::RegionInfo other = Info(0);
  other.start_key = "c";
  other.end_key = "k";
  other.region_id = 5;
  Damage([&](MetaChange& change) { ASSERT_TRUE(change.AddRegion(other).ok()); });
  EXPECT_EQ(Kinds(), "overlap overlap");
  Mend();
  EXPECT_EQ(catalog_.Ranges("t"), "[,p) [p,)");
}

TEST_F(CatalogCheckTest, OverlapsToTheEnd) {
  model::RegionInfo other = Info(0);
  other.start_key = "c";
  other.end_key = "";
  other.region_id = 5;
  Damage([&](MetaChange& change) { ASSERT_TRUE(change.AddRegion(other).ok()); });
  EXPECT_EQ(Kinds(), "overlap overlap overlap");
  Mend();
  EXPECT_EQ(catalog_.Ranges("t"), "[,)");
}

TEST_F(CatalogCheckTest, TheSameRangeTwice) {
  model::RegionInfo twin = Info(1);
  twin.region_id = 5;
  Damage([&](MetaChange& change) { ASSERT_TRUE(change.AddRegion(twin).ok()); });
  EXPECT_EQ(Kinds(), "overlap");
  Mend();
  EXPECT_EQ(catalog_.Ranges("t"), "[,h) [h,p) [p,)");
}

TEST_F(CatalogCheckTest, Orphans) {
  Damage([](MetaChange& change) {
    model::RegionInfo region{Name("gone"), "", ""};
    ASSERT_TRUE(change.AddRegion(region).ok());
    ASSERT_TRUE(change.SetTableState(Name("gone"), true).ok());
  });
  ASSERT_TRUE(catalog_.store().CreateFamily("99.100", FamilyDescriptor("f")).ok());
  EXPECT_EQ(Kinds(), "orphan-family! orphan-state orphan-region");
  Mend();
}

TEST_F(CatalogCheckTest, BadStates) {
  Damage([](MetaChange& change) { ASSERT_TRUE(change.SetTableState(Name("t"), false).ok()); });
  PutMeta(Info(1).Name(), model::kRegionStateColumn, "OPENING");
  EXPECT_EQ(Kinds(), "bad-table-state bad-region-state");
  Mend();
}

TEST_F(CatalogCheckTest, AClosedRegionOfAnEnabledTableIsSound) {
  ASSERT_TRUE(catalog_->regions().SetOpen(Info(1).Name(), false).ok());
  EXPECT_EQ(Kinds(), "");
}

TEST_F(CatalogCheckTest, StatesOfDisabledTables) {
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_EQ(Kinds(), "");
  catalog_.Reopen();
  Damage([this](MetaChange& change) {
    ASSERT_TRUE(change.OpenRegion(Info(0)).ok());
    ASSERT_TRUE(change.EraseRegion(Info(1)).ok());
  });
  EXPECT_EQ(Kinds(), "bad-region-state hole");
  {
    CatalogCheck check = RunCheck();
    ASSERT_TRUE(check.Repair().ok());
  }
  EXPECT_EQ(Kinds(), "");
}

TEST_F(CatalogCheckTest, RowsThatAreNotRegions) {
  PutMeta(Info(0).Name(), model::kRegionInfoColumn, "nonsense");
  PutMeta(Info(1).Name(), model::kRegionInfoColumn, Info(2).ToCellValue());
  EXPECT_EQ(Kinds(), "bad-row bad-row hole");
  Mend();
  EXPECT_EQ(catalog_.Ranges("t"), "[,p) [p,)");
}

TEST_F(CatalogCheckTest, Namespaces) {
  ASSERT_TRUE(catalog_->namespaces().Create({"ns", {}}).ok());
  ASSERT_TRUE(catalog_->namespaces().Create({"other", {}}).ok());
  catalog_.Create("ns:u");
  Write(NamespaceKey("ns"), std::nullopt);
  Write(NamespaceKey("other"), std::nullopt);
  EXPECT_EQ(Kinds(), "missing-namespace orphan-namespace");
  Mend();
  EXPECT_TRUE(catalog_->namespaces().Get("ns").ok());
  EXPECT_FALSE(catalog_->namespaces().Get("other").ok());
}

TEST_F(CatalogCheckTest, TheIdCounter) {
  Write(Bytes(kNextIdKey), EncodeNumber(1));
  EXPECT_EQ(Kinds(), "low-counter");
  Mend();
  catalog_.Reopen();
  catalog_.Create("u");
}

TEST_F(CatalogCheckTest, Procedures) {
  Write("procedure/0000000000000010", "\x01");
  EXPECT_EQ(Kinds(), "bad-procedure");
  Mend();
}

TEST_F(CatalogCheckTest, Snapshots) {
  ASSERT_TRUE(catalog_->snapshots().Take("whole", Name("t"), {}).ok());
  ASSERT_TRUE(catalog_->snapshots().Take("cut", Name("t"), {}).ok());
  ASSERT_TRUE(catalog_->snapshots().Take("unreadable", Name("t"), {}).ok());
  EXPECT_EQ(Kinds(), "");
  const std::string folder = catalog_.directory() + "/snapshots/";
  for (const auto& file : std::filesystem::directory_iterator(folder + "cut")) {
    if (file.path().extension() == ".sst") std::filesystem::remove(file.path());
  }
  std::filesystem::resize_file(folder + "unreadable/SNAPSHOT", 3);
  EXPECT_EQ(Kinds(), "bad-snapshot! bad-snapshot!");
}

TEST_F(CatalogCheckTest, WhatCannotBeMendedIsSaid) {
  TableRecord record = (*catalog_->tables().Find(Name("t")))->record();
  record.labels["f"] = "1.0";
  Write(TableKey(Name("t")), record.Encode());
  Write(TableKey(Name("u")), "\x01");
  // Whose the stored family is cannot be told, so it stays.
  EXPECT_EQ(Kinds(), "bad-record! missing-family! orphan-family!");
}

TEST_F(CatalogCheckTest, NewerRecordsAreAnError) {
  Write(TableKey(Name("u")), "\x7F");
  catalog_.Close();
  catalog_.OpenStore();
  EXPECT_EQ(CatalogCheck::Run(catalog_.ShareStore()).status().code(), StatusCode::kNewerFormat);
}

}  // namespace
}  // namespace basalt::catalog
