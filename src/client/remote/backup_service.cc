#include "client/remote/backup_service.h"

#include "basalt/backup.pb.h"

namespace basalt::client {

Result<std::unique_ptr<BackupService>> BackupService::Open(std::string_view url) {
  BASALT_ASSIGN_OR_RETURN(auto server, MasterExtension::Open(url, "BasaltBackupService"));
  return std::unique_ptr<BackupService>(new BackupService(std::move(server)));
}

Result<uint64_t> BackupService::Start(const Options& options) {
  messages::StartBackupRequest request;
  request.set_directory(options.directory);
  request.set_full(options.full);
  request.set_bytes_per_second(options.bytes_per_second);
  messages::StartBackupResponse response;
  BASALT_RETURN_IF_ERROR(server_->Call("StartBackup", request, response));
  return response.job();
}

Result<BackupService::Progress> BackupService::GetProgress(uint64_t job) {
  messages::BackupProgressRequest request;
  request.set_job(job);
  messages::BackupProgressResponse response;
  BASALT_RETURN_IF_ERROR(server_->Call("GetBackupProgress", request, response));
  return Progress{.done = response.done(),
                  .copied_bytes = response.copied_bytes(),
                  .backup_id = response.backup_id(),
                  .bytes = response.bytes(),
                  .own_bytes = response.own_bytes(),
                  .files = response.files()};
}

}  // namespace basalt::client
