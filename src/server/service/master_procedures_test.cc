#include "hbase/client.pb.h"
#include "hbase/procedure.pb.h"
#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class MasterProceduresTest : public ServiceTest {
 protected:
  static pb::ExecProcedureRequest FlushRequest(const std::string& table) {
    pb::ExecProcedureRequest request;
    request.mutable_procedure()->set_signature("flush-table-proc");
    request.mutable_procedure()->set_instance(table);
    return request;
  }
};

TEST_F(MasterProceduresTest, UnknownIdsAreNotFound) {
  EXPECT_EQ(ResultOf(1).state(), pb::GetProcedureResultResponse::NOT_FOUND);
}

TEST_F(MasterProceduresTest, OutcomesCanBeReadAgain) {
  const auto response =
      Master<pb::CreateTableResponse>("CreateTable", CreateRequest(Describe("t")));
  ASSERT_TRUE(response.ok());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(ResultOf(response->proc_id()).state(), pb::GetProcedureResultResponse::FINISHED);
  }
}

TEST_F(MasterProceduresTest, ErrorsAreForeignExceptions) {
  const auto response =
      Master<pb::EnableTableResponse>("EnableTable", ForTable<pb::EnableTableRequest>("t"));
  ASSERT_TRUE(response.ok());
  const auto exception = ResultOf(response->proc_id()).exception().generic_exception();
  EXPECT_EQ(exception.class_name(), "org.apache.hadoop.hbase.TableNotFoundException");
  EXPECT_EQ(exception.message(), "t");
}

TEST_F(MasterProceduresTest, List) {
  Create("t");
  Check(Master<pb::EnableTableResponse>("EnableTable", ForTable<pb::EnableTableRequest>("t"))
            .status());
  const auto response = Master<pb::GetProceduresResponse>("GetProcedures", pb::EmptyMsg());
  ASSERT_TRUE(response.ok());
  ASSERT_EQ(response->procedure_size(), 2);
  EXPECT_EQ(response->procedure(0).class_name(),
            "org.apache.hadoop.hbase.master.procedure.CreateTableProcedure");
  EXPECT_EQ(response->procedure(0).state(), pb::SUCCESS);
  EXPECT_EQ(response->procedure(1).state(), pb::ROLLEDBACK);
  EXPECT_TRUE(response->procedure(1).has_exception());
  pb::AbortProcedureRequest abort;
  abort.set_proc_id(response->procedure(0).proc_id());
  EXPECT_FALSE(Master<pb::AbortProcedureResponse>("AbortProcedure", abort)->is_procedure_aborted());
  EXPECT_EQ(Master<pb::GetLocksResponse>("GetLocks", pb::EmptyMsg())->lock_size(), 0);
}

TEST_F(MasterProceduresTest, OldClientsFlushByName) {
  Create("t");
  auto request = FlushRequest("t");
  const auto response = Master<pb::ExecProcedureResponse>("ExecProcedure", request);
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(response->expected_timeout(), 300000);
  pb::IsProcedureDoneRequest done;
  *done.mutable_procedure() = request.procedure();
  EXPECT_TRUE(Master<pb::IsProcedureDoneResponse>("IsProcedureDone", done)->done());

  auto& family = *request.mutable_procedure()->add_configuration();
  family.set_name("family");
  family.set_value("f,x,y");
  EXPECT_EQ(MasterError("ExecProcedure", request).message(),
            "Column families [x, y] don't exist in table t");
  EXPECT_EQ(MasterError("ExecProcedure", FlushRequest("u")).code(), StatusCode::kTableNotFound);
}

