#include "server/chores.h"

#include <atomic>
#include <chrono>
#include <utility>

#include <spdlog/spdlog.h>

#include "base/thread_pool.h"
#include "catalog/major_schedule.h"
#include "quota/quota_manager.h"
#include "server/compaction_queue.h"
#include "server/damage_jobs.h"
#include "server/nonce_manager.h"
#include "server/server_context.h"
#include "store/damage_registry.h"
#include "store/maintenance.h"
#include "store/store.h"

namespace basalt::server {
namespace {

constexpr std::chrono::seconds kTickPeriod{1};
constexpr int64_t kMajorsPeriodMs = 10 * 60 * 1000;
constexpr int64_t kExpiryPeriodMs = 5 * 60 * 1000;
constexpr int64_t kTuningPeriodMs = 10 * 1000;
constexpr int64_t kCleaningPeriodMs = 60 * 1000;
// When the last scheduled scrub began, by the store's clock.
constexpr BytesView kLastScrubRecord = "last-scrub";

bool Due(int64_t now_ms, int64_t period_ms, int64_t& due_ms) {
  if (now_ms < due_ms) return false;
  due_ms = now_ms + period_ms;
  return true;
}

}  // namespace

// What expiry remembers of a family that has cells in memory.
struct Chores::Memory {
  uint64_t entries = 0;
  int64_t first_seen_ms = 0;  // by the monotonic clock
};

struct Chores::Expiry {
  std::atomic<bool> running{false};
  // Set once: the run ends with the family it is at.
  std::atomic<bool> stopping{false};
  // Used only by the run for which `running` was set.
  std::map<std::string, Memory> memory;

  Status Run(store::Store& store, store::Family& family);
};

Status Chores::Expiry::Run(store::Store& store, store::Family& family) {
  const store::FamilyRules rules = family.control().rules();
  const int64_t now_ms = store.clock().NowMs();
  // Without a TTL, or with versions to keep whatever their age.
  if (!family.control().has_rules() || rules.min_versions > 0 ||
      rules.OldestUnexpired(now_ms) <= 0) {
    memory.erase(family.label());
    return {};
  }
  Memory& seen = memory[family.label()];
  const uint64_t entries = store::EntriesInMemory(store, family);
  // Fewer than before: a flush has emptied the memory store since.
  const int64_t monotonic_ms = store.clock().MonotonicMs();
  if (seen.entries == 0 || entries < seen.entries) seen.first_seen_ms = monotonic_ms;
  seen.entries = entries;
  // The oldest of them have expired by now; a flush drops expired cells.
  if (entries > 0 && monotonic_ms - seen.first_seen_ms >= rules.ttl_ms) {
    BASALT_RETURN_IF_ERROR(store::FlushFamily(store, family));
    memory.erase(family.label());
  }
  return store::RemoveExpired(store, family);
}

Chores::Chores(ServerContext& context)
    : context_(context),
      majors_due_ms_(context.clock().MonotonicMs()),
      expiry_due_ms_(majors_due_ms_),
      tuning_due_ms_(majors_due_ms_),
      cleaning_due_ms_(majors_due_ms_ + kCleaningPeriodMs),
      expiry_(std::make_shared<Expiry>()) {}

Chores::~Chores() { Stop(); }

void Chores::Start() {
  thread_ = std::thread([this] {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kTickPeriod, [this] { return stopping_; })) {
      lock.unlock();
      Tick();
      lock.lock();
    }
  });
}

void Chores::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  expiry_->stopping = true;
  if (thread_.joinable()) thread_.join();
  expiry_->running.wait(true);
}

void Chores::Tick() {
  const int64_t now_ms = context_.clock().MonotonicMs();
  LookAtDisk();
  LookAtLogs();
  if (Due(now_ms, kTuningPeriodMs, tuning_due_ms_)) TuneCompactions();
  if (Due(now_ms, kMajorsPeriodMs, majors_due_ms_)) QueueMajors();
  if (Due(now_ms, kExpiryPeriodMs, expiry_due_ms_) && !expiry_->running.exchange(true)) {
    // The last two statements use nothing of the chores: Stop may have returned by then.
    const bool taken = context_.background().Submit([this, expiry = expiry_] {
      ExpireCells();
      expiry->running = false;
      expiry->running.notify_all();
    });
    if (!taken) expiry_->running = false;
  }
  if (const Status status = context_.quotas().RunDueChores(); !status.ok()) {
    SPDLOG_WARN("cannot evaluate quotas: {}", status.ToString());
  }
  if (Due(now_ms, kCleaningPeriodMs, cleaning_due_ms_)) {
    ForgetNonces();
    DeleteExpiredSnapshots();
    ScrubFiles();
  }
}

