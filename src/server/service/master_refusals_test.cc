// What Basalt has not: every call of HBase's services is there and says what it is.
#include <array>
#include <set>

#include <gmock/gmock.h>

#include "hbase/access_control.pb.h"
#include "hbase/quota.pb.h"
#include "server/service/master_fixture.h"
#include "wire/exceptions.h"

namespace basalt::server {
namespace {

class MasterRefusalsTest : public ServiceTest {};

// The methods of HBase 2.6.4.
constexpr std::array kMasterMethods = {"GetSchemaAlterStatus",
                                       "GetTableDescriptors",
                                       "ListTableDescriptorsByState",
                                       "GetTableNames",
                                       "ListTableNamesByState",
                                       "GetClusterStatus",
                                       "IsMasterRunning",
                                       "AddColumn",
                                       "DeleteColumn",
                                       "ModifyColumn",
                                       "MoveRegion",
                                       "MergeTableRegions",
                                       "AssignRegion",
                                       "UnassignRegion",
                                       "OfflineRegion",
                                       "SplitRegion",
                                       "TruncateRegion",
                                       "DeleteTable",
                                       "truncateTable",
                                       "EnableTable",
                                       "DisableTable",
                                       "ModifyTable",
                                       "FlushTable",
                                       "CreateTable",
                                       "Shutdown",
                                       "StopMaster",
                                       "IsMasterInMaintenanceMode",
                                       "Balance",
                                       "SetBalancerRunning",
                                       "IsBalancerEnabled",
                                       "SetSplitOrMergeEnabled",
                                       "IsSplitOrMergeEnabled",
                                       "Normalize",
                                       "SetNormalizerRunning",
                                       "IsNormalizerEnabled",
                                       "RunCatalogScan",
                                       "EnableCatalogJanitor",
                                       "IsCatalogJanitorEnabled",
                                       "RunCleanerChore",
                                       "SetCleanerChoreRunning",
                                       "IsCleanerChoreEnabled",
                                       "ExecMasterService",
                                       "Snapshot",
                                       "GetCompletedSnapshots",
                                       "DeleteSnapshot",
                                       "IsSnapshotDone",
                                       "RestoreSnapshot",
                                       "IsRestoreSnapshotDone",  // of 1.x
                                       "SwitchSnapshotCleanup",
                                       "IsSnapshotCleanupEnabled",
                                       "ExecProcedure",
                                       "ExecProcedureWithRet",
                                       "IsProcedureDone",
                                       "ModifyNamespace",
                                       "CreateNamespace",
                                       "DeleteNamespace",
                                       "GetNamespaceDescriptor",
                                       "ListNamespaceDescriptors",
                                       "ListTableDescriptorsByNamespace",
                                       "ListTableNamesByNamespace",
                                       "GetTableState",
                                       "SetQuota",
                                       "getLastMajorCompactionTimestamp",
                                       "getLastMajorCompactionTimestampForRegion",
                                       "getProcedureResult",
                                       "getSecurityCapabilities",
                                       "AbortProcedure",
                                       "GetProcedures",
                                       "GetLocks",
                                       "AddReplicationPeer",
                                       "RemoveReplicationPeer",
                                       "EnableReplicationPeer",
                                       "DisableReplicationPeer",
                                       "GetReplicationPeerConfig",
                                       "UpdateReplicationPeerConfig",
                                       "ListReplicationPeers",
                                       "IsReplicationPeerEnabled",
                                       "ReplicationPeerModificationSwitch",
                                       "GetReplicationPeerModificationProcedures",
                                       "IsReplicationPeerModificationEnabled",
                                       "ListDecommissionedRegionServers",
                                       "DecommissionRegionServers",
                                       "RecommissionRegionServer",
                                       "GetSpaceQuotaRegionSizes",
                                       "GetQuotaStates",
                                       "ClearDeadServers",
                                       "SwitchRpcThrottle",
                                       "IsRpcThrottleEnabled",
                                       "SwitchExceedThrottleQuota",
                                       "Grant",
                                       "Revoke",
                                       "GetUserPermissions",
                                       "HasUserPermissions",
                                       "ListNamespaces",
                                       "GetLogEntries",
                                       "ModifyTableStoreFileTracker",
                                       "ModifyColumnStoreFileTracker",
                                       "FlushMasterStore"};
constexpr std::array kAdminMethods = {"GetRegionInfo",
                                      "GetStoreFile",
                                      "GetOnlineRegion",
                                      "OpenRegion",
                                      "WarmupRegion",
                                      "CloseRegion",
                                      "FlushRegion",
                                      "CompactionSwitch",
                                      "CompactRegion",
                                      "ReplicateWALEntry",
                                      "Replay",
                                      "RollWALWriter",
                                      "GetServerInfo",
                                      "StopServer",
                                      "UpdateFavoredNodes",
                                      "UpdateConfiguration",
                                      "GetRegionLoad",
                                      "ClearCompactionQueues",
                                      "ClearRegionBlockCache",
                                      "GetSpaceQuotaSnapshots",
                                      "ExecuteProcedures",
                                      "GetSlowLogResponses",
                                      "GetLargeLogResponses",
                                      "ClearSlowLogsResponses",
                                      "GetLogEntries",
                                      "GetCachedFilesList"};
constexpr std::array kHbckMethods = {"SetTableStateInMeta",
                                     "SetRegionStateInMeta",
                                     "Assigns",
                                     "Unassigns",
                                     "BypassProcedure",
                                     "ScheduleServerCrashProcedure",
                                     "ScheduleSCPsForUnknownServers",
                                     "RunHbckChore",
                                     "FixMeta"};

TEST_F(MasterRefusalsTest, EveryMethodOfHBaseIsThere) {
  std::set<std::string> expected = {"BootstrapNodeService.GetAllBootstrapNodes",
                                    "ClientMetaService.GetActiveMaster",
                                    "ClientMetaService.GetBootstrapNodes",
                                    "ClientMetaService.GetClusterId",
                                    "ClientMetaService.GetMasters",
                                    "ClientMetaService.GetMetaRegionLocations",
                                    "ClientService.BulkLoadHFile",
                                    "ClientService.CleanupBulkLoad",
                                    "ClientService.ExecRegionServerService",
                                    "ClientService.ExecService",
                                    "ClientService.Get",
                                    "ClientService.Multi",
                                    "ClientService.Mutate",
                                    "ClientService.PrepareBulkLoad",
                                    "ClientService.Scan",
                                    "LockService.LockHeartbeat",
                                    "LockService.RequestLock"};
  for (const char* method : kMasterMethods) expected.insert(std::string("MasterService.") + method);
  for (const char* method : kAdminMethods) expected.insert(std::string("AdminService.") + method);
  for (const char* method : kHbckMethods) expected.insert(std::string("HbckService.") + method);
  EXPECT_THAT(verbs_.Names(), testing::UnorderedElementsAreArray(expected));
}

TEST_F(MasterRefusalsTest, RefusalsNameTheCall) {
  // Whatever they are sent.
  pb::OpenRegionRequest open;
  open.set_serverstartcode(5);
  for (const char* method : {"ExecuteProcedures", "Replay"}) {
    const Status status = AdminError(method, open);
    EXPECT_EQ(status.message(), std::string("AdminService.") + method +
                                    " is not supported by Basalt: it is a call between the "
                                    "servers of a cluster");
    EXPECT_TRUE(wire::ExceptionFor(status.code()).do_not_retry);
  }
  EXPECT_EQ(Ask<pb::EmptyMsg>("ClientService", "BulkLoadHFile", open).status().message(),
            "ClientService.BulkLoadHFile is not supported by Basalt: it reads no HFiles");
}

TEST_F(MasterRefusalsTest, NobodyIsGrantedAnything) {
  const auto capabilities =
      Master<pb::SecurityCapabilitiesResponse>("getSecurityCapabilities", pb::EmptyMsg());
  ASSERT_EQ(capabilities->capabilities_size(), 1);
  EXPECT_EQ(capabilities->capabilities(0), pb::SecurityCapabilitiesResponse::SIMPLE_AUTHENTICATION);
  const Status status = MasterError("GetUserPermissions", pb::EmptyMsg());
  EXPECT_TRUE(wire::ExceptionFor(status.code()).do_not_retry);
  EXPECT_TRUE(status.message().ends_with("AccessController is not loaded"));
}

TEST_F(MasterRefusalsTest, NoQuotas) {
  EXPECT_TRUE(
      MasterError("SetQuota", pb::EmptyMsg()).message().ends_with("quota support disabled"));
  EXPECT_EQ(
      Master<pb::GetQuotaStatesResponse>("GetQuotaStates", pb::EmptyMsg())->table_snapshots_size(),
      0);
  EXPECT_EQ(Master<pb::GetSpaceQuotaRegionSizesResponse>("GetSpaceQuotaRegionSizes", pb::EmptyMsg())
                ->sizes_size(),
            0);
}

TEST_F(MasterRefusalsTest, Servers) {
  const auto decommissioned = [this] {
    return Master<pb::ListDecommissionedRegionServersResponse>("ListDecommissionedRegionServers",
                                                               pb::EmptyMsg())
        ->server_name_size();
  };
  EXPECT_EQ(decommissioned(), 0);
  pb::DecommissionRegionServersRequest decommission;
  decommission.set_offload(false);
  decommission.add_server_name()->set_host_name("gone");
  Check(Master<pb::DecommissionRegionServersResponse>("DecommissionRegionServers", decommission)
            .status());
  EXPECT_EQ(decommissioned(), 0);
  const pb::ServerName own = context_.RegionServerName(connection_);
  *decommission.add_server_name() = own;
  Check(Master<pb::DecommissionRegionServersResponse>("DecommissionRegionServers", decommission)
            .status());
  EXPECT_EQ(decommissioned(), 1);
  pb::RecommissionRegionServerRequest recommission;
  *recommission.mutable_server_name() = own;
  Check(Master<pb::RecommissionRegionServerResponse>("RecommissionRegionServer", recommission)
            .status());
  EXPECT_EQ(decommissioned(), 0);
  pb::ClearDeadServersRequest clear;
  clear.add_server_name()->set_host_name("gone");
  const auto left = Master<pb::ClearDeadServersResponse>("ClearDeadServers", clear);
  ASSERT_EQ(left->server_name_size(), 1);
  EXPECT_EQ(left->server_name(0).host_name(), "gone");
  Check(Master<pb::FlushMasterStoreResponse>("FlushMasterStore", pb::EmptyMsg()).status());
}

// Before, any client could stop the server.
TEST_F(MasterRefusalsTest, StopsAreRefusedUnlessAllowed) {
  const std::string advice =
      "Clients may not stop this server (user ''). Send SIGTERM to its process, or set "
      "server.allow_stop_by_rpc = true and reload the settings";
  pb::StopServerRequest stop;
  stop.set_reason("because");
  for (const Status& status :
       {MasterError("Shutdown", pb::EmptyMsg()), MasterError("StopMaster", pb::EmptyMsg()),
        AdminError("StopServer", stop)}) {
    EXPECT_EQ(status.code(), StatusCode::kAccessDenied);
    EXPECT_EQ(status.message(), advice);
  }
  EXPECT_TRUE(stops_.empty());
}

TEST_F(MasterRefusalsTest, StopsAreAskedForWhenAllowed) {
  config_.allow_stop_by_rpc = true;
  context_.Reconfigure(config_);
  connection_.user = "ann";
  connection_.peer = "10.0.0.9:5";
  Check(Master<pb::ShutdownResponse>("Shutdown", pb::EmptyMsg()).status());
  Check(Master<pb::StopMasterResponse>("StopMaster", pb::EmptyMsg()).status());
  pb::StopServerRequest stop;
  stop.set_reason("because");
  Check(Admin<pb::StopServerResponse>("StopServer", stop).status());
  ASSERT_EQ(stops_.size(), 3U);
  EXPECT_EQ(stops_.back(), "because (ann from 10.0.0.9:5)");
}

// Some of these become file names.
TEST_F(MasterRefusalsTest, NamesThatLeadElsewhere) {
  using namespace std::string_literals;
  Create("t");
  for (const std::string& name :
       {"../t"s, ".."s, "a/b"s, "/etc"s, "a\0b"s, "\0"s, "..\\t"s, "a/../../b"s}) {
    pb::CreateTableRequest create = CreateRequest(Describe("u"));
    create.mutable_table_schema()->mutable_table_name()->set_qualifier(name);
    (void)Master<pb::CreateTableResponse>("CreateTable", create);
    create = CreateRequest(Describe("u"));
    create.mutable_table_schema()->mutable_table_name()->set_namespace_(name);
    (void)Master<pb::CreateTableResponse>("CreateTable", create);
    pb::CreateNamespaceRequest ns;
    ns.mutable_namespacedescriptor()->set_name(name);
    (void)Master<pb::CreateNamespaceResponse>("CreateNamespace", ns);
    pb::SnapshotRequest snapshot;
    snapshot.mutable_snapshot()->set_name(name);
    snapshot.mutable_snapshot()->set_table("t");
    EXPECT_FALSE(MasterError("Snapshot", snapshot).ok()) << name;
    pb::DeleteSnapshotRequest remove;
    remove.mutable_snapshot()->set_name(name);
    EXPECT_FALSE(MasterError("DeleteSnapshot", remove).ok()) << name;
  }
  EXPECT_EQ(context_.catalog().tables().Names().size(), 1U);
  EXPECT_EQ(context_.catalog().namespaces().List().size(), 2U) << "default and hbase";
  const auto snapshots =
      Master<pb::GetCompletedSnapshotsResponse>("GetCompletedSnapshots", pb::EmptyMsg());
  EXPECT_EQ(snapshots->snapshots_size(), 0);
}

TEST_F(MasterRefusalsTest, BalancerLogsAreEmpty) {
  pb::LogRequest request;
  request.set_log_message("");
  request.set_log_class_name(
      "org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos$BalancerRejectionsRequest");
  const auto entry = Master<pb::LogEntry>("GetLogEntries", request);
  ASSERT_TRUE(entry.ok());
  EXPECT_EQ(
      entry->log_class_name(),
      "org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos$BalancerRejectionsResponse");
  request.set_log_class_name("Other");
  EXPECT_EQ(MasterError("GetLogEntries", request).message(), "Invalid request params");
}

}  // namespace
}  // namespace basalt::server
