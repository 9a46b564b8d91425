// Where calls run: on the thread that read them, or in the pool, out of the way of those behind.
#include "server/net/rpc_server.h"

#include <future>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hbase/client.pb.h"
#include "server/test_rpc.h"

namespace basalt::server {
namespace {

// Long, so that a failing test ends and a busy machine does not fail it.
constexpr std::chrono::seconds kPatience{30};

class RpcServerTest : public ::testing::Test {
 protected:
  using Request = hbase::pb::GetRequest;
  using Response = hbase::pb::GetResponse;

  // Calls of `lane` wait until a call of "Release" has been answered, and tell whether it has.
  void Serve(Lane lane) {
    verbs_.Add<Request, Response>(
        "ClientService", "Wait", lane, [this](const Call&, const Request&, Response&, Bytes&) {
          const bool released =
              released_.get_future().wait_for(kPatience) == std::future_status::ready;
          return released ? Status() : Status(StatusCode::kIoError, "nobody came by");
        });
    verbs_.Add<Request, Response>("ClientService", "Release", Lane::kInline,
                                  [this](const Call&, const Request&, Response&, Bytes&) {
                                    released_.set_value();
                                    return Status();
                                  });
    // The row says on which thread it was answered.
    verbs_.Add<Request, Response>(
        "ClientService", "Where", lane,
        [](const Call&, const Request&, Response& response, Bytes&) {
          const auto id = std::hash<std::thread::id>()(std::this_thread::get_id());
          response.mutable_result()->add_cell()->set_row(std::to_string(id));
          return Status();
        });
    // Like "Wait", but it knows only when it runs that it has to wait.
    verbs_.Add<Request, Response>(
        "ClientService", "FindOut", lane,
        [this](const Call& call, const Request& request, Response&, Bytes&) {
          const bool first = requests_seen_.empty();
          requests_seen_.push_back(&request);
          if (first) return call.budget->BeforeWait();
          EXPECT_TRUE(call.budget->may_wait());
          const bool released =
              released_.get_future().wait_for(kPatience) == std::future_status::ready;
          return released ? Status() : Status(StatusCode::kIoError, "nobody came by");
        });
    const auto port = server_.Listen("127.0.0.1", 0);
    ASSERT_TRUE(port.ok()) << port.status().ToString();
    server_.Start();
    client_ = std::make_unique<TestClient>(*port);
    client_->Open("ClientService");
  }

  static Request Long(size_t bytes) {
    Request request;
    request.mutable_region()->set_type(hbase::pb::RegionSpecifier::REGION_NAME);
    request.mutable_region()->set_value("t,,1.");
    request.mutable_get()->set_row(std::string(bytes, 'r'));
    return request;
  }

  // Whether a call of so many bytes leaves the way free for the one behind it.
  void ExpectOvertaken(Lane lane, size_t bytes, const char* method = "Wait") {
    Serve(lane);
    client_->SendCall(1, method, Long(bytes));
    client_->SendCall(2, "Release", Long(1));
    for (const uint32_t id : {2U, 1U}) {
      const auto reply = client_->ReceiveReply();
      ASSERT_TRUE(reply);
      EXPECT_TRUE(reply->ok()) << reply->header.exception().stack_trace();
      EXPECT_EQ(reply->header.call_id(), id);
    }
  }

  std::promise<void> released_;
  std::vector<const Request*> requests_seen_;
  VerbTable verbs_;
  base::ThreadPool pool_{1, 10};
  base::ThreadPool write_pool_{1, 10};
  std::atomic<uint64_t> requests_{0};
  RpcOptions options_;
  base::ManualClock clock_{5'000};
  SlowLog slow_log_{{.slow_call_ms = 0}, clock_};
  RpcServer server_{{.options = options_,
                     .verbs = verbs_,
                     .handlers = pool_,
                     .write_handlers = write_pool_,
                     .cluster_id = "cluster",
                     .writes_may_wait = [] { return false; },
                     .requests = requests_,
                     .slow_log = &slow_log_}};
  std::unique_ptr<TestClient> client_;
};

TEST_F(RpcServerTest, CallsThatMayTakeLongAreOvertaken) { ExpectOvertaken(Lane::kPool, 1); }
TEST_F(RpcServerTest, LargeBatchesAreOvertaken) { ExpectOvertaken(Lane::kBatch, 3000); }
TEST_F(RpcServerTest, LargeWritesAreOvertaken) { ExpectOvertaken(Lane::kWrite, 70000); }

TEST_F(RpcServerTest, LongReadsAreOvertaken) { ExpectOvertaken(Lane::kRead, 10000); }

// A call that turns out to be long is moved with the message that was parsed for it.
TEST_F(RpcServerTest, CallsThatTurnOutToBeLongAreOvertaken) {
  ExpectOvertaken(Lane::kRead, 1, "FindOut");
  ASSERT_EQ(requests_seen_.size(), 2U);
  EXPECT_EQ(requests_seen_[0], requests_seen_[1]);
}
TEST_F(RpcServerTest, WritesThatTurnOutToWaitAreOvertaken) {
  ExpectOvertaken(Lane::kWrite, 1, "FindOut");
}
TEST_F(RpcServerTest, BatchesThatTurnOutToBeLongAreOvertaken) {
  ExpectOvertaken(Lane::kBatch, 1, "FindOut");
}
TEST_F(RpcServerTest, ScansThatTurnOutToBeLongAreOvertaken) {
  ExpectOvertaken(Lane::kScan, 1, "FindOut");
}

TEST_F(RpcServerTest, SlowCallsAreRecorded) {
  for (const Lane lane : {Lane::kInline, Lane::kPool}) {
    verbs_.Add<Request, Response>(
        "ClientService", lane == Lane::kInline ? "SpinHere" : "SpinInPool", lane,
        [](const Call&, const Request&, Response&, Bytes&) {
          const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
          while (std::chrono::steady_clock::now() < end) {
          }
          return Status();
        });
  }
  Serve(Lane::kInline);
  for (const char* method : {"SpinHere", "SpinInPool"}) {
    Response response;
    ASSERT_TRUE(client_->Call(method, Long(3), response).ok());
    const auto found = slow_log_.Find({});
    ASSERT_GE(found.slow_log_payloads_size(), 1);
    const auto& call = found.slow_log_payloads(0);
    EXPECT_EQ(call.method_name(), method);
    EXPECT_EQ(call.type(), hbase::pb::SlowLogPayload::SLOW_LOG);
    EXPECT_GE(call.processing_time(), 2);
    EXPECT_EQ(call.start_time(), 5'000 - call.processing_time());
    EXPECT_GE(call.queue_time(), 0);
    EXPECT_EQ(call.param(), "region= t,,1., row= rrr");
    EXPECT_EQ(call.user_name(), "tester");
  }
}

TEST_F(RpcServerTest, SmallBatchesRunWhereTheyAreRead) {
  Serve(Lane::kBatch);
  std::string threads[3];
  const size_t lengths[] = {1, 3000, 1};
  for (int i = 0; i < 3; ++i) {
    Response response;
    ASSERT_TRUE(client_->Call("Where", Long(lengths[i]), response).ok());
    threads[i] = response.result().cell(0).row();
  }
  EXPECT_EQ(threads[0], threads[2]);
  EXPECT_NE(threads[0], threads[1]);
}

}  // namespace
}  // namespace basalt::server
