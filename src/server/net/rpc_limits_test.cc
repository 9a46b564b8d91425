// What a server holds for its clients, and what it does with those that take or send nothing.
#include <poll.h>

#include <future>

#include <gtest/gtest.h>

#include "hbase/client.pb.h"
#include "server/net/rpc_server.h"
#include "server/test_rpc.h"
#include "wire/compression.h"

namespace basalt::server {
namespace {

using Request = hbase::pb::GetRequest;
using Response = hbase::pb::GetResponse;

constexpr size_t kMega = 1 << 20;
// Far more than the system buffers between the server and a client that does not read.
constexpr uint32_t kManyCalls = 100;
const std::string kTooBig = "org.apache.hadoop.hbase.CallQueueTooBigException";

Request Row(const std::string& row = "r") {
  Request request;
  *request.mutable_region() = Specifier("t,,1.");
  request.mutable_get()->set_row(row);
  return request;
}

class RpcLimitsTest : public ::testing::Test {
 protected:
  void TearDown() override {
    Release();
    if (server_ != nullptr) server_->Stop(std::chrono::steady_clock::now());
    pool_.Stop();
  }

  void Serve() {
    options_.io_threads = 1;
    // Answers with a megabyte of cells.
    for (const auto& [name, lane] :
         {std::pair{"Large", Lane::kInline}, {"LargeLater", Lane::kPool}}) {
      verbs_.Add<Request, Response>(
          "ClientService", name, lane,
          [this](const Call& call, const Request&, Response& response, Bytes& cells) -> Status {
            ++calls_;
            if (!call.memory->GrowBuffer(cells, kMega)) {
              return {StatusCode::kCallQueueTooBig, "no room"};
            }
            cells.append(kMega, 'c');
            response.mutable_result()->set_exists(true);
            return {};
          });
    }
    verbs_.Add<Request, Response>("ClientService", "Short", Lane::kInline,
                                  [](const Call&, const Request&, Response& response, Bytes&) {
                                    response.mutable_result()->set_exists(true);
                                    return Status();
                                  });
    // In the pool; ends when the test lets it.
    verbs_.Add<Request, Response>("ClientService", "Wait", Lane::kPool,
                                  [this](const Call&, const Request&, Response&, Bytes&) {
                                    ++calls_;
                                    released_.wait();
                                    return Status();
                                  });
    server_ = std::make_unique<RpcServer>(RpcDependencies{.options = options_,
                                                          .verbs = verbs_,
                                                          .handlers = pool_,
                                                          .write_handlers = pool_,
                                                          .cluster_id = "cluster",
                                                          .writes_may_wait = [] { return false; },
                                                          .requests = requests_});
    const auto port = server_->Listen("127.0.0.1", 0);
    ASSERT_TRUE(port.ok()) << port.status().ToString();
    port_ = *port;
    server_->Start();
  }

  std::unique_ptr<TestClient> Connect(const std::string& compressor = "") {
    auto client = std::make_unique<TestClient>(port_);
    auto header = TestClient::Header("ClientService");
    if (!compressor.empty()) header.set_cell_block_compressor_class(compressor);
    client->Open(header);
    return client;
  }

  // The I/O thread has seen all that was sent before, since it is the only one.
  void AwaitRead() {
    const auto other = Connect();
    for (int i = 0; i < 3; ++i) {
      Response response;
      ASSERT_TRUE(other->Call("Short", Row(), response).ok());
    }
  }

  void Release() {
    if (!std::exchange(open_, true)) release_.set_value();
  }

