// What HBase's master checks of a replication peer's configuration. Pure functions.
#pragma once

#include <functional>
#include <string>

#include "basalt/status.h"
#include "hbase/replication.pb.h"

namespace basalt::server {

// Where a cluster is found: hosts:port:/parent.
struct ClusterKey {
  std::string host;  // the first of the quorum
  int port = 0;
  std::string parent;
};
// Whether it leads to this server.
using IsOwnKey = std::function<bool(const ClusterKey& key)>;

// kDoNotRetry with HBase's message; kIoError for a port that is no number. HBase also asks the
// peer's ZooKeeper for the cluster's id, and refuses a peer that it cannot reach; here only a key
// that leads back to this server is refused.
Status CheckPeerConfig(const hbase::pb::ReplicationPeer& config, const IsOwnKey& is_own);

// With the fields that HBase always fills.
hbase::pb::ReplicationPeer WithDefaults(hbase::pb::ReplicationPeer config);

// What an update of `before` leaves: the new configuration, and the settings of the old one that
// the new one does not name. kDoNotRetry for what cannot be changed.
Result<hbase::pb::ReplicationPeer> UpdatedPeerConfig(const std::string& id,
                                                     const hbase::pb::ReplicationPeer& before,
                                                     hbase::pb::ReplicationPeer after);

}  // namespace basalt::server
