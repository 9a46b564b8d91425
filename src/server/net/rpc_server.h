// RpcServer: listens, hands new connections to its I/O threads, and ends them. Every port answers
// every service.
//
// Start and Stop belong to one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "basalt/status.h"
#include "server/net/rpc_connection.h"

namespace basalt::server {

class IoThread;

class RpcServer {
 public:
  explicit RpcServer(RpcDependencies dependencies);
  ~RpcServer();

  // Listens at an address ("0.0.0.0", "::", a name is not resolved); port 0 takes a free one.
  // Returns the port. An error says which address, and why.
  Result<uint16_t> Listen(const std::string& address, uint16_t port);
  // Begins to accept.
  void Start();
  // Accepts and reads nothing more; calls under way go on. May be called more than once.
  void BeginStop();
  // The same; lets calls under way finish until `deadline` and closes everything. Calls that have
  // not begun by then are dropped, without a response.
  void Stop(std::chrono::steady_clock::time_point deadline);

  size_t connections() const { return shared_.connections.load(); }
  // Bytes held for all clients.
  size_t bytes_in_flight() const { return shared_.memory.used(); }
  const RpcCounters& counters() const { return shared_.counters; }
  // One of the I/O threads', for small helpers that listen as well.
  boost::asio::io_context& io_context();

 private:
  void Accept(boost::asio::ip::tcp::acceptor& acceptor);
  void OnAccepted(IoThread& thread, boost::asio::ip::tcp::socket socket);
  void OnAcceptFailed(boost::asio::ip::tcp::acceptor& acceptor,
                      const boost::system::error_code& error);

  RpcShared shared_;
  std::vector<std::unique_ptr<IoThread>> threads_;
  std::vector<std::unique_ptr<boost::asio::ip::tcp::acceptor>> acceptors_;
  size_t next_thread_ = 0;
  // Why new connections are not taken, said in the log when it changes. Used by the thread of the
  // acceptors.
  enum class Accepting : uint8_t { kAll, kNoneFull, kFailing };
  Accepting accepting_ = Accepting::kAll;
  bool running_ = false;
};

}  // namespace basalt::server