  RpcOptions options_;
  std::promise<void> release_;
  std::shared_future<void> released_{release_.get_future()};
  bool open_ = false;
  std::atomic<uint32_t> calls_{0};
  std::atomic<uint64_t> requests_{0};
  VerbTable verbs_;
  base::ThreadPool pool_{1, 200};
  std::unique_ptr<RpcServer> server_;
  uint16_t port_ = 0;
};

TEST_F(RpcLimitsTest, AConnectionThatDoesNotReadIsNotReadFrom) {
  options_.max_connection_bytes_in_flight = 4 * kMega;
  Serve();
  const auto client = Connect();
  for (uint32_t id = 0; id < kManyCalls; ++id) client->SendCall(id, "Large", Row());
  AwaitRead();
  EXPECT_LT(calls_, kManyCalls / 2);
  EXPECT_LE(server_->bytes_in_flight(), 8 * kMega);
  // All are answered, in their order, as soon as it reads.
  for (uint32_t id = 0; id < kManyCalls; ++id) {
    const auto reply = client->ReceiveReply();
    ASSERT_TRUE(reply);
    EXPECT_TRUE(reply->ok());
    ASSERT_EQ(reply->header.call_id(), id);
    ASSERT_EQ(reply->cells.size(), kMega);
  }
}

TEST_F(RpcLimitsTest, CallsOfThePoolWaitForTheClientToRead) {
  options_.max_connection_bytes_in_flight = 4 * kMega;
  Serve();
  const auto client = Connect();
  for (uint32_t id = 0; id < kManyCalls; ++id) client->SendCall(id, "LargeLater", Row());
  AwaitRead();
  EXPECT_LE(server_->bytes_in_flight(), 8 * kMega);
  for (uint32_t id = 0; id < kManyCalls; ++id) {
    const auto reply = client->ReceiveReply();
    ASSERT_TRUE(reply);
    // There may not have been room for the response while others waited to be read.
    if (!reply->ok()) {
      EXPECT_EQ(reply->exception(), kTooBig);
    }
    EXPECT_LE(server_->bytes_in_flight(), 8 * kMega);
  }
}

TEST_F(RpcLimitsTest, ResponsesNotReadCountForAll) {
  options_.max_bytes_in_flight = 32 * kMega;
  Serve();
  auto greedy = Connect();
  // Until the system's buffers are full, too, and a megabyte more does not find room.
  uint32_t id = 0;
  for (int round = 0; round < 50 && server_->bytes_in_flight() < 27 * kMega; ++round) {
    for (int i = 0; i < 10; ++i) greedy->SendCall(id++, "Large", Row());
    AwaitRead();
  }
  EXPECT_GE(server_->bytes_in_flight(), 27 * kMega);
  EXPECT_LE(server_->bytes_in_flight(), 33 * kMega);
  // Short calls of others go on; long responses are refused, and clients try again later.
  const auto other = Connect();
  Response response;
  EXPECT_TRUE(other->Call("Short", Row(), response).ok());
  EXPECT_EQ(other->Call("LargeLater", Row(), response).exception(), kTooBig);
  greedy.reset();
  // The server has noticed when it accepts and serves another.
  while (server_->bytes_in_flight() > kMega) AwaitRead();
  EXPECT_TRUE(other->Call("LargeLater", Row(), response).ok());
}

TEST_F(RpcLimitsTest, AConnectionThatDoesNotReadIsClosed) {
  options_.max_connection_bytes_in_flight = 4 * kMega;
  options_.stall_timeout = std::chrono::seconds(1);
  Serve();
  const auto client = Connect();
  for (uint32_t id = 0; id < kManyCalls; ++id) client->SendCall(id, "Large", Row());
  // Without reading, so that only the server's reset is seen.
  pollfd ended{client->native_handle(), 0, 0};
  ASSERT_EQ(::poll(&ended, 1, 30000), 1) << "the connection is still open";
  EXPECT_EQ(server_->counters().stalled_connections, 1U);
  AwaitRead();
  EXPECT_LT(server_->bytes_in_flight(), kMega);
}

TEST_F(RpcLimitsTest, AFrameThatDoesNotGoOnIsClosed) {
  options_.stall_timeout = std::chrono::seconds(1);
  Serve();
  const auto idle = Connect();
  const auto client = Connect();
  Bytes start;
  wire::AppendBigEndian(start, uint32_t{1000});
  client->Send(start + "beginning");
  EXPECT_TRUE(client->AtEnd());
  EXPECT_EQ(server_->counters().stalled_connections, 1U);
  // One without anything under way stays.
  Response response;
  EXPECT_TRUE(idle->Call("Short", Row(), response).ok());
}

TEST_F(RpcLimitsTest, FramesUnderWayCountAndAreRefusedByTheirCall) {
  options_.max_bytes_in_flight = 16 * kMega;
  Serve();
  // Four frames of which all but the end is sent: more than there is room for.
  const auto header = TestClient::CallHeader(7, "Short");
  const Bytes frame = TestClient::Frame(
      header, Row(std::string(3 * kMega + kMega / 2, 'r')).SerializeAsString(), {});
  std::vector<std::unique_ptr<TestClient>> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(Connect());
    clients.back()->Send(BytesView(frame).substr(0, frame.size() - 1));
  }
  AwaitRead();
  EXPECT_GE(server_->bytes_in_flight(), 3 * kMega);
  EXPECT_LE(server_->bytes_in_flight(), 16 * kMega);
  int refused = 0;
  for (const auto& client : clients) {
    client->Send(BytesView(frame).substr(frame.size() - 1));
    const auto reply = client->ReceiveReply();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->header.call_id(), 7U);
    if (!reply->ok()) {
      ++refused;
      EXPECT_EQ(reply->exception(), kTooBig);
    }
    // The rest of a refused frame was thrown away: the connection is good for the next call.
    Response response;
    EXPECT_TRUE(client->Call("Short", Row(), response).ok());
  }
  EXPECT_GE(refused, 1);
  EXPECT_LT(refused, 4);
}

