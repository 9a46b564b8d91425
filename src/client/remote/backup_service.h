// BackupService: backups of a running Basalt server, asked for by its BasaltBackupService
// (proto/basalt/backup.proto). The server makes the backup; the caller only starts it and asks how
// far it is. Thread safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "basalt/status.h"
#include "client/remote/master_extension.h"

namespace basalt::client {

class BackupService {
 public:
  struct Options {
    // An absolute path on the server's machine.
    std::string directory;
    // The backup shares no files with earlier ones.
    bool full = false;
    // 0: no limit.
    uint64_t bytes_per_second = 0;
  };
  struct Progress {
    bool done = false;
    uint64_t copied_bytes = 0;
    // Once it is done.
    uint32_t backup_id = 0;
    uint64_t bytes = 0;
    // Of files that no other backup has.
    uint64_t own_bytes = 0;
    uint32_t files = 0;
  };

  static constexpr std::string_view kScheme = MasterExtension::kScheme;

  // `url`: hbase://host:port; the port may be left out, and so may both. Does not connect yet.
  // kInvalidArgument when the URL is not of this form.
  static Result<std::unique_ptr<BackupService>> Open(std::string_view url);

  // Starts a backup and returns the job to ask for. kLocked while another one is being made. The
  // backup goes on whether or not the caller stays.
  Result<uint64_t> Start(const Options& options);
  // How far the job is. A backup that failed returns its error. kInvalidArgument for a job that is
  // not the server's last.
  Result<Progress> GetProgress(uint64_t job);

 private:
  explicit BackupService(std::unique_ptr<MasterExtension> server) : server_(std::move(server)) {}

  const std::unique_ptr<MasterExtension> server_;
};

}  // namespace basalt::client
