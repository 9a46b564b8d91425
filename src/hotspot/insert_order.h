// InsertOrder: whether the keys that come in march: nearly every one above, or below, nearly all
// before it. Writes of keys that begin with a time or a counter do; they all go to one place.
//
// It is given a sample of the writes, in about the order they happened: writers that are a little
// out of order do no harm, as a key is compared with a few keys drawn from the whole window of time
// before it, not with the last. Keys that come again and again are neither above nor below. Memory
// is bounded and taken only when there are writes. Thread safe. Owned by what the keys belong to: a
// region.
#pragma once

#include <cstdint>
#include <mutex>
#include <random>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::hotspot {

struct InsertOrderCounts {
  uint64_t samples = 0;
  uint64_t above = 0;  // nearly all before
  uint64_t below = 0;

  double ShareAbove() const { return Share(above); }
  double ShareBelow() const { return Share(below); }
  InsertOrderCounts& operator+=(const InsertOrderCounts& other);
  // What has come since; `earlier` is of the same front.
  InsertOrderCounts Since(const InsertOrderCounts& earlier) const;
  friend bool operator==(const InsertOrderCounts&, const InsertOrderCounts&) = default;

 private:
  double Share(uint64_t count) const {
    return samples == 0 ? 0 : static_cast<double>(count) / static_cast<double>(samples);
  }
};

class InsertOrder {
 public:
  // Of each window. A sample costs twice as many comparisons at most.
  static constexpr size_t kKept = 32;
  static constexpr size_t kMaxKeyBytes = 128;
  // Which part of the keys before it one must be above.
  static constexpr double kNearlyAll = 0.9;

  // `start_ms`: now. Keys are compared with those of the window before and of the current one.
  InsertOrder(int64_t start_ms, int64_t window_ms) : window_ms_(window_ms), start_ms_(start_ms) {}

  // A sample that finds another one under way is left out.
  void Sample(BytesView key, int64_t now_ms);

  // Of all time. Readers that look now and then take the difference.
  InsertOrderCounts Totals();
  // Of the window before and of the current one.
  InsertOrderCounts Recent(int64_t now_ms);
  // The key that came last; empty before the first. Cut at kMaxKeyBytes.
  Bytes last_key();

 private:
  struct Window {
    std::vector<Bytes> keys;  // a reservoir: each key of the window has the same chance
    InsertOrderCounts counts;
  };

  // The caller holds mutex_. Ends the window if it is over.
  void Roll(int64_t now_ms);
  void Judge(BytesView key);
  void Keep(BytesView key);

  const int64_t window_ms_;
  std::mutex mutex_;
  int64_t start_ms_;  // of the current window
  Window current_;
  Window previous_;
  InsertOrderCounts ended_;  // of the windows that are over
  Bytes last_key_;
  std::minstd_rand dice_;
};

}  // namespace basalt::hotspot
