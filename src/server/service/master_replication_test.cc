// Replication peers. The messages are those of Apache HBase 2.6.4.
#include <gmock/gmock.h>

#include "hbase/replication.pb.h"
#include "server/service/master_fixture.h"
#include "server/service/peer_config.h"

namespace basalt::server {
namespace {

class MasterReplicationTest : public ServiceTest {
 protected:
  static constexpr char kKey[] = "there:2181:/hbase";

  static pb::AddReplicationPeerRequest AddRequest(const std::string& id) {
    pb::AddReplicationPeerRequest request;
    request.set_peer_id(id);
    request.mutable_peer_config()->set_clusterkey(kKey);
    request.mutable_peer_state()->set_state(pb::ReplicationState::ENABLED);
    return request;
  }
  // The outcome's message.
  template <typename Request>
  std::string Outcome(std::string_view method, const Request& request) {
    const auto response = Master<pb::ReplicationPeerChangeResponse>(method, request);
    if (!response.ok()) return response.status().ToString();
    return ResultOf(response->proc_id()).exception().generic_exception().message();
  }
  template <typename Request>
  std::string Change(std::string_view method, const std::string& id) {
    Request request;
    request.set_peer_id(id);
    return Outcome(method, request);
  }
  Result<pb::ReplicationPeer> ConfigOf(const std::string& id) {
    pb::GetReplicationPeerConfigRequest request;
    request.set_peer_id(id);
    BASALT_ASSIGN_OR_RETURN(const auto response, Master<pb::GetReplicationPeerConfigResponse>(
                                                     "GetReplicationPeerConfig", request));
    return response.peer_config();
  }
  bool Enabled(const std::string& id) {
    pb::GetReplicationPeerStateRequest request;
    request.set_peer_id(id);
    return Master<pb::GetReplicationPeerStateResponse>("IsReplicationPeerEnabled", request)
        ->is_enabled();
  }
  std::vector<std::string> Ids(const std::string& regex = {}) {
    pb::ListReplicationPeersRequest request;
    if (!regex.empty()) request.set_regex(regex);
    const auto response = Master<pb::ListReplicationPeersResponse>("ListReplicationPeers", request);
    std::vector<std::string> ids;
    for (const auto& peer : response->peer_desc()) ids.push_back(peer.id());
    return ids;
  }
};

TEST_F(MasterReplicationTest, PeersAreKept) {
  EXPECT_EQ(Outcome("AddReplicationPeer", AddRequest("1")), "");
  EXPECT_EQ(Outcome("AddReplicationPeer", AddRequest("1")), "Replication peer 1 already exists");
  EXPECT_EQ(Outcome("AddReplicationPeer", AddRequest("12")), "");
  EXPECT_THAT(Ids(), testing::ElementsAre("1", "12"));
  EXPECT_THAT(Ids("1"), testing::ElementsAre("1"));
  pb::ListReplicationPeersRequest broken;
  broken.set_regex("(");
  EXPECT_EQ(MasterError("ListReplicationPeers", broken).code(), StatusCode::kInvalidArgument);
  const auto config = ConfigOf("1");
  EXPECT_EQ(config->clusterkey(), kKey);
  EXPECT_TRUE(config->replicate_all());
  EXPECT_TRUE(config->has_bandwidth() && config->has_serial());
  EXPECT_TRUE(Enabled("1"));
  EXPECT_EQ(Change<pb::DisableReplicationPeerRequest>("DisableReplicationPeer", "1"), "");
  EXPECT_FALSE(Enabled("1"));
  EXPECT_EQ(Change<pb::EnableReplicationPeerRequest>("EnableReplicationPeer", "1"), "");
  EXPECT_EQ(Change<pb::RemoveReplicationPeerRequest>("RemoveReplicationPeer", "1"), "");
  EXPECT_EQ(Change<pb::RemoveReplicationPeerRequest>("RemoveReplicationPeer", "1"), "1");
  EXPECT_EQ(ConfigOf("1").status().code(), StatusCode::kPeerNotFound);
  pb::GetReplicationPeerStateRequest state;
  state.set_peer_id("1");
  EXPECT_EQ(MasterError("IsReplicationPeerEnabled", state).message(),
            "Replication Peer of 1 does not exist.");
  EXPECT_EQ(Master<pb::GetReplicationPeerModificationProceduresResponse>(
                "GetReplicationPeerModificationProcedures", pb::EmptyMsg())
                ->procedure_size(),
            0);
}

TEST_F(MasterReplicationTest, UpdatesKeepOldSettings) {
  auto add = AddRequest("1");
  auto* setting = add.mutable_peer_config()->add_configuration();
  setting->set_name("a");
  setting->set_value("1");
  EXPECT_EQ(Outcome("AddReplicationPeer", add), "");
  pb::UpdateReplicationPeerConfigRequest update;
  update.set_peer_id("1");
  update.mutable_peer_config()->set_clusterkey(kKey);
  update.mutable_peer_config()->set_bandwidth(5);
  setting = update.mutable_peer_config()->add_configuration();
  setting->set_name("b");
  setting->set_value("2");
  EXPECT_EQ(Outcome("UpdateReplicationPeerConfig", update), "");
  EXPECT_EQ(ConfigOf("1")->bandwidth(), 5);
  EXPECT_EQ(ConfigOf("1")->configuration_size(), 2);
  update.mutable_peer_config()->set_clusterkey("other:2181:/hbase");
  EXPECT_EQ(Outcome("UpdateReplicationPeerConfig", update),
            "Changing the cluster key on an existing peer is not allowed. Existing key "
            "'there:2181:/hbase' for peer 1 does not match new key 'other:2181:/hbase'");
  update.set_peer_id("9");
  EXPECT_EQ(Outcome("UpdateReplicationPeerConfig", update), "9");
}

TEST_F(MasterReplicationTest, TheSwitchStopsChanges) {
  pb::ReplicationPeerModificationSwitchRequest off;
  off.set_on(false);
  EXPECT_TRUE(Master<pb::ReplicationPeerModificationSwitchResponse>(
                  "ReplicationPeerModificationSwitch", off)
                  ->previous_value());
  EXPECT_FALSE(Master<pb::IsReplicationPeerModificationEnabledResponse>(
                   "IsReplicationPeerModificationEnabled", pb::EmptyMsg())
                   ->enabled());
  const Status status = MasterError("AddReplicationPeer", AddRequest("1"));
  EXPECT_EQ(status.code(), StatusCode::kIoError);
  EXPECT_EQ(status.message(), "Replication peer modification disabled");
}

TEST_F(MasterReplicationTest, NotToItself) {
  context_.SetZookeeperPort(2181);
  auto add = AddRequest("1");
  for (const char* host : {"localhost", "db.example.org"}) {
    const std::string key = std::string(host) + ":2181:/hbase";
    add.mutable_peer_config()->set_clusterkey(key);
    EXPECT_EQ(Outcome("AddReplicationPeer", add),
              "Invalid cluster key: " + key +
                  ", should not replicate to itself for HBaseInterClusterReplicationEndpoint");
  }
  for (const char* key : {"localhost:2182:/hbase", "localhost:2181:/other"}) {
    add.mutable_peer_config()->set_clusterkey(key);
    EXPECT_EQ(Outcome("AddReplicationPeer", add), "");
    EXPECT_EQ(Change<pb::RemoveReplicationPeerRequest>("RemoveReplicationPeer", "1"), "");
  }
}

TEST(PeerConfig, ClusterKeys) {
  const auto check = [](const std::string& key) {
    pb::ReplicationPeer config;
    config.set_clusterkey(key);
    return CheckPeerConfig(WithDefaults(config),
                           [](const ClusterKey& parsed) {
                             return parsed.host == "me" && parsed.port == 7 &&
                                    parsed.parent == "/hbase";
                           })
        .message();
  };
  for (const char* key : {"h:2181:/hbase", "a,b,c:2181:/hbase", "a:1,b:2:2181:/x/y"}) {
    EXPECT_EQ(check(key), "") << key;
  }
  for (const char* key :
       {"", "x", "h:2181", "h:2181:/hbase/", "h:2181:hbase", "hbase+rpc://h:1", "h:2181:/"}) {
    EXPECT_EQ(check(key), std::string("Invalid cluster key: ") + key);
  }
  EXPECT_EQ(check("h:x:/hbase"), "java.lang.NumberFormatException: For input string: \"x\"");
  for (const char* key : {"me:7:/hbase", "me,b:7:/hbase", "me:7,b:8:2181:/hbase"}) {
    EXPECT_THAT(check(key), testing::HasSubstr("should not replicate to itself")) << key;
  }
}

TEST(PeerConfig, ScopesAndClasses) {
  pb::ReplicationPeer config;
  config.set_clusterkey("h:2181:/hbase");
  const auto check = [&config] {
    return CheckPeerConfig(WithDefaults(config), [](const ClusterKey&) { return false; }).message();
  };
  config.add_namespaces("n");
  EXPECT_EQ(check(),
            "Need clean namespaces or table-cfs config firstly when you want replicate all "
            "cluster");
  config.set_replicate_all(false);
  EXPECT_EQ(check(), "");
  auto& table = *config.add_table_cfs()->mutable_table_name();
  table.set_namespace_("n");
  table.set_qualifier("t");
  EXPECT_EQ(check(), "Table-cfs n:t is conflict with namespaces n in peer config");
  config.clear_table_cfs();
  config.add_exclude_namespaces("m");
  EXPECT_EQ(check(),
            "Need clean exclude-namespaces or exclude-table-cfs config firstly when replicate_all "
            "flag is false");
  config.clear_exclude_namespaces();
  config.set_replicationendpointimpl("x.Y");
  EXPECT_EQ(check(), "Can not instantiate configured replication endpoint class=x.Y");
  config.clear_replicationendpointimpl();
  auto& filters = *config.add_configuration();
  filters.set_name("hbase.replication.source.custom.walentryfilters");
  filters.set_value("x.Y,z");
  EXPECT_EQ(check(),
            "Configured WALEntryFilter x.Y could not be created. Failing add/update peer "
            "operation.");
}

}  // namespace
}  // namespace basalt::server
