// A minimal ZooKeeper client that reads HBase's znodes: each request opens a session, reads one
// node and closes the session.
#include <unistd.h>

#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include "base/call_limits.h"
#include "client/remote/registry.h"
#include "hbase/zookeeper.pb.h"
#include "model/region_info.h"
#include "wire/big_endian.h"
#include "wire/frame.h"
#include "wire/zookeeper/constants.h"
#include "wire/zookeeper/records.h"
#include "wire/zookeeper/session_records.h"

namespace basalt::client {
namespace {

namespace asio = boost::asio;
namespace zk = wire::zookeeper;
using boost::system::error_code;

// Nodes are small; ZooKeeper itself takes none above 1 MB.
constexpr uint32_t kMaxFrame = 4 << 20;
constexpr int32_t kSessionMs = 10'000;

// One connection, one thread; every step ends at the deadline, or when the call is cancelled.
class Session {
 public:
  Session(HostPort server, RpcContext context)
      : server_(std::move(server)),
        context_(std::move(context)),
        resolver_(io_),
        socket_(io_),
        cancelled_(io_) {
    if (context_.cancellation.fd() < 0) return;
    error_code error;
    const int own = ::dup(context_.cancellation.fd());
    if (own < 0 || cancelled_.assign(own, error)) return;
    cancelled_.async_wait(asio::posix::stream_descriptor::wait_read,
                          [this](const error_code& aborted) {
                            if (!aborted) io_.stop();
                          });
  }

  Status Open() {
    asio::ip::tcp::resolver::results_type found;
    BASALT_RETURN_IF_ERROR(Run("cannot find", [&](auto done) {
      resolver_.async_resolve(server_.host, std::to_string(server_.port),
                              [&found, done](const error_code& error, auto results) {
                                found = std::move(results);
                                done(error);
                              });
    }));
    BASALT_RETURN_IF_ERROR(Run("no ZooKeeper answers at", [&](auto done) {
      asio::async_connect(socket_, found,
                          [done](const error_code& error, const auto&) { done(error); });
    }));
    Bytes opening;
    zk::ConnectRequest request;
    request.timeout_ms = kSessionMs;
    request.password = Bytes(16, '\0');
    request.has_read_only = true;
    zk::AppendConnectRequest(request, &opening);
    BASALT_ASSIGN_OR_RETURN(const Bytes answer, Exchange(opening));
    const auto response = zk::ParseConnectResponse(answer);
    if (!response.ok() || response->session_id == 0) return Nonsense();
    return {};
  }

  // The node's data. kIoError when there is no such node.
  Result<Bytes> GetData(const std::string& path) {
    Bytes body;
    zk::AppendRecord(zk::RequestHeader{1, static_cast<int32_t>(zk::OpCode::kGetData)}, &body);
    zk::AppendRecord(zk::PathRequest{path, false}, &body);
    BASALT_ASSIGN_OR_RETURN(const Bytes answer, Exchange(body));
    zk::JuteReader reader(answer);
    zk::ReplyHeader header;
    reader(header);
    if (!reader.ok() || header.xid != 1) return Nonsense();
    if (header.err == static_cast<int32_t>(zk::ErrorCode::kNoNode)) {
      return Status(StatusCode::kIoError,
                    fmt::format("ZooKeeper at {} has no {}", server_.ToString(), path));
    }
    Bytes data;
    reader(data);
    if (header.err != 0 || !reader.ok()) return Nonsense();
    return data;
  }

  // Closes the session, so that the server need not wait for its timeout.
  void Close() {
    Bytes body;
    zk::AppendRecord(zk::RequestHeader{2, static_cast<int32_t>(zk::OpCode::kCloseSession)}, &body);
    if (const auto answer = Exchange(body); !answer.ok()) return;
  }

 private:
  Status Nonsense() const {
    return {StatusCode::kDoNotRetry,
            fmt::format("{} does not answer as a ZooKeeper", server_.ToString())};
  }

  template <typename Start>
  Status Run(std::string_view what, Start start) {
    if (context_.cancellation.cancelled()) return base::Cancelled();
    error_code result = asio::error::would_block;
    start([this, &result](const error_code& error) {
      result = error;
      io_.stop();
    });
    io_.restart();
    io_.run_until(context_.deadline);
    if (result == asio::error::would_block) {
      error_code ignored;
      resolver_.cancel();
      socket_.close(ignored);
      cancelled_.close(ignored);
      // The pending operation refers to this stack frame, so it must end before the frame does.
      io_.restart();
      io_.run();
      if (context_.cancellation.cancelled()) return base::Cancelled();
      return {StatusCode::kTimedOut, server_.ToString() + " did not answer in time"};
    }
    if (!result) return {};
    return {StatusCode::kIoError,
            fmt::format("{} {}: {}{}", what, server_.ToString(), result.message(),
                        result == asio::error::eof ? ": is it a ZooKeeper?" : "")};
  }

