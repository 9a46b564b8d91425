#include "server/backup_jobs.h"

#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace basalt::server {

BackupJobs::BackupJobs(std::shared_ptr<store::Store> store, uint64_t first_job)
    : store_(std::move(store)), job_(first_job) {}

BackupJobs::~BackupJobs() { Stop(); }

Result<uint64_t> BackupJobs::Start(const store::BackupOptions& options) {
  const std::lock_guard lock(mutex_);
  if (stopped_) return Status(StatusCode::kCancelled, "the server is stopping");
  if (writer_ != nullptr) {
    return Status(StatusCode::kLocked, "a backup is being made already; wait until it is done");
  }
  if (thread_.joinable()) thread_.join();  // it has nothing left to do
  BASALT_ASSIGN_OR_RETURN(writer_, store::BackupWriter::Open(options, *store_));
  outcome_.reset();
  thread_ = std::thread([this, directory = options.directory, writer = writer_.get()] {
    Result<store::BackupInfo> made = writer->Create();
    if (made.ok()) {
      SPDLOG_INFO("backup {} in {} is complete: {} bytes", made->id, directory, made->bytes);
    } else {
      SPDLOG_WARN("backup in {} failed: {}", directory, made.status().ToString());
    }
    const std::lock_guard done(mutex_);
    outcome_ = std::move(made);
    // Lets go of the directory.
    writer_.reset();
  });
  return ++job_;
}

Result<BackupJobs::Progress> BackupJobs::Find(uint64_t job) const {
  const std::lock_guard lock(mutex_);
  if (job != job_ || (writer_ == nullptr && !outcome_)) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("no backup was started with the number {}; the server may have been "
                              "started anew since",
                              job));
  }
  Progress progress;
  if (writer_ != nullptr) progress.copied_bytes = writer_->copied_bytes();
  progress.outcome = outcome_;
  return progress;
}

void BackupJobs::Stop() {
  std::thread thread;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (writer_ != nullptr) writer_->Stop();
    thread.swap(thread_);
  }
  if (thread.joinable()) thread.join();
  const std::lock_guard lock(mutex_);
  store_.reset();
}

}  // namespace basalt::server
