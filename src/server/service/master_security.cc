// Users: what a plain HBase, without authentication, says.
#include <fmt/format.h>

#include "hbase/access_control.pb.h"
#include "hbase/master.pb.h"
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

}  // namespace

void RegisterSecurityVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("getSecurityCapabilities", Lane::kInline, GetSecurityCapabilities);
  master.Add("Grant", Lane::kInline, Grant);
  master.Add("Revoke", Lane::kInline, Revoke);
  master.Add("GetUserPermissions", Lane::kInline, GetUserPermissions);
  master.Add("HasUserPermissions", Lane::kInline, HasUserPermissions);
}

}  // namespace basalt::server
