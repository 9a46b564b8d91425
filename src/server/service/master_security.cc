// Users and quotas: what a plain HBase, with none of them configured, says.
#include <fmt/format.h>

#include "hbase/access_control.pb.h"
#include "hbase/master.pb.h"
#include "hbase/quota.pb.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status GetSecurityCapabilities(ServerContext&, const Call&, const pb::SecurityCapabilitiesRequest&,
                               pb::SecurityCapabilitiesResponse& response) {
  response.add_capabilities(pb::SecurityCapabilitiesResponse::SIMPLE_AUTHENTICATION);
  return {};
}

Status NoAccessController() {
  return {StatusCode::kNotSupported,
          "java.lang.UnsupportedOperationException: "
          "org.apache.hadoop.hbase.security.access.AccessController is not loaded"};
}

Status Grant(ServerContext&, const Call&, const pb::GrantRequest&, pb::GrantResponse&) {
  return NoAccessController();
}

Status Revoke(ServerContext&, const Call&, const pb::RevokeRequest&, pb::RevokeResponse&) {
  return NoAccessController();
}

Status GetUserPermissions(ServerContext&, const Call&, const pb::GetUserPermissionsRequest&,
                          pb::GetUserPermissionsResponse&) {
  return NoAccessController();
}

Status HasUserPermissions(ServerContext&, const Call&, const pb::HasUserPermissionsRequest&,
                          pb::HasUserPermissionsResponse&) {
  return NoAccessController();
}

Status SetQuota(ServerContext&, const Call&, const pb::SetQuotaRequest&, pb::SetQuotaResponse&) {
  return {StatusCode::kNotSupported,
          "java.lang.UnsupportedOperationException: quota support disabled"};
}

Status GetSpaceQuotaRegionSizes(ServerContext&, const Call&,
                                const pb::GetSpaceQuotaRegionSizesRequest&,
                                pb::GetSpaceQuotaRegionSizesResponse&) {
  return {};
}

Status GetQuotaStates(ServerContext&, const Call&, const pb::GetQuotaStatesRequest&,
                      pb::GetQuotaStatesResponse&) {
  return {};
}

}  // namespace

void RegisterSecurityVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("getSecurityCapabilities", Lane::kInline, GetSecurityCapabilities);
  master.Add("Grant", Lane::kInline, Grant);
  master.Add("Revoke", Lane::kInline, Revoke);
  master.Add("GetUserPermissions", Lane::kInline, GetUserPermissions);
  master.Add("HasUserPermissions", Lane::kInline, HasUserPermissions);
  master.Add("SetQuota", Lane::kInline, SetQuota);
  master.Add("GetSpaceQuotaRegionSizes", Lane::kInline, GetSpaceQuotaRegionSizes);
  master.Add("GetQuotaStates", Lane::kInline, GetQuotaStates);
}

}  // namespace basalt::server
