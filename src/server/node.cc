#include "server/node.h"

#include <fmt/format.h>

#include "catalog/procedure_journal.h"
#include "server/backup_jobs.h"
#include "server/net/worker_pool.h"
#include "server/nonce_manager.h"
#include "server/region_chores.h"
#include "server/scanner_registry.h"

namespace basalt::server {
namespace {

hbase::pb::ServerName MakeName(const Node& node, const ConnectionInfo& connection, uint16_t port) {
  const std::string& advertised = node.config.advertise_host;
  hbase::pb::ServerName name;
  name.set_host_name(advertised.empty() ? connection.dialled_host : advertised);
  name.set_port(port);
  name.set_start_code(static_cast<uint64_t>(node.identity.start_code));
  return name;
}

}  // namespace

Node::Node(const ServerConfig& server_config) : config(server_config) {}

Node::~Node() = default;

uint16_t Node::MasterPort() const {
  return config.advertise_master_port != 0 ? config.advertise_master_port : identity.master_port;
}

uint16_t Node::RegionPort() const {
  return config.advertise_rpc_port != 0 ? config.advertise_rpc_port : identity.region_port;
}

hbase::pb::ServerName Node::MasterName(const ConnectionInfo& connection) const {
  return MakeName(*this, connection, MasterPort());
}

hbase::pb::ServerName Node::RegionServerName(const ConnectionInfo& connection) const {
  return MakeName(*this, connection, RegionPort());
}

std::string ToText(const hbase::pb::ServerName& name) {
  return fmt::format("{},{},{}", name.host_name(), name.port(), name.start_code());
}

Status NameServer(const Node& node, const Call& call, Status status) {
  if (status.code() != StatusCode::kNotServingRegion) return status;
  return {StatusCode::kNotServingRegion,
          fmt::format("{} {}", status.message(), ToText(node.RegionServerName(call.connection)))};
}

Result<std::shared_ptr<catalog::Region>> FindRegion(const Node& node, const Call& call,
                                                    const hbase::pb::RegionSpecifier& specifier) {
  auto region = node.catalog->regions().Find(specifier.value());
  if (!region.ok()) return NameServer(node, call, region.status());
  return region;
}

}  // namespace basalt::server
