#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class MasterRegionsTest : public ServiceTest {
 protected:
  pb::SplitTableRegionRequest SplitRequest(const catalog::Region& region, const Bytes& row = {}) {
    pb::SplitTableRegionRequest request;
    wire::FillRegionInfo(region.info(), *request.mutable_region_info());
    if (!row.empty()) request.set_split_row(row);
    return request;
  }
  static pb::RegionSpecifier Encoded(const catalog::Region& region) {
    pb::RegionSpecifier specifier;
    specifier.set_type(pb::RegionSpecifier::ENCODED_REGION_NAME);
    specifier.set_value(region.encoded_name());
    return specifier;
  }
  size_t CountRegions(const std::string& table) {
    return context_.catalog().regions().Of(Name(table))->size();
  }
};

TEST_F(MasterRegionsTest, SplitsAtARow) {
  Create("t");
  clock_.Advance(1);
  const auto parent = RegionOf("t");
  const auto response =
      Master<pb::SplitTableRegionResponse>("SplitRegion", SplitRequest(*parent, "m"));
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(ResultOf(response->proc_id()).state(), pb::GetProcedureResultResponse::FINISHED);
  ASSERT_EQ(CountRegions("t"), 2U);
  EXPECT_EQ(RegionOf("t", 1)->info().start_key, "m");
  EXPECT_GT(RegionOf("t", 0)->info().region_id, parent->info().region_id);
  // Its name is of no use any more.
  const Status again = MasterError("SplitRegion", SplitRequest(*parent, "x"));
  EXPECT_EQ(again.code(), StatusCode::kUnknownRegion) << again.ToString();
}

TEST_F(MasterRegionsTest, SplitsInTheMiddle) {
  Create("t");
  for (const char* row : {"a", "b", "c", "d"}) Put("t", row, std::string(100, 'x'));
  clock_.Advance(1);
  Check(Master<pb::SplitTableRegionResponse>("SplitRegion", SplitRequest(*RegionOf("t"))).status());
  EXPECT_EQ(CountRegions("t"), 2U);
}

TEST_F(MasterRegionsTest, SplitsThatCannotBe) {
  Create("t", {"m"});
  const auto first = RegionOf("t", 0);
  const auto second = RegionOf("t", 1);
  const auto error = [&](const catalog::Region& region, const Bytes& row) {
    const Status status = MasterError("SplitRegion", SplitRequest(region, row));
    EXPECT_EQ(status.code(), StatusCode::kDoNotRetry) << status.ToString();
    return status.message();
  };
  EXPECT_EQ(error(*second, "m"), "Split row is equal to startkey: m");
  EXPECT_TRUE(error(*first, "z")
                  .starts_with("Split row is not inside region key range splitKey:z region: "));
  EXPECT_TRUE(error(*first, "")
                  .starts_with("Region not splittable because bestSplitPoint = null, maybe table "
                               "is too small for auto "
                               "split."));
  context_.catalog().regions().split_switch() = false;
  EXPECT_EQ(error(*first, "c"),
            "Split region " + first->name() + " failed due to split switch off");
  context_.catalog().regions().split_switch() = true;
  Disable("t");
  EXPECT_EQ(MasterError("SplitRegion", SplitRequest(*first, "c")).code(),
            StatusCode::kTableNotEnabled);
  const auto meta = RegionOf("hbase:meta");
  EXPECT_EQ(error(*meta, "c"), "1588230740 NOT splittable");
}

TEST_F(MasterRegionsTest, SplitAndMergeCanBeOffForATable) {
  TableDescriptor table = Describe("t");
  table.SetAttribute("SPLIT_ENABLED", "false").SetAttribute("MERGE_ENABLED", "false");
  Check(Master<pb::CreateTableResponse>("CreateTable", CreateRequest(table, {"m"})).status());
  const auto first = RegionOf("t");
  EXPECT_EQ(MasterError("SplitRegion", SplitRequest(*first, "c")).message(),
            "Split region " + first->name() + " failed as region split is disabled for the table");
  pb::MergeTableRegionsRequest request;
  *request.add_region() = Encoded(*first);
  *request.add_region() = Encoded(*RegionOf("t", 1));
  EXPECT_EQ(MasterError("MergeTableRegions", request).message(),
            "Merge of [" + first->encoded_name() + ", " + RegionOf("t", 1)->encoded_name() +
                "] failed as region merge is disabled for the table");
}

