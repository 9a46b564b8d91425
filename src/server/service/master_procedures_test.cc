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
  EXPECT_EQ(refused.message(), "LockService.RequestLock is not supported by Basalt");
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
  EXPECT_EQ(Ask<pb::EmptyMsg>("HbckService", "FixMeta", pb::EmptyMsg()).status().message(),
            "HbckService.FixMeta is not supported by Basalt");
}

}  // namespace
}  // namespace basalt::server
