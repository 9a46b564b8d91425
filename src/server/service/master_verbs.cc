#include "server/service/master_verbs.h"

#include "server/service/master_context.h"

namespace basalt::server {

std::shared_ptr<Control> RegisterControlVerbs(VerbTable& verbs, Node& node) {
  auto control = std::make_shared<Control>(node);
  RegisterRegistryVerbs(verbs, control);
  RegisterTableVerbs(verbs, control);
  RegisterListingVerbs(verbs, control);
  RegisterNamespaceVerbs(verbs, control);
  RegisterMasterRegionVerbs(verbs, control);
  RegisterProcedureVerbs(verbs, control);
  RegisterSwitchVerbs(verbs, control);
  RegisterSnapshotVerbs(verbs, control);
  RegisterMasterServerVerbs(verbs, control);
  RegisterSecurityVerbs(verbs, control);
  RegisterAdminRegionVerbs(verbs, control);
  RegisterAdminServerVerbs(verbs, control);
  RegisterHbckVerbs(verbs, control);
  RegisterLockVerbs(verbs, control);
  return control;
}

}  // namespace basalt::server
