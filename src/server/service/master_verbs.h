// The verbs of ClientMetaService, BootstrapNodeService, MasterService, AdminService, HbckService
// and LockService.
#pragma once

#include <memory>

#include "server/service/verb_table.h"

namespace basalt::server {

struct Control;
struct Node;

// Adds all of them, and returns what they share. The node must outlive the table.
std::shared_ptr<Control> RegisterControlVerbs(VerbTable& verbs, Node& node);

// The parts of it, by family.
void RegisterRegistryVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterTableVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterListingVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterNamespaceVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterMasterRegionVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterProcedureVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterSwitchVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterSnapshotVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterMasterServerVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterSecurityVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterAdminRegionVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterAdminServerVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterHbckVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);
void RegisterLockVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control);

}  // namespace basalt::server
