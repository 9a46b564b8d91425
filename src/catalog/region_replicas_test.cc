// Tables with REGION_REPLICATION above one: the columns of meta and the regions clients may ask, as
// Apache HBase 2.6.4 has them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/table_access.h"
#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

using testing::ElementsAre;

class RegionReplicas : public testing::Test {
 protected:
  static void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }

  static TableDescriptor Replicated(std::string_view name, int replicas) {
    TableDescriptor table = Descriptor(name);
    table.SetAttribute("REGION_REPLICATION", std::to_string(replicas));
    return table;
  }
  void Create(int replicas, std::vector<Bytes> splits = {}) {
    Check(catalog_->tables().Create(Replicated("t", replicas), std::move(splits)));
  }
  void Alter(int replicas) { Check(catalog_->tables().Modify(Replicated("t", replicas))); }
  void Enable(bool enabled) { Check(catalog_->tables().SetEnabled(Name("t"), enabled)); }

  // The states in the row of the table's region of that place: "state=OPEN state_0001=OPEN".
  std::vector<std::string> States(size_t index = 0) {
    return StatesIn(catalog_.Regions("t")[index]->name());
  }
  std::vector<std::string> StatesIn(const Bytes& row) {
    std::vector<std::string> states;
    for (const auto& [column, value] : catalog_.MetaRow(row)) {
      if (column.starts_with("info:state")) states.push_back(column.substr(5) + "=" + value);
    }
    return states;
  }
  std::vector<std::string> Columns() {
    std::vector<std::string> columns;
    for (const auto& [column, value] : catalog_.MetaRow(catalog_.Regions("t")[0]->name())) {
      columns.push_back(column);
    }
    return columns;
  }
  Bytes ReplicaName(int32_t id, size_t index = 0) {
    model::RegionInfo info = catalog_.Regions("t")[index]->info();
    info.replica_id = id;
    return info.Name();
  }
  bool Serves(int32_t id) { return catalog_->regions().Find(ReplicaName(id)).ok(); }

  TestCatalog catalog_;
};

TEST_F(RegionReplicas, MetaHasColumnsForEach) {
  Create(2);
  EXPECT_THAT(Columns(),
              ElementsAre("info:regioninfo", "info:seqnumDuringOpen", "info:seqnumDuringOpen_0001",
                          "info:server", "info:server_0001", "info:serverstartcode",
                          "info:serverstartcode_0001", "info:sn", "info:sn_0001", "info:state",
                          "info:state_0001"));
  EXPECT_EQ(catalog_.Regions("t").size(), 1U) << "lists are of the regions themselves";
  EXPECT_EQ(catalog_->regions().WithReplicas(catalog_.Regions("t")).size(), 2U);
}

TEST_F(RegionReplicas, AreReadAndNotWritten) {
  Create(2);
  catalog_.Put("t", "r");
  const auto access = TableAccess::OfRegion(*catalog_, ReplicaName(1));
  Check(access.status());
  EXPECT_EQ(access->Get(Get("r"))->size(), 1U);
  const Mutation put = Put("r").AddColumn("f", "q", "v");
  EXPECT_EQ(access->Write(put).message(), "region is read only");
  EXPECT_EQ(access->Mutate(put).status().message(), "region is read only");
  EXPECT_EQ(TableAccess::OfRegion(*catalog_, ReplicaName(2)).status().code(),
            StatusCode::kNotServingRegion);
  EXPECT_EQ(catalog_.Regions("t")[0]->reads(), 0U) << "the replica's reads are its own";
}

TEST_F(RegionReplicas, FollowTheTablesState) {
  Create(3);
  Enable(false);
  EXPECT_THAT(States(), ElementsAre("state=CLOSED", "state_0001=CLOSED", "state_0002=CLOSED"));
  EXPECT_FALSE(Serves(2));
  Enable(true);
  EXPECT_THAT(States(), ElementsAre("state=OPEN", "state_0001=OPEN", "state_0002=OPEN"));
  EXPECT_TRUE(Serves(2));
}

TEST_F(RegionReplicas, OneIsClosedAlone) {
  Create(3);
  Check(catalog_->regions().SetOpen(ReplicaName(1), false));
  EXPECT_THAT(States(), ElementsAre("state=OPEN", "state_0001=CLOSED", "state_0002=OPEN"));
  catalog_.Reopen();
  EXPECT_TRUE(Serves(0));
  EXPECT_FALSE(Serves(1));
  EXPECT_TRUE(Serves(2));
  Check(catalog_->regions().SetOpen(ReplicaName(1), true));
  EXPECT_TRUE(Serves(1));
}

TEST_F(RegionReplicas, AreSplitAndMergedWithTheirRegion) {
  Create(2);
  const Bytes parent = catalog_.Regions("t")[0]->name();
  const Bytes parents_replica = ReplicaName(1);
  EXPECT_EQ(catalog_->regions().Split(parents_replica, "m").status().message(),
            "Can't invoke split on non-default regions directly");
  Check(catalog_->regions().Split(parent, "m").status());
  EXPECT_THAT(StatesIn(parent), ElementsAre("state=CLOSED", "state_0001=CLOSED"));
  EXPECT_FALSE(catalog_->regions().Find(parents_replica).ok());
  EXPECT_THAT(States(0), ElementsAre("state=OPEN", "state_0001=OPEN"));
  EXPECT_TRUE(catalog_->regions().Find(ReplicaName(1, 1)).ok());
  EXPECT_EQ(
      catalog_->regions().Merge({ReplicaName(1, 0), ReplicaName(1, 1)}, false).status().message(),
      "Can't invoke merge on non-default regions directly");
  Check(catalog_->regions()
            .Merge({catalog_.Regions("t")[0]->name(), catalog_.Regions("t")[1]->name()}, false)
            .status());
  EXPECT_THAT(States(), ElementsAre("state=OPEN", "state_0001=OPEN"));
  EXPECT_TRUE(Serves(1));
}

