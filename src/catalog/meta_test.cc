// What hbase:meta and hbase:namespace hold, cell by cell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/record_keys.h"
#include "catalog/system_tables.h"
#include "catalog/test_catalog.h"
#include "model/meta_columns.h"

namespace basalt::catalog {
namespace {

using model::RegionInfo;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Pair;

const Bytes kEnabled(BytesOf("\x08\x00"));
const Bytes kDisabled(BytesOf("\x08\x01"));
const Bytes kStartCode(BytesOf("\0\0\0\0\0\0\0\x01"));

Bytes Long(int64_t n) { return EncodeLong(n); }

TEST(Meta, DescriptorsAreHBases) {
  const std::string rest =
      ", DATA_BLOCK_ENCODING => 'ROW_INDEX_V1', BLOOMFILTER => 'ROWCOL', IN_MEMORY => 'true'";
  EXPECT_EQ(MetaDescriptor().ToString(),
            "'hbase:meta', {TABLE_ATTRIBUTES => {IS_META => 'true', coprocessor$1 => "
            "'|org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint|536870911|', METADATA "
            "=> {'hbase.store.file-tracker.impl' => 'DEFAULT'}}}, "
            "{NAME => 'info', VERSIONS => '3'" +
                rest + ", BLOCKSIZE => '8192 B (8KB)'}, {NAME => 'rep_barrier', VERSIONS => " +
                "'2147483647'" + rest + "}, {NAME => 'table', VERSIONS => '3'" + rest +
                ", BLOCKSIZE => '8192 B (8KB)'}");
  EXPECT_EQ(NamespaceTableDescriptor().ToString(),
            "'hbase:namespace', {NAME => 'info', VERSIONS => '10', IN_MEMORY => 'true', BLOCKSIZE "
            "=> '8192 B (8KB)'}");
  EXPECT_TRUE(MetaDescriptor().Validate().ok());
  EXPECT_TRUE(NamespaceTableDescriptor().Validate().ok());
}

TEST(Meta, ANewDirectoryHasTheNamespaceTableAndNoMore) {
  TestCatalog catalog;
  const auto regions = catalog.Regions("hbase:namespace");
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(catalog.MetaRows(), ElementsAre("hbase:namespace", regions[0]->name()));
  EXPECT_THAT(catalog.Cells("hbase:namespace"),
              ElementsAre(Pair("default info:d", model::NamespaceToProtobuf({"default", {}})),
                          Pair("hbase info:d", model::NamespaceToProtobuf({"hbase", {}}))));
  EXPECT_EQ(catalog->regions().All().size(), 2U);
  EXPECT_EQ(catalog->regions().All()[0]->name(), "hbase:meta,,1");
}

TEST(Meta, ATablesRowsCellByCell) {
  TestCatalog catalog;
  ASSERT_TRUE(catalog->namespaces().Create({"ns", {}}).ok());
  catalog.clock().Advance(10);
  catalog.Create("ns:t", {"m"});
  const auto regions = catalog.Regions("ns:t");
  ASSERT_EQ(regions.size(), 2U);
  RegionInfo low{Name("ns:t"), "", "m"};
  RegionInfo high{Name("ns:t"), "m", ""};
  low.region_id = high.region_id = TestCatalog::kStart + 10;
  EXPECT_EQ(regions[0]->info(), low);
  EXPECT_EQ(regions[1]->info(), high);
  EXPECT_THAT(catalog.MetaRow("ns:t"), ElementsAre(Pair("table:state", kEnabled)));
  for (const RegionInfo& info : {low, high}) {
    EXPECT_THAT(
        catalog.MetaRow(info.Name()),
        ElementsAre(Pair("info:regioninfo", "PBUF" + info.ToProtobuf()),
                    Pair("info:seqnumDuringOpen", Long(2)), Pair("info:server", "localhost:16020"),
                    Pair("info:serverstartcode", kStartCode), Pair("info:sn", "localhost,16020,1"),
                    Pair("info:state", "OPEN")));
  }
}

// Clients ask for what was before their "now".
TEST(Meta, CellsAreAMillisecondOld) {
  TestCatalog catalog;
  catalog.Create("t");
  const auto meta = *(*catalog->tables().Find(model::MetaTableName()))->Cells();
  Get get("t");
  get.SetTimeRange(*TimeRange::Of(0, TestCatalog::kStart));
  EXPECT_EQ(meta->Get(get)->GetValue("table", "state"), kEnabled);
}

TEST(Meta, StatesFollowTheTable) {
  TestCatalog catalog;
  catalog.Create("t");
  const Bytes region = catalog.Regions("t")[0]->name();
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_THAT(catalog.MetaRow("t"), ElementsAre(Pair("table:state", kDisabled)));
  EXPECT_THAT(catalog.MetaRow(region), Contains(Pair("info:state", "CLOSED")));
  // A clock that goes back must not leave the old state on top.
  catalog.clock().Advance(-100'000);
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), true).ok());
  EXPECT_THAT(catalog.MetaRow("t"), ElementsAre(Pair("table:state", kEnabled)));
  EXPECT_THAT(catalog.MetaRow(region), Contains(Pair("info:state", "OPEN")));
  EXPECT_THAT(catalog.MetaRow(region), Contains(Pair("info:seqnumDuringOpen", Long(3))));
}

