// Procedures: their outcomes, those that are asked for by name, and LockService.
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "hbase/master.pb.h"
#include "hbase/procedure.pb.h"
#include "model/units.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/exceptions.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// The procedures HBase runs by name. Clients before 2.6 flush tables by the first.
constexpr std::string_view kFlushProcedure = "flush-table-proc";
constexpr std::string_view kSnapshotProcedure = "online-snapshot";

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
    FillProcedure(id, entry, *response.add_procedure());
  }
  return {};
}

Status GetLocks(ServerContext&, const Call&, const pb::GetLocksRequest&, pb::GetLocksResponse&) {
  return {};  // procedures hold none between calls
}

// HBase has two classes for the one mistake: `code`.
Status NotRegistered(const pb::ProcedureDescription& procedure, StatusCode code) {
  return {code, "The procedure is not registered: " + procedure.signature()};
}

// The tables that have been flushed by procedure: HBase knows nothing of others. Thread safe.
class FlushedTables {
 public:
  void Note(const TableName& table) {
    const std::lock_guard lock(mutex_);
    tables_.insert(table);
  }
  bool Contains(const TableName& table) const {
    const std::lock_guard lock(mutex_);
    return tables_.contains(table);
  }

 private:
  mutable std::mutex mutex_;
  std::set<TableName> tables_;
};

// The snapshot that a procedure is to take.
Result<pb::SnapshotDescription> SnapshotOf(const pb::ProcedureDescription& procedure) {
  if (!procedure.has_instance()) {
    return Status(StatusCode::kIoError, "Snapshot name is not defined: " + procedure.signature());
  }
  pb::SnapshotDescription snapshot;
  snapshot.set_name(procedure.instance());
  snapshot.set_type(pb::SnapshotDescription::FLUSH);
  for (const pb::NameStringPair& setting : procedure.configuration()) {
    if (model::EqualsIgnoringCase(setting.name(), "table")) snapshot.set_table(setting.value());
  }
  if (!snapshot.has_table()) {
    return Status(StatusCode::kIoError, "Snapshot table is not defined: " + procedure.signature());
  }
  return snapshot;
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

Status Exec(ServerContext& context, const Call& call, const pb::ProcedureDescription& procedure,
            FlushedTables& flushed) {
  if (procedure.signature() == kSnapshotProcedure) {
    BASALT_ASSIGN_OR_RETURN(const auto snapshot, SnapshotOf(procedure));
    return TakeSnapshot(context, call, snapshot);
  }
  if (procedure.signature() != kFlushProcedure) {
    return NotRegistered(procedure, StatusCode::kDoNotRetry);
  }
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse(procedure.instance()));
  BASALT_RETURN_IF_ERROR(FlushWholeTable(context, name, FamiliesOf(procedure)));
  flushed.Note(name);
  return {};
}

Result<bool> IsDone(const ServerContext& context, const pb::ProcedureDescription& procedure,
                    const FlushedTables& flushed) {
  if (procedure.signature() == kSnapshotProcedure) {
    BASALT_ASSIGN_OR_RETURN(const auto snapshot, SnapshotOf(procedure));
    return IsSnapshotTaken(context, snapshot);
  }
  if (procedure.signature() != kFlushProcedure) {
    return NotRegistered(procedure, StatusCode::kIoError);
  }
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse(procedure.instance()));
  return flushed.Contains(name);  // it was done when ExecProcedure answered
}

Status ExecProcedureWithRet(ServerContext&, const Call&, const pb::ExecProcedureRequest& request,
                            pb::ExecProcedureResponse&) {
  const std::string& signature = request.procedure().signature();
  // HBase runs none of the two by this call, and returns nothing.
  if (signature == kSnapshotProcedure || signature == kFlushProcedure) return {};
  return NotRegistered(request.procedure(), StatusCode::kIoError);
}

Status LockHeartbeat(ServerContext&, const Call&, const pb::LockHeartbeatRequest&,
                     pb::LockHeartbeatResponse& response) {
  response.set_lock_status(pb::LockHeartbeatResponse::UNLOCKED);  // nobody holds one
  return {};
}

}  // namespace

void FillProcedure(uint64_t id, const catalog::ProcedureJournal::Entry& entry,
                   hbase::pb::Procedure& procedure) {
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

void RegisterProcedureVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("getProcedureResult", Lane::kInline, GetProcedureResult);
  master.Add("AbortProcedure", Lane::kInline, AbortProcedure);
  master.Add("GetProcedures", Lane::kInline, GetProcedures);
  master.Add("GetLocks", Lane::kInline, GetLocks);
  master.Add("ExecProcedureWithRet", Lane::kInline, ExecProcedureWithRet);
  const auto flushed = std::make_shared<FlushedTables>();
  verbs.Add<pb::ExecProcedureRequest, pb::ExecProcedureResponse>(
      kMasterService, "ExecProcedure", Lane::kPool,
      [&context, flushed](const Call& call, const pb::ExecProcedureRequest& request,
                          pb::ExecProcedureResponse& response, Bytes&) {
        response.set_expected_timeout(kExpectedTimeoutMs);
        return Exec(context, call, request.procedure(), *flushed);
      });
  verbs.Add<pb::IsProcedureDoneRequest, pb::IsProcedureDoneResponse>(
      kMasterService, "IsProcedureDone", Lane::kInline,
      [&context, flushed](const Call&, const pb::IsProcedureDoneRequest& request,
                          pb::IsProcedureDoneResponse& response, Bytes&) -> Status {
        BASALT_ASSIGN_OR_RETURN(const bool done, IsDone(context, request.procedure(), *flushed));
        response.set_done(done);
        return {};
      });
  // Locks on tables and namespaces that clients hold are not offered.
  Registrar locks(verbs, "LockService", context);
  locks.Add("LockHeartbeat", Lane::kInline, LockHeartbeat);
  locks.Refuse({"RequestLock"}, "changes of tables do not wait for locks of clients");
}

}  // namespace basalt::server
