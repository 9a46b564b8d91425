// CallOptions, against a fake server that hangs or fails as the test wants.
#include "basalt/call_options.h"

#include <chrono>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include "basalt/async_table.h"
#include "basalt/connection.h"
#include "client/remote/test_server.h"
#include "hbase/client.pb.h"

namespace basalt::client {
namespace {

// The one table that is found without reading hbase:meta.
TableName Meta() { return *TableName::Parse("hbase:meta"); }

void NeverAnswer(const TestServer::Header& /*header*/, Bytes& /*out*/) {}

void FailWith(StatusCode code, const TestServer::Header& header, Bytes& out) {
  wire::AppendException(header.call_id(), Status(code, "not now"), out);
}

class RemoteCallOptions : public testing::Test {
 protected:
  void Serve(TestServer::Answer answer) {
    server_ = std::make_unique<TestServer>(std::move(answer));
    ConnectionOptions options;
    options.operation_timeout_ms = 3'600'000;
    options.retry_pause_ms = 1;
    auto connection = Connection::Open(server_->url(), options);
    ASSERT_TRUE(connection.ok()) << connection.status().ToString();
    connection_ = *std::move(connection);
    auto table = connection_->GetTable(Meta());
    ASSERT_TRUE(table.ok()) << table.status().ToString();
    table_ = *std::move(table);
  }

  // Calls, and cancels once the server has seen `method`. Would take an hour otherwise.
  void ExpectCancelled(const std::string& method,
                       const std::function<Status(const CallOptions&)>& call) {
    CancellationSource source;
    std::thread canceller([&] {
      server_->AwaitCall(method);
      source.Cancel();
    });
    const Status status = call({.cancellation = source.token()});
    EXPECT_EQ(status.code(), StatusCode::kCancelled) << method << ": " << status.ToString();
    canceller.join();
    // With a token that is cancelled already nothing is sent.
    const size_t before = server_->Seen(method).size();
    EXPECT_EQ(call({.cancellation = source.token()}).code(), StatusCode::kCancelled) << method;
    EXPECT_EQ(server_->Seen(method).size(), before);
  }

  std::unique_ptr<TestServer> server_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Table> table_;
};

TEST_F(RemoteCallOptions, CallsThatHangAreCancelled) {
  Serve(NeverAnswer);
  ExpectCancelled(
      "Get", [&](const CallOptions& options) { return table_->Get(Get("r"), options).status(); });
  ExpectCancelled("Scan", [&](const CallOptions& options) -> Status {
    BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, table_->GetScanner(Scan(), options));
    RowResult row;
    return scanner.Next(row).status();
  });
  ExpectCancelled("Multi", [&](const CallOptions& options) {
    const std::vector<Get> gets = {Get("a"), Get("b")};
    return table_->Get(gets, options).status();
  });
  ExpectCancelled("GetTableState", [&](const CallOptions& options) {
    return connection_->admin().IsTableEnabled(Meta(), options).status();
  });
}

TEST_F(RemoteCallOptions, AsynchronousCallsThatHangAreCancelled) {
  Serve(NeverAnswer);
  auto table = AsyncTable::Open(*connection_, Meta());
  ASSERT_TRUE(table.ok());
  ExpectCancelled("Get", [&](const CallOptions& options) {
    return (*table)->Get(Get("r"), options).get().status();
  });
  ExpectCancelled("Scan", [&](const CallOptions& options) {
    return (*table)->ScanAll(Scan(), AsyncTable::kScanAllBytes, options).get().status();
  });
  ExpectCancelled("Multi", [&](const CallOptions& options) {
    return (*table)->Batch({Get("r")}, options).get().front().status();
  });
}

// The pauses between tries grow to seconds.
TEST_F(RemoteCallOptions, PausesAreCancelled) {
  Serve([](const auto& header, Bytes& out) { FailWith(StatusCode::kRegionTooBusy, header, out); });
  ExpectCancelled(
      "Get", [&](const CallOptions& options) { return table_->Get(Get("r"), options).status(); });
  auto table = AsyncTable::Open(*connection_, Meta());
  ASSERT_TRUE(table.ok());
  ExpectCancelled("Multi", [&](const CallOptions& options) {
    return (*table)->Batch({Get("r")}, options).get().front().status();
  });
}

TEST_F(RemoteCallOptions, AShorterDeadlineThanTheConnections) {
  Serve(NeverAnswer);
  EXPECT_EQ(table_->Get(Get("r"), {.timeout_ms = 20}).status().code(), StatusCode::kTimedOut);
  ASSERT_EQ(server_->Seen("Get").size(), 1U);
  EXPECT_LE(server_->Seen("Get").front().timeout(), 20U);
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  EXPECT_EQ(table_->Get(Get("r"), {.deadline = soon}).status().code(), StatusCode::kTimedOut);
}

TEST_F(RemoteCallOptions, RetriesAreCounted) {
  Serve([](const auto& header, Bytes& out) { FailWith(StatusCode::kRegionTooBusy, header, out); });
  const auto code = StatusCode::kRegionTooBusy;
  EXPECT_EQ(table_->Get(Get("r"), {.max_retries = 0}).status().code(), code);
  EXPECT_EQ(server_->Seen("Get").size(), 1U);
  EXPECT_EQ(table_->Get(Get("r"), {.max_retries = 2}).status().code(), code);
  EXPECT_EQ(server_->Seen("Get").size(), 4U);
}

TEST_F(RemoteCallOptions, ThePriorityIsInTheHeader) {
  Serve([](const auto& header, Bytes& out) {
    wire::AppendResponseHead(header.call_id(), hbase::pb::GetResponse(), 0, out);
  });
  EXPECT_TRUE(table_->Get(Get("r"), {.priority = 200}).ok());
  EXPECT_TRUE(table_->Get(Get("r")).ok());
  const auto headers = server_->Seen("Get");
  ASSERT_EQ(headers.size(), 2U);
  EXPECT_EQ(headers[0].priority(), 200U);
  EXPECT_FALSE(headers[1].has_priority());
}

}  // namespace
}  // namespace basalt::client
