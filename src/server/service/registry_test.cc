#include "hbase/registry.pb.h"
#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class RegistryTest : public ServiceTest {
 protected:
  template <typename Response, typename Request>
  Response Registry(std::string_view method, const Request& request) {
    return *Ask<Response>("ClientMetaService", method, request);
  }
};

TEST_F(RegistryTest, ClusterId) {
  EXPECT_EQ(
      Registry<pb::GetClusterIdResponse>("GetClusterId", pb::GetClusterIdRequest()).cluster_id(),
      context_.identity().cluster_id);
}

TEST_F(RegistryTest, MastersAreThoseTheClientDialled) {
  const auto active =
      Registry<pb::GetActiveMasterResponse>("GetActiveMaster", pb::GetActiveMasterRequest());
  EXPECT_EQ(ToText(active.server_name()), "db.example.org,16000,1700000000000");
  connection_.dialled_host = "127.0.0.1";
  const auto masters = Registry<pb::GetMastersResponse>("GetMasters", pb::GetMastersRequest());
  ASSERT_EQ(masters.master_servers_size(), 1);
  EXPECT_TRUE(masters.master_servers(0).is_active());
  EXPECT_EQ(ToText(masters.master_servers(0).server_name()), "127.0.0.1,16000,1700000000000");
}

TEST_F(RegistryTest, MetaIsOnTheRegionServer) {
  const auto response = Registry<pb::GetMetaRegionLocationsResponse>(
      "GetMetaRegionLocations", pb::GetMetaRegionLocationsRequest());
  ASSERT_EQ(response.meta_locations_size(), 1);
  const pb::RegionLocation& location = response.meta_locations(0);
  EXPECT_EQ(ToText(location.server_name()), "db.example.org,16020,1700000000000");
  EXPECT_EQ(location.seq_num(), -1);
  EXPECT_EQ(location.region_info().region_id(), 1U);
  EXPECT_EQ(location.region_info().table_name().namespace_(), "hbase");
  EXPECT_EQ(location.region_info().table_name().qualifier(), "meta");
  EXPECT_TRUE(location.region_info().has_start_key());
  EXPECT_TRUE(location.region_info().has_replica_id());
}

TEST_F(RegistryTest, BootstrapNodesAreRegionServers) {
  const auto nodes =
      Registry<pb::GetBootstrapNodesResponse>("GetBootstrapNodes", pb::GetBootstrapNodesRequest());
  ASSERT_EQ(nodes.server_name_size(), 1);
  EXPECT_EQ(nodes.server_name(0).port(), 16020U);
  const auto all = Ask<pb::GetAllBootstrapNodesResponse>(
      "BootstrapNodeService", "GetAllBootstrapNodes", pb::GetAllBootstrapNodesRequest());
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all->node_size(), 1);
  EXPECT_EQ(all->node(0).host_name(), "db.example.org");
}

}  // namespace
}  // namespace basalt::server
