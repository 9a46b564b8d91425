#include "server/service/backups.h"

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "basalt/backup.pb.h"
#include "server/backup_jobs.h"
#include "server/service/endpoints.h"
#include "server/service/master_context.h"
#include "wire/frame.h"

namespace basalt::server {
namespace {

namespace fs = std::filesystem;

Status CheckDirectory(const Control& control, const std::string& directory) {
  if (!fs::path(directory).is_absolute()) {
    return {StatusCode::kInvalidArgument,
            fmt::format("{} is not an absolute path on the server's machine", directory)};
  }
  const std::string& root = control.node.config.backup_root;
  if (root.empty()) return {};
  std::error_code error;
  const fs::path below =
      fs::weakly_canonical(directory, error)
          .lexically_relative(fs::weakly_canonical(fs::absolute(root, error), error));
  if (!below.empty() && *below.begin() != ".." && below != ".") return {};
  return {StatusCode::kInvalidArgument,
          fmt::format("{} is not below {}, where this server keeps its backups (backup.root)",
                      directory, root)};
}

Status StartBackup(Control& control, const messages::StartBackupRequest& request,
                   messages::StartBackupResponse& response) {
  BASALT_RETURN_IF_ERROR(CheckDirectory(control, request.directory()));
  BASALT_ASSIGN_OR_RETURN(
      const uint64_t job,
      control.node.backups->Start({.directory = request.directory(),
                                   .full = request.full(),
                                   .bytes_per_second = request.bytes_per_second()}));
  response.set_job(job);
  return {};
}

Status GetBackupProgress(Control& control, const messages::BackupProgressRequest& request,
                         messages::BackupProgressResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto progress, control.node.backups->Find(request.job()));
  response.set_done(progress.outcome.has_value());
  response.set_copied_bytes(progress.copied_bytes);
  if (!progress.outcome) return {};
  if (!progress.outcome->ok()) return progress.outcome->status();
  const store::BackupInfo& made = **progress.outcome;
  response.set_backup_id(made.id);
  response.set_bytes(made.bytes);
  response.set_own_bytes(made.own_bytes);
  response.set_files(made.files);
  return {};
}

template <typename Request, typename Response>
Status Answer(Control& control, const hbase::pb::CoprocessorServiceCall& call,
              hbase::pb::NameBytesPair& value,
              Status (*body)(Control&, const Request&, Response&)) {
  Request request;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(call.request(), request));
  Response response;
  BASALT_RETURN_IF_ERROR(body(control, request, response));
  value.set_name(response.GetTypeName());
  response.SerializeToString(value.mutable_value());
  return {};
}

}  // namespace

Status RunBackupCall(Control& control, const hbase::pb::CoprocessorServiceCall& call,
                     hbase::pb::NameBytesPair& response) {
  if (call.method_name() == "StartBackup") return Answer(control, call, response, StartBackup);
  if (call.method_name() == "GetBackupProgress") {
    return Answer(control, call, response, GetBackupProgress);
  }
  return UnknownMethod(call);
}

}  // namespace basalt::server
