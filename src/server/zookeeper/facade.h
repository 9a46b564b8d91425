// ZookeeperFacade: a listener that HBase's clients take for a ZooKeeper. It answers what they ask
// (sessions, reads, watches) from a ZnodeSource; there is no ensemble and nothing is stored.
//
// It works on the io_context it is given, which any number of threads may run; inside, everything
// happens on one strand. All members may be called from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "basalt/status.h"
#include "server/zookeeper/options.h"
#include "server/zookeeper/znode_source.h"

namespace basalt::server::zookeeper {

class ZookeeperFacade {
 public:
  // Borrows `io` and `source` until Stop() has returned.
  ZookeeperFacade(boost::asio::io_context& io, boost::asio::ip::tcp::endpoint endpoint,
                  const ZnodeSource* source, FacadeOptions options);
  ~ZookeeperFacade();
  ZookeeperFacade(const ZookeeperFacade&) = delete;
  ZookeeperFacade& operator=(const ZookeeperFacade&) = delete;

  // Listens. An error when the address cannot be had.
  Status Start();

  // Ends the listener and all connections and waits until that is done; the source is not asked any
  // more. REQUIRES: other threads run the io_context, or none does and it is stopped.
  void Stop();

  // Where it listens, after Start().
  uint16_t port() const;

  // The node at `path`, or its list of children, may have changed: watches are looked at now, and
  // not only with the next tick.
  void Changed(std::string path);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace basalt::server::zookeeper
