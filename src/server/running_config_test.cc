// Settings that are read again while the server runs.
#include "server/running_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/region_chores.h"
#include "server/service/master_fixture.h"
#include "server/test_rpc.h"
#include "store/disk_space.h"
#include "store/maintenance.h"

namespace basalt::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RunningConfig, TakesOverWhatMayChange) {
  RunningConfig config{ServerConfig()};
  const auto before = config.Get();
  ServerConfig fresh;
  fresh.snapshot_ttl_s = 7;
  fresh.log_level = "debug";
  fresh.rpc_port = 1;
  fresh.data_dir = "/elsewhere";
  const ConfigChanges changes = config.Update(fresh);
  EXPECT_THAT(changes.applied,
              ElementsAre("snapshot.ttl_s: 0 -> 7", "log.level: \"info\" -> \"debug\""));
  EXPECT_THAT(changes.need_restart,
              ElementsAre("server.data_dir: \"./basalt-data\" -> \"/elsewhere\"",
                          "server.rpc_port: 16020 -> 1"));
  EXPECT_EQ(config.Get()->snapshot_ttl_s, 7);
  EXPECT_EQ(config.Get()->log_level, "debug");
  EXPECT_EQ(config.Get()->rpc_port, 16020);
  EXPECT_EQ(before->snapshot_ttl_s, 0) << "who holds the settings of a moment keeps them";
  // Those that need a restart are named each time, until it has happened.
  EXPECT_THAT(config.Update(fresh).applied, IsEmpty());
  EXPECT_EQ(config.Update(fresh).need_restart.size(), 2U);
}

class ReconfigureTest : public ServiceTest {};

TEST_F(ReconfigureTest, ReachesThePartsOfTheServer) {
  config_.splits.max_file_bytes = 12345;
  config_.store.compaction_lower_bytes_per_s = 1 << 20;
  config_.store.compaction_higher_bytes_per_s = 1 << 20;
  config_.store.disk_limit = {.bytes = uint64_t{1} << 60};
  context_.Reconfigure(config_);
  EXPECT_EQ(context_.catalog().regions().split_settings().max_file_bytes, 12345);
  EXPECT_EQ(store::CompactionRate(context_.store()), uint64_t{1} << 20);
  EXPECT_TRUE(context_.store().disk_space().Look()) << "no disk has that much room";
  EXPECT_TRUE(context_.store().disk_space().low());
  config_.store.compaction_lower_bytes_per_s = 0;
  config_.store.disk_limit = {};
  context_.Reconfigure(config_);
  EXPECT_EQ(store::CompactionRate(context_.store()), 0U) << "no limit";
  EXPECT_TRUE(context_.store().disk_space().Look());
  EXPECT_FALSE(context_.store().disk_space().low());
}

// It answered OK and did nothing before.
TEST(UpdateConfiguration, ReadsTheSettingsAgain) {
  Result<ServerConfig> next = ServerConfig();
  base::TempDir directory;
  ServerConfig config;
  config.data_dir = directory.Sub("data");
  config.rpc_port = config.master_port = config.zookeeper_port = 0;
  next = config;
  auto server = Server::Start(config, [&next] { return next; });
  ASSERT_TRUE(server.ok()) << server.status().ToString();
  TestClient admin((*server)->ports().rpc);
  admin.Open("AdminService");
  TestClient client((*server)->ports().rpc);
  client.Open("MasterService");
  hbase::pb::UpdateConfigurationResponse updated;
  hbase::pb::StopMasterResponse stopped;
  const hbase::pb::StopMasterRequest stop;
  const hbase::pb::UpdateConfigurationRequest update;
  const TestReply refused = client.Call("StopMaster", stop, stopped);
  EXPECT_EQ(refused.exception(), "org.apache.hadoop.hbase.security.AccessDeniedException");
  EXPECT_TRUE(refused.header.exception().do_not_retry());

  next = Status(StatusCode::kInvalidArgument, "basalt.toml:1: unknown key");
  const TestReply wrong = admin.Call("UpdateConfiguration", update, updated);
  EXPECT_EQ(wrong.exception(), "org.apache.hadoop.hbase.DoNotRetryIOException");
  EXPECT_NE(wrong.header.exception().stack_trace().find("basalt.toml:1: unknown key"),
            std::string::npos);
  EXPECT_FALSE(client.Call("StopMaster", stop, stopped).ok()) << "nothing has changed";

  config.allow_stop_by_rpc = true;
  next = config;
  EXPECT_TRUE(admin.Call("UpdateConfiguration", update, updated).ok());
  EXPECT_TRUE(client.Call("StopMaster", stop, stopped).ok());
  (*server)->Wait();
  (*server)->Stop();
  EXPECT_EQ((*server)->Reload().code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace basalt::server
