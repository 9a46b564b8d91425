#include "server/service/verbs.h"

#include <initializer_list>

namespace basalt::server {

void RegisterAllVerbs(VerbTable& verbs, ServerContext& context) {
  for (auto* register_family :
       {RegisterGetVerbs,          RegisterMutateVerbs,       RegisterMultiVerbs,
        RegisterScanVerbs,         RegisterEndpointVerbs,     RegisterRegistryVerbs,
        RegisterTableVerbs,        RegisterListingVerbs,      RegisterNamespaceVerbs,
        RegisterMasterRegionVerbs, RegisterProcedureVerbs,    RegisterSwitchVerbs,
        RegisterSnapshotVerbs,     RegisterMasterServerVerbs, RegisterSecurityVerbs,
        RegisterQuotaVerbs,        RegisterReplicationVerbs,  RegisterBackupVerbs,
        RegisterAdminRegionVerbs,  RegisterAdminServerVerbs,  RegisterHbckVerbs}) {
    register_family(verbs, context);
  }
}

}  // namespace basalt::server
