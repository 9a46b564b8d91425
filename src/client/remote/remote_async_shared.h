// RemoteAsyncShared: what the operations of one AsyncTable of servers share. Outlives them, since
// destroying the workers waits for all operations.
// Thread safe.
#pragma once

#include <memory>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "client/async_workers.h"
#include "client/remote/cluster.h"

namespace basalt::client {

struct RemoteAsyncShared {
  std::shared_ptr<Cluster> cluster;
  TableName name;
  AsyncWorkers workers;

  // Calls `then` on the I/O thread at that time, or once the token is cancelled.
  template <typename Then>
  void At(Deadline time, const CancellationToken& token, Then then) {
    ChannelPool& channels = cluster->channels();
    auto timer = std::make_shared<boost::asio::steady_timer>(channels.io(), time);
    // On the I/O thread, where the token's function is called, too.
    boost::asio::post(channels.io(), [timer, token, &channels, then = std::move(then)]() mutable {
      auto watched = std::make_shared<CancellationWatch::Registration>(
          channels.watch().Add(token, [timer] { timer->cancel(); }));
      timer->async_wait([timer, watched, then = std::move(then)](
                            const boost::system::error_code&) mutable { then(); });
    });
  }
};

}  // namespace basalt::client
