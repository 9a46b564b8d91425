#include "server/slow_log.h"

#include <gtest/gtest.h>

#include "base/testing.h"
#include "hbase/client.pb.h"
#include "server/net/call_shape.h"
#include "server/test_rpc.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

pb::SlowLogPayload CallOf(const std::string& region, const std::string& user,
                          pb::SlowLogPayload::Type type = pb::SlowLogPayload::SLOW_LOG) {
  pb::SlowLogPayload call;
  call.set_region_name(region);
  call.set_user_name(user);
  call.set_client_address("10.0.0.1:4711");
  call.set_type(type);
  return call;
}

std::string Users(const pb::SlowLogResponses& found) {
  std::string users;
  for (const auto& call : found.slow_log_payloads()) users += call.user_name() + " ";
  return users;
}

class SlowLogTest : public ::testing::Test {
 protected:
  base::ManualClock clock_{1000};
  SlowLog log_{{.entries = 4}, clock_};
};

TEST_F(SlowLogTest, KeepsTheNewest) {
  for (const char* user : {"a", "b", "c", "d", "e"}) log_.Add(CallOf("t,,1.", user));
  EXPECT_EQ(Users(log_.Find({})), "e d c b ");
  pb::SlowLogResponseRequest two;
  two.set_limit(2);
  EXPECT_EQ(Users(log_.Find(two)), "e d ");
  EXPECT_TRUE(log_.Clear());
  EXPECT_EQ(Users(log_.Find({})), "");
}

TEST_F(SlowLogTest, ListsByKind) {
  log_.Add(CallOf("t,,1.", "slow"));
  log_.Add(CallOf("t,,1.", "large", pb::SlowLogPayload::LARGE_LOG));
  log_.Add(CallOf("t,,1.", "both", pb::SlowLogPayload::ALL));
  pb::SlowLogResponseRequest request;
  EXPECT_EQ(Users(log_.Find(request)), "both slow ");
  request.set_log_type(pb::SlowLogResponseRequest::LARGE_LOG);
  EXPECT_EQ(Users(log_.Find(request)), "both large ");
}

TEST_F(SlowLogTest, FiltersAreAnyOrAll) {
  log_.Add(CallOf("t,,1.", "a"));
  log_.Add(CallOf("t,m,1.", "b"));
  log_.Add(CallOf("u,,1.", "b"));
  pb::SlowLogResponseRequest request;
  request.set_table_name("t");
  request.set_user_name("b");
  EXPECT_EQ(Users(log_.Find(request)), "b b a ");
  request.set_filter_by_operator(pb::SlowLogResponseRequest::AND);
  EXPECT_EQ(Users(log_.Find(request)), "b ");
  request.set_region_name("t,,1.");
  EXPECT_EQ(Users(log_.Find(request)), "");
  request.clear_user_name();
  EXPECT_EQ(Users(log_.Find(request)), "a ");
  pb::SlowLogResponseRequest client;
  client.set_client_address("10.0.0.1");
  EXPECT_EQ(Users(log_.Find(client)), "b b a ") << "without its port";
  client.set_client_address("10.0.0.1:4711");
  EXPECT_EQ(Users(log_.Find(client)), "b b a ");
  client.set_client_address("10.0.0.2");
  EXPECT_EQ(Users(log_.Find(client)), "");
}

TEST(SlowLogLimitsTest, ANegativeLimitIsNone) {
  base::ManualClock clock(1000);
  const SlowLog log({.slow_call_ms = -1, .large_response_bytes = 10}, clock);
  EXPECT_FALSE(log.IsSlow(1'000'000));
  EXPECT_FALSE(log.IsLarge(10));
  EXPECT_TRUE(log.IsLarge(11));
  SlowLog none({.entries = 0}, clock);
  none.Add(CallOf("t,,1.", "a"));
  EXPECT_EQ(Users(none.Find({})), "");
  EXPECT_FALSE(none.Clear());
}

