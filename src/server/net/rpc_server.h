// RpcServer: listens, hands new connections to its I/O threads, and ends them. Every port answers
// every service.
//
// Start and Stop belong to one thread.
#pragma once

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
  // Accepts no more, lets calls under way finish for as long as `grace`, and closes everything.
  void Stop(std::chrono::milliseconds grace);

  size_t connections() const { return shared_.connections.load(); }
  size_t bytes_in_flight() const { return shared_.bytes_in_flight.load(); }
  // One of the I/O threads', for small helpers that listen as well.
  boost::asio::io_context& io_context();

 private:
  void Accept(boost::asio::ip::tcp::acceptor& acceptor);

  RpcShared shared_;
  std::vector<std::unique_ptr<IoThread>> threads_;
  std::vector<std::unique_ptr<boost::asio::ip::tcp::acceptor>> acceptors_;
  size_t next_thread_ = 0;
  bool running_ = false;
};

}  // namespace basalt::server
