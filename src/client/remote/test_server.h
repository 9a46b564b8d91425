// TestServer: a fake server that speaks HBase's protocol as far as a client needs to find
// hbase:meta and the master; the test answers everything else. Included by *_test.cc files only.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "hbase/registry.pb.h"
#include "wire/big_endian.h"
#include "wire/frame.h"

namespace basalt::client {

class TestServer {
 public:
  using Header = hbase::pb::RequestHeader;
  // Appends the whole answer to `out`; leaves it empty for a call that is never answered.
  using Answer = std::function<void(const Header& header, Bytes& out)>;

  explicit TestServer(Answer answer) : answer_(std::move(answer)) {
    acceptor_ = std::make_unique<Tcp::acceptor>(
        io_, Tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    accepting_ = std::thread([this] { Accept(); });
  }
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;
  // REQUIRES: connections to it were closed.
  ~TestServer() {
    boost::system::error_code ignored;
    // Closing the socket alone would not wake accept().
    stopping_ = true;
    Tcp::socket last(io_);
    last.connect(acceptor_->local_endpoint(), ignored);
    accepting_.join();
    for (const auto& peer : peers_) peer->shutdown(Tcp::socket::shutdown_both, ignored);
    for (std::thread& each : serving_) each.join();
  }

  std::string url() const {
    return "hbase://127.0.0.1:" + std::to_string(acceptor_->local_endpoint().port());
  }
  // The headers of the calls of that name so far.
  std::vector<Header> Seen(const std::string& method) const {
    const std::lock_guard lock(mutex_);
    std::vector<Header> found;
    for (const Header& header : seen_) {
      if (header.method_name() == method) found.push_back(header);
    }
    return found;
  }
  void AwaitCall(const std::string& method) const {
    while (Seen(method).empty()) std::this_thread::yield();
  }

 private:
  using Tcp = boost::asio::ip::tcp;

  void Accept() {
    for (;;) {
      auto peer = std::make_shared<Tcp::socket>(io_);
      boost::system::error_code error;
      acceptor_->accept(*peer, error);
      if (error || stopping_) return;
      peers_.push_back(peer);
      serving_.emplace_back([this, peer] { Serve(*peer); });
    }
  }

  static bool Read(Tcp::socket& peer, Bytes& bytes) {
    boost::system::error_code error;
    boost::asio::read(peer, boost::asio::buffer(bytes), error);
    return !error;
  }

  static bool ReadFrame(Tcp::socket& peer, Bytes& frame) {
    Bytes length(4, '\0');
    if (!Read(peer, length)) return false;
    frame.assign(wire::GetBigEndian<uint32_t>(length.data()), '\0');
    return Read(peer, frame);
  }

  void Serve(Tcp::socket& peer) {
    Bytes preamble(6, '\0');
    Bytes frame;
    if (!Read(peer, preamble) || !ReadFrame(peer, frame)) return;
    while (ReadFrame(peer, frame)) {
      wire::RequestParts request;
      if (!wire::ParseRequest(frame, request).ok()) return;
      {
        const std::lock_guard lock(mutex_);
        seen_.push_back(request.header);
      }
      Bytes out;
      if (!Locate(request.header, out)) answer_(request.header, out);
      boost::system::error_code error;
      boost::asio::write(peer, boost::asio::buffer(out), error);
      if (error) return;
    }
  }

  // Answers the registry's requests.
  bool Locate(const Header& header, Bytes& out) const {
    const auto fill = [&](hbase::pb::ServerName& name) {
      name.set_host_name("127.0.0.1");
      name.set_port(acceptor_->local_endpoint().port());
      name.set_start_code(1);
    };
    if (header.method_name() == "GetClusterId") {
      hbase::pb::GetClusterIdResponse response;
      wire::AppendResponseHead(header.call_id(), response, 0, out);
    } else if (header.method_name() == "GetActiveMaster") {
      hbase::pb::GetActiveMasterResponse response;
      fill(*response.mutable_server_name());
      wire::AppendResponseHead(header.call_id(), response, 0, out);
    } else if (header.method_name() == "GetMetaRegionLocations") {
      hbase::pb::GetMetaRegionLocationsResponse response;
      auto& location = *response.add_meta_locations();
      location.mutable_region_info()->set_region_id(1);
      location.mutable_region_info()->mutable_table_name()->set_namespace_("hbase");
      location.mutable_region_info()->mutable_table_name()->set_qualifier("meta");
      location.mutable_region_info()->set_replica_id(0);
      location.set_seq_num(1);
      fill(*location.mutable_server_name());
      wire::AppendResponseHead(header.call_id(), response, 0, out);
    } else {
      return false;
    }
    return true;
  }

  const Answer answer_;
  boost::asio::io_context io_;
  std::unique_ptr<Tcp::acceptor> acceptor_;
  std::atomic<bool> stopping_ = false;
  mutable std::mutex mutex_;  // guards seen_
  std::vector<Header> seen_;
  std::vector<std::shared_ptr<Tcp::socket>> peers_;  // used by the accepting thread
  std::vector<std::thread> serving_;                 // used by the accepting thread
  std::thread accepting_;
};

}  // namespace basalt::client
