// DamageJobs: scrubs and repairs that clients or the schedule have asked for: one at a time, on a
// thread of its own, whether or not the client stays. Thread safe; owned by the context.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "catalog/catalog.h"
#include "store/scrub.h"

namespace basalt::server {

class DamageJobs {
 public:
  using Lines = std::vector<std::string>;
  struct Progress {
    store::Scrub::Progress scrub;
    // nullopt while it runs.
    std::optional<Result<Lines>> outcome;
  };

  // Jobs of an earlier process have other numbers: `first_job` is the time of the start.
  DamageJobs(catalog::Catalog& catalog, uint64_t first_job) : catalog_(catalog), job_(first_job) {}
  ~DamageJobs();
  DamageJobs(const DamageJobs&) = delete;
  DamageJobs& operator=(const DamageJobs&) = delete;

  // The number to ask by. kLocked while another job runs.
  Result<uint64_t> StartScrub(uint64_t bytes_per_second);
  // The table is disabled while it is repaired, and then what it was.
  Result<uint64_t> StartRepair(const TableName& table);
  // The last job only. kInvalidArgument for any other.
  Result<Progress> Find(uint64_t job) const;
  // Ends a scrub, waits for a repair, and takes no more.
  void Stop();

 private:
  Result<uint64_t> Start(std::shared_ptr<store::Scrub> scrub,
                         const std::function<Result<Lines>()>& work);
  Result<Lines> Repair(const TableName& table);

  catalog::Catalog& catalog_;
  // Guards all that follows. The thread takes it when its work is done.
  mutable std::mutex mutex_;
  uint64_t job_;
  bool stopped_ = false;
  bool running_ = false;
  std::shared_ptr<store::Scrub> scrub_;
  std::optional<Result<Lines>> outcome_;
  std::thread thread_;
};

}  // namespace basalt::server