  Result<Bytes> Exchange(const Bytes& body) {
    Bytes frame;
    wire::AppendBigEndian(frame, static_cast<uint32_t>(body.size()));
    frame += body;
    BASALT_RETURN_IF_ERROR(Run("sending to", [&](auto done) {
      asio::async_write(socket_, asio::buffer(frame),
                        [done](const error_code& error, size_t) { done(error); });
    }));
    Bytes length(4, '\0');
    BASALT_RETURN_IF_ERROR(Receive(length));
    const auto size = wire::GetBigEndian<uint32_t>(length.data());
    if (size > kMaxFrame) return Nonsense();
    Bytes answer(size, '\0');
    BASALT_RETURN_IF_ERROR(Receive(answer));
    return answer;
  }

  Status Receive(Bytes& bytes) {
    return Run("receiving from", [&](auto done) {
      asio::async_read(socket_, asio::buffer(bytes),
                       [done](const error_code& error, size_t) { done(error); });
    });
  }

  const HostPort server_;
  const RpcContext context_;
  asio::io_context io_;
  asio::ip::tcp::resolver resolver_;
  asio::ip::tcp::socket socket_;
  asio::posix::stream_descriptor cancelled_;  // a duplicate of the token's; closed without one
};

class ZooKeeperRegistry : public Registry {
 public:
  ZooKeeperRegistry(std::vector<HostPort> servers, std::string path)
      : servers_(std::move(servers)), path_(std::move(path)) {}

  Result<HostPort> MetaServer(const RpcContext& context) override {
    hbase::pb::MetaRegionServer meta;
    BASALT_RETURN_IF_ERROR(Read("meta-region-server", context, &meta));
    if (meta.has_state() && meta.state() != hbase::pb::RegionState::OPEN) {
      return Status(StatusCode::kIoError, "hbase:meta is not open yet");
    }
    return HostPort{meta.server().host_name(), static_cast<uint16_t>(meta.server().port())};
  }
  Result<HostPort> Master(const RpcContext& context) override {
    hbase::pb::Master master;
    BASALT_RETURN_IF_ERROR(Read("master", context, &master));
    return HostPort{master.master().host_name(), static_cast<uint16_t>(master.master().port())};
  }
  Status Greet(const RpcContext& context) override { return Read("hbaseid", context, nullptr); }

 private:
  Status Read(const std::string& node, const RpcContext& context,
              google::protobuf::MessageLite* message) {
    Status first;
    for (const HostPort& server : servers_) {
      Status status = ReadFrom(server, path_ + "/" + node, context, message);
      if (status.ok()) return status;
      if (first.ok()) first = std::move(status);
    }
    return first;
  }

  static Status ReadFrom(const HostPort& server, const std::string& path, const RpcContext& context,
                         google::protobuf::MessageLite* message) {
    Session session(server, context);
    BASALT_RETURN_IF_ERROR(session.Open());
    auto data = session.GetData(path);
    session.Close();
    if (!data.ok()) return data.status();
    if (message == nullptr) return {};
    // HBase's form: 0xFF, the length and name of the writer, then the magic and the message.
    BytesView rest = *data;
    uint8_t mark;
    uint32_t length;
    if (!wire::TakeBigEndian(rest, mark) || mark != 0xFF || !wire::TakeBigEndian(rest, length) ||
        length > rest.size() || !rest.substr(length).starts_with(model::kProtobufMagic)) {
      return {StatusCode::kDoNotRetry, path + " in ZooKeeper is not as HBase writes it"};
    }
    rest.remove_prefix(length + model::kProtobufMagic.size());
    return wire::ParseMessage(rest, *message);
  }

  const std::vector<HostPort> servers_;
  const std::string path_;
};

}  // namespace

std::unique_ptr<Registry> MakeZooKeeperRegistry(std::vector<HostPort> servers, std::string path) {
  return std::make_unique<ZooKeeperRegistry>(std::move(servers), std::move(path));
}

}  // namespace basalt::client
