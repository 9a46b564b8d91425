#include "server/chores.h"

#include <atomic>
#include <utility>

#include <spdlog/spdlog.h>

#include "catalog/major_schedule.h"
#include "server/net/worker_pool.h"
#include "server/node.h"
#include "server/service/admin_compactions.h"
#include "store/maintenance.h"
#include "store/store.h"

namespace basalt::server {
namespace {

constexpr int64_t kMajorsPeriodMs = 10 * 60 * 1000;
constexpr int64_t kExpiryPeriodMs = 5 * 60 * 1000;
constexpr int64_t kTuningPeriodMs = 10 * 1000;

bool Due(int64_t now_ms, int64_t period_ms, int64_t& due_ms) {
  if (now_ms < due_ms) return false;
  due_ms = now_ms + period_ms;
  return true;
}

}  // namespace

// What expiry remembers of a family that has cells in memory.
struct Chores::Memory {
  uint64_t entries = 0;
  int64_t first_seen_ms = 0;
};

struct Chores::Expiry {
  std::atomic<bool> running{false};
  // Used by the one that runs.
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
  // Fewer than before: they were flushed meanwhile.
  if (seen.entries == 0 || entries < seen.entries) seen.first_seen_ms = now_ms;
  seen.entries = entries;
  // The first of them have expired by now; a flush leaves them out.
  if (entries > 0 && now_ms - seen.first_seen_ms >= rules.ttl_ms) {
    BASALT_RETURN_IF_ERROR(store::FlushFamily(store, family));
    memory.erase(family.label());
  }
  return store::RemoveExpired(store, family);
}

Chores::Chores(Node& node, std::shared_ptr<CompactionQueue> compactions)
    : node_(node), compactions_(std::move(compactions)), expiry_(std::make_shared<Expiry>()) {}

Chores::~Chores() = default;

void Chores::Tick() {
  const int64_t now_ms = node_.clock().NowMs();
  LookAtDisk();
  if (Due(now_ms, kTuningPeriodMs, tuning_due_ms_)) TuneCompactions();
  if (Due(now_ms, kMajorsPeriodMs, majors_due_ms_)) QueueMajors();
  if (Due(now_ms, kExpiryPeriodMs, expiry_due_ms_) && !expiry_->running.exchange(true)) {
    const bool taken = node_.pool->Submit([this] {
      ExpireCells();
      expiry_->running = false;
    });
    if (!taken) expiry_->running = false;
  }
}

void Chores::LookAtDisk() {
  store::DiskSpace& space = node_.store->disk_space();
  (void)space.Look();
  const bool low = space.low();
  if (std::exchange(disk_was_low_, low) == low) return;
  if (low) {
    SPDLOG_WARN("writes are refused: {}", space.CheckWrite().message());
  } else {
    SPDLOG_INFO("the disk has room again, writes go on");
  }
}

void Chores::TuneCompactions() { store::TuneThrottle(*node_.store); }

void Chores::QueueMajors() {
  if (!node_.switches.compactions) return;
  const catalog::MajorSchedule server{
      node_.config.major_compaction_period_ms,
      static_cast<double>(node_.config.major_compaction_jitter_percent) / 100};
  const int64_t now_ms = node_.clock().NowMs();
  for (const auto& region : node_.catalog->regions().All()) {
    if (!region->online()) continue;
    const auto cells = region->table()->CellsInAnyState();
    const TableDescriptor& table = cells->descriptor();
    for (const FamilyDescriptor& family : table.families()) {
      const auto schedule = catalog::ScheduleFor(table, family, server);
      const auto last = compactions_->majors().Of(region->encoded_name(), family.name());
      // One that never was counts from the region's beginning, which its id tells.
      const int64_t since = last.ended_ms > 0 ? last.ended_ms : region->info().region_id;
      const auto next =
          catalog::NextMajorMs(schedule, region->encoded_name(), family.name(), since);
      if (!next || now_ms < *next) continue;
      const store::FamilyView* view = cells->FindFamily(family.name());
      if (view == nullptr) continue;
      const auto needed = store::NeedsMajor(
          *node_.store, *view->family,
          {region->info().start_key, region->info().end_key, cells->row_order()}, last.sequence);
      if (!needed.ok()) {
        SPDLOG_WARN("looking at the files of {}: {}", region->encoded_name(),
                    needed.status().ToString());
        continue;
      }
      if (*needed) compactions_->Add(region, family.name(), CompactionKind::kMajor);
    }
  }
}

void Chores::ExpireCells() {
  for (const std::string& label : node_.store->FamilyLabels()) {
    const auto family = node_.store->FindFamily(label);
    if (family == nullptr) continue;
    if (const Status status = expiry_->Run(*node_.store, *family); !status.ok()) {
      SPDLOG_WARN("removing expired cells of {}: {}", label, status.ToString());
    }
  }
}

}  // namespace basalt::server
