// BackupJobs: backups clients have asked for: one at a time, on a thread of its own, whether or not
// the client stays. Thread safe; owned by the context.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "basalt/status.h"
#include "store/backup.h"
#include "store/store.h"

namespace basalt::server {

class BackupJobs {
 public:
  struct Progress {
    uint64_t copied_bytes = 0;
    // nullopt while it runs.
    std::optional<Result<store::BackupInfo>> outcome;
  };

  // Jobs of an earlier process have other numbers: `first_job` is the time of the start.
  BackupJobs(std::shared_ptr<store::Store> store, uint64_t first_job);
  ~BackupJobs();
  BackupJobs(const BackupJobs&) = delete;
  BackupJobs& operator=(const BackupJobs&) = delete;

  // The number to ask by. kLocked while another one runs.
  Result<uint64_t> Start(const store::BackupOptions& options);
  // The last job only. kInvalidArgument for any other.
  Result<Progress> Find(uint64_t job) const;
  // Ends the one that runs, and takes no more.
  void Stop();

 private:
  // Guards all that follows. The thread takes it when its work is done.
  mutable std::mutex mutex_;
  std::shared_ptr<store::Store> store_;
  uint64_t job_;
  bool stopped_ = false;
  std::unique_ptr<store::BackupWriter> writer_;
  std::optional<Result<store::BackupInfo>> outcome_;
  std::thread thread_;
};

}  // namespace basalt::server
