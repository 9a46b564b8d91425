// Registry: who tells a client where the cluster is: its servers themselves, or a ZooKeeper.
// Thread safe. Each question is asked anew; the answers are the caller's to remember.
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
  // Where hbase:meta is, and the active master. One try with each server; the first error when
  // none has an answer.
  virtual Result<HostPort> MetaServer(const RpcContext& context) = 0;
  virtual Result<HostPort> Master(const RpcContext& context) = 0;
  // Whether there is a cluster at all.
  virtual Status Greet(const RpcContext& context) = 0;
};

// ClientMetaService of the servers. `channels` must outlive it.
std::unique_ptr<Registry> MakeRpcRegistry(ChannelPool& channels, std::vector<HostPort> servers);
// The nodes under `path` ("/hbase"). A session for each question: they are rare.
std::unique_ptr<Registry> MakeZooKeeperRegistry(std::vector<HostPort> servers, std::string path);

}  // namespace basalt::client
