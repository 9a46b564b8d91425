#include "server/zookeeper/hbase_znodes.h"

#include <utility>

#include <fmt/format.h>

#include "hbase/cluster_status.pb.h"
#include "hbase/common.pb.h"
#include "hbase/zookeeper.pb.h"
#include "wire/zookeeper/path.h"

namespace basalt::server::zookeeper {
namespace {

using wire::zookeeper::IsAtOrBelow;
using wire::zookeeper::JoinPath;
using wire::zookeeper::ParentPath;

// The session that would hold the ephemeral nodes, were there one: any number but zero.
constexpr int64_t kOwner = 0x0BA5A17000000001;

void FillServerName(hbase::pb::ServerName* name, const std::string& host, uint16_t port,
                    int64_t start_code) {
  name->set_host_name(host);
  name->set_port(port);
  name->set_start_code(static_cast<uint64_t>(start_code));
}

}  // namespace

HbaseZnodes::HbaseZnodes(ClusterInfo cluster, int64_t salt)
    : cluster_(std::move(cluster)),
      master_writer_(fmt::format("master:{}{}", cluster_.master_port, EncodeLong(salt))),
      region_writer_(fmt::format("regionserver:{}{}", cluster_.region_port, EncodeLong(salt))) {
  const std::string& root = cluster_.parent;
  for (std::string_view at = root; at != "/"; at = ParentPath(at)) {
    std::string_view above = ParentPath(at);
    std::string name(at.substr(above == "/" ? 1 : above.size() + 1));
    directories_[std::string(above)].push_back(std::move(name));
  }
  std::vector<std::string>& top = directories_[root];
  auto directory = [&](std::string_view name, std::vector<std::string> children) {
    top.emplace_back(name);
    std::string path = JoinPath(root, name);
    for (const std::string& child : children) directories_[JoinPath(path, child)];
    directories_[path] = std::move(children);
  };
  directory("backup-masters", {});
  directory("draining", {});
  directory("flush-table-proc", {"acquired", "reached", "abort"});
  directory("master-maintenance", {});
  directory("namespace", {});
  directory("online-snapshot", {"acquired", "reached", "abort"});
  directory("replication", {"hfile-refs", "peers", "rs"});
  directory("rs", {});
  directory("splitWAL", {});
  directory("table", {});
  top.insert(top.end(), {"hbaseid", "master", "meta-region-server", "running"});

  hbase::pb::ClusterId id;
  id.set_cluster_id(cluster_.cluster_id);
  fixed_[JoinPath(root, "hbaseid")] = WithMagic(master_writer_, id.SerializeAsString());
  hbase::pb::ClusterUp up;
  up.set_start_date(cluster_.start_date);
  fixed_[JoinPath(root, "running")] = WithMagic(master_writer_, up.SerializeAsString());
}

std::string HbaseZnodes::TablePath(std::string_view table) const {
  return JoinPath(JoinPath(cluster_.parent, "table"), table);
}

std::string HbaseZnodes::NamespacePath(std::string_view name) const {
  return JoinPath(JoinPath(cluster_.parent, "namespace"), name);
}

std::string HbaseZnodes::Host(std::string_view local_address) const {
  return cluster_.advertised_host.empty() ? std::string(local_address) : cluster_.advertised_host;
}

std::string HbaseZnodes::RegionServerName(std::string_view local_address) const {
  return fmt::format("{},{},{}", Host(local_address), cluster_.region_port, cluster_.start_code);
}

Bytes HbaseZnodes::Framed(std::string_view writer, std::string_view message) const {
  if (message.empty()) return {};
  Bytes data("\xFF\0\0\0", 4);
  data.push_back(static_cast<char>(writer.size()));
  data.append(writer);
  return data.append(message);
}

Bytes HbaseZnodes::WithMagic(std::string_view writer, std::string_view message) const {
  return Framed(writer, Bytes("PBUF").append(message));
}

// A table's state or a namespace's descriptor; nullopt when the path is neither.
std::optional<Bytes> HbaseZnodes::ChangingData(std::string_view path) const {
  std::string_view parent = ParentPath(path);
  std::string name(path.substr(path.rfind('/') + 1));
  if (parent == JoinPath(cluster_.parent, "table")) {
    auto state = cluster_.content.table_state(name);
    if (!state) return std::nullopt;
    hbase::pb::DeprecatedTableState message;
    message.set_state(static_cast<hbase::pb::DeprecatedTableState::State>(*state));
    return WithMagic(master_writer_, message.SerializeAsString());
  }
  if (parent == JoinPath(cluster_.parent, "namespace")) {
    auto configuration = cluster_.content.namespace_configuration(name);
    if (!configuration) return std::nullopt;
    hbase::pb::NamespaceDescriptor message;
    message.set_name(name);
    for (const auto& [key, value] : *configuration) {
      auto* pair = message.add_configuration();
      pair->set_name(key);
      pair->set_value(value);
    }
    // HBase leaves the magic out here, and here alone.
    return Framed(master_writer_, message.SerializeAsString());
  }
  return std::nullopt;
}

// The nodes that tell where the server is.
std::optional<Bytes> HbaseZnodes::ServerData(std::string_view path,
                                             std::string_view local_address) const {
  std::string_view name = path.substr(cluster_.parent == "/" ? 1 : cluster_.parent.size() + 1);
  if (name == "master") {
    hbase::pb::Master message;
    FillServerName(message.mutable_master(), Host(local_address), cluster_.master_port,
                   cluster_.start_code);
    message.set_rpc_version(0);
    message.set_info_port(cluster_.info_port);
    return WithMagic(master_writer_, message.SerializeAsString());
  }
  if (name == "meta-region-server") {
    hbase::pb::MetaRegionServer message;
    FillServerName(message.mutable_server(), Host(local_address), cluster_.region_port,
                   cluster_.start_code);
    message.set_rpc_version(0);
    message.set_state(hbase::pb::RegionState::OPEN);
    return WithMagic(master_writer_, message.SerializeAsString());
  }
  if (name == "rs/" + RegionServerName(local_address)) {
    hbase::pb::RegionServerInfo message;
    message.set_infoport(cluster_.info_port);
    if (!cluster_.version_info.empty()) {
      if (!message.mutable_version_info()->ParseFromString(cluster_.version_info)) {
        message.clear_version_info();
      }
    }
    return WithMagic(region_writer_, message.SerializeAsString());
  }
  return std::nullopt;
}

std::optional<Znode> HbaseZnodes::Find(std::string_view path,
                                       std::string_view local_address) const {
  Znode node;
  node.ctime_ms = cluster_.start_code;
  if (directories_.contains(path)) {
    node.num_children = static_cast<int32_t>(Children(path, local_address).size());
    return node;
  }
  if (auto fixed = fixed_.find(path); fixed != fixed_.end()) {
    node.data = fixed->second;
    return node;
  }
  if (path == cluster_.parent || !IsAtOrBelow(path, cluster_.parent)) return std::nullopt;
  if (auto data = ServerData(path, local_address)) {
    node.data = std::move(*data);
    if (!path.ends_with("/meta-region-server")) node.ephemeral_owner = kOwner;
    return node;
  }
  if (auto data = ChangingData(path)) {
    node.data = std::move(*data);
    return node;
  }
  return std::nullopt;
}

std::vector<std::string> HbaseZnodes::Children(std::string_view path,
                                               std::string_view local_address) const {
  auto directory = directories_.find(path);
  if (directory == directories_.end()) return {};
  if (path == JoinPath(cluster_.parent, "rs")) return {RegionServerName(local_address)};
  if (path == JoinPath(cluster_.parent, "table")) return cluster_.content.table_names();
  if (path == JoinPath(cluster_.parent, "namespace")) return cluster_.content.namespaces();
  return directory->second;
}

std::vector<std::string> HbaseZnodes::ChangingParents() const {
  return {JoinPath(cluster_.parent, "table"), JoinPath(cluster_.parent, "namespace")};
}

}  // namespace basalt::server::zookeeper
