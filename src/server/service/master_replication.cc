// Replication peers: kept as HBase's clients configure them. Nothing is shipped to them.
#include <unistd.h>

#include <array>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "hbase/replication.pb.h"
#include "server/service/master_support.h"
#include "server/service/peer_config.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// Of HBase's procedures that change peers.
constexpr std::string_view kReplicationPackage = "org.apache.hadoop.hbase.master.replication.";

bool IsOwnHost(const Call& call, const std::string& host) {
  if (host == "localhost" || host == "127.0.0.1" || host == "::1") return true;
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return host == call.connection.dialled_host || host == name.data();
}

Status CheckConfig(const ServerContext& context, const Call& call,
                   const pb::ReplicationPeer& config) {
  return CheckPeerConfig(config, [&](const ClusterKey& key) {
    return key.port != 0 && key.port == context.zookeeper_port() &&
           key.parent == context.startup_config().znode_parent && IsOwnHost(call, key.host);
  });
}

Result<pb::ReplicationPeer> ConfigOf(const catalog::ReplicationPeer& peer) {
  pb::ReplicationPeer config;
  if (config.ParseFromString(peer.config)) return config;
  return Status(StatusCode::kCorruption,
                fmt::format("the configuration of peer {} is damaged", peer.id));
}

// HBase checks what is asked for in the procedure, and answers with its id at once.
Status ChangePeers(ServerContext& context, std::string_view procedure,
                   pb::ReplicationPeerChangeResponse& response,
                   const std::function<Status(catalog::Procedure&)>& work) {
  if (!context.catalog().peers().modification_enabled()) {
    return {StatusCode::kIoError, "Replication peer modification disabled"};
  }
  const std::string name = fmt::format("{}{}", kReplicationPackage, procedure);
  response.set_proc_id(context.procedures().Run(name, 0, 0, work));
  return {};
}

void WarnOfEnabledPeer(const std::string& id) {
  SPDLOG_WARN(
      "replication peer {} is enabled, but this server ships nothing to peers: its changes stay "
      "here",
      id);
}

Status AddReplicationPeer(ServerContext& context, const Call& call,
                          const pb::AddReplicationPeerRequest& request,
                          pb::ReplicationPeerChangeResponse& response) {
  return ChangePeers(
      context, "AddPeerProcedure", response, [&](catalog::Procedure& procedure) -> Status {
        const bool enabled = request.peer_state().state() == pb::ReplicationState::ENABLED;
        const pb::ReplicationPeer config = WithDefaults(request.peer_config());
        BASALT_RETURN_IF_ERROR(catalog::ReplicationPeers::CheckId(request.peer_id()));
        BASALT_RETURN_IF_ERROR(CheckConfig(context, call, config));
        BASALT_RETURN_IF_ERROR(context.catalog().peers().Add(
            {request.peer_id(), enabled, config.SerializeAsString()}, &procedure));
        if (enabled) WarnOfEnabledPeer(request.peer_id());
        return {};
      });
}

Status RemoveReplicationPeer(ServerContext& context, const Call&,
                             const pb::RemoveReplicationPeerRequest& request,
                             pb::ReplicationPeerChangeResponse& response) {
  return ChangePeers(context, "RemovePeerProcedure", response, [&](catalog::Procedure& procedure) {
    return context.catalog().peers().Remove(request.peer_id(), &procedure);
  });
}

Status EnableReplicationPeer(ServerContext& context, const Call&,
                             const pb::EnableReplicationPeerRequest& request,
                             pb::ReplicationPeerChangeResponse& response) {
  return ChangePeers(
      context, "EnablePeerProcedure", response, [&](catalog::Procedure& procedure) -> Status {
        BASALT_RETURN_IF_ERROR(
            context.catalog().peers().SetEnabled(request.peer_id(), true, &procedure));
        WarnOfEnabledPeer(request.peer_id());
        return {};
      });
}

Status DisableReplicationPeer(ServerContext& context, const Call&,
                              const pb::DisableReplicationPeerRequest& request,
                              pb::ReplicationPeerChangeResponse& response) {
  return ChangePeers(context, "DisablePeerProcedure", response, [&](catalog::Procedure& procedure) {
    return context.catalog().peers().SetEnabled(request.peer_id(), false, &procedure);
  });
}

Status UpdateReplicationPeerConfig(ServerContext& context, const Call& call,
                                   const pb::UpdateReplicationPeerConfigRequest& request,
                                   pb::ReplicationPeerChangeResponse& response) {
  return ChangePeers(
      context, "UpdatePeerConfigProcedure", response, [&](catalog::Procedure& procedure) -> Status {
        auto& peers = context.catalog().peers();
        const pb::ReplicationPeer fresh = WithDefaults(request.peer_config());
        BASALT_RETURN_IF_ERROR(CheckConfig(context, call, fresh));
        BASALT_ASSIGN_OR_RETURN(const auto peer, peers.Find(request.peer_id()));
        BASALT_ASSIGN_OR_RETURN(const auto before, ConfigOf(peer));
        BASALT_ASSIGN_OR_RETURN(const auto after, UpdatedPeerConfig(peer.id, before, fresh));
        return peers.Update(peer.id, after.SerializeAsString(), &procedure);
      });
}

