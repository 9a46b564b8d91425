#include "catalog/replication_peers.h"

#include <utility>

#include <fmt/format.h>

#include "catalog/record_keys.h"

namespace basalt::catalog {
namespace {

// The record's first byte: the peer's state. The configuration follows.
constexpr char kEnabledPeer = 1;
constexpr char kDisabledPeer = 0;

Bytes PeerKey(std::string_view id) { return Bytes(kPeerPrefix).append(id); }

Bytes EncodePeer(const ReplicationPeer& peer) {
  return Bytes(1, peer.enabled ? kEnabledPeer : kDisabledPeer) + peer.config;
}

}  // namespace

Status ReplicationPeers::Load() {
  BASALT_ASSIGN_OR_RETURN(const auto off, state_.store()->GetRecord(kPeerModificationOffKey));
  modification_enabled_ = !off;
  return state_.store()->ForEachRecord(
      kPeerPrefix, [this](BytesView key, BytesView value) -> Status {
        const std::string id(key.substr(kPeerPrefix.size()));
        if (value.empty()) {
          return {StatusCode::kCorruption, fmt::format("the record of peer {} is damaged", id)};
        }
        peers_[id] = {id, value.front() == kEnabledPeer, Bytes(value.substr(1))};
        return {};
      });
}

Result<ReplicationPeer> ReplicationPeers::Find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = peers_.find(id);
  if (found == peers_.end()) return Status(StatusCode::kPeerNotFound, id);
  return found->second;
}

std::vector<ReplicationPeer> ReplicationPeers::List() const {
  const std::lock_guard lock(mutex_);
  std::vector<ReplicationPeer> list;
  list.reserve(peers_.size());
  for (const auto& [id, peer] : peers_) list.push_back(peer);
  return list;
}

Status ReplicationPeers::Write(const ReplicationPeer& peer, std::string_view what,
                               Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(
      state_.Commit({{PeerKey(peer.id), EncodePeer(peer)}}, {}, what, procedure));
  const std::lock_guard lock(mutex_);
  peers_[peer.id] = peer;
  return {};
}

Status ReplicationPeers::CheckId(const std::string& id) {
  // HBase's names of queues have the peer's id before a dash.
  if (id.find('-') == std::string::npos) return {};
  return {StatusCode::kDoNotRetry, "Found invalid peer name: " + id};
}

Status ReplicationPeers::Add(const ReplicationPeer& peer, Procedure* procedure) {
  BASALT_RETURN_IF_ERROR(CheckId(peer.id));
  const auto ddl = state_.LockDdl();
  if (Find(peer.id).ok()) {
    return {StatusCode::kDoNotRetry, fmt::format("Replication peer {} already exists", peer.id)};
  }
  return Write(peer, "add_peer", procedure);
}

Status ReplicationPeers::Remove(const std::string& id, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_RETURN_IF_ERROR(Find(id).status());
  BASALT_RETURN_IF_ERROR(
      state_.Commit({{PeerKey(id), std::nullopt}}, {}, "remove_peer", procedure));
  const std::lock_guard lock(mutex_);
  peers_.erase(id);
  return {};
}

Status ReplicationPeers::SetEnabled(const std::string& id, bool enabled, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(ReplicationPeer peer, Find(id));
  if (peer.enabled == enabled) {
    return {StatusCode::kDoNotRetry, fmt::format("Replication peer {} has already been {}", id,
                                                 enabled ? "enabled" : "disabled")};
  }
  peer.enabled = enabled;
  return Write(peer, enabled ? "enable_peer" : "disable_peer", procedure);
}

Status ReplicationPeers::Update(const std::string& id, Bytes config, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(ReplicationPeer peer, Find(id));
  peer.config = std::move(config);
  return Write(peer, "update_peer", procedure);
}

Result<bool> ReplicationPeers::SetModificationEnabled(bool enabled) {
  const auto ddl = state_.LockDdl();
  const bool before = modification_enabled_;
  if (before == enabled) return before;
  const std::optional<Bytes> record = enabled ? std::nullopt : std::optional<Bytes>("off");
  BASALT_RETURN_IF_ERROR(state_.Commit({{Bytes(kPeerModificationOffKey), record}}, {},
                                       "switch_peer_modification", nullptr));
  modification_enabled_ = enabled;
  return before;
}

}  // namespace basalt::catalog
