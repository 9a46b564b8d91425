// How a client finds the cluster. Addresses are those the asking client can dial.
#include "hbase/registry.pb.h"
#include "model/region_info.h"
#include "server/service/master_context.h"
#include "server/service/master_verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status GetClusterId(Control& control, const Call&, const pb::GetClusterIdRequest&,
                    pb::GetClusterIdResponse& response) {
  response.set_cluster_id(control.node.identity.cluster_id);
  return {};
}

Status GetActiveMaster(Control& control, const Call& call, const pb::GetActiveMasterRequest&,
                       pb::GetActiveMasterResponse& response) {
  *response.mutable_server_name() = control.node.MasterName(call.connection);
  return {};
}

Status GetMasters(Control& control, const Call& call, const pb::GetMastersRequest&,
                  pb::GetMastersResponse& response) {
  auto& master = *response.add_master_servers();
  *master.mutable_server_name() = control.node.MasterName(call.connection);
  master.set_is_active(true);
  return {};
}

Status GetMetaRegionLocations(Control& control, const Call& call,
                              const pb::GetMetaRegionLocationsRequest&,
                              pb::GetMetaRegionLocationsResponse& response) {
  auto& location = *response.add_meta_locations();
  wire::FillRegionInfo(model::RegionInfo::Meta(), *location.mutable_region_info());
  *location.mutable_server_name() = control.node.RegionServerName(call.connection);
  location.set_seq_num(-1);  // HBase's "unknown"
  return {};
}

Status GetBootstrapNodes(Control& control, const Call& call, const pb::GetBootstrapNodesRequest&,
                         pb::GetBootstrapNodesResponse& response) {
  *response.add_server_name() = control.node.RegionServerName(call.connection);
  return {};
}

Status GetAllBootstrapNodes(Control& control, const Call& call,
                            const pb::GetAllBootstrapNodesRequest&,
                            pb::GetAllBootstrapNodesResponse& response) {
  *response.add_node() = control.node.RegionServerName(call.connection);
  return {};
}

}  // namespace

void RegisterRegistryVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control) {
  Registrar registry(verbs, "ClientMetaService", control);
  registry.Add("GetClusterId", Lane::kInline, GetClusterId);
  registry.Add("GetActiveMaster", Lane::kInline, GetActiveMaster);
  registry.Add("GetMasters", Lane::kInline, GetMasters);
  registry.Add("GetMetaRegionLocations", Lane::kInline, GetMetaRegionLocations);
  registry.Add("GetBootstrapNodes", Lane::kInline, GetBootstrapNodes);
  Registrar nodes(verbs, "BootstrapNodeService", control);
  nodes.Add("GetAllBootstrapNodes", Lane::kInline, GetAllBootstrapNodes);
}

}  // namespace basalt::server
