#include "server/scanner_registry.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace basalt::server {

// The high half differs from process to process, so that an id of an earlier one is unknown here.
ScannerRegistry::ScannerRegistry(std::chrono::milliseconds lease, size_t max_scanners,
                                 int64_t start_code)
    : lease_(lease),
      max_scanners_(max_scanners),
      id_base_((static_cast<uint64_t>(start_code) * 0x9E3779B97F4A7C15ULL) & 0x7FFFFFFF00000000ULL),
      watcher_([this] { Watch(); }) {}

ScannerRegistry::~ScannerRegistry() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  watcher_.join();
}

size_t ScannerRegistry::size() const {
  const std::lock_guard lock(mutex_);
  return open_;
}

Status ScannerRegistry::Add(const std::shared_ptr<OpenScanner>& scanner) {
  const std::lock_guard lock(mutex_);
  if (open_ >= max_scanners_) {
    return {StatusCode::kRegionTooBusy,
            fmt::format("{} scanners are open, and no more are allowed", open_)};
  }
  scanner->id = id_base_ | next_id_++;
  if (next_id_ == 0) next_id_ = 1;
  entries_[scanner->id] = {.scanner = scanner, .calls = 1};
  ++open_;
  return {};
}

Result<ScannerRegistry::Found> ScannerRegistry::Take(uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) {
    return Status(
        StatusCode::kUnknownScanner,
        fmt::format("Unknown scanner '{}'. This can happen due to any of the following "
                    "reasons: a) Scanner id given is wrong, b) Scanner lease expired "
                    "because of long wait between consecutive client checkins, c) Server "
                    "may be closing down, d) RegionServer restart during upgrade.\nIf the "
                    "issue is due to reason (b), a possible fix would be increasing the "
                    "value of 'hbase.client.scanner.timeout.period' configuration.",
                    id));
  }
  Entry& entry = found->second;
  if (entry.scanner != nullptr) ++entry.calls;
  return Found{entry.scanner, entry.next_sequence};
}

void ScannerRegistry::Release(uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || found->second.scanner == nullptr) return;
  --found->second.calls;
  found->second.expires = SteadyClock::now() + lease_;
}

void ScannerRegistry::Remove(uint64_t id, bool remember, uint64_t next_sequence) {
  std::shared_ptr<OpenScanner> gone;
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return;
  if (found->second.scanner != nullptr) --open_;
  gone = std::move(found->second.scanner);
  if (remember) {
    found->second = {.scanner = nullptr,
                     .next_sequence = next_sequence,
                     .calls = 0,
                     .expires = SteadyClock::now() + lease_};
  } else {
    entries_.erase(found);
  }
}

void ScannerRegistry::Expire(SteadyClock::time_point now) {
  // Closed outside of the lock: a scanner holds files.
  std::vector<std::shared_ptr<OpenScanner>> gone;
  const std::lock_guard lock(mutex_);
  for (auto it = entries_.begin(); it != entries_.end();) {
    if (it->second.calls > 0 || it->second.expires > now) {
      ++it;
      continue;
    }
    if (it->second.scanner != nullptr) {
      --open_;
      gone.push_back(std::move(it->second.scanner));
    }
    it = entries_.erase(it);
  }
}

void ScannerRegistry::Watch() {
  const auto period = std::clamp<std::chrono::milliseconds>(
      lease_ / 10, std::chrono::milliseconds(10), std::chrono::milliseconds(1000));
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, period, [this] { return stopping_; })) {
    lock.unlock();
    Expire(SteadyClock::now());
    lock.lock();
  }
}

}  // namespace basalt::server
