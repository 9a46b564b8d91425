#include "server/region_chores.h"

#include <algorithm>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "server/server_context.h"

namespace basalt::server {
namespace {

using std::chrono::milliseconds;

// Often enough that meta stays small beside many splits.
constexpr uint32_t kCleanPeriodMs = 60'000;

catalog::SplitChore::Hooks SplitHooks() {
  catalog::SplitChore::Hooks hooks;
  hooks.log = [](const std::string& line) { SPDLOG_INFO("{}", line); };
  return hooks;
}

catalog::HotspotMonitor::Hooks HotspotHooks() {
  catalog::HotspotMonitor::Hooks hooks;
  hooks.warn = [](const std::string& line) { SPDLOG_WARN("{}", line); };
  hooks.log = [](const std::string& line) { SPDLOG_INFO("{}", line); };
  return hooks;
}

}  // namespace

RegionChores::RegionChores(catalog::Catalog& catalog, const RunningConfig& config,
                           const Switches& switches)
    : catalog_(catalog),
      config_(config),
      switches_(switches),
      split_chore_(catalog, {}, SplitHooks()),
      hotspot_monitor_(catalog, {}, HotspotHooks()) {}

void RegionChores::Start() {
  thread_ = std::thread([this] { Run(); });
}

void RegionChores::Stop() {
  split_chore_.Cancel();
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

void RegionChores::Look(const ServerConfig& config) {
  split_chore_.SetOptions({.max_regions = config.split_limit});
  hotspot_monitor_.SetOptions({.after_ms = config.hotspot_warning_after_ms});
  // First, because splits replace the regions whose writes are measured.
  hotspot_monitor_.RunOnce();
  split_chore_.RunOnce();
}

void RegionChores::Run() {
  const auto start = SteadyClock::now();
  // When each chore was done last; the next time follows from its period, which may change.
  auto looked = start;
  auto normalized = start;
  auto cleaned = start;
  const auto next = [](SteadyClock::time_point last, uint32_t period_ms) {
    return last + (period_ms == 0 ? std::chrono::hours(24 * 365) : milliseconds(period_ms));
  };
  std::unique_lock lock(mutex_);
  while (true) {
    auto config = config_.Get();
    wake_.wait_until(
        lock,
        std::min({next(looked, config->split_check_period_ms),
                  next(normalized, config->normalizer_period_ms), next(cleaned, kCleanPeriodMs)}),
        [this] { return stopping_ || woken_; });
    if (stopping_) return;
    const bool woken = std::exchange(woken_, false);
    lock.unlock();
    config = config_.Get();
    if (woken || SteadyClock::now() >= next(looked, config->split_check_period_ms)) {
      Look(*config);
      looked = SteadyClock::now();
    }
    if (SteadyClock::now() >= next(normalized, config->normalizer_period_ms)) {
      NormalizeAll();
      normalized = SteadyClock::now();
    }
    if (SteadyClock::now() >= next(cleaned, kCleanPeriodMs)) {
      CleanMeta();
      cleaned = SteadyClock::now();
    }
    lock.lock();
  }
}

void RegionChores::CleanMeta() {
  if (!switches_.catalog_janitor) return;
  if (const Status status = catalog_.regions().CleanParents(); !status.ok()) {
    SPDLOG_WARN("cannot remove split regions from meta: {}", status.ToString());
  }
}

void RegionChores::NormalizeAll() {
  if (!switches_.normalizer) return;
  Normalize(catalog_.tables().Names());
}

int RegionChores::Normalize(const std::vector<TableName>& tables) {
  const std::lock_guard lock(normalizing_);
  catalog::NormalizerHooks hooks;
  hooks.cancelled = [this] { return Stopping(); };
  hooks.log = [](const std::string& line) { SPDLOG_INFO("{}", line); };
  return catalog::NormalizeTables(catalog_, tables, config_.Get()->normalizer, hooks);
}

}  // namespace basalt::server
