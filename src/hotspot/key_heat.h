// KeyHeat: a sample of the row keys that a region's requests access, and the request rate. One
// access in about kEvery is sampled, chosen at random; the others cost a decrement of a
// thread-local counter.
//
// The samples of a time window are kept as a reservoir (uniform over the window's accesses). The
// previous window is kept beside the current one; older ones are dropped. Memory is bounded and
// allocated at the first access. Thread safe. Owned by the region.
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

// The traffic of the previous and the current window.
struct HeatProfile {
  struct Share {
    Bytes key;
    // Fraction of the traffic; the sum over all keys is 1.
    double share = 0;
  };
  // Estimated accesses per second over `seen_ms`.
  double per_second = 0;
  // The observed period.
  int64_t seen_ms = 0;
  int samples = 0;
  // Sorted by key. Keys are truncated at KeyHeat::kMaxKeyBytes.
  std::vector<Share> keys;

  // The key that divides the traffic most evenly into keys before it and keys from it on. Never
  // the first key. None when one side would have less than `smallest_side` of the traffic, as when
  // one key has nearly all of it.
  std::optional<Bytes> EvenSplit(double smallest_side) const;
};

class KeyHeat {
 public:
  static constexpr int kEvery = 16;
  static constexpr int kMaxSamples = 256;
  static constexpr size_t kMaxKeyBytes = 128;

  // `start_ms`: now.
  KeyHeat(int64_t start_ms, int64_t window_ms) : window_ms_(window_ms), start_ms_(start_ms) {}

  // Whether the caller must sample the current access. No lock, no shared memory.
  static bool Due() { return --countdown_ <= 0; }
  // REQUIRES: Due() has just returned true.
  void Sample(BytesView key, int64_t now_ms);

  HeatProfile Profile(int64_t now_ms);
  // The rate alone; cheaper than Profile().
  double PerSecond(int64_t now_ms);
  // Whether a complete window has been observed.
  bool HasWholeWindow(int64_t now_ms);

 private:
  struct Window {
    std::vector<Bytes> keys;
    uint64_t seen = 0;
  };

  // The caller holds mutex_. Starts a new window when the current one has ended.
  void Roll(int64_t now_ms);
  double PerSecondLocked(int64_t now_ms) const;
  int64_t SeenMs(int64_t now_ms) const;

  // constinit: no thread has to check for initialization.
  static constinit thread_local int countdown_;

  const int64_t window_ms_;
  // Samples that found the mutex locked: counted, but their keys are dropped.
  std::atomic<uint64_t> contended_{0};
  std::mutex mutex_;
  int64_t start_ms_;  // of the current window
  bool has_previous_ = false;
  Window current_;
  Window previous_;
};

}  // namespace basalt::hotspot
