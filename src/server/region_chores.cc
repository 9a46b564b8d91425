#include "server/region_chores.h"

#include <algorithm>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "server/node.h"

namespace basalt::server {
namespace {

using std::chrono::milliseconds;

// Often enough that meta stays small beside many splits.
constexpr uint32_t kCleanPeriodMs = 60'000;

catalog::SplitChore::Hooks KeeperHooks(Node& node) {
  catalog::SplitChore::Hooks hooks;
  hooks.splits_allowed = [&node] { return node.switches.splits.load(); };
  hooks.log = [](const std::string& line) { SPDLOG_INFO("{}", line); };
  return hooks;
}

catalog::HotspotMonitor::Hooks FrontHooks() {
  catalog::HotspotMonitor::Hooks hooks;
  hooks.warn = [](const std::string& line) { SPDLOG_WARN("{}", line); };
  hooks.log = [](const std::string& line) { SPDLOG_INFO("{}", line); };
  return hooks;
}

}  // namespace

Result<catalog::SplitSettings> SplitSettingsFrom(const ServerConfig& config) {
  const auto policy = model::ParseSplitPolicy(config.split_policy);
  if (!policy) {
    return Status(
        StatusCode::kInvalidArgument,
        fmt::format("regions.split_policy: no split policy is called {}", config.split_policy));
  }
  catalog::SplitSettings settings;
  settings.policy = *policy;
  settings.max_file_bytes = config.max_file_bytes;
  settings.initial_bytes = config.initial_split_bytes;
  settings.jitter = config.split_jitter_percent / 100.0;
  settings.whole_region = config.split_by_whole_size;
  settings.heat_requests_per_second = config.heat_split_requests_per_second;
  settings.heat_min_age_ms = int64_t{config.heat_split_min_age_s} * 1000;
  return settings;
}

catalog::NormalizerSettings NormalizerSettingsFrom(const ServerConfig& config) {
  catalog::NormalizerSettings settings;
  settings.all_tables = config.normalize_all_tables;
  settings.split = config.normalizer_split;
  settings.merge = config.normalizer_merge;
  settings.merge_min_region_count = config.normalizer_merge_min_region_count;
  settings.merge_min_region_age_days = config.normalizer_merge_min_region_age_days;
  settings.merge_min_region_size_mb = config.normalizer_merge_min_region_size_mb;
  settings.merge_max_regions = config.normalizer_merge_max_regions;
  return settings;
}

RegionChores::RegionChores(Node& node)
    : node_(node),
      keeper_(*node.catalog, {.max_regions = node.config.split_limit, .max_splits_per_round = 16},
              KeeperHooks(node)),
      hotspot_monitor_(*node.catalog, {.after_ms = node.config.hotspot_warning_after_ms},
                       FrontHooks()) {}

void RegionChores::Start() {
  thread_ = std::thread([this] { Run(); });
}

void RegionChores::Stop() {
  keeper_.Cancel();
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void RegionChores::Wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  wake_.notify_all();
}

bool RegionChores::Stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void RegionChores::Run() {
  const auto far = SteadyClock::now() + std::chrono::hours(24 * 365);
  const auto next = [far](uint32_t period_ms) {
    return period_ms == 0 ? far : SteadyClock::now() + milliseconds(period_ms);
  };
  auto next_look = next(node_.config.split_check_period_ms);
  auto next_normalize = next(node_.config.normalizer_period_ms);
  auto next_clean = next(kCleanPeriodMs);
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait_until(lock, std::min({next_look, next_normalize, next_clean}),
                     [this] { return stopping_ || woken_; });
    if (stopping_) return;
    const bool woken = std::exchange(woken_, false);
    lock.unlock();
    if (woken || SteadyClock::now() >= next_look) {
      // Before splits make new regions of those that were written to.
      hotspot_monitor_.LookOnce();
      keeper_.RunOnce();
      next_look = next(node_.config.split_check_period_ms);
    }
    if (SteadyClock::now() >= next_normalize) {
      NormalizeAll();
      next_normalize = next(node_.config.normalizer_period_ms);
    }
    if (SteadyClock::now() >= next_clean) {
      CleanMeta();
      next_clean = next(kCleanPeriodMs);
    }
    lock.lock();
  }
}

void RegionChores::CleanMeta() {
  if (!node_.switches.catalog_janitor) return;
  if (const Status status = node_.catalog->regions().CleanParents(); !status.ok()) {
    SPDLOG_WARN("removing split regions from meta: {}", status.ToString());
  }
}

void RegionChores::NormalizeAll() {
  if (!node_.switches.normalizer) return;
  std::vector<TableName> tables;
  for (const auto& record : node_.catalog->tables().List()) {
    tables.push_back(record.descriptor.name());
  }
  Normalize(tables);
}

int RegionChores::Normalize(const std::vector<TableName>& tables) {
  const std::lock_guard lock(normalizing_);
  catalog::NormalizerHooks hooks;
  hooks.splits_allowed = [this] { return node_.switches.splits.load(); };
  hooks.merges_allowed = [this] { return node_.switches.merges.load(); };
  hooks.cancelled = [this] { return Stopping(); };
  hooks.log = [](const std::string& line) { SPDLOG_INFO("{}", line); };
  return catalog::NormalizeTables(*node_.catalog, tables, NormalizerSettingsFrom(node_.config),
                                  hooks);
}

}  // namespace basalt::server