TEST_F(MasterRegionsTest, Merges) {
  Create("t", {"g", "p"});
  pb::MergeTableRegionsRequest request;
  *request.add_region() = Encoded(*RegionOf("t", 0));
  *request.add_region() = Encoded(*RegionOf("t", 2));
  EXPECT_EQ(MasterError("MergeTableRegions", request).code(), StatusCode::kMergeRegion);
  *request.mutable_region(1) = Encoded(*RegionOf("t", 0));
  EXPECT_EQ(MasterError("MergeTableRegions", request).code(), StatusCode::kMergeRegion);
  *request.mutable_region(1) = Encoded(*RegionOf("t", 1));
  context_.catalog().regions().merge_switch() = false;
  EXPECT_EQ(MasterError("MergeTableRegions", request).code(), StatusCode::kDoNotRetry);
  context_.catalog().regions().merge_switch() = true;
  clock_.Advance(1);
  const auto response = Master<pb::MergeTableRegionsResponse>("MergeTableRegions", request);
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_FALSE(ResultOf(response->proc_id()).has_exception());
  EXPECT_EQ(CountRegions("t"), 2U);
  EXPECT_EQ(RegionOf("t", 1)->info().start_key, "p");
  request.mutable_region(0)->set_value("0123456789abcdef0123456789abcdef");
  const Status unknown = MasterError("MergeTableRegions", request);
  EXPECT_EQ(unknown.code(), StatusCode::kUnknownRegion);
  EXPECT_EQ(unknown.message(), "0123456789abcdef0123456789abcdef");
}

TEST_F(MasterRegionsTest, RegionsAreClosedAndOpenedByHand) {
  Create("t");
  const auto region = RegionOf("t");
  pb::AssignRegionRequest assign;
  *assign.mutable_region() = Specify(region->name());
  EXPECT_EQ(MasterError("AssignRegion", assign).code(), StatusCode::kRegionState);  // it is open
  pb::UnassignRegionRequest unassign;
  *unassign.mutable_region() = Specify(region->name());
  Check(Master<pb::UnassignRegionResponse>("UnassignRegion", unassign).status());
  EXPECT_FALSE(region->online());
  EXPECT_EQ(context_.catalog().regions().Find(region->name()).status().code(),
            StatusCode::kNotServingRegion);
  Check(Master<pb::AssignRegionResponse>("AssignRegion", assign).status());
  EXPECT_TRUE(region->online());
  pb::OfflineRegionRequest offline;
  *offline.mutable_region() = Specify("unknown");
  EXPECT_EQ(MasterError("OfflineRegion", offline).code(), StatusCode::kUnknownRegion);
  *offline.mutable_region() = Specify("hbase:meta,,1");
  EXPECT_EQ(MasterError("OfflineRegion", offline).code(), StatusCode::kNotSupported);
  Disable("t");
  EXPECT_EQ(MasterError("AssignRegion", assign).code(), StatusCode::kDoNotRetry);
}

TEST_F(MasterRegionsTest, MovesGoNowhere) {
  Create("t");
  pb::MoveRegionRequest request;
  *request.mutable_region() = Encoded(*RegionOf("t"));
  Check(Master<pb::MoveRegionResponse>("MoveRegion", request).status());
  EXPECT_TRUE(RegionOf("t")->online());
  request.mutable_region()->set_value("0123456789abcdef0123456789abcdef");
  EXPECT_EQ(MasterError("MoveRegion", request).code(), StatusCode::kUnknownRegion);
}

TEST_F(MasterRegionsTest, AClosedRegionIsClosedInMeta) {
  Create("t");
  const auto region = RegionOf("t");
  const auto state = [&] {
    const auto meta = *context_.catalog().tables().Find(model::MetaTableName());
    const auto row = meta->CellsInAnyState()->Get(Get(region->name()));
    return std::string(row->GetValue("info", "state").value_or("none"));
  };
  EXPECT_EQ(state(), "OPEN");
  pb::UnassignRegionRequest unassign;
  *unassign.mutable_region() = Specify(region->name());
  Check(Master<pb::UnassignRegionResponse>("UnassignRegion", unassign).status());
  EXPECT_EQ(state(), "CLOSED");
  pb::AssignRegionRequest assign;
  *assign.mutable_region() = Encoded(*region);
  Check(Master<pb::AssignRegionResponse>("AssignRegion", assign).status());
  EXPECT_EQ(state(), "OPEN");
}

}  // namespace
}  // namespace basalt::server
