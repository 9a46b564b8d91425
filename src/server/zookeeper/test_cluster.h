// For tests: a cluster whose tables and namespaces the test sets, the façade that shows it on a
// thread of its own, and a client that speaks raw bytes. Included by *_test.cc files only.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "server/zookeeper/facade.h"
#include "server/zookeeper/hbase_znodes.h"
#include "wire/big_endian.h"
#include "wire/zookeeper/constants.h"
#include "wire/zookeeper/records.h"
#include "wire/zookeeper/session_records.h"

namespace basalt::server::zookeeper {

// Thread safe.
class TestCluster {
 public:
  TestCluster() { tables_["hbase:meta"] = MirroredTableState::kEnabled; }

  void SetTable(const std::string& name, MirroredTableState state) {
    std::lock_guard lock(mutex_);
    tables_[name] = state;
  }
  void DropTable(const std::string& name) {
    std::lock_guard lock(mutex_);
    tables_.erase(name);
  }
  ClusterInfo Info() {
    ClusterInfo info;
    info.cluster_id = "2ab8a9a0-7b05-4d36-9c9a-0b4c6fd0d0aa";
    info.start_code = 1700000000123;
    info.start_date = "Tue Nov 14 22:13:20 UTC 2023";
    info.content.table_names = [this] {
      std::lock_guard lock(mutex_);
      std::vector<std::string> names;
      for (const auto& [name, state] : tables_) names.push_back(name);
      return names;
    };
    info.content.table_state =
        [this](const std::string& name) -> std::optional<MirroredTableState> {
      std::lock_guard lock(mutex_);
      auto found = tables_.find(name);
      if (found == tables_.end()) return std::nullopt;
      return found->second;
    };
    info.content.namespaces = [] { return std::vector<std::string>{"default", "hbase"}; };
    info.content.namespace_configuration =
        [](const std::string& name) -> std::optional<std::map<std::string, std::string>> {
      if (name == "default") return std::map<std::string, std::string>{{"owner", "all"}};
      if (name == "hbase") return std::map<std::string, std::string>{};
      return std::nullopt;
    };
    return info;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, MirroredTableState> tables_;
};

class TestFacade {
 public:
  explicit TestFacade(FacadeOptions options = {}, ClusterInfo* info = nullptr)
      : znodes(info != nullptr ? *info : cluster.Info(), 42),
        facade(io_, {boost::asio::ip::make_address_v4("127.0.0.1"), 0}, &znodes, options),
        started(facade.Start()),
        work_(io_.get_executor()),
        thread_([this] { io_.run(); }) {}
  ~TestFacade() {
    facade.Stop();
    io_.stop();
    thread_.join();
  }

  std::string address() const { return "127.0.0.1:" + std::to_string(facade.port()); }

 private:
  boost::asio::io_context io_;

 public:
  TestCluster cluster;
  HbaseZnodes znodes;
  ZookeeperFacade facade;
  Status started;

 private:
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
};

// Blocking. nullopt is the end of the connection.
class RawClient {
 public:
  // `receive_bytes`: how much the system may keep for a client that does not read; 0: as it likes.
  explicit RawClient(uint16_t port, int receive_bytes = 0) : socket_(io_) {
    socket_.open(boost::asio::ip::tcp::v4());
    if (receive_bytes > 0) {
      socket_.set_option(boost::asio::socket_base::receive_buffer_size(receive_bytes));
    }
    socket_.connect({boost::asio::ip::make_address_v4("127.0.0.1"), port});
  }

  void Send(BytesView bytes) {
    boost::system::error_code ignored;
    boost::asio::write(socket_, boost::asio::buffer(bytes), ignored);
  }
  void SendFrame(const Bytes& message) {
    Bytes frame;
    wire::zookeeper::JuteWriter writer(&frame);
    writer(message);
    Send(frame);
  }
  template <typename... Fields>
  void Request(int32_t xid, wire::zookeeper::OpCode op, const Fields&... fields) {
    Bytes message;
    wire::zookeeper::JuteWriter writer(&message);
    writer(xid, static_cast<int32_t>(op), fields...);
    SendFrame(message);
  }
  std::optional<Bytes> ReadFrame() {
    auto length = Read(4);
    if (!length) return std::nullopt;
    return Read(wire::GetBigEndian<uint32_t>(length->data()));
  }
  // Everything until the end.
  Bytes ReadAll() {
    Bytes all;
    while (auto byte = Read(1)) all += *byte;
    return all;
  }
  // The reply's header; its body is left in `body`.
  std::optional<wire::zookeeper::ReplyHeader> ReadReply(Bytes* body) {
    auto frame = ReadFrame();
    if (!frame) return std::nullopt;
    wire::zookeeper::JuteReader reader(*frame);
    wire::zookeeper::ReplyHeader header;
    reader(header);
    if (!reader.ok()) return std::nullopt;
    *body = reader.rest();
    return header;
  }
  std::optional<wire::zookeeper::ConnectResponse> Connect(int64_t session_id = 0,
                                                          Bytes password = Bytes(16, '\0'),
                                                          int32_t timeout_ms = 30000) {
    Bytes message;
    wire::zookeeper::AppendConnectRequest(
        {0, 0, timeout_ms, session_id, std::move(password), false, true}, &message);
    SendFrame(message);
    auto frame = ReadFrame();
    if (!frame) return std::nullopt;
    auto response = wire::zookeeper::ParseConnectResponse(*frame);
    if (!response.ok()) return std::nullopt;
    return *response;
  }
  void Close() { socket_.close(); }

 private:
  std::optional<Bytes> Read(size_t size) {
    Bytes bytes(size, '\0');
    boost::system::error_code error;
    boost::asio::read(socket_, boost::asio::buffer(bytes), error);
    if (error) return std::nullopt;
    return bytes;
  }

  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_;
};

}  // namespace basalt::server::zookeeper
