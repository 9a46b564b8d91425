#include "server/net/io_thread.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

#include <boost/asio/post.hpp>

namespace basalt::server {

IoThread::IoThread(RpcShared& shared)
    : shared_(shared), work_(boost::asio::make_work_guard(context_)), timer_(context_) {}

IoThread::~IoThread() { Stop(); }

void IoThread::Start() {
  ScheduleTick();
  thread_ = std::thread([this] { context_.run(); });
}

void IoThread::Adopt(RpcConnection::Socket socket) {
  auto connection = std::make_shared<RpcConnection>(std::move(socket), shared_);
  boost::asio::post(context_, [this, connection = std::move(connection)] {
    connections_.insert(connection);
    connection->Start();
  });
}

bool IoThread::Quiet(std::chrono::steady_clock::time_point deadline) {
  if (!thread_.joinable()) return true;
  const auto answer = std::make_shared<std::promise<bool>>();
  auto quiet = answer->get_future();
  boost::asio::post(context_, [this, answer] {
    answer->set_value(std::ranges::all_of(
        connections_, [](const auto& each) { return each->closed() || each->quiet(); }));
  });
  return quiet.wait_until(deadline) == std::future_status::ready && quiet.get();
}

void IoThread::Stop() {
  if (!thread_.joinable()) return;
  boost::asio::post(context_, [this] {
    timer_.cancel();
    for (const auto& connection : connections_) connection->Close();
    connections_.clear();
    work_.reset();
    context_.stop();
  });
  thread_.join();
}

void IoThread::ScheduleTick() {
  timer_.expires_after(std::chrono::seconds(1));
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) Tick();
  });
}

void IoThread::Tick() {
  for (const auto& connection : connections_) connection->Tick();
  std::erase_if(connections_, [](const auto& each) { return each->closed(); });
  ScheduleTick();
}

}  // namespace basalt::server
