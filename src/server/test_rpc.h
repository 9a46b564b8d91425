// For tests: a server on free ports in a directory of its own, and a client that speaks HBase's
// protocol one byte, one frame or one call at a time. Included by *_test.cc files only.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <gtest/gtest.h>

#include "base/testing.h"
#include "base/varint.h"
#include "hbase/client.pb.h"
#include "hbase/master.pb.h"
#include "hbase/rpc.pb.h"
#include "server/server.h"
#include "wire/big_endian.h"
#include "wire/cell_block.h"
#include "wire/frame.h"

namespace basalt::server {

// What the names of HBase's exceptions begin with.
inline constexpr std::string_view kHBase = "org.apache.hadoop.hbase.";

struct TestReply {
  hbase::pb::ResponseHeader header;
  Bytes message;
  Bytes cells;

  bool ok() const { return !header.has_exception(); }
  const std::string& exception() const { return header.exception().exception_class_name(); }
};

class TestClient {
 public:
  explicit TestClient(uint16_t port) : socket_(io_) {
    socket_.connect({boost::asio::ip::make_address_v4("127.0.0.1"), port});
  }

  void Send(BytesView bytes) {
    boost::system::error_code ignored;
    boost::asio::write(socket_, boost::asio::buffer(bytes), ignored);
  }
  // Exactly so many bytes; nullopt when the connection ends before.
  std::optional<Bytes> Receive(size_t length) {
    Bytes bytes(length, '\0');
    boost::system::error_code error;
    boost::asio::read(socket_, boost::asio::buffer(bytes), error);
    if (error) return std::nullopt;
    return bytes;
  }
  // Whether the server has closed; waits for it or for bytes.
  bool AtEnd() { return !Receive(1).has_value(); }
  void Close() { socket_.close(); }
  int native_handle() { return socket_.native_handle(); }

  static hbase::pb::ConnectionHeader Header(const std::string& service) {
    hbase::pb::ConnectionHeader header;
    header.mutable_user_info()->set_effective_user("tester");
    header.set_service_name(service);
    header.set_cell_block_codec_class("org.apache.hadoop.hbase.codec.KeyValueCodec");
    auto& version = *header.mutable_version_info();
    for (auto* field :
         {version.mutable_version(), version.mutable_url(), version.mutable_revision(),
          version.mutable_user(), version.mutable_date(), version.mutable_src_checksum()}) {
      *field = "test";
    }
    version.set_version_major(2);
    version.set_version_minor(6);
    return header;
  }
  void Open(const hbase::pb::ConnectionHeader& header) { Send(wire::Opening(header)); }
  void Open(const std::string& service) { Open(Header(service)); }

  // A request's frame, with its length in front.
  static Bytes Frame(const hbase::pb::RequestHeader& header, BytesView param, BytesView cells) {
    Bytes frame;
    base::AppendText(frame, header.SerializeAsString());
    if (header.request_param()) base::AppendText(frame, param);
    frame.append(cells);
    Bytes whole;
    wire::AppendBigEndian(whole, static_cast<uint32_t>(frame.size()));
    return whole + frame;
  }
  static hbase::pb::RequestHeader CallHeader(uint32_t id, const std::string& method) {
    hbase::pb::RequestHeader header;
    header.set_call_id(id);
    header.set_method_name(method);
    header.set_request_param(true);
    return header;
  }
  void SendCall(uint32_t id, const std::string& method,
                const google::protobuf::MessageLite& request, BytesView cells = {}) {
    hbase::pb::RequestHeader header = CallHeader(id, method);
    if (!cells.empty()) {
      header.mutable_cell_block_meta()->set_length(static_cast<uint32_t>(cells.size()));
    }
    Send(Frame(header, request.SerializeAsString(), cells));
  }
  std::optional<TestReply> ReceiveReply() {
    const auto length = Receive(4);
    if (!length) return std::nullopt;
    const auto frame = Receive(wire::GetBigEndian<uint32_t>(length->data()));
    if (!frame) return std::nullopt;
    BytesView rest = *frame;
    BytesView header;
    TestReply reply;
    if (!base::TakeText(rest, header) ||
        !reply.header.ParseFromArray(header.data(), static_cast<int>(header.size()))) {
      return std::nullopt;
    }
    BytesView message;
    if (!reply.header.has_exception() && base::TakeText(rest, message)) reply.message = message;
    reply.cells = rest;
    return reply;
  }

