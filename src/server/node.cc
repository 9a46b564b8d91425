#include "server/node.h"

#include <fmt/format.h>

#include "server/net/worker_pool.h"
#include "server/nonce_keeper.h"
#include "server/scanner_room.h"
#include "server/service/procedures.h"

namespace basalt::server {
namespace {

hbase::pb::ServerName MakeName(const std::string& host, uint16_t port, int64_t start_code) {
  hbase::pb::ServerName name;
  name.set_host_name(host);
  name.set_port(port);
  name.set_start_code(static_cast<uint64_t>(start_code));
  return name;
}

}  // namespace

Node::Node(const ServerConfig& server_config) : config(server_config) {}

Node::~Node() = default;

hbase::pb::ServerName Node::MasterName(const ConnectionFacts& connection) const {
  const std::string& host =
      config.advertise_host.empty() ? connection.dialled_host : config.advertise_host;
  const uint16_t port =
      config.advertise_master_port != 0 ? config.advertise_master_port : identity.master_port;
  return MakeName(host, port, identity.start_code);
}

hbase::pb::ServerName Node::RegionServerName(const ConnectionFacts& connection) const {
  const std::string& host =
      config.advertise_host.empty() ? connection.dialled_host : config.advertise_host;
  const uint16_t port =
      config.advertise_rpc_port != 0 ? config.advertise_rpc_port : identity.region_port;
  return MakeName(host, port, identity.start_code);
}

std::string ToText(const hbase::pb::ServerName& name) {
  return fmt::format("{},{},{}", name.host_name(), name.port(), name.start_code());
}

Result<std::shared_ptr<catalog::Region>> FindRegion(const Node& node, const Call& call,
                                                    const hbase::pb::RegionSpecifier& specifier) {
  auto region = node.catalog->FindRegion(specifier.value());
  if (!region.ok() && region.status().code() == StatusCode::kNotServingRegion) {
    return Status(StatusCode::kNotServingRegion,
                  fmt::format("{} {}", region.status().message(),
                              ToText(node.RegionServerName(call.connection))));
  }
  return region;
}

}  // namespace basalt::server
