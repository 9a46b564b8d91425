// Snapshots. There are none yet: every name is unknown, and taking one is refused.
#include <fmt/format.h>

#include "hbase/master.pb.h"
#include "server/service/master_context.h"
#include "server/service/master_verbs.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;

Status DoesNotExist(const pb::SnapshotDescription& snapshot) {
  return {StatusCode::kSnapshotNotFound,
          fmt::format("Snapshot '{}' doesn't exist on the filesystem", snapshot.name())};
}

Status Snapshot(Control& control, const Call&, const pb::SnapshotRequest& request,
                pb::SnapshotResponse&) {
  const std::string& table = request.snapshot().table();
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse(table));
  if (!control.catalog().FindTable(name).ok()) {
    return {StatusCode::kSnapshotCreation,
            fmt::format("Table '{}' doesn't exist, can't take snapshot.", table)};
  }
  return {StatusCode::kNotSupported, "MasterService.Snapshot is not supported by Basalt yet"};
}

Status GetCompletedSnapshots(Control&, const Call&, const pb::GetCompletedSnapshotsRequest&,
                             pb::GetCompletedSnapshotsResponse&) {
  return {};
}

Status DeleteSnapshot(Control&, const Call&, const pb::DeleteSnapshotRequest& request,
                      pb::DeleteSnapshotResponse&) {
  return DoesNotExist(request.snapshot());
}

Status IsSnapshotDone(Control&, const Call&, const pb::IsSnapshotDoneRequest& request,
                      pb::IsSnapshotDoneResponse&) {
  if (!request.has_snapshot()) {
    return {StatusCode::kUnknownSnapshot,
            "No snapshot name passed in request, can't figure out which snapshot you want to "
            "check."};
  }
  const pb::SnapshotDescription& snapshot = request.snapshot();
  return {
      StatusCode::kUnknownSnapshot,
      fmt::format("Snapshot {{ ss={} table={} type={} ttl={} }} is not currently running or one "
                  "of the known completed snapshots.",
                  snapshot.name(), snapshot.table(),
                  pb::SnapshotDescription::Type_Name(snapshot.type()), snapshot.ttl())};
}

Status RestoreSnapshot(Control& control, const Call&, const pb::RestoreSnapshotRequest& request,
                       pb::RestoreSnapshotResponse&) {
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse(request.snapshot().table()));
  BASALT_RETURN_IF_ERROR(control.catalog().GetNamespace(name.ns()).status());
  return DoesNotExist(request.snapshot());
}

}  // namespace

void RegisterSnapshotVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control) {
  Registrar master(verbs, kMasterService, control);
  master.Add("Snapshot", Lane::kInline, Snapshot);
  master.Add("GetCompletedSnapshots", Lane::kInline, GetCompletedSnapshots);
  master.Add("DeleteSnapshot", Lane::kInline, DeleteSnapshot);
  master.Add("IsSnapshotDone", Lane::kInline, IsSnapshotDone);
  master.Add("RestoreSnapshot", Lane::kInline, RestoreSnapshot);
}

}  // namespace basalt::server
