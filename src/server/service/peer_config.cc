#include "server/service/peer_config.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/units.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// The endpoint that ships to another cluster, which is also what is meant without one.
constexpr std::string_view kClusterEndpoint =
    "org.apache.hadoop.hbase.replication.regionserver.HBaseInterClusterReplicationEndpoint";
constexpr std::string_view kEntryFilters = "hbase.replication.source.custom.walentryfilters";

Status RefusePeer(std::string message) { return {StatusCode::kDoNotRetry, std::move(message)}; }

std::vector<std::string_view> SplitAt(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// A host may have a port of its own, which comes before that of the others.
Result<ClusterKey> ParseClusterKey(const std::string& key) {
  const auto parts = SplitAt(key, ':');
  const std::string_view parent = parts.back();
  if (parts.size() < 3 || parent.size() < 2 || parent.front() != '/' || parent.back() == '/') {
    return RefusePeer("Invalid cluster key: " + key);
  }
  const auto port = model::ParseInteger(parts[parts.size() - 2], INT32_MIN, INT32_MAX);
  if (!port) {
    return Status(StatusCode::kIoError,
                  fmt::format("java.lang.NumberFormatException: For input string: \"{}\"",
                              parts[parts.size() - 2]));
  }
  const std::string_view first = SplitAt(parts.front(), ',').front();
  const auto own_port = parts.size() > 3 && first == parts.front()
                            ? model::ParseInteger(SplitAt(parts[1], ',').front(), 0, UINT16_MAX)
                            : std::nullopt;
  return ClusterKey{std::string(first), static_cast<int>(own_port.value_or(*port)),
                    std::string(parent)};
}

Status CheckClasses(const pb::ReplicationPeer& config) {
  const std::string& endpoint = config.replicationendpointimpl();
  if (!endpoint.empty() && endpoint != kClusterEndpoint) {
    return RefusePeer("Can not instantiate configured replication endpoint class=" + endpoint);
  }
  for (const pb::NameStringPair& setting : config.configuration()) {
    if (setting.name() != kEntryFilters || setting.value().empty()) continue;
    return RefusePeer(
        fmt::format("Configured WALEntryFilter {} could not be created. Failing "
                    "add/update peer operation.",
                    SplitAt(setting.value(), ',').front()));
  }
  return {};
}

template <typename Namespaces, typename Tables>
Status CheckConflict(const Namespaces& namespaces, const Tables& tables) {
  for (const pb::TableCF& table : tables) {
    BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(table.table_name()));
    if (std::ranges::find(namespaces, name.ns()) == namespaces.end()) continue;
    return RefusePeer(fmt::format("Table-cfs {} is conflict with namespaces {} in peer config",
                                  name.ToString(), name.ns()));
  }
  return {};
}

Status CheckScope(const pb::ReplicationPeer& config) {
  if (config.replicate_all()) {
    if (config.namespaces_size() > 0 || config.table_cfs_size() > 0) {
      return RefusePeer(
          "Need clean namespaces or table-cfs config firstly when you want replicate all cluster");
    }
    return CheckConflict(config.exclude_namespaces(), config.exclude_table_cfs());
  }
  if (config.exclude_namespaces_size() > 0 || config.exclude_table_cfs_size() > 0) {
    return RefusePeer(
        "Need clean exclude-namespaces or exclude-table-cfs config firstly when replicate_all flag "
        "is false");
  }
  return CheckConflict(config.namespaces(), config.table_cfs());
}

std::string OrNull(bool has, const std::string& text) { return has ? text : "null"; }

}  // namespace

Status CheckPeerConfig(const pb::ReplicationPeer& config, const IsOwnKey& is_own) {
  BASALT_RETURN_IF_ERROR(CheckClasses(config));
  BASALT_ASSIGN_OR_RETURN(const ClusterKey key, ParseClusterKey(config.clusterkey()));
  if (is_own(key)) {
    return RefusePeer(
        fmt::format("Invalid cluster key: {}, should not replicate to itself for "
                    "HBaseInterClusterReplicationEndpoint",
                    config.clusterkey()));
  }
  return CheckScope(config);
}

pb::ReplicationPeer WithDefaults(pb::ReplicationPeer config) {
  if (!config.has_replicate_all()) config.set_replicate_all(true);
  if (!config.has_bandwidth()) config.set_bandwidth(0);
  if (!config.has_serial()) config.set_serial(false);
  return config;
}

Result<pb::ReplicationPeer> UpdatedPeerConfig(const std::string& id,
                                              const pb::ReplicationPeer& before,
                                              pb::ReplicationPeer after) {
  if (before.clusterkey() != after.clusterkey()) {
    return RefusePeer(
        fmt::format("Changing the cluster key on an existing peer is not allowed. Existing key "
                    "'{}' for peer {} does not match new key '{}'",
                    before.clusterkey(), id, after.clusterkey()));
  }
  if (before.replicationendpointimpl() != after.replicationendpointimpl()) {
    return RefusePeer(fmt::format(
        "Changing the replication endpoint implementation class on an existing peer is not "
        "allowed. Existing class '{}' for peer {} does not match new class '{}'",
        OrNull(before.has_replicationendpointimpl(), before.replicationendpointimpl()), id,
        OrNull(after.has_replicationendpointimpl(), after.replicationendpointimpl())));
  }
  for (const pb::NameStringPair& old : before.configuration()) {
    const bool named = std::ranges::any_of(
        after.configuration(), [&](const auto& fresh) { return fresh.name() == old.name(); });
    if (!named) *after.add_configuration() = old;
  }
  return after;
}

}  // namespace basalt::server
