// ChangeStamp: tells a reader whether something was changed, or is being changed, since it looked.
//
// Who changes it calls Begin() before the first effect and End() after the last. A value is quiet
// when no change is under way; two equal quiet values mean that nothing has changed in between.
// Lock free.
#pragma once

#include <atomic>
#include <cstdint>

namespace basalt::store {

class ChangeStamp {
 public:
  void Begin() { value_.fetch_add(1, std::memory_order_seq_cst); }
  void End() { value_.fetch_add(kOneChange - 1, std::memory_order_seq_cst); }

  uint64_t value() const { return value_.load(std::memory_order_seq_cst); }
  static bool IsQuiet(uint64_t value) { return (value & kUnderWay) == 0; }

 private:
  // The low bits count changes under way, the others those that have ended.
  static constexpr uint64_t kOneChange = 1ULL << 24;
  static constexpr uint64_t kUnderWay = kOneChange - 1;

  std::atomic<uint64_t> value_{0};
};

}  // namespace basalt::store