Status GetReplicationPeerConfig(ServerContext& context, const Call&,
                                const pb::GetReplicationPeerConfigRequest& request,
                                pb::GetReplicationPeerConfigResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto peer, context.catalog().peers().Find(request.peer_id()));
  BASALT_ASSIGN_OR_RETURN(*response.mutable_peer_config(), ConfigOf(peer));
  response.set_peer_id(peer.id);
  return {};
}

Status ListReplicationPeers(ServerContext& context, const Call&,
                            const pb::ListReplicationPeersRequest& request,
                            pb::ListReplicationPeersResponse& response) {
  std::optional<filter::NamePattern> pattern;
  if (request.has_regex()) {
    BASALT_ASSIGN_OR_RETURN(auto parsed, filter::NamePattern::Parse(request.regex()));
    pattern.emplace(std::move(parsed));
  }
  for (const catalog::ReplicationPeer& peer : context.catalog().peers().List()) {
    if (pattern) {
      BASALT_ASSIGN_OR_RETURN(const bool matches, pattern->Matches(peer.id));
      if (!matches) continue;
    }
    auto& description = *response.add_peer_desc();
    description.set_id(peer.id);
    description.mutable_state()->set_state(peer.enabled ? pb::ReplicationState::ENABLED
                                                        : pb::ReplicationState::DISABLED);
    BASALT_ASSIGN_OR_RETURN(*description.mutable_config(), ConfigOf(peer));
  }
  return {};
}

Status IsReplicationPeerEnabled(ServerContext& context, const Call&,
                                const pb::GetReplicationPeerStateRequest& request,
                                pb::GetReplicationPeerStateResponse& response) {
  const auto peer = context.catalog().peers().Find(request.peer_id());
  if (!peer.ok()) {
    return {StatusCode::kIoError,
            fmt::format("Replication Peer of {} does not exist.", request.peer_id())};
  }
  response.set_is_enabled(peer->enabled);
  return {};
}

Status ReplicationPeerModificationSwitch(
    ServerContext& context, const Call&,
    const pb::ReplicationPeerModificationSwitchRequest& request,
    pb::ReplicationPeerModificationSwitchResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const bool before,
                          context.catalog().peers().SetModificationEnabled(request.on()));
  response.set_previous_value(before);
  return {};
}

Status IsReplicationPeerModificationEnabled(
    ServerContext& context, const Call&, const pb::IsReplicationPeerModificationEnabledRequest&,
    pb::IsReplicationPeerModificationEnabledResponse& response) {
  response.set_enabled(context.catalog().peers().modification_enabled());
  return {};
}

// Those under way.
Status GetReplicationPeerModificationProcedures(
    ServerContext& context, const Call&, const pb::GetReplicationPeerModificationProceduresRequest&,
    pb::GetReplicationPeerModificationProceduresResponse& response) {
  for (const auto& [id, entry] : context.procedures().List()) {
    if (entry.outcome || !entry.name.starts_with(kReplicationPackage)) continue;
    FillProcedure(id, entry, *response.add_procedure());
  }
  return {};
}

}  // namespace

void RegisterReplicationVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("AddReplicationPeer", Lane::kPool, AddReplicationPeer);
  master.Add("RemoveReplicationPeer", Lane::kPool, RemoveReplicationPeer);
  master.Add("EnableReplicationPeer", Lane::kPool, EnableReplicationPeer);
  master.Add("DisableReplicationPeer", Lane::kPool, DisableReplicationPeer);
  master.Add("UpdateReplicationPeerConfig", Lane::kPool, UpdateReplicationPeerConfig);
  master.Add("GetReplicationPeerConfig", Lane::kInline, GetReplicationPeerConfig);
  master.Add("ListReplicationPeers", Lane::kInline, ListReplicationPeers);
  master.Add("IsReplicationPeerEnabled", Lane::kInline, IsReplicationPeerEnabled);
  master.Add("ReplicationPeerModificationSwitch", Lane::kPool, ReplicationPeerModificationSwitch);
  master.Add("IsReplicationPeerModificationEnabled", Lane::kInline,
             IsReplicationPeerModificationEnabled);
  master.Add("GetReplicationPeerModificationProcedures", Lane::kInline,
             GetReplicationPeerModificationProcedures);
}

}  // namespace basalt::server
