#include "base/interrupt.h"

#include <algorithm>
#include <thread>

namespace basalt::base {
namespace {

thread_local const std::atomic<bool>* current = nullptr;

}  // namespace

InterruptScope::InterruptScope(const std::atomic<bool>& flag) : outer_(current) { current = &flag; }
InterruptScope::~InterruptScope() { current = outer_; }

bool InterruptScope::Active() { return current != nullptr; }
bool InterruptScope::Requested() { return current != nullptr && current->load(); }

void InterruptScope::SleepUntil(std::chrono::steady_clock::time_point until) {
  if (!Active()) {
    std::this_thread::sleep_until(until);
    return;
  }
  for (auto now = std::chrono::steady_clock::now(); now < until && !Requested();
       now = std::chrono::steady_clock::now()) {
    std::this_thread::sleep_until(std::min(until, now + kLook));
  }
}

}  // namespace basalt::base