TEST(Meta, ADeletedTableLeavesNothing) {
  TestCatalog catalog;
  const auto before = catalog.Cells("hbase:meta");
  catalog.Create("t", {"a", "b"});
  catalog.Create("t2");
  ASSERT_TRUE(catalog->regions().Split(catalog.Regions("t")[1]->name(), "aa").ok());
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog->tables().Delete(Name("t")).ok());
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t2"), false).ok());
  EXPECT_EQ(catalog.MetaRows().size(), 4U) << "t2 is still there";
  ASSERT_TRUE(catalog->tables().Delete(Name("t2")).ok());
  EXPECT_EQ(catalog.Cells("hbase:meta"), before);
  // Made again in the same millisecond, it is there.
  catalog.Create("t");
  EXPECT_THAT(catalog.MetaRow("t"), ElementsAre(Pair("table:state", kEnabled)));
}

TEST(Meta, SplitLeavesTheParentUntilTheJanitorComes) {
  TestCatalog catalog;
  catalog.Create("t");
  const RegionInfo parent = catalog.Regions("t")[0]->info();
  const Status status = catalog->regions().Split(parent.EncodedName(), "m").status();
  ASSERT_TRUE(status.ok()) << status.ToString();
  RegionInfo gone = parent;
  gone.offline = gone.split = true;
  const RegionInfo low = catalog.Regions("t")[0]->info();
  const RegionInfo high = catalog.Regions("t")[1]->info();
  EXPECT_THAT(
      catalog.MetaRow(parent.Name()),
      ElementsAre(Pair("info:regioninfo", gone.ToCellValue()),
                  Pair("info:seqnumDuringOpen", Long(2)), Pair("info:server", "localhost:16020"),
                  Pair("info:serverstartcode", kStartCode), Pair("info:sn", "localhost,16020,1"),
                  Pair("info:splitA", low.ToCellValue()), Pair("info:splitB", high.ToCellValue()),
                  Pair("info:state", "CLOSED")));
  EXPECT_THAT(catalog.MetaRow(low.Name()), Contains(Pair("info:regioninfo", low.ToCellValue())));
  EXPECT_THAT(catalog.MetaRow(high.Name()), Contains(Pair("info:state", "OPEN")));
  // The daughters lie behind the parent, so that a reader going backwards meets them first.
  EXPECT_THAT(catalog.MetaRows(),
              ElementsAre(testing::_, testing::_, "t", parent.Name(), low.Name(), high.Name()));
  ASSERT_TRUE(catalog->regions().CleanParents().ok());
  EXPECT_THAT(catalog.MetaRow(parent.Name()), ElementsAre());
  EXPECT_THAT(catalog.MetaRow(low.Name()), testing::SizeIs(6));
  catalog.Reopen();
  EXPECT_EQ(catalog.Ranges("t"), "[,m) [m,)");
}

TEST(Meta, MergeNamesItsParentsUntilTheJanitorComes) {
  TestCatalog catalog;
  catalog.Create("t", {"a", "b"});
  std::vector<RegionInfo> parents;
  for (const auto& region : catalog.Regions("t")) parents.push_back(region->info());
  const Status status =
      catalog->regions().Merge({parents[0].EncodedName(), parents[1].Name()}, false).status();
  ASSERT_TRUE(status.ok()) << status.ToString();
  const RegionInfo merged = catalog.Regions("t")[0]->info();
  const Bytes name = merged.Name();
  EXPECT_THAT(
      catalog.MetaRow(name),
      ElementsAre(Pair("info:merge0000", parents[0].ToCellValue()),
                  Pair("info:merge0001", parents[1].ToCellValue()),
                  Pair("info:regioninfo", merged.ToCellValue()),
                  Pair("info:seqnumDuringOpen", Long(2)), Pair("info:server", "localhost:16020"),
                  Pair("info:serverstartcode", kStartCode), Pair("info:sn", "localhost,16020,1"),
                  Pair("info:state", "OPEN")));
  EXPECT_THAT(catalog.MetaRow(parents[0].Name()), ElementsAre());
  EXPECT_THAT(catalog.MetaRow(parents[1].Name()), ElementsAre());
  EXPECT_THAT(catalog.MetaRow(parents[2].Name()), testing::SizeIs(6));
  catalog.Reopen();  // cleans
  EXPECT_THAT(catalog.MetaRow(name), testing::SizeIs(6));
  EXPECT_EQ(catalog.Ranges("t"), "[,b) [b,)");
}

