#include "server/damage_jobs.h"

#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "store/damage_registry.h"
#include "store/family_repair.h"
#include "store/store.h"

namespace basalt::server {

DamageJobs::~DamageJobs() { Stop(); }

Result<uint64_t> DamageJobs::Start(std::shared_ptr<store::Scrub> scrub,
                                   const std::function<Result<Lines>()>& work) {
  const std::lock_guard lock(mutex_);
  if (stopped_) return Status(StatusCode::kCancelled, "the server is stopping");
  if (running_) {
    return Status(StatusCode::kLocked, "a scrub or a repair is running; wait until it is done");
  }
  if (thread_.joinable()) thread_.join();  // it has nothing left to do
  scrub_ = std::move(scrub);
  outcome_.reset();
  running_ = true;
  thread_ = std::thread([this, work] {
    Result<Lines> outcome = work();
    if (outcome.ok()) {
      for (const std::string& line : *outcome) SPDLOG_INFO("{}", line);
    } else {
      SPDLOG_WARN("{}", outcome.status().ToString());
    }
    const std::lock_guard done(mutex_);
    outcome_ = std::move(outcome);
    running_ = false;
  });
  return ++job_;
}

Result<uint64_t> DamageJobs::StartScrub(uint64_t bytes_per_second) {
  const auto scrub = std::make_shared<store::Scrub>(catalog_.store(), bytes_per_second);
  return Start(scrub, [this, scrub]() -> Result<Lines> {
    BASALT_RETURN_IF_ERROR(scrub->Run());
    const store::Scrub::Progress progress = scrub->progress();
    Lines lines = {fmt::format("scrub: {} files, {} bytes read, {} damaged files found",
                               progress.files, progress.bytes, progress.damaged_files)};
    for (const store::DamagedFile& file : catalog_.store()->damage().List()) {
      lines.push_back(file.Describe());
    }
    return lines;
  });
}

Result<uint64_t> DamageJobs::StartRepair(const TableName& table) {
  BASALT_RETURN_IF_ERROR(catalog_.tables().Find(table).status());
  return Start(nullptr, [this, table] { return Repair(table); });
}

Result<DamageJobs::Lines> DamageJobs::Repair(const TableName& table) {
  BASALT_ASSIGN_OR_RETURN(const auto entry, catalog_.tables().Find(table));
  const bool enabled = entry->record().enabled;
  if (enabled) BASALT_RETURN_IF_ERROR(catalog_.tables().SetEnabled(table, false));
  const auto repairs = catalog_.tables().Repair(table);
  if (enabled) BASALT_RETURN_IF_ERROR(catalog_.tables().SetEnabled(table, true));
  BASALT_RETURN_IF_ERROR(repairs.status());
  Lines lines = {fmt::format("table {}: {} families repaired", table.ToString(), repairs->size())};
  for (const store::FamilyRepair& repair : *repairs) {
    for (std::string& line : repair.ToLines()) lines.push_back(std::move(line));
  }
  return lines;
}

Result<DamageJobs::Progress> DamageJobs::Find(uint64_t job) const {
  const std::lock_guard lock(mutex_);
  if (job != job_ || (!running_ && !outcome_)) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("no job was started with the number {}; the server may have been "
                              "started anew since",
                              job));
  }
  Progress progress;
  if (scrub_ != nullptr) progress.scrub = scrub_->progress();
  progress.outcome = outcome_;
  return progress;
}

void DamageJobs::Stop() {
  std::thread thread;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    if (scrub_ != nullptr) scrub_->Stop();
    thread.swap(thread_);
  }
  if (thread.joinable()) thread.join();
  const std::lock_guard lock(mutex_);
  // It keeps the store open.
  scrub_.reset();
}

}  // namespace basalt::server
