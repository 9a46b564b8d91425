#include "server/service/cluster_status.h"

#include <map>

#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class ClusterStatusTest : public ServiceTest {
 protected:
  pb::ClusterStatus StatusOf(std::initializer_list<pb::Option> options = {}) {
    pb::GetClusterStatusRequest request;
    for (const pb::Option option : options) request.add_options(option);
    return Master<pb::GetClusterStatusResponse>("GetClusterStatus", request)->cluster_status();
  }
  static std::map<std::string, pb::RegionStatesCount> CountsOf(const pb::ClusterStatus& status) {
    std::map<std::string, pb::RegionStatesCount> counts;
    for (const auto& count : status.table_region_states_count()) {
      counts[wire::ParseTableName(count.table_name())->ToString()] = count.region_states_count();
    }
    return counts;
  }
};

TEST_F(ClusterStatusTest, WithoutOptionsEverything) {
  const pb::ClusterStatus status = StatusOf();
  EXPECT_EQ(status.hbase_version().version(), "2.6.4");
  EXPECT_EQ(status.cluster_id().cluster_id(), context_.identity().cluster_id);
  EXPECT_EQ(ToText(status.master()), "db.example.org,16000,1700000000000");
  EXPECT_TRUE(status.balancer_on());
  ASSERT_EQ(status.servers_name_size(), 1);
  ASSERT_EQ(status.live_servers_size(), 1);
  EXPECT_EQ(ToText(status.live_servers(0).server()), ToText(status.servers_name(0)));
  EXPECT_EQ(status.dead_servers_size(), 0);
  ASSERT_EQ(status.master_tasks_size(), 1);
  EXPECT_TRUE(status.master_tasks(0).description().starts_with("Basalt "));
}

TEST_F(ClusterStatusTest, OptionsSelect) {
  const pb::ClusterStatus status = StatusOf({pb::CLUSTER_ID, pb::MASTER});
  EXPECT_TRUE(status.has_cluster_id());
  EXPECT_TRUE(status.has_master());
  EXPECT_FALSE(status.has_hbase_version());
  EXPECT_FALSE(status.has_balancer_on());
  EXPECT_EQ(status.live_servers_size(), 0);
  EXPECT_EQ(status.table_region_states_count_size(), 0);
  EXPECT_EQ(StatusOf({pb::TASKS}).live_servers_size(), 1);
}

// The shell's list_regions looks every region up by its whole name.
TEST_F(ClusterStatusTest, LoadsOfAllRegionsByWholeName) {
  Create("t", {"m"});
  Put("t", "a", "1");
  for (int i = 0; i < 3; ++i) RegionOf("t")->RecordRead("a", 0);
  for (int i = 0; i < 2; ++i) RegionOf("t")->RecordWrite(basalt::Put("a"));
  RegionOf("t")->RecordFilteredRead();
  std::map<Bytes, pb::RegionLoad> loads;
  const pb::ServerLoad server = StatusOf({pb::LIVE_SERVERS}).live_servers(0).server_load();
  for (const auto& load : server.region_loads()) {
    EXPECT_EQ(load.region_specifier().type(), pb::RegionSpecifier::REGION_NAME);
    loads[load.region_specifier().value()] = load;
  }
  EXPECT_TRUE(loads.contains("hbase:meta,,1"));
  ASSERT_TRUE(loads.contains(RegionOf("t", 1)->name()));
  const pb::RegionLoad& load = loads.at(RegionOf("t")->name());
  EXPECT_EQ(load.stores(), 1U);
  EXPECT_EQ(load.read_requests_count(), 3U);
  EXPECT_EQ(load.write_requests_count(), 2U);
  EXPECT_EQ(load.filtered_read_requests_count(), 1U);
  EXPECT_EQ(load.mem_store_size_mb(), 1U);  // less than one counts as one
  EXPECT_EQ(load.storefiles(), 0U);
}

TEST_F(ClusterStatusTest, ServerLoad) {
  context_.requests() = 50;
  clock_.Advance(10'000);
  const pb::ServerLoad load = StatusOf({pb::LIVE_SERVERS}).live_servers(0).server_load();
  EXPECT_EQ(load.total_number_of_requests(), 50U);
  EXPECT_EQ(load.number_of_requests(), 5U);
  EXPECT_GT(load.used_heap_mb(), 0U);
  EXPECT_GE(load.max_heap_mb(), load.used_heap_mb());
}

// The shell's alter waits until every region is open.
TEST_F(ClusterStatusTest, CountsOfRegions) {
  Create("t", {"m"});
  Create("off");
  Disable("off");
  RegionOf("t", 1)->set_online(false);
  const auto counts = CountsOf(StatusOf({pb::TABLE_TO_REGIONS_COUNT}));
  EXPECT_TRUE(counts.contains("hbase:meta"));
  EXPECT_EQ(counts.at("t").total_regions(), 2U);
  EXPECT_EQ(counts.at("t").open_regions(), 1U);
  EXPECT_EQ(counts.at("t").closed_regions(), 1U);
  EXPECT_EQ(counts.at("t").regions_in_transition(), 1U);
  EXPECT_EQ(counts.at("off").total_regions(), 0U);
}

TEST_F(ClusterStatusTest, MasterRuns) {
  EXPECT_TRUE(
      Master<pb::IsMasterRunningResponse>("IsMasterRunning", pb::EmptyMsg())->is_master_running());
  EXPECT_FALSE(Master<pb::IsInMaintenanceModeResponse>("IsMasterInMaintenanceMode", pb::EmptyMsg())
                   ->inmaintenancemode());
}

}  // namespace
}  // namespace basalt::server