TEST_F(MasterProceduresTest, UnknownProcedures) {
  auto request = FlushRequest("t");
  request.mutable_procedure()->set_signature("other");
  const Status exec = MasterError("ExecProcedure", request);
  EXPECT_EQ(exec.code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(exec.message(), "The procedure is not registered: other");
  EXPECT_EQ(MasterError("ExecProcedureWithRet", request).code(), StatusCode::kIoError);
  pb::IsProcedureDoneRequest done;
  *done.mutable_procedure() = request.procedure();
  EXPECT_EQ(MasterError("IsProcedureDone", done).code(), StatusCode::kIoError);
}

TEST_F(MasterProceduresTest, MasterHasNoEndpoints) {
  pb::CoprocessorServiceRequest request;
  *request.mutable_region() = Specify("");
  request.mutable_call()->set_row("");
  request.mutable_call()->set_service_name("RowProcessorService");
  request.mutable_call()->set_method_name("m");
  request.mutable_call()->set_request("");
  const Status status = MasterError("ExecMasterService", request);
  EXPECT_EQ(status.code(), StatusCode::kUnknownProtocol);
  EXPECT_EQ(status.message(),
            "No registered Master Coprocessor Endpoint found for RowProcessorService. Has it been "
            "enabled?");
}

TEST_F(MasterProceduresTest, Locks) {
  pb::LockHeartbeatRequest heartbeat;
  heartbeat.set_proc_id(1);
  EXPECT_EQ(
      Ask<pb::LockHeartbeatResponse>("LockService", "LockHeartbeat", heartbeat)->lock_status(),
      pb::LockHeartbeatResponse::UNLOCKED);
  pb::LockRequest request;
  request.set_lock_type(pb::EXCLUSIVE);
  const Status refused = Ask<pb::EmptyMsg>("LockService", "RequestLock", request).status();
  EXPECT_EQ(refused.code(), StatusCode::kNotSupported);
  EXPECT_EQ(refused.message(),
            "LockService.RequestLock is not supported by Basalt: changes of tables do not wait for "
            "locks of clients");
}

TEST_F(MasterProceduresTest, Hbck) {
  Create("t", {"m"});
  EXPECT_TRUE(Ask<pb::RunHbckChoreResponse>("HbckService", "RunHbckChore", pb::EmptyMsg())->ran());
  pb::BypassProcedureRequest bypass;
  bypass.add_proc_id(1);
  bypass.add_proc_id(2);
  EXPECT_EQ(
      Ask<pb::BypassProcedureResponse>("HbckService", "BypassProcedure", bypass)->bypassed_size(),
      2);
  Check(Ask<pb::FixMetaResponse>("HbckService", "FixMeta", pb::EmptyMsg()).status());
}

TEST_F(MasterProceduresTest, HbckOpensAndCloses) {
  Create("t");
  const auto region = RegionOf("t");
  pb::UnassignsRequest unassign;
  *unassign.add_region() = Specify(region->name());
  *unassign.add_region() = Specify("t,,1.0123456789abcdef0123456789abcdef.");
  auto closed = Ask<pb::UnassignsResponse>("HbckService", "Unassigns", unassign);
  ASSERT_EQ(closed->pid_size(), 1) << "unknown regions are passed over";
  EXPECT_EQ(ResultOf(closed->pid(0)).state(), pb::GetProcedureResultResponse::FINISHED);
  EXPECT_FALSE(region->online());
  closed = Ask<pb::UnassignsResponse>("HbckService", "Unassigns", unassign);
  EXPECT_EQ(static_cast<int64_t>(closed->pid(0)), -1);
  pb::AssignsRequest assign;
  *assign.add_region() = Specify(region->encoded_name());
  EXPECT_EQ(Ask<pb::AssignsResponse>("HbckService", "Assigns", assign)->pid_size(), 1);
  EXPECT_TRUE(region->online());
}

TEST_F(MasterProceduresTest, HbckSetsStates) {
  Create("t");
  pb::SetRegionStateInMetaRequest regions;
  *regions.add_states()->mutable_region_specifier() = Specify(RegionOf("t")->encoded_name());
  regions.mutable_states(0)->set_state(pb::RegionState::CLOSED);
  const auto states =
      Ask<pb::SetRegionStateInMetaResponse>("HbckService", "SetRegionStateInMeta", regions);
  ASSERT_EQ(states->states_size(), 1);
  EXPECT_EQ(states->states(0).state(), pb::RegionState::OPEN);
  EXPECT_FALSE(RegionOf("t")->online());
  regions.mutable_states(0)->set_state(pb::RegionState::SPLITTING);
  EXPECT_EQ(Ask<pb::EmptyMsg>("HbckService", "SetRegionStateInMeta", regions).status().code(),
            StatusCode::kDoNotRetry);

  auto table = ForTable<pb::SetTableStateInMetaRequest>("t");
  table.mutable_table_state()->set_state(pb::TableState::DISABLED);
  EXPECT_EQ(Ask<pb::GetTableStateResponse>("HbckService", "SetTableStateInMeta", table)
                ->table_state()
                .state(),
            pb::TableState::ENABLED);
  EXPECT_FALSE((*context_.catalog().tables().Find(Name("t")))->record().enabled);
  wire::FillTableName(Name("none"), *table.mutable_table_name());
  EXPECT_EQ(Ask<pb::EmptyMsg>("HbckService", "SetTableStateInMeta", table).status().message(),
            "No state found for none");
}

TEST_F(MasterProceduresTest, NoServerHasCrashed) {
  pb::ScheduleServerCrashProcedureRequest request;
  request.add_servername()->set_host_name("gone");
  const auto response = Ask<pb::ScheduleServerCrashProcedureResponse>(
      "HbckService", "ScheduleServerCrashProcedure", request);
  ASSERT_EQ(response->pid_size(), 1);
  EXPECT_EQ(static_cast<int64_t>(response->pid(0)), -1);
  *request.add_servername() = context_.RegionServerName(connection_);
  EXPECT_EQ(
      Ask<pb::EmptyMsg>("HbckService", "ScheduleServerCrashProcedure", request).status().code(),
      StatusCode::kDoNotRetry);
}

TEST_F(MasterProceduresTest, SnapshotsByName) {
  Create("t");
  pb::ExecProcedureRequest request;
  request.mutable_procedure()->set_signature("online-snapshot");
  request.mutable_procedure()->set_instance("s");
  EXPECT_EQ(MasterError("ExecProcedure", request).message(),
            "Snapshot table is not defined: online-snapshot");
  auto& table = *request.mutable_procedure()->add_configuration();
  table.set_name("table");
  table.set_value("t");
  pb::IsProcedureDoneRequest done;
  *done.mutable_procedure() = request.procedure();
  EXPECT_EQ(MasterError("IsProcedureDone", done).code(), StatusCode::kUnknownSnapshot);
  // Runs nothing, and says so by returning nothing.
  EXPECT_FALSE(
      Master<pb::ExecProcedureResponse>("ExecProcedureWithRet", request)->has_return_data());
  EXPECT_EQ(MasterError("IsProcedureDone", done).code(), StatusCode::kUnknownSnapshot);
  Check(Master<pb::ExecProcedureResponse>("ExecProcedure", request).status());
  EXPECT_TRUE(Master<pb::IsProcedureDoneResponse>("IsProcedureDone", done)->done());
  EXPECT_EQ(MasterError("ExecProcedure", request).code(), StatusCode::kSnapshotExists);
}

}  // namespace
}  // namespace basalt::server
