// ReplicationPeers: the clusters to which changes are to be replicated, as HBase's clients
// configure them. They are kept, and nothing is shipped to them. A peer's configuration is bytes
// here: those who add peers check it and know its form.
//
// Each change is one step on disk; given a procedure, its success is written in the same step.
// Errors are HBase's. Thread safe.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "basalt/status.h"
#include "catalog/catalog_state.h"

namespace basalt::catalog {

struct ReplicationPeer {
  std::string id;
  bool enabled = true;
  Bytes config;
};

class ReplicationPeers {
 public:
  explicit ReplicationPeers(CatalogState& state) : state_(state) {}

  // At open.
  Status Load();

  // kPeerNotFound.
  Result<ReplicationPeer> Find(const std::string& id) const;
  // In the order of their ids.
  std::vector<ReplicationPeer> List() const;

  // Whether a peer can have that id.
  static Status CheckId(const std::string& id);
  Status Add(const ReplicationPeer& peer, Procedure* procedure = nullptr);
  Status Remove(const std::string& id, Procedure* procedure = nullptr);
  Status SetEnabled(const std::string& id, bool enabled, Procedure* procedure = nullptr);
  // The same peer with another configuration.
  Status Update(const std::string& id, Bytes config, Procedure* procedure = nullptr);

  // The operator's switch: whether those who administer peers may change them. Kept over restarts.
  bool modification_enabled() const { return modification_enabled_; }
  // Returns what it was.
  Result<bool> SetModificationEnabled(bool enabled);

 private:
  Status Write(const ReplicationPeer& peer, std::string_view what, Procedure* procedure);

  CatalogState& state_;
  mutable std::mutex mutex_;  // guards peers_; taken after the DDL lock
  std::map<std::string, ReplicationPeer> peers_;
  std::atomic<bool> modification_enabled_{true};
};

}  // namespace basalt::catalog
