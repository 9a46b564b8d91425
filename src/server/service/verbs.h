// Every family of verbs and the function that registers it. RegisterAllVerbs is the one list of
// them: a new family is declared here and added there.
#pragma once

namespace basalt::server {

class ServerContext;
class VerbTable;

// Registers all families. The context must outlive the table.
void RegisterAllVerbs(VerbTable& verbs, ServerContext& context);

// ClientService: reads and writes of rows, coprocessor endpoints.
void RegisterGetVerbs(VerbTable& verbs, ServerContext& context);
void RegisterMutateVerbs(VerbTable& verbs, ServerContext& context);
void RegisterMultiVerbs(VerbTable& verbs, ServerContext& context);
void RegisterScanVerbs(VerbTable& verbs, ServerContext& context);
void RegisterEndpointVerbs(VerbTable& verbs, ServerContext& context);

// ClientMetaService and BootstrapNodeService: how a client finds the cluster.
void RegisterRegistryVerbs(VerbTable& verbs, ServerContext& context);

// MasterService.
void RegisterTableVerbs(VerbTable& verbs, ServerContext& context);
void RegisterListingVerbs(VerbTable& verbs, ServerContext& context);
void RegisterNamespaceVerbs(VerbTable& verbs, ServerContext& context);
void RegisterMasterRegionVerbs(VerbTable& verbs, ServerContext& context);
void RegisterSwitchVerbs(VerbTable& verbs, ServerContext& context);
void RegisterSnapshotVerbs(VerbTable& verbs, ServerContext& context);
void RegisterMasterServerVerbs(VerbTable& verbs, ServerContext& context);
void RegisterSecurityVerbs(VerbTable& verbs, ServerContext& context);
void RegisterQuotaVerbs(VerbTable& verbs, ServerContext& context);
void RegisterReplicationVerbs(VerbTable& verbs, ServerContext& context);
void RegisterBackupVerbs(VerbTable& verbs, ServerContext& context);
// MasterService and LockService.
void RegisterProcedureVerbs(VerbTable& verbs, ServerContext& context);

// AdminService.
void RegisterAdminRegionVerbs(VerbTable& verbs, ServerContext& context);
void RegisterAdminServerVerbs(VerbTable& verbs, ServerContext& context);

// HbckService.
void RegisterHbckVerbs(VerbTable& verbs, ServerContext& context);

}  // namespace basalt::server