TEST_F(RpcLimitsTest, QueuedCallsCountWithTheirFrames) {
  options_.max_bytes_in_flight = 16 * kMega;
  Serve();
  const auto client = Connect();
  const Request large = Row(std::string(kMega, 'r'));
  for (uint32_t id = 0; id < 30; ++id) client->SendCall(id, "Wait", large);
  // Those for which there is no room are refused while the others wait.
  const auto reply = client->ReceiveReply();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->exception(), kTooBig);
  EXPECT_LE(server_->bytes_in_flight(), 16 * kMega);
  EXPECT_GE(server_->bytes_in_flight(), 8 * kMega);
  EXPECT_GE(server_->counters().refused_calls, 1U);
  Release();
}

TEST_F(RpcLimitsTest, UnpackedCellBlocksCount) {
  options_.max_bytes_in_flight = 16 * kMega;
  options_.max_request_bytes = 16 * kMega;
  Serve();
  const auto client = Connect("org.apache.hadoop.io.compress.DeflateCodec");
  Response response;
  for (const auto& [unpacked, fits] : {std::pair{kMega, true}, {5 * kMega, false}}) {
    Bytes cells;
    ASSERT_TRUE(wire::Compress(wire::Compressor::kDeflate, Bytes(unpacked, 'x'), cells).ok());
    const TestReply reply = client->Call("Short", Row(), response, cells);
    EXPECT_EQ(reply.ok(), fits) << unpacked;
    if (!fits) {
      EXPECT_EQ(reply.exception(), kTooBig);
    }
  }
  AwaitRead();
  EXPECT_LT(server_->bytes_in_flight(), kMega);
}

TEST_F(RpcLimitsTest, ARequestLongerThanTheConnectionsLimitIsAnswered) {
  options_.max_connection_bytes_in_flight = 64 << 10;
  Serve();
  const auto client = Connect();
  Response response;
  Release();
  EXPECT_TRUE(client->Call("Wait", Row(std::string(2 * kMega, 'r')), response).ok());
  EXPECT_TRUE(client->Call("Wait", Row(), response).ok());
}

TEST_F(RpcLimitsTest, ConnectionsBeyondTheLimitAreClosedAndHealByThemselves) {
  options_.max_connections = 3;
  Serve();
  std::vector<std::unique_ptr<TestClient>> clients;
  Response response;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(Connect());
    ASSERT_TRUE(clients.back()->Call("Short", Row(), response).ok());
  }
  EXPECT_TRUE(TestClient(port_).AtEnd());
  EXPECT_EQ(server_->counters().refused_connections, 1U);
  clients.pop_back();
  // Another is let in once the server has noticed.
  for (bool accepted = false; !accepted;) {
    TestClient next(port_);
    next.Open("ClientService");
    next.SendCall(1, "Short", Row());
    accepted = next.ReceiveReply().has_value();
  }
}

TEST_F(RpcLimitsTest, AStopDropsWhatHasNotBegun) {
  Serve();
  const auto client = Connect();
  for (uint32_t id = 0; id < 10; ++id) client->SendCall(id, "Wait", Row());
  AwaitRead();
  server_->Stop(std::chrono::steady_clock::now() + std::chrono::milliseconds(50));
  // The call that runs ends after the connections have been closed.
  Release();
  pool_.Stop();
  EXPECT_EQ(calls_, 1U);
}

}  // namespace
}  // namespace basalt::server
