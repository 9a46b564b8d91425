// Calls on single regions that only HBase's own parts send, and those on replicas and MOB files.
#include <gmock/gmock.h>

#include "hbase/client.pb.h"
#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class RegionCallsTest : public ServiceTest {
 protected:
  template <typename Request>
  static Request On(const Bytes& name) {
    Request request;
    *request.mutable_region() = Specify(name);
    return request;
  }
  Bytes ReplicaOf(const catalog::Region& region) {
    model::RegionInfo info = region.info();
    info.replica_id = 1;
    return info.Name();
  }
  void CreateReplicated(const std::string& name) {
    TableDescriptor table = Describe(name);
    table.SetAttribute("REGION_REPLICATION", "2");
    Check(Master<pb::CreateTableResponse>("CreateTable", CreateRequest(table)).status());
  }
};

TEST_F(RegionCallsTest, StoreFiles) {
  Create("t", {"m"});
  Put("t", "a", "1");
  const auto files = [&](size_t index) {
    return Admin<pb::GetStoreFileResponse>(
               "GetStoreFile", On<pb::GetStoreFileRequest>(RegionOf("t", index)->name()))
        ->store_file_size();
  };
  EXPECT_EQ(files(0), 0);
  Check(context_.catalog().tables().Find(Name("t")).value()->CellsInAnyState()->Flush({}));
  EXPECT_EQ(files(0), 1);
  EXPECT_EQ(files(1), 0) << "no row of it is in the file";
  auto request = On<pb::GetStoreFileRequest>(RegionOf("t")->name());
  request.add_family("x");
  EXPECT_EQ(AdminError("GetStoreFile", request).message(), "No column family : x available");
}

TEST_F(RegionCallsTest, ClosedAndOpened) {
  Create("t");
  const auto region = RegionOf("t");
  auto close = On<pb::CloseRegionRequest>(region->name());
  close.set_serverstartcode(1);
  EXPECT_THAT(
      AdminError("CloseRegion", close).message(),
      testing::StartsWith("This RPC was intended for a different server with startCode: 1"));
  close.clear_serverstartcode();
  EXPECT_TRUE(Admin<pb::CloseRegionResponse>("CloseRegion", close)->closed());
  EXPECT_FALSE(region->online());
  EXPECT_EQ(AdminError("CloseRegion", close).message(),
            "The region " + region->encoded_name() + " is not online, and is not opening.");
  pb::OpenRegionRequest open;
  wire::FillRegionInfo(region->info(), *open.add_open_info()->mutable_region());
  model::RegionInfo unknown = region->info();
  unknown.region_id += 1;
  wire::FillRegionInfo(unknown, *open.add_open_info()->mutable_region());
  const auto opened = Admin<pb::OpenRegionResponse>("OpenRegion", open);
  EXPECT_THAT(
      opened->opening_state(),
      testing::ElementsAre(pb::OpenRegionResponse::OPENED, pb::OpenRegionResponse::FAILED_OPENING));
  EXPECT_TRUE(region->online());
  pb::WarmupRegionRequest warmup;
  wire::FillRegionInfo(region->info(), *warmup.mutable_regioninfo());
  Check(Admin<pb::WarmupRegionResponse>("WarmupRegion", warmup).status());
}

TEST_F(RegionCallsTest, MobFilesHaveARegionOfTheirOwn) {
  TableDescriptor table = Describe("t", {"plain"});
  FamilyDescriptor mob("mob");
  mob.SetMob(10);
  Check(table.AddFamily(mob));
  Check(Master<pb::CreateTableResponse>("CreateTable", CreateRequest(table)).status());
  const model::RegionInfo region{Name("t"), ".mob", {}};
  auto info = On<pb::GetRegionInfoRequest>(region.Name());
  info.set_compaction_state(true);
  const auto answer = Admin<pb::GetRegionInfoResponse>("GetRegionInfo", info);
  EXPECT_EQ(answer->compaction_state(), pb::GetRegionInfoResponse::NONE);
  EXPECT_EQ(answer->region_info().start_key(), ".mob");
  auto compact = On<pb::CompactRegionRequest>(region.Name());
  Check(Admin<pb::CompactRegionResponse>("CompactRegion", compact).status());
  compact.set_family("mob");
  compact.set_major(true);
  Check(Admin<pb::CompactRegionResponse>("CompactRegion", compact).status());
  compact.set_family("plain");
  EXPECT_EQ(AdminError("CompactRegion", compact).message(),
            "Column family plain is not a mob column family");
  Create("u");
  const model::RegionInfo none{Name("u"), ".mob", {}};
  EXPECT_EQ(AdminError("CompactRegion", On<pb::CompactRegionRequest>(none.Name())).message(),
            "No mob column families are assigned in the mob compaction");
}

TEST_F(RegionCallsTest, AnswersOfReplicasMayBeStale) {
  CreateReplicated("t");
  Put("t", "r", "v");
  auto get = On<pb::GetRequest>(RegionOf("t")->name());
  get.mutable_get()->set_row("r");
  EXPECT_FALSE(Ask<pb::GetResponse>("ClientService", "Get", get)->result().stale());
  *get.mutable_region() = Specify(ReplicaOf(*RegionOf("t")));
  const auto answer = Ask<pb::GetResponse>("ClientService", "Get", get);
  Check(answer.status());
  EXPECT_TRUE(answer->result().stale());
  EXPECT_EQ(answer->result().cell_size(), 1);
  EXPECT_EQ(
      Admin<pb::GetOnlineRegionResponse>("GetOnlineRegion", pb::EmptyMsg())->region_info_size(), 4)
      << "meta, namespace, the region and its replica";
  const auto flushed = Admin<pb::FlushRegionResponse>(
      "FlushRegion", On<pb::FlushRegionRequest>(ReplicaOf(*RegionOf("t"))));
  EXPECT_FALSE(flushed->flushed());
  Check(Admin<pb::CompactRegionResponse>("CompactRegion",
                                         On<pb::CompactRegionRequest>(ReplicaOf(*RegionOf("t"))))
            .status());
}

TEST_F(RegionCallsTest, TruncatedRegions) {
  Create("t", {"m"});
  Put("t", "a", "1");
  Put("t", "z", "1");
  pb::TruncateRegionRequest request;
  wire::FillRegionInfo(RegionOf("t", 1)->info(), *request.mutable_region_info());
  const auto done = Master<pb::TruncateRegionResponse>("TruncateRegion", request);
  Check(done.status());
  EXPECT_FALSE(ResultOf(done->proc_id()).has_exception());
  const auto cells = (*context_.catalog().tables().Find(Name("t")))->CellsInAnyState();
  EXPECT_TRUE(cells->Get(Get("z"))->empty());
  EXPECT_FALSE(cells->Get(Get("a"))->empty());
  Disable("t");
  EXPECT_EQ(MasterError("TruncateRegion", request).code(), StatusCode::kTableNotEnabled);
}

}  // namespace
}  // namespace basalt::server
