// Quotas on the way of calls: what clients of a server with quotas are told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hbase/quota.pb.h"
#include "server/test_rpc.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kThrottling = "org.apache.hadoop.hbase.quotas.RpcThrottlingException";

ServerConfig WithQuotas() {
  ServerConfig config;
  config.quotas.enabled = true;
  return config;
}

class CallQuotaTest : public ::testing::Test {
 protected:
  explicit CallQuotaTest(const ServerConfig& config = WithQuotas()) : server_(config) { Connect(); }

  void Connect() {
    client_ = std::make_unique<TestClient>(server_.port());
    client_->Open("ClientService");
    master_ = std::make_unique<TestClient>(server_.server().ports().master);
    master_->Open("MasterService");
  }
  static pb::SetQuotaRequest Throttle(const std::string& table, uint64_t limit,
                                      pb::ThrottleType type = pb::REQUEST_NUMBER) {
    pb::SetQuotaRequest request;
    request.mutable_table_name()->set_namespace_("default");
    request.mutable_table_name()->set_qualifier(table);
    request.mutable_throttle()->set_type(type);
    auto& quota = *request.mutable_throttle()->mutable_timed_quota();
    quota.set_soft_limit(limit);
    quota.set_time_unit(pb::HOURS);  // nothing comes back while the test runs
    quota.set_scope(pb::MACHINE);
    return request;
  }
  TestReply Set(const pb::SetQuotaRequest& request) {
    pb::SetQuotaResponse response;
    return master_->Call("SetQuota", request, response);
  }
  TestReply Get(const std::string& row) {
    pb::GetRequest request;
    *request.mutable_region() = Specifier(region_);
    request.mutable_get()->set_row(row);
    pb::GetResponse response;
    return client_->Call("Get", request, response);
  }
  TestReply Put(const std::string& row, size_t bytes = 1) {
    pb::MutateResponse response;
    return client_->Call("Mutate", PutRequest(region_, row, std::string(bytes, 'v')), response);
  }
  // How many gets work, of at most 20.
  int Gets() {
    for (int i = 0; i < 20; ++i) {
      const TestReply reply = Get("r");
      if (reply.ok()) continue;
      EXPECT_EQ(reply.exception(), kThrottling);
      EXPECT_FALSE(reply.header.exception().do_not_retry());
      return i;
    }
    return 20;
  }

  TestServer server_;
  std::unique_ptr<TestClient> client_;
  std::unique_ptr<TestClient> master_;
  Bytes region_ = server_.CreateTable("t");
};

TEST_F(CallQuotaTest, GetsAndPutsAreCounted) {
  ASSERT_TRUE(Set(Throttle("t", 5)).ok());
  EXPECT_TRUE(Put("r").ok());
  EXPECT_EQ(Gets(), 4);
  const TestReply refused = Put("r");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.header.exception().stack_trace(),
              StartsWith(std::string(kThrottling) + ": number of requests exceeded - wait 1"));
  server_.Restart();
  Connect();
  region_ = server_.RegionOf("t");
  EXPECT_EQ(Gets(), 5) << "the throttle survives a restart, with a full bucket";
}

TEST_F(CallQuotaTest, UsersAreThoseOfTheConnection) {
  pb::SetQuotaRequest request = Throttle("t", 2);
  request.clear_table_name();
  request.set_user_name("tester");
  ASSERT_TRUE(Set(request).ok());
  EXPECT_EQ(Gets(), 2);
  client_ = std::make_unique<TestClient>(server_.port());
  auto header = TestClient::Header("ClientService");
  header.mutable_user_info()->set_effective_user("other");
  client_->Open(header);
  EXPECT_EQ(Gets(), 20);
}

