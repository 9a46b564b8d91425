// How a client finds the cluster. Addresses are those the asking client can dial.
#include "hbase/registry.pb.h"
#include "model/region_info.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status GetClusterId(ServerContext& context, const Call&, const pb::GetClusterIdRequest&,
                    pb::GetClusterIdResponse& response) {
  response.set_cluster_id(context.identity().cluster_id);
  return {};
}

Status GetActiveMaster(ServerContext& context, const Call& call, const pb::GetActiveMasterRequest&,
                       pb::GetActiveMasterResponse& response) {
  *response.mutable_server_name() = context.MasterName(call.connection);
  return {};
}

Status GetMasters(ServerContext& context, const Call& call, const pb::GetMastersRequest&,
                  pb::GetMastersResponse& response) {
  auto& master = *response.add_master_servers();
  *master.mutable_server_name() = context.MasterName(call.connection);
  master.set_is_active(true);
  return {};
}

Status GetMetaRegionLocations(ServerContext& context, const Call& call,
                              const pb::GetMetaRegionLocationsRequest&,
                              pb::GetMetaRegionLocationsResponse& response) {
  auto& location = *response.add_meta_locations();
  wire::FillRegionInfo(model::RegionInfo::Meta(), *location.mutable_region_info());
  *location.mutable_server_name() = context.RegionServerName(call.connection);
  location.set_seq_num(-1);  // HBase's "unknown"
  return {};
}

Status GetBootstrapNodes(ServerContext& context, const Call& call,
                         const pb::GetBootstrapNodesRequest&,
                         pb::GetBootstrapNodesResponse& response) {
  *response.add_server_name() = context.RegionServerName(call.connection);
  return {};
}

Status GetAllBootstrapNodes(ServerContext& context, const Call& call,
                            const pb::GetAllBootstrapNodesRequest&,
                            pb::GetAllBootstrapNodesResponse& response) {
  *response.add_node() = context.RegionServerName(call.connection);
  return {};
}

}  // namespace

void RegisterRegistryVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar registry(verbs, "ClientMetaService", context);
  registry.Add("GetClusterId", Lane::kInline, GetClusterId);
  registry.Add("GetActiveMaster", Lane::kInline, GetActiveMaster);
  registry.Add("GetMasters", Lane::kInline, GetMasters);
  registry.Add("GetMetaRegionLocations", Lane::kInline, GetMetaRegionLocations);
  registry.Add("GetBootstrapNodes", Lane::kInline, GetBootstrapNodes);
  Registrar nodes(verbs, "BootstrapNodeService", context);
  nodes.Add("GetAllBootstrapNodes", Lane::kInline, GetAllBootstrapNodes);
}

}  // namespace basalt::server
