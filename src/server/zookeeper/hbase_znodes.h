// HbaseZnodes: the tree an HBase cluster keeps in ZooKeeper, in HBase's byte format, made from what
// this server knows about itself. Thread safe as far as the functions in ClusterContent are.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/zookeeper/znode_source.h"

namespace basalt::server::zookeeper {

// The numbers of HBase's DeprecatedTableState.
enum class MirroredTableState : uint8_t { kEnabled, kDisabled, kDisabling, kEnabling };

// Where the tree learns what changes. Each may be called at any time, from any thread.
struct ClusterContent {
  // "t", "ns:t", "hbase:meta": every table whose state is shown.
  std::function<std::vector<std::string>()> table_names;
  std::function<std::optional<MirroredTableState>(const std::string& table)> table_state;
  std::function<std::vector<std::string>()> namespaces;
  // The properties of a namespace; nullopt when there is no such namespace.
  std::function<std::optional<std::map<std::string, std::string>>(const std::string& name)>
      namespace_configuration;
};

struct ClusterInfo {
  std::string parent = "/hbase";
  std::string cluster_id;
  // The third part of the server's names: when it started, in milliseconds.
  int64_t start_code = 0;
  std::string start_date;
  // Given to clients instead of the address they dialled, when not empty.
  std::string advertised_host;
  uint16_t master_port = 16000;
  uint16_t region_port = 16020;
  uint16_t info_port = 16010;
  // A serialized VersionInfo for the region server's node; left out when empty.
  Bytes version_info;
  ClusterContent content;
};

class HbaseZnodes : public ZnodeSource {
 public:
  // `salt`: eight random bytes that HBase puts behind a writer's name.
  HbaseZnodes(ClusterInfo cluster, int64_t salt);

  std::optional<Znode> Find(std::string_view path, std::string_view local_address) const override;
  std::vector<std::string> Children(std::string_view path,
                                    std::string_view local_address) const override;
  std::vector<std::string> ChangingParents() const override;

  const std::string& parent() const { return cluster_.parent; }
  std::string TablePath(std::string_view table) const;
  std::string NamespacePath(std::string_view name) const;

 private:
  std::string Host(std::string_view local_address) const;
  std::string RegionServerName(std::string_view local_address) const;
  Bytes Framed(std::string_view writer, std::string_view message) const;
  Bytes WithMagic(std::string_view writer, std::string_view message) const;
  std::optional<Bytes> ChangingData(std::string_view path) const;
  std::optional<Bytes> ServerData(std::string_view path, std::string_view local_address) const;

  const ClusterInfo cluster_;
  const std::string master_writer_;
  const std::string region_writer_;
  // Nodes that only hold others, and the nodes in them that are always there.
  std::map<std::string, std::vector<std::string>, std::less<>> directories_;
  // Nodes whose data never changes and names no address.
  std::map<std::string, Bytes, std::less<>> fixed_;
};

}  // namespace basalt::server::zookeeper
