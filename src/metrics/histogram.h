// Histogram: a latency histogram with a relative error below one percent, from a nanosecond to some
// hours, in a few kilobytes. A value type; one thread writes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace basalt::metrics {

class Histogram {
 public:
  void Record(uint64_t value);
  void Add(const Histogram& other);

  uint64_t count() const { return count_; }
  uint64_t max() const { return max_; }
  double Mean() const { return count_ == 0 ? 0 : total_ / static_cast<double>(count_); }
  // The value that `percent` of all values do not exceed; 0 if empty.
  uint64_t Percentile(double percent) const;

 private:
  // Values below kExact have one slot each; above, every power of two has kExact / 2 slots.
  static constexpr int kExactBits = 8;
  static constexpr uint64_t kExact = 1ULL << kExactBits;
  static constexpr int kMaxBits = 44;
  static constexpr size_t kSlots = kExact + (kMaxBits - kExactBits) * (kExact / 2);

  static size_t SlotOf(uint64_t value);
  // The largest value that falls into the slot.
  static uint64_t TopOf(size_t slot);

  std::array<uint64_t, kSlots> slots_{};
  uint64_t count_ = 0;
  uint64_t max_ = 0;
  double total_ = 0;
};

}  // namespace basalt::metrics
