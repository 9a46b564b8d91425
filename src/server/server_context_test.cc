#include "server/server_context.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/testing.h"
#include "server/backup_jobs.h"

namespace basalt::server {
namespace {

class ServerContextTest : public testing::Test {
 protected:
  ServerContextTest() { config_.data_dir = directory_.Sub("data"); }

  std::unique_ptr<ServerContext> Open() {
    auto context = ServerContext::Open(
        config_, [this](std::string reason) { stops_.push_back(std::move(reason)); });
    EXPECT_TRUE(context.ok()) << context.status().ToString();
    return context.ok() ? std::move(context).value() : nullptr;
  }

  base::TempDir directory_;
  ServerConfig config_;
  std::vector<std::string> stops_;
};

TEST_F(ServerContextTest, TheClusterIdStaysWithTheDirectory) {
  auto context = Open();
  ASSERT_NE(context, nullptr);
  const std::string id = context->identity().cluster_id;
  EXPECT_EQ(id.size(), 36U);
  context.reset();
  context = Open();
  ASSERT_NE(context, nullptr);
  EXPECT_EQ(context->identity().cluster_id, id);
}

TEST_F(ServerContextTest, ADirectoryThatIsOpenIsRefused) {
  const auto context = Open();
  ASSERT_NE(context, nullptr);
  const auto second = ServerContext::Open(config_, [](const std::string&) {});
  EXPECT_EQ(second.status().code(), StatusCode::kLocked);
}

TEST_F(ServerContextTest, StopEndsBackgroundWorkAndLeavesThePartsUsable) {
  const auto context = Open();
  ASSERT_NE(context, nullptr);
  bool ran = false;
  ASSERT_TRUE(context->background().Submit([&ran] { ran = true; }));
  context->Stop();
  EXPECT_TRUE(ran) << "what was accepted is done";
  EXPECT_FALSE(context->background().Submit([] {}));
  EXPECT_EQ(context->backups().Start({.directory = directory_.Sub("b")}).status().code(),
            StatusCode::kCancelled);
  EXPECT_FALSE(context->catalog().tables().List(true).empty()) << "calls under way can end";
  context->Stop();  // once more: nothing to do
}

TEST_F(ServerContextTest, ClientsAreToldTheAdvertisedAddress) {
  auto context = Open();
  ASSERT_NE(context, nullptr);
  context->SetPorts(1, 2);
  ConnectionInfo connection;
  connection.dialled_host = "10.0.0.1";
  EXPECT_EQ(context->MasterName(connection).host_name(), "10.0.0.1");
  EXPECT_EQ(context->MasterName(connection).port(), 1U);
  EXPECT_EQ(context->RegionServerName(connection).port(), 2U);
  config_.advertise_host = "db.example.org";
  config_.advertise_rpc_port = 30020;
  context.reset();
  context = Open();
  ASSERT_NE(context, nullptr);
  EXPECT_EQ(context->RegionServerName(connection).host_name(), "db.example.org");
  EXPECT_EQ(context->RegionServerName(connection).port(), 30020U);
  EXPECT_EQ(ToText(context->RegionServerName(connection)),
            "db.example.org,30020," + std::to_string(context->identity().start_code));
}

TEST_F(ServerContextTest, AStopThatIsAskedForReachesTheOwner) {
  const auto context = Open();
  ASSERT_NE(context, nullptr);
  context->RequestStop("for maintenance");
  EXPECT_EQ(stops_, std::vector<std::string>{"for maintenance"});
}

}  // namespace
}  // namespace basalt::server
