// KeyHeat: which keys of a range are asked for, and how often. A sample: one touch in about
// kEvery is looked at, chosen at random, so a touch costs a decrement of a thread's own counter.
//
// The samples of a window of time are kept as a reservoir, each touch with the same chance to be in
// it. When a window is over its reservoir is kept until the next one is; older ones are forgotten.
// Memory is bounded and taken only when there is traffic. Thread safe. Owned by what the keys
// belong to: a region.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "basalt/bytes.h"

namespace basalt::hotspot {

// What is known of the traffic at one time.
struct HeatProfile {
  struct Share {
    Bytes key;
    // Its part of the traffic; all add up to 1.
    double share = 0;
  };
  // About as many touches in a second, over the time seen.
  double per_second = 0;
  // The length of the time seen.
  int64_t seen_ms = 0;
  int samples = 0;
  // By key. Keys longer than KeyHeat::kMaxKeyBytes are cut there.
  std::vector<Share> keys;

  // The key that cuts the traffic into halves as even as can be: those before it and those from it
  // on. Never the first. Nothing when one side would have less than `smallest_side` of the traffic,
  // as when all of it is one key's.
  std::optional<Bytes> EvenSplit(double smallest_side) const;
};

class KeyHeat {
 public:
  static constexpr int kEvery = 16;
  static constexpr int kMaxSamples = 256;
  static constexpr size_t kMaxKeyBytes = 128;

  // `start_ms`: now.
  KeyHeat(int64_t start_ms, int64_t window_ms) : window_ms_(window_ms), start_ms_(start_ms) {}

  // Whether the touch that happens now is to be sampled. No lock, no shared memory.
  static bool Due() { return --countdown_ <= 0; }
  // REQUIRES: Due() has just said so.
  void Sample(BytesView key, int64_t now_ms);

  HeatProfile Profile(int64_t now_ms);
  // The rate alone, at less cost.
  double PerSecond(int64_t now_ms);
  // Whether at least one whole window has been seen.
  bool HasWholeWindow(int64_t now_ms);

 private:
  struct Window {
    std::vector<Bytes> keys;
    uint64_t seen = 0;
  };

  // The caller holds mutex_. Ends the window if it is over.
  void Roll(int64_t now_ms);
  double PerSecondLocked(int64_t now_ms) const;
  int64_t SeenMs(int64_t now_ms) const;

  // Known to the compiler from the start, so that no thread has to look whether it is there yet.
  static constinit thread_local int countdown_;

  const int64_t window_ms_;
  // Samples that found the mutex taken: counted, their keys not kept.
  std::atomic<uint64_t> passed_by_{0};
  std::mutex mutex_;
  int64_t start_ms_;  // of the current window
  bool has_previous_ = false;
  Window current_;
  Window previous_;
};

}  // namespace basalt::hotspot