TEST_F(RegionReplicas, AreAsManyAsTheTableHasNow) {
  Create(3);
  Alter(2);
  EXPECT_THAT(States(), ElementsAre("state=OPEN", "state_0001=OPEN"));
  EXPECT_FALSE(Serves(2));
  Alter(3);
  EXPECT_THAT(States(), ElementsAre("state=OPEN", "state_0001=OPEN", "state_0002=OPEN"));
  EXPECT_TRUE(Serves(2));
  Enable(false);
  Alter(1);
  EXPECT_THAT(States(), ElementsAre("state=CLOSED"));
  // Those of a disabled table come with its enabling.
  Alter(2);
  EXPECT_THAT(States(), ElementsAre("state=CLOSED"));
  Enable(true);
  EXPECT_THAT(States(), ElementsAre("state=OPEN", "state_0001=OPEN"));
  EXPECT_TRUE(Serves(1));
  catalog_.Reopen();
  EXPECT_TRUE(Serves(1));
  EXPECT_FALSE(Serves(2));
}

TEST_F(RegionReplicas, OfSnapshots) {
  Create(2, {"m"});
  Check(catalog_->snapshots().Take("s", Name("t"), {}));
  Check(catalog_->snapshots().Clone("s", Name("copy")));
  EXPECT_EQ(catalog_->regions().WithReplicas(catalog_.Regions("copy")).size(), 4U);
  Alter(1);
  Enable(false);
  Check(catalog_->snapshots().Restore("s"));
  Enable(true);
  EXPECT_THAT(States(), ElementsAre("state=OPEN", "state_0001=OPEN"));
  EXPECT_TRUE(Serves(1));
}

TEST_F(RegionReplicas, EndWithTheirTable) {
  Create(2);
  const Bytes replica = ReplicaName(1);
  Enable(false);
  Check(catalog_->tables().Truncate(Name("t"), true));
  EXPECT_FALSE(catalog_->regions().Find(replica).ok());
  EXPECT_TRUE(Serves(1));
  const Bytes fresh = ReplicaName(1);
  Enable(false);
  Check(catalog_->tables().Delete(Name("t")));
  EXPECT_EQ(catalog_->regions().FindAny(fresh).status().code(), StatusCode::kUnknownRegion);
}

class RegionTruncation : public RegionReplicas {};

TEST_F(RegionTruncation, LeavesTheOtherRegions) {
  Create(1, {"g", "p"});
  for (const char* row : {"a", "g", "m", "ozz", "p", "z"}) catalog_.Put("t", row);
  const auto rows = [&] {
    std::string text;
    for (const auto& [cell, value] : catalog_.Cells("t")) text += cell.substr(0, cell.find(' '));
    return text;
  };
  Check(catalog_->regions().Truncate(catalog_.Regions("t")[1]->name()));
  EXPECT_EQ(rows(), "apz");
  catalog_.Put("t", "h");
  EXPECT_EQ(rows(), "ahpz");
  // To the last row, and by the digits alone.
  Check(catalog_->regions().Truncate(catalog_.Regions("t")[2]->encoded_name()));
  EXPECT_EQ(rows(), "ah");
  Check((*catalog_->tables().Find(Name("t")))->CellsInAnyState()->MajorCompact({}));
  catalog_.Reopen();
  EXPECT_EQ(rows(), "ah");
  Check(catalog_->regions().Truncate(catalog_.Regions("t")[2]->name()));
  Check(catalog_->regions().Truncate(catalog_.Regions("t")[0]->name()));
  EXPECT_EQ(rows(), "h");
}

TEST_F(RegionTruncation, IsRefusedAsHBaseRefusesIt) {
  Create(2);
  const Bytes name = catalog_.Regions("t")[0]->name();
  const std::string encoded = catalog_.Regions("t")[0]->encoded_name();
  auto& regions = catalog_->regions();
  EXPECT_EQ(regions.Truncate("hbase:meta,,1").message(), "Can't truncate region in catalog tables");
  EXPECT_EQ(regions.Truncate("x,,1.0123456789abcdef0123456789abcdef.").message(),
            "No RegionState found for 0123456789abcdef0123456789abcdef");
  EXPECT_EQ(regions.Truncate(ReplicaName(1)).code(), StatusCode::kInvalidArgument);
  Check(regions.SetOpen(name, false));
  EXPECT_EQ(regions.Truncate(name).message(), encoded + " is not OPEN; state=CLOSED");
  Enable(false);
  EXPECT_EQ(regions.Truncate(name).code(), StatusCode::kTableNotEnabled);
}

}  // namespace
}  // namespace basalt::catalog