void Chores::LookAtLogs() {
  // Three times as late as promised.
  const int64_t patience_ms = 3 * context_.startup_config().store.wal_sync_interval_ms;
  if (patience_ms == 0) return;
  const store::LogLag lag = context_.store().wal_lag();
  const bool behind = lag.ms > patience_ms;
  if (std::exchange(logs_were_behind_, behind) == behind) return;
  if (behind) {
    SPDLOG_WARN("the disk is behind the write-ahead log by {} ms, {} bytes", lag.ms, lag.bytes);
  } else {
    SPDLOG_INFO("the write-ahead log is on the disk again");
  }
}

void Chores::LookAtDisk() {
  store::DiskSpace& space = context_.store().disk_space();
  (void)space.Look();
  const bool low = space.low();
  if (std::exchange(disk_was_low_, low) == low) return;
  if (low) {
    SPDLOG_WARN("writes are refused: {}", space.CheckWrite().message());
  } else {
    SPDLOG_INFO("the disk has enough free space again; writes are accepted");
  }
}

void Chores::TuneCompactions() { store::TuneThrottle(context_.store()); }

void Chores::QueueMajors() {
  if (!context_.switches().compactions) return;
  const auto config = context_.config();
  const catalog::MajorSchedule server{
      config->major_compaction_period_ms,
      static_cast<double>(config->major_compaction_jitter_percent) / 100};
  const int64_t now_ms = context_.clock().NowMs();
  for (const auto& region : context_.catalog().regions().All()) {
    if (!region->online()) continue;
    const auto cells = region->table()->CellsInAnyState();
    const TableDescriptor& table = cells->descriptor();
    if (context_.quotas().space().PolicyOf(table.name()) ==
        SpaceViolationPolicy::kNoWritesCompactions) {
      continue;
    }
    for (const FamilyDescriptor& family : table.families()) {
      const auto schedule = catalog::ScheduleFor(table, family, server);
      const auto last = context_.compactions().majors().Of(region->encoded_name(), family.name());
      // A region that was never major compacted counts from its creation, which is its id.
      const int64_t since = last.ended_ms > 0 ? last.ended_ms : region->info().region_id;
      const auto next =
          catalog::NextMajorMs(schedule, region->encoded_name(), family.name(), since);
      // A time far in the future was written before the clock was set back: it says nothing.
      const bool unknown = since - now_ms > schedule.period_ms;
      if (!next || (now_ms < *next && !unknown)) continue;
      const store::FamilyView* view = cells->FindFamily(family.name());
      if (view == nullptr) continue;
      const auto needed = store::NeedsMajor(
          context_.store(), *view->family,
          {region->info().start_key, region->info().end_key, cells->row_order()}, last.sequence);
      if (!needed.ok()) {
        SPDLOG_WARN("cannot tell whether region {} needs a major compaction: {}",
                    region->encoded_name(), needed.status().ToString());
        continue;
      }
      if (*needed) context_.compactions().Add(region, family.name(), CompactionKind::kMajor);
    }
  }
}

void Chores::ExpireCells() {
  for (const std::string& label : context_.store().FamilyLabels()) {
    if (expiry_->stopping) return;
    const auto family = context_.store().FindFamily(label);
    // A family with a damaged file is not compacted, and has been reported.
    if (family == nullptr || context_.store().damage().Contains(label)) continue;
    if (const Status status = expiry_->Run(context_.store(), *family); !status.ok()) {
      SPDLOG_WARN("cannot remove expired cells of family {}: {}", label, status.ToString());
    }
  }
}

void Chores::ScrubFiles() {
  constexpr int64_t kHourMs = 3'600'000;
  const int64_t period_ms = context_.config()->scrub_period_hours * kHourMs;
  if (period_ms == 0) return;
  const int64_t now_ms = context_.clock().NowMs();
  const auto record = context_.store().GetRecord(kLastScrubRecord);
  const auto last_ms = record.ok() && *record ? DecodeLong(**record) : std::nullopt;
  if (last_ms && now_ms - *last_ms < period_ms) return;
  // A directory is scrubbed for the first time a period after it was first served.
  if (last_ms &&
      !context_.damage_jobs().StartScrub(context_.config()->scrub_bytes_per_second).ok()) {
    return;  // another job runs; the next tick tries again
  }
  if (const Status written = context_.store().PutRecord(kLastScrubRecord, EncodeLong(now_ms));
      !written.ok()) {
    SPDLOG_WARN("cannot note the time of a scrub: {}", written.ToString());
  }
}

void Chores::ForgetNonces() {
  if (const Status status = context_.nonces().Forget(); !status.ok()) {
    SPDLOG_WARN("cannot remove expired nonces: {}", status.ToString());
  }
}

void Chores::DeleteExpiredSnapshots() {
  if (!context_.switches().snapshot_cleanup) return;
  const auto deleted = context_.catalog().snapshots().DeleteExpired();
  if (!deleted.ok()) {
    SPDLOG_WARN("cannot delete expired snapshots: {}", deleted.status().ToString());
  } else if (*deleted > 0) {
    SPDLOG_INFO("deleted {} snapshots whose TTL had passed", *deleted);
  }
}

}  // namespace basalt::server
