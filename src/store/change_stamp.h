// ChangeStamp: tells a reader whether something was changed, or is being changed, since it looked.
//
// Who changes it calls Begin() before the first effect and End() after the last. A value is quiet
// when no change is under way; two equal quiet values mean that nothing has changed in between.
// Lock free.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

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

// Changes of several things that belong together, from before their effect to the end of this
// object's life. The stamps must outlive it.
class ChangesUnderWay {
 public:
  ChangesUnderWay() = default;
  ~ChangesUnderWay() {
    for (ChangeStamp* stamp : stamps_) stamp->End();
  }
  ChangesUnderWay(const ChangesUnderWay&) = delete;
  ChangesUnderWay& operator=(const ChangesUnderWay&) = delete;

  void Add(ChangeStamp& stamp) {
    stamps_.push_back(&stamp);
    stamp.Begin();
  }

 private:
  std::vector<ChangeStamp*> stamps_;
};

}  // namespace basalt::store
