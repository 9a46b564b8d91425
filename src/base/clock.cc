#include "basalt/clock.h"

#include <chrono>

namespace basalt {
inline namespace v1 {
namespace {

class SystemClock final : public Clock {
 public:
  int64_t NowMs() const override {
    using std::chrono::duration_cast;
    using std::chrono::milliseconds;
    return duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  }
};

}  // namespace

int64_t Clock::MonotonicMs() const {
  using std::chrono::duration_cast;
  using std::chrono::milliseconds;
  return duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

const Clock* Clock::System() {
  static const SystemClock clock;
  return &clock;
}

}  // namespace v1
}  // namespace basalt