TEST_F(CallQuotaTest, AGroupOfABatchIsRefusedWhole) {
  const Bytes other = server_.CreateTable("u");
  ASSERT_TRUE(Set(Throttle("t", 2, pb::WRITE_NUMBER)).ok());
  pb::MultiRequest request;
  for (const Bytes& region : {region_, other}) {
    auto& group = *request.add_regionaction();
    *group.mutable_region() = Specifier(region);
    for (uint32_t i = 0; i < 2; ++i) {
      auto& action = *group.add_action();
      action.set_index(i);
      *action.mutable_mutation() = PutRequest(region, "r", "v").mutation();
    }
  }
  pb::MultiResponse response;
  ASSERT_TRUE(client_->Call("Multi", request, response).ok());
  EXPECT_FALSE(response.regionactionresult(0).has_exception());
  pb::MultiResponse again;
  ASSERT_TRUE(client_->Call("Multi", request, again).ok());
  EXPECT_EQ(again.regionactionresult(0).exception().name(), kThrottling);
  EXPECT_THAT(again.regionactionresult(0).exception().value(),
              HasSubstr("number of write requests exceeded - wait "));
  EXPECT_FALSE(again.regionactionresult(1).has_exception()) << "the other table has no quota";
  EXPECT_EQ(again.regionactionresult(1).resultorexception_size(), 2);
}

TEST_F(CallQuotaTest, ARefusedCallLeavesTheScannerWhereItIs) {
  for (const char* row : {"a", "b", "c"}) ASSERT_TRUE(Put(row).ok());
  ASSERT_TRUE(Set(Throttle("t", 2, pb::READ_NUMBER)).ok());
  pb::ScanRequest open;
  *open.mutable_region() = Specifier(region_);
  open.mutable_scan()->add_column()->set_family("f");
  open.set_number_of_rows(1);
  pb::ScanResponse opened;
  ASSERT_TRUE(client_->Call("Scan", open, opened).ok());
  pb::ScanRequest next;
  next.set_scanner_id(opened.scanner_id());
  next.set_number_of_rows(1);
  next.set_next_call_seq(0);
  pb::ScanResponse second;
  ASSERT_TRUE(client_->Call("Scan", next, second).ok());
  next.set_next_call_seq(1);
  pb::ScanResponse third;
  EXPECT_EQ(client_->Call("Scan", next, third).exception(), kThrottling);
  pb::SetQuotaRequest free = Throttle("t", 1);
  free.mutable_throttle()->Clear();
  ASSERT_TRUE(Set(free).ok());
  const TestReply reply = client_->Call("Scan", next, third);
  ASSERT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
  wire::CellBlockReader cells(wire::CellCodec::kKeyValue, reply.cells);
  const auto cell = cells.Next();
  ASSERT_TRUE(cell.ok());
  EXPECT_EQ(cell->row, "c");
}

TEST_F(CallQuotaTest, TheSwitchTurnsAllThrottlesOff) {
  ASSERT_TRUE(Set(Throttle("t", 1)).ok());
  pb::SwitchRpcThrottleRequest off;
  off.set_rpc_throttle_enabled(false);
  pb::SwitchRpcThrottleResponse before;
  ASSERT_TRUE(master_->Call("SwitchRpcThrottle", off, before).ok());
  EXPECT_TRUE(before.previous_rpc_throttle_enabled());
  EXPECT_EQ(Gets(), 20);
}

// Every call begins on an I/O thread, is given up there and run again.
class GivenUpCallQuotaTest : public CallQuotaTest {
 protected:
  GivenUpCallQuotaTest() : CallQuotaTest(NeverShort()) {}

  static ServerConfig NeverShort() {
    ServerConfig config = WithQuotas();
    config.rpc.short_call.time_us = 0;
    config.rpc.short_call.cells = 0;
    config.rpc.short_call.bytes = 0;
    return config;
  }
};

TEST_F(GivenUpCallQuotaTest, ACallThatIsRunTwiceCostsOnce) {
  ASSERT_TRUE(Put("r", 1000).ok());
  ASSERT_TRUE(Set(Throttle("t", 7)).ok());
  EXPECT_EQ(Gets(), 7);
}

}  // namespace
}  // namespace basalt::server
