// Snapshots. Clients of 2.6 get a procedure's id; older ones ask whether it is done.
#include <limits>

#include <fmt/format.h>

#include "hbase/master.pb.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

// Of the layout, as HBase writes it today; clients show it.
constexpr int32_t kLayoutVersion = 2;

pb::SnapshotDescription::Type ToWire(SnapshotType type) {
  switch (type) {
    case SnapshotType::kDisabled: return pb::SnapshotDescription::DISABLED;
    case SnapshotType::kSkipFlush: return pb::SnapshotDescription::SKIPFLUSH;
    case SnapshotType::kFlush: break;
  }
  return pb::SnapshotDescription::FLUSH;
}

std::string TextOf(const pb::SnapshotDescription& snapshot) {
  return fmt::format("{{ ss={} table={} type={} ttl={} }}", snapshot.name(), snapshot.table(),
                     pb::SnapshotDescription::Type_Name(snapshot.type()), snapshot.ttl());
}

Status Snapshot(ServerContext& context, const Call& call, const pb::SnapshotRequest& request,
                pb::SnapshotResponse& response) {
  const pb::SnapshotDescription& snapshot = request.snapshot();
  const auto work = [&] { return TakeSnapshot(context, call, snapshot); };
  response.set_expected_timeout(kExpectedTimeoutMs);
  if (!request.has_nonce_group() || !request.has_nonce()) return work();
  const uint64_t id =
      context.procedures().Run(ProcedureName("SnapshotProcedure"), request.nonce_group(),
                               request.nonce(), [&](catalog::Procedure&) { return work(); });
  response.set_proc_id(static_cast<int64_t>(id));
  return OutcomeOf(context, id);
}

Status GetCompletedSnapshots(ServerContext& context, const Call&,
                             const pb::GetCompletedSnapshotsRequest&,
                             pb::GetCompletedSnapshotsResponse& response) {
  for (const auto& manifest : context.catalog().snapshots().folder().List()) {
    const SnapshotDescription& description = manifest.description;
    auto& snapshot = *response.add_snapshots();
    snapshot.set_name(description.name);
    snapshot.set_table(description.table.name().ToString());
    snapshot.set_creation_time(description.creation_time_ms);
    snapshot.set_type(ToWire(description.type));
    snapshot.set_version(kLayoutVersion);
    snapshot.set_ttl(description.ttl_seconds);
  }
  return {};
}

Status DeleteSnapshot(ServerContext& context, const Call&, const pb::DeleteSnapshotRequest& request,
                      pb::DeleteSnapshotResponse&) {
  return context.catalog().snapshots().Delete(request.snapshot().name());
}

Status IsSnapshotDone(ServerContext& context, const Call&, const pb::IsSnapshotDoneRequest& request,
                      pb::IsSnapshotDoneResponse& response) {
  if (!request.has_snapshot()) {
    return {StatusCode::kUnknownSnapshot,
            "No snapshot name passed in request, can't figure out which snapshot you want to "
            "check."};
  }
  BASALT_ASSIGN_OR_RETURN(const bool done, IsSnapshotTaken(context, request.snapshot()));
  response.set_done(done);
  return {};
}

// To the table that is named: a new one gets the snapshot's data, the snapshot's own is restored.
Status RestoreSnapshot(ServerContext& context, const Call& call,
                       const pb::RestoreSnapshotRequest& request,
                       pb::RestoreSnapshotResponse& response) {
  // Clients that know procedures are told by them.
  const Errors errors = call.connection.AtLeast(2, 0) ? Errors::kAsOutcome : Errors::kAtOnce;
  const pb::SnapshotDescription& snapshot = request.snapshot();
  BASALT_ASSIGN_OR_RETURN(const TableName table, TableName::Parse(snapshot.table()));
  BASALT_RETURN_IF_ERROR(context.catalog().namespaces().Get(table.ns()).status());
  BASALT_ASSIGN_OR_RETURN(const auto manifest,
                          context.catalog().snapshots().folder().Read(snapshot.name()));
  const auto existing = context.catalog().tables().Find(table);
  if (!existing.ok()) {
    return Submit(context, ProcedureName("CloneSnapshotProcedure"), request, response, errors,
                  [&](catalog::Procedure& procedure) {
                    return context.catalog().snapshots().Clone(snapshot.name(), table, &procedure);
                  });
  }
  if (manifest.description.table.name() != table) {
    return {StatusCode::kTableExists, table.ToString()};
  }
  if ((*existing)->record().enabled) {
    return {StatusCode::kTableNotDisabled,
            fmt::format("Table '{}' must be disabled in order to perform a restore operation.",
                        table.ToString())};
  }
  return Submit(context, ProcedureName("RestoreSnapshotProcedure"), request, response, errors,
                [&](catalog::Procedure& procedure) {
                  return context.catalog().snapshots().Restore(snapshot.name(), &procedure);
                });
}

// Asked by clients of 1.x. It was done, or refused, when RestoreSnapshot answered.
Status IsRestoreSnapshotDone(ServerContext&, const Call&, const pb::IsRestoreSnapshotDoneRequest&,
                             pb::IsRestoreSnapshotDoneResponse& response) {
  response.set_done(true);
  return {};
}

}  // namespace

Status TakeSnapshot(ServerContext& context, const Call& call,
                    const hbase::pb::SnapshotDescription& snapshot) {
  if (!snapshot.has_table()) {
    return {StatusCode::kInvalidArgument,
            "Descriptor doesn't apply to a table, so we can't build it."};
  }
  BASALT_ASSIGN_OR_RETURN(const TableName table, TableName::Parse(snapshot.table()));
  SnapshotOptions options;
  options.skip_flush = snapshot.type() == pb::SnapshotDescription::SKIPFLUSH;
  options.creation_time_ms = snapshot.creation_time();
  options.owner = call.connection.user;
  constexpr int64_t kMaxTtl = std::numeric_limits<int64_t>::max() / 1000;
  const bool own_ttl = snapshot.ttl() != 0 && snapshot.ttl() <= kMaxTtl;
  options.ttl_seconds = own_ttl ? snapshot.ttl() : context.config()->snapshot_ttl_s;
  return context.catalog().snapshots().Take(snapshot.name(), table, options);
}

Result<bool> IsSnapshotTaken(const ServerContext& context,
                             const hbase::pb::SnapshotDescription& snapshot) {
  const bool done = context.catalog().snapshots().folder().Contains(snapshot.name());
  if (!done && !context.catalog().snapshots().IsTaking(snapshot.name())) {
    return Status(StatusCode::kUnknownSnapshot,
                  fmt::format("Snapshot {} is not currently running or one of the known completed "
                              "snapshots.",
                              TextOf(snapshot)));
  }
  return done;
}

void RegisterSnapshotVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("Snapshot", Lane::kPool, Snapshot);
  master.Add("GetCompletedSnapshots", Lane::kPool, GetCompletedSnapshots);
  master.Add("DeleteSnapshot", Lane::kPool, DeleteSnapshot);
  master.Add("IsSnapshotDone", Lane::kInline, IsSnapshotDone);
  master.Add("RestoreSnapshot", Lane::kPool, RestoreSnapshot);
  master.Add("IsRestoreSnapshotDone", Lane::kInline, IsRestoreSnapshotDone);
}

}  // namespace basalt::server
