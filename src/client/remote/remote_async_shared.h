// What the operations of one AsyncTable of servers share. Outlives them: the workers wait for all.
// Thread safe.
#pragma once

#include <memory>
#include <utility>

#include <boost/asio/steady_timer.hpp>

#include "client/async_workers.h"
#include "client/remote/cluster.h"

namespace basalt::client {

struct RemoteAsyncShared {
  std::shared_ptr<Cluster> cluster;
  TableName name;
  AsyncWorkers workers;

  // Calls `then` on the I/O thread at that time.
  template <typename Then>
  void At(Deadline time, Then then) {
    auto timer = std::make_shared<boost::asio::steady_timer>(cluster->channels().io(), time);
    timer->async_wait(
        [timer, then = std::move(then)](const boost::system::error_code&) { then(); });
  }
};

}  // namespace basalt::client
