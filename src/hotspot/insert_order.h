// InsertOrder: counts how many row keys are inserted in ascending or descending order. Keys that
// begin with a time or a counter are monotonic, and all go to one region.
//
// InsertOrder is given a sample of the writes, about in the order they happened. A key is ascending
// if it is greater than nearly all of the keys drawn at random from the current and the previous
// time window; so writers that are a little out of order do no harm. A row that is written again
// and again is neither ascending nor descending. Memory is bounded and allocated at the first
// write. Thread safe. Owned by the region.
#pragma once

#include <cstdint>
#include <mutex>
#include <random>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::hotspot {

struct InsertOrderCounts {
  uint64_t samples = 0;
  uint64_t ascending = 0;
  uint64_t descending = 0;

  double AscendingFraction() const { return Fraction(ascending); }
  double DescendingFraction() const { return Fraction(descending); }
  InsertOrderCounts& operator+=(const InsertOrderCounts& other);
  // The difference to `earlier` totals of the same InsertOrder.
  InsertOrderCounts Since(const InsertOrderCounts& earlier) const;
  friend bool operator==(const InsertOrderCounts&, const InsertOrderCounts&) = default;

 private:
  double Fraction(uint64_t count) const {
    return samples == 0 ? 0 : static_cast<double>(count) / static_cast<double>(samples);
  }
};

class InsertOrder {
 public:
  // Keys kept per window. A sample costs at most twice as many comparisons.
  static constexpr size_t kKeptKeys = 32;
  static constexpr size_t kMaxKeyBytes = 128;
  // An ascending key is greater than this fraction of the kept keys.
  static constexpr double kMinFraction = 0.9;

  // `start_ms`: now.
  InsertOrder(int64_t start_ms, int64_t window_ms) : window_ms_(window_ms), start_ms_(start_ms) {}

  // Drops the sample when another thread is sampling.
  void Sample(BytesView key, int64_t now_ms);

  // Since construction. Periodic readers take the difference.
  InsertOrderCounts Totals();
  // Of the previous and the current window.
  InsertOrderCounts Recent(int64_t now_ms);
  // The last key sampled, truncated at kMaxKeyBytes; empty before the first.
  Bytes last_key();

 private:
  struct Window {
    std::vector<Bytes> keys;  // reservoir sample: uniform over the window
    InsertOrderCounts counts;
  };

  // The caller holds mutex_. Starts a new window when the current one has ended.
  void Roll(int64_t now_ms);
  void Count(BytesView key);
  void Keep(BytesView key);

  const int64_t window_ms_;
  std::mutex mutex_;
  int64_t start_ms_;  // of the current window
  Window current_;
  Window previous_;
  InsertOrderCounts ended_;  // of the windows before the current one
  Bytes last_key_;
  std::minstd_rand random_;
};

}  // namespace basalt::hotspot
