// Procedures: their outcomes, those that are asked for by name, and LockService.
#include <vector>

#include "hbase/master.pb.h"
#include "hbase/procedure.pb.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/exceptions.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// The one procedure HBase runs by name. Clients before 2.6 flush tables by it.
constexpr std::string_view kFlushProcedure = "flush-table-proc";

void FillForeignException(const Status& status, pb::ForeignExceptionMessage& message) {
  auto& exception = *message.mutable_generic_exception();
  exception.set_class_name(std::string(wire::ExceptionFor(status.code()).class_name));
  exception.set_message(status.message());
}

Status GetProcedureResult(ServerContext& context, const Call&,
                          const pb::GetProcedureResultRequest& request,
                          pb::GetProcedureResultResponse& response) {
  const auto entry = context.procedures().Find(request.proc_id());
  if (!entry) {
    response.set_state(pb::GetProcedureResultResponse::NOT_FOUND);
    return {};
  }
  response.set_submitted_time(static_cast<uint64_t>(entry->submitted_ms));
  response.set_last_update(static_cast<uint64_t>(entry->updated_ms));
  response.set_state(entry->outcome ? pb::GetProcedureResultResponse::FINISHED
                                    : pb::GetProcedureResultResponse::RUNNING);
  if (entry->outcome && !entry->outcome->ok()) {
    FillForeignException(*entry->outcome, *response.mutable_exception());
  }
  return {};
}

Status AbortProcedure(ServerContext&, const Call&, const pb::AbortProcedureRequest&,
                      pb::AbortProcedureResponse& response) {
  // Changes are one step each: there is no moment in which one could be aborted.
  response.set_is_procedure_aborted(false);
  return {};
}

Status GetProcedures(ServerContext& context, const Call&, const pb::GetProceduresRequest&,
                     pb::GetProceduresResponse& response) {
  for (const auto& [id, entry] : context.procedures().List()) {
    auto& procedure = *response.add_procedure();
    procedure.set_class_name(entry.name);
    procedure.set_proc_id(id);
    procedure.set_submitted_time(static_cast<uint64_t>(entry.submitted_ms));
    procedure.set_last_update(static_cast<uint64_t>(entry.updated_ms));
    if (!entry.outcome) {
      procedure.set_state(pb::RUNNABLE);
    } else if (entry.outcome->ok()) {
      procedure.set_state(pb::SUCCESS);
    } else {
      procedure.set_state(pb::ROLLEDBACK);
      FillForeignException(*entry.outcome, *procedure.mutable_exception());
    }
  }
  return {};
}

Status GetLocks(ServerContext&, const Call&, const pb::GetLocksRequest&, pb::GetLocksResponse&) {
  return {};  // procedures hold none between calls
}

// HBase has two classes for the one mistake: `code`.
Status CheckRegistered(const pb::ProcedureDescription& procedure, StatusCode code) {
  if (procedure.signature() == kFlushProcedure) return {};
  return {code, "The procedure is not registered: " + procedure.signature()};
}

// The families named in a flush's settings, separated by commas.
std::vector<Bytes> FamiliesOf(const pb::ProcedureDescription& procedure) {
  std::vector<Bytes> families;
  for (const pb::NameStringPair& setting : procedure.configuration()) {
    if (setting.name() != "family") continue;
    std::string_view rest = setting.value();
    while (!rest.empty()) {
      const size_t comma = rest.find(',');
      if (comma != 0) families.emplace_back(rest.substr(0, comma));
      rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
  }
  return families;
}

Status ExecProcedure(ServerContext& context, const Call&, const pb::ExecProcedureRequest& request,
                     pb::ExecProcedureResponse& response) {
  const pb::ProcedureDescription& procedure = request.procedure();
  BASALT_RETURN_IF_ERROR(CheckRegistered(procedure, StatusCode::kDoNotRetry));
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse(procedure.instance()));
  BASALT_RETURN_IF_ERROR(FlushWholeTable(context, name, FamiliesOf(procedure)));
  response.set_expected_timeout(kExpectedTimeoutMs);
  return {};
}

Status IsProcedureDone(ServerContext&, const Call&, const pb::IsProcedureDoneRequest& request,
                       pb::IsProcedureDoneResponse& response) {
  BASALT_RETURN_IF_ERROR(CheckRegistered(request.procedure(), StatusCode::kIoError));
  response.set_done(true);  // it was when ExecProcedure answered
  return {};
}

Status ExecProcedureWithRet(ServerContext&, const Call&, const pb::ExecProcedureRequest& request,
                            pb::ExecProcedureResponse&) {
  BASALT_RETURN_IF_ERROR(CheckRegistered(request.procedure(), StatusCode::kIoError));
  return NotSupported(kMasterService, "ExecProcedureWithRet");
}

Status LockHeartbeat(ServerContext&, const Call&, const pb::LockHeartbeatRequest&,
                     pb::LockHeartbeatResponse& response) {
  response.set_lock_status(pb::LockHeartbeatResponse::UNLOCKED);  // nobody holds one
  return {};
}

}  // namespace

void RegisterProcedureVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("getProcedureResult", Lane::kInline, GetProcedureResult);
  master.Add("AbortProcedure", Lane::kInline, AbortProcedure);
  master.Add("GetProcedures", Lane::kInline, GetProcedures);
  master.Add("GetLocks", Lane::kInline, GetLocks);
  master.Add("ExecProcedure", Lane::kPool, ExecProcedure);
  master.Add("ExecProcedureWithRet", Lane::kInline, ExecProcedureWithRet);
  master.Add("IsProcedureDone", Lane::kInline, IsProcedureDone);
  // Locks on tables and namespaces that clients hold are not offered.
  Registrar locks(verbs, "LockService", context);
  locks.Add("LockHeartbeat", Lane::kInline, LockHeartbeat);
  locks.Refuse({"RequestLock"});
}

}  // namespace basalt::server
