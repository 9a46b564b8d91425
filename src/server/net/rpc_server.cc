#include "server/net/rpc_server.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "server/net/io_thread.h"

namespace basalt::server {

using boost::asio::ip::tcp;

namespace {

size_t IoThreads(const RpcOptions& options) {
  if (options.io_threads > 0) return options.io_threads;
  return std::max(2U, std::thread::hardware_concurrency());
}

}  // namespace

RpcServer::RpcServer(RpcDependencies dependencies) : shared_(std::move(dependencies)) {
  for (size_t i = 0; i < IoThreads(shared_.options); ++i) {
    threads_.push_back(std::make_unique<IoThread>(shared_));
  }
}

RpcServer::~RpcServer() { Stop(std::chrono::steady_clock::now()); }

boost::asio::io_context& RpcServer::io_context() { return threads_.front()->context(); }

Result<uint16_t> RpcServer::Listen(const std::string& address, uint16_t port) {
  boost::system::error_code error;
  const auto fail = [&](const char* what) {
    return Status(StatusCode::kIoError,
                  fmt::format("cannot {} {}:{}: {}", what, address, port, error.message()));
  };
  const auto parsed = boost::asio::ip::make_address(address, error);
  if (error) return fail("understand the address");
  auto acceptor = std::make_unique<tcp::acceptor>(io_context());
  const tcp::endpoint endpoint(parsed, port);
  acceptor->open(endpoint.protocol(), error);
  if (!error) acceptor->set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && parsed.is_v6()) {
    acceptor->set_option(boost::asio::ip::v6_only(false), error);
  }
  if (!error) acceptor->bind(endpoint, error);
  if (!error) acceptor->listen(1024, error);
  if (error) return fail("listen at");
  const uint16_t chosen = acceptor->local_endpoint(error).port();
  acceptors_.push_back(std::move(acceptor));
  return chosen;
}

void RpcServer::Start() {
  for (const auto& acceptor : acceptors_) Accept(*acceptor);
  for (const auto& thread : threads_) thread->Start();
  running_ = true;
}

void RpcServer::Accept(tcp::acceptor& acceptor) {
  IoThread& thread = *threads_[next_thread_++ % threads_.size()];
  acceptor.async_accept(
      thread.context(),
      [this, &acceptor, &thread](const boost::system::error_code& error, tcp::socket socket) {
        if (!acceptor.is_open()) return;
        if (error && error != boost::asio::error::connection_aborted) {
          return OnAcceptFailed(acceptor, error);
        }
        if (!error) OnAccepted(thread, std::move(socket));
        Accept(acceptor);
      });
}

void RpcServer::OnAccepted(IoThread& thread, tcp::socket socket) {
  const size_t limit = shared_.options.max_connections;
  // The memory for connections counts, too.
  if (shared_.connections.load() >= limit || shared_.memory.full()) {
    // The socket is closed when it goes out of scope: the client sees the end of its connection.
    shared_.counters.refused_connections.fetch_add(1, std::memory_order_relaxed);
    if (std::exchange(accepting_, Accepting::kNoneFull) != Accepting::kNoneFull) {
      SPDLOG_WARN(
          "{} connections are open of {} allowed (rpc.max_connections and the limit of open "
          "files), "
          "with {} bytes held for them: new connections are closed until that is less",
          shared_.connections.load(), limit, shared_.memory.used());
    }
    return;
  }
  if (std::exchange(accepting_, Accepting::kAll) != Accepting::kAll) {
    SPDLOG_INFO("connections are accepted again; {} have been refused since the start",
                shared_.counters.refused_connections.load());
  }
  thread.Adopt(std::move(socket));
}

void RpcServer::OnAcceptFailed(tcp::acceptor& acceptor, const boost::system::error_code& error) {
  // Out of descriptors or memory: the client waits in the listener's queue until some are free.
  if (std::exchange(accepting_, Accepting::kFailing) != Accepting::kFailing) {
    SPDLOG_WARN("cannot accept connections: {}; trying again until it works", error.message());
  }
  auto pause = std::make_shared<boost::asio::steady_timer>(io_context());
  pause->expires_after(std::chrono::milliseconds(100));
  pause->async_wait([this, &acceptor, pause](const boost::system::error_code& cancelled) {
    if (!cancelled && acceptor.is_open()) Accept(acceptor);
  });
}

void RpcServer::BeginStop() {
  if (!running_ || shared_.draining.exchange(true)) return;
  boost::asio::post(io_context(), [this] {
    boost::system::error_code ignored;
    for (const auto& acceptor : acceptors_) acceptor->close(ignored);
  });
}

void RpcServer::Stop(std::chrono::steady_clock::time_point deadline) {
  BeginStop();
  if (!std::exchange(running_, false)) return;
  const auto quiet = [&] {
    return std::ranges::all_of(threads_,
                               [&](const auto& thread) { return thread->Quiet(deadline); });
  };
  while (std::chrono::steady_clock::now() < deadline && !quiet()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  shared_.abandoned = true;
  for (const auto& thread : threads_) thread->Stop();
}

}  // namespace basalt::server
