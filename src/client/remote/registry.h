// Registry: HBase's connection registry: where a client learns the addresses of the master and of
// hbase:meta: from the servers themselves, or from ZooKeeper. Thread safe. Nothing is cached here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "basalt/status.h"
#include "client/remote/address.h"
#include "client/remote/channel_pool.h"

namespace basalt::client {

class Registry {
 public:
  virtual ~Registry() = default;
  // The addresses of hbase:meta and of the active master. Each server is asked once; the first
  // error when none answers.
  virtual Result<HostPort> MetaServer(const RpcContext& context) = 0;
  virtual Result<HostPort> Master(const RpcContext& context) = 0;
  // Checks that a server of the cluster answers.
  virtual Status Greet(const RpcContext& context) = 0;
};

// ClientMetaService of the servers. `channels` must outlive it.
std::unique_ptr<Registry> MakeRpcRegistry(ChannelPool& channels, std::vector<HostPort> servers);
// Reads the znodes under `path` ("/hbase"). Every request opens a session, since requests are rare.
std::unique_ptr<Registry> MakeZooKeeperRegistry(std::vector<HostPort> servers, std::string path);

}  // namespace basalt::client
