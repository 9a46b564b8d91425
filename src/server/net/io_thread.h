// IoThread: an event loop and the connections that live on it.
#pragma once

#include <chrono>
#include <memory>
#include <thread>
#include <unordered_set>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/net/rpc_connection.h"

namespace basalt::server {

class IoThread {
 public:
  explicit IoThread(RpcShared& shared);
  ~IoThread();

  boost::asio::io_context& context() { return context_; }
  void Start();
  // From any thread; the socket must belong to context().
  void Adopt(RpcConnection::Socket socket);
  // Whether all its connections have nothing under way. From any thread: asks the loop, and waits
  // for it until `deadline`; false if it does not answer.
  bool Quiet(std::chrono::steady_clock::time_point deadline);
  // Closes the connections and ends the loop.
  void Stop();

 private:
  void ScheduleTick();
  void Tick();

  RpcShared& shared_;
  boost::asio::io_context context_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  boost::asio::steady_timer timer_;
  std::unordered_set<std::shared_ptr<RpcConnection>> connections_;
  std::thread thread_;
};

}  // namespace basalt::server
