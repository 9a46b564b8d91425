#include "metrics/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace basalt::metrics {

size_t Histogram::SlotOf(uint64_t value) {
  if (value < kExact) return value;
  const int bits = std::bit_width(value);
  if (bits > kMaxBits) return kSlots - 1;
  // The leading bit selects the power of two, the next bits the slot within it.
  const int shift = bits - kExactBits;
  const uint64_t within = (value >> shift) - kExact / 2;
  return kExact + static_cast<size_t>(shift - 1) * (kExact / 2) + within;
}

uint64_t Histogram::TopOf(size_t slot) {
  if (slot < kExact) return slot;
  const size_t above = slot - kExact;
  const int shift = static_cast<int>(above / (kExact / 2)) + 1;
  const uint64_t within = above % (kExact / 2) + kExact / 2;
  return ((within + 1) << shift) - 1;
}

void Histogram::Record(uint64_t value) {
  ++slots_[SlotOf(value)];
  ++count_;
  max_ = std::max(max_, value);
  total_ += static_cast<double>(value);
}

void Histogram::Add(const Histogram& other) {
  for (size_t i = 0; i < kSlots; ++i) slots_[i] += other.slots_[i];
  count_ += other.count_;
  max_ = std::max(max_, other.max_);
  total_ += other.total_;
}

uint64_t Histogram::Percentile(double percent) const {
  const auto wanted = static_cast<uint64_t>(std::ceil(percent / 100 * static_cast<double>(count_)));
  uint64_t seen = 0;
  for (size_t slot = 0; slot < kSlots; ++slot) {
    seen += slots_[slot];
    if (seen >= wanted && seen > 0) return std::min(TopOf(slot), max_);
  }
  return max_;
}

}  // namespace basalt::metrics