TEST(Meta, NamespacesHaveTheirRows) {
  TestCatalog catalog;
  ASSERT_TRUE(catalog->namespaces().Create({"ns", {{"k", "1"}}}).ok());
  EXPECT_THAT(catalog.Cells("hbase:namespace"),
              Contains(Pair("ns info:d", model::NamespaceToProtobuf({"ns", {{"k", "1"}}}))));
  ASSERT_TRUE(catalog->namespaces().Modify({"ns", {{"k", "2"}}}).ok());
  EXPECT_THAT(catalog.Cells("hbase:namespace"),
              Contains(Pair("ns info:d", model::NamespaceToProtobuf({"ns", {{"k", "2"}}}))));
  ASSERT_TRUE(catalog->namespaces().Delete("ns").ok());
  EXPECT_EQ(catalog.Cells("hbase:namespace").size(), 2U);
}

TEST(Meta, OlderDirectoriesGetTheirRegions) {
  TestCatalog catalog;
  catalog.Create("t");
  catalog.Create("off");
  catalog.Put("t", "row");
  ASSERT_TRUE(catalog->namespaces().Create({"ns", {}}).ok());
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("off"), false).ok());
  TableRecord record = (*catalog->tables().Find(Name("t")))->record();
  record.splits = {"c", "m"};
  catalog.Close();
  catalog.OpenStore();
  ASSERT_TRUE(catalog.store()
                  .WriteRecords({{TableKey(Name("t")), record.Encode()},
                                 {TableKey(model::MetaTableName()), std::nullopt},
                                 {TableKey(model::NamespaceTableName()), std::nullopt}})
                  .ok());

  catalog.Reopen();
  EXPECT_EQ(catalog.Ranges("t"), "[,c) [c,m) [m,)");
  EXPECT_EQ(catalog.Ranges("off"), "[,)");
  EXPECT_FALSE(catalog.Regions("off")[0]->online());
  EXPECT_THAT(catalog.MetaRow(catalog.Regions("off")[0]->name()),
              Contains(Pair("info:state", "CLOSED")));
  EXPECT_THAT(catalog.MetaRow("off"), ElementsAre(Pair("table:state", kDisabled)));
  EXPECT_EQ(catalog.Cells("hbase:namespace").size(), 3U);
  EXPECT_EQ(catalog.Cells("t").size(), 1U) << "the data stays";
  const auto cells = catalog.Cells("hbase:meta");
  catalog.Reopen();
  EXPECT_EQ(catalog.Cells("hbase:meta"), cells);
  EXPECT_EQ(catalog.Ranges("t"), "[,c) [c,m) [m,)");
}

// Anyone may write to meta; what is lost by it comes back with the next open.
TEST(Meta, HolesAreFilledAtOpen) {
  TestCatalog catalog;
  catalog.Create("t", {"a", "b", "c"});
  auto meta = *(*catalog->tables().Find(model::MetaTableName()))->Cells();
  for (const int i : {1, 3}) {
    const Mutation erase = Delete(catalog.Regions("t")[static_cast<size_t>(i)]->name());
    ASSERT_TRUE(meta->MutateRow(erase.row(), std::span(&erase, 1)).ok());
  }
  const Mutation nonsense = Put("t,x,1").AddColumn("info", "regioninfo", "PBUF nonsense");
  ASSERT_TRUE(meta->MutateRow("t,x,1", std::span(&nonsense, 1)).ok());
  meta.reset();
  catalog.Reopen();
  EXPECT_EQ(catalog.Ranges("t"), "[,a) [a,b) [b,c) [c,)");
  const auto regions = catalog.Regions("t");
  EXPECT_GT(regions[1]->info().region_id, regions[0]->info().region_id);
  EXPECT_THAT(catalog.MetaRow(regions[3]->name()), testing::SizeIs(6));
}

}  // namespace
}  // namespace basalt::catalog
