// BasaltBackupService: backups of the running server, for `basalt backup`. Its messages are in
// proto/basalt/backup.proto; HBase's MasterService.ExecMasterService carries them.
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "basalt/backup.pb.h"
#include "server/backup_jobs.h"
#include "server/service/client_verbs.h"
#include "server/service/damage.h"
#include "server/service/master_extension.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"

namespace basalt::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBackupService = "BasaltBackupService";

// The directory of a backup, without symbolic links and dots, if clients may have it written: below
// backup.root. kAccessDenied.
Result<std::string> BackupDirectory(const ServerContext& context, const std::string& directory) {
  const std::string root = context.config()->backup_root;
  const auto refuse = [&](std::string_view why) {
    return Status(StatusCode::kAccessDenied, fmt::format("{} {}", ToStringBinary(directory), why));
  };
  if (root.empty()) {
    return refuse(
        "is not written: this server makes no backups for clients. Set backup.root to the "
        "directory "
        "below which it may write them and reload the settings");
  }
  if (directory.find('\0') != std::string::npos) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("{} is not a path: it has a zero byte", ToStringBinary(directory)));
  }
  if (!fs::path(directory).is_absolute()) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("{} is not an absolute path on the server's machine", directory));
  }
  // Symbolic links are followed before the comparison, and the result is what is written to.
  std::error_code error;
  const fs::path wanted = fs::weakly_canonical(directory, error);
  const fs::path below =
      error ? fs::path()
            : wanted.lexically_relative(fs::weakly_canonical(fs::absolute(root, error), error));
  if (error || below.empty() || below == "." || *below.begin() == "..") {
    return refuse(
        fmt::format("is not below {}, where this server keeps its backups (backup.root)", root));
  }
  return wanted.string();
}

Status StartBackup(ServerContext& context, const messages::StartBackupRequest& request,
                   messages::StartBackupResponse& response) {
  BASALT_ASSIGN_OR_RETURN(std::string directory, BackupDirectory(context, request.directory()));
  BASALT_ASSIGN_OR_RETURN(
      const uint64_t job,
      context.backups().Start({.directory = std::move(directory),
                               .full = request.full(),
                               .bytes_per_second = request.bytes_per_second()}));
  response.set_job(job);
  return {};
}

Status GetBackupProgress(ServerContext& context, const messages::BackupProgressRequest& request,
                         messages::BackupProgressResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto progress, context.backups().Find(request.job()));
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

Status RunBackupCall(ServerContext& context, const hbase::pb::CoprocessorServiceCall& call,
                     hbase::pb::NameBytesPair& response) {
  if (call.method_name() == "StartBackup")
    return AnswerExtension(context, call, response, StartBackup);
  if (call.method_name() == "GetBackupProgress") {
    return AnswerExtension(context, call, response, GetBackupProgress);
  }
  return UnknownMethod(call);
}

Status ExecMasterService(ServerContext& context, const Call&,
                         const hbase::pb::CoprocessorServiceRequest& request,
                         hbase::pb::CoprocessorServiceResponse& response) {
  if (request.call().service_name() == kBackupService) {
    *response.mutable_region() = request.region();
    return RunBackupCall(context, request.call(), *response.mutable_value());
  }
  if (request.call().service_name() == kDamageService) {
    *response.mutable_region() = request.region();
    return RunDamageCall(context, request.call(), *response.mutable_value());
  }
  return {
      StatusCode::kUnknownProtocol,
      fmt::format("No registered Master Coprocessor Endpoint found for {}. Has it been enabled?",
                  request.call().service_name())};
}

}  // namespace

void RegisterBackupVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("ExecMasterService", Lane::kPool, ExecMasterService);
}

}  // namespace basalt::server