  // A whole call. A good answer is parsed into `response`.
  TestReply Call(const std::string& method, const google::protobuf::MessageLite& request,
                 google::protobuf::MessageLite& response, BytesView cells = {}) {
    SendCall(next_id_++, method, request, cells);
    auto reply = ReceiveReply();
    EXPECT_TRUE(reply.has_value()) << method << ": the connection ended";
    if (!reply) {
      TestReply none;
      none.header.mutable_exception()->set_exception_class_name("none");
      return none;
    }
    if (reply->ok()) {
      EXPECT_TRUE(response.ParseFromString(reply->message)) << method;
    }
    return *reply;
  }

 private:
  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_;
  uint32_t next_id_ = 0;
};

// A server of the test's own, and the calls most tests begin with.
class TestServer {
 public:
  explicit TestServer(ServerConfig config = {}) : config_(std::move(config)) {
    config_.data_dir = dir_.Sub("data");
    config_.bind_address = "127.0.0.1";
    config_.rpc_port = config_.master_port = config_.zookeeper_port = 0;
    Start();
  }
  void Start() {
    auto started = Server::Start(config_);
    EXPECT_TRUE(started.ok()) << started.status().ToString();
    server_ = std::move(started).value();
  }
  // As after a clean stop, or after an end of the process if `config` allows no grace.
  void Restart() {
    server_.reset();
    Start();
  }
  Server& server() { return *server_; }
  uint16_t port() const { return server_->ports().rpc; }

  // Creates a table with one family and returns the name of its region.
  Bytes CreateTable(const std::string& name, const std::string& family = "f");
  Bytes RegionOf(const std::string& table);

 private:
  base::TempDir dir_;
  ServerConfig config_;
  std::unique_ptr<Server> server_;
};

inline hbase::pb::RegionSpecifier Specifier(BytesView region) {
  hbase::pb::RegionSpecifier specifier;
  specifier.set_type(hbase::pb::RegionSpecifier::REGION_NAME);
  specifier.set_value(region.data(), region.size());
  return specifier;
}

// One column, f:q.
inline hbase::pb::MutateRequest PutRequest(BytesView region, const std::string& row,
                                           const std::string& value) {
  hbase::pb::MutateRequest request;
  *request.mutable_region() = Specifier(region);
  auto& mutation = *request.mutable_mutation();
  mutation.set_row(row);
  mutation.set_mutate_type(hbase::pb::MutationProto::PUT);
  auto& column = *mutation.add_column_value();
  column.set_family("f");
  auto& cell = *column.add_qualifier_value();
  cell.set_qualifier("q");
  cell.set_value(value);
  return request;
}

inline Bytes TestServer::CreateTable(const std::string& name, const std::string& family) {
  TestClient master(server_->ports().master);
  master.Open("MasterService");
  hbase::pb::CreateTableRequest request;
  auto& schema = *request.mutable_table_schema();
  schema.mutable_table_name()->set_namespace_("default");
  schema.mutable_table_name()->set_qualifier(name);
  schema.add_column_families()->set_name(family);
  hbase::pb::CreateTableResponse response;
  const TestReply reply = master.Call("CreateTable", request, response);
  EXPECT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
  return RegionOf(name);
}

inline Bytes TestServer::RegionOf(const std::string& table) {
  TestClient client(port());
  client.Open("ClientService");
  hbase::pb::ScanRequest request;
  *request.mutable_region() = Specifier("hbase:meta,,1");
  request.set_number_of_rows(1);
  request.set_close_scanner(true);
  request.mutable_scan()->set_start_row(table + ",,");
  request.mutable_scan()->set_stop_row(table + " ,,");
  request.mutable_scan()->add_column()->set_family("info");
  hbase::pb::ScanResponse response;
  const TestReply reply = client.Call("Scan", request, response);
  EXPECT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
  wire::CellBlockReader cells(wire::CellCodec::kKeyValue, reply.cells);
  const auto cell = cells.Next();
  EXPECT_TRUE(cell.ok()) << "no region of " << table << " in meta";
  return cell.ok() ? Bytes(cell->row) : Bytes();
}

}  // namespace basalt::server