TEST(CallShapeTest, ShowsRowsAndCountsButNoValues) {
  pb::SlowLogPayload shape;
  FillCallShape("ClientService.Mutate", PutRequest("t,,1.", "row", "secret"), shape);
  EXPECT_EQ(shape.region_name(), "t,,1.");
  EXPECT_EQ(shape.param(), "region= t,,1., row= row");
  EXPECT_EQ(shape.server_class(), "HRegionServer");
  EXPECT_EQ(shape.call_details(),
            "Mutate(org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos$MutateRequest)");

  pb::MultiRequest multi;
  auto& group = *multi.add_regionaction();
  *group.mutable_region() = Specifier("t,,1.");
  *group.add_action()->mutable_mutation() = PutRequest("t,,1.", "row", "secret").mutation();
  group.add_action()->mutable_get()->set_row("other");
  FillCallShape("ClientService.Multi", multi, shape);
  EXPECT_EQ(shape.param(), "region= t,,1., for 2 action(s)");
  EXPECT_EQ(shape.multi_gets(), 1);
  EXPECT_EQ(shape.multi_mutations(), 1);

  pb::ScanRequest scan;
  *scan.mutable_region() = Specifier("t,,1.");
  scan.mutable_scan()->set_start_row(std::string(5000, 'a'));
  scan.mutable_scan()->add_column()->set_family("f");
  FillCallShape("ClientService.Scan", scan, shape);
  EXPECT_EQ(shape.param().size(), 1024U) << "a log line has an end";
  EXPECT_TRUE(shape.param().starts_with("scan { column { family: \"f\" } start_row: \"aaa"));

  FillCallShape("MasterService.ListNamespaces", pb::EmptyMsg(), shape);
  EXPECT_EQ(shape.server_class(), "HMaster");
  EXPECT_EQ(shape.region_name(), "");
}

TEST(SlowLogCallsTest, LargeResponsesAreListedAndCleared) {
  ServerConfig config;
  config.rpc.slow_log.large_response_bytes = 1000;
  TestServer server(config);
  const Bytes region = server.CreateTable("t");
  TestClient client(server.port());
  client.Open("ClientService");
  pb::MutateResponse written;
  ASSERT_TRUE(
      client.Call("Mutate", PutRequest(region, "large", std::string(5000, 'v')), written).ok());
  ASSERT_TRUE(client.Call("Mutate", PutRequest(region, "small", "v"), written).ok());
  for (const char* row : {"large", "small"}) {
    pb::GetRequest get;
    *get.mutable_region() = Specifier(region);
    get.mutable_get()->set_row(row);
    pb::GetResponse response;
    ASSERT_TRUE(client.Call("Get", get, response).ok());
  }
  TestClient admin(server.port());
  admin.Open("AdminService");
  pb::SlowLogResponseRequest request;
  request.set_table_name("t");
  pb::SlowLogResponses found;
  ASSERT_TRUE(admin.Call("GetLargeLogResponses", request, found).ok());
  ASSERT_EQ(found.slow_log_payloads_size(), 1);
  const pb::SlowLogPayload& call = found.slow_log_payloads(0);
  EXPECT_EQ(call.method_name(), "Get");
  EXPECT_EQ(call.region_name(), region);
  EXPECT_EQ(call.user_name(), "tester");
  EXPECT_EQ(call.type(), pb::SlowLogPayload::LARGE_LOG);
  EXPECT_GT(call.response_size(), 5000);
  EXPECT_LT(call.response_size(), 5200);
  EXPECT_TRUE(call.client_address().starts_with("127.0.0.1:"));
  ASSERT_TRUE(admin.Call("GetSlowLogResponses", request, found).ok());
  EXPECT_EQ(found.slow_log_payloads_size(), 0);
  pb::ClearSlowLogResponses cleared;
  ASSERT_TRUE(admin.Call("ClearSlowLogsResponses", pb::EmptyMsg(), cleared).ok());
  EXPECT_TRUE(cleared.is_cleaned());
  ASSERT_TRUE(admin.Call("GetLargeLogResponses", request, found).ok());
  EXPECT_EQ(found.slow_log_payloads_size(), 0);
}

}  // namespace
}  // namespace basalt::server
