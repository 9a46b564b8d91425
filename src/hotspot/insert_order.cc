#include "hotspot/insert_order.h"

#include <utility>

namespace basalt::hotspot {

InsertOrderCounts& InsertOrderCounts::operator+=(const InsertOrderCounts& other) {
  samples += other.samples;
  ascending += other.ascending;
  descending += other.descending;
  return *this;
}

InsertOrderCounts InsertOrderCounts::Since(const InsertOrderCounts& earlier) const {
  InsertOrderCounts since;
  since.samples = samples - earlier.samples;
  since.ascending = ascending - earlier.ascending;
  since.descending = descending - earlier.descending;
  return since;
}

void InsertOrder::Sample(BytesView key, int64_t now_ms) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  Roll(now_ms);
  key = key.substr(0, kMaxKeyBytes);
  Count(key);
  Keep(key);
  last_key_.assign(key);
}

void InsertOrder::Count(BytesView key) {
  ++current_.counts.samples;
  size_t smaller = 0;
  size_t greater = 0;
  for (const Window* window : {&previous_, &current_}) {
    for (const Bytes& kept : window->keys) {
      const int order = key.compare(kept);
      smaller += order > 0 ? 1 : 0;
      greater += order < 0 ? 1 : 0;
    }
  }
  const auto required =
      kMinFraction * static_cast<double>(previous_.keys.size() + current_.keys.size());
  if (smaller > 0 && static_cast<double>(smaller) >= required) {
    ++current_.counts.ascending;
  } else if (greater > 0 && static_cast<double>(greater) >= required) {
    ++current_.counts.descending;
  }
}

void InsertOrder::Keep(BytesView key) {
  if (current_.keys.size() < kKeptKeys) {
    current_.keys.emplace_back(key);
  } else if (const uint64_t at = random_() % current_.counts.samples; at < kKeptKeys) {
    current_.keys[at].assign(key);
  }
}

void InsertOrder::Roll(int64_t now_ms) {
  const int64_t over = now_ms - start_ms_;
  if (over < window_ms_) return;
  ended_ += current_.counts;
  if (over < 2 * window_ms_) {
    previous_ = std::exchange(current_, Window());
    start_ms_ += window_ms_;
  } else {
    // No write for a whole window: earlier keys are outdated.
    previous_ = Window();
    current_ = Window();
    start_ms_ = now_ms;
  }
}

InsertOrderCounts InsertOrder::Totals() {
  const std::lock_guard lock(mutex_);
  InsertOrderCounts totals = ended_;
  totals += current_.counts;
  return totals;
}

InsertOrderCounts InsertOrder::Recent(int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  Roll(now_ms);
  InsertOrderCounts recent = previous_.counts;
  recent += current_.counts;
  return recent;
}

Bytes InsertOrder::last_key() {
  const std::lock_guard lock(mutex_);
  return last_key_;
}

}  // namespace basalt::hotspot
