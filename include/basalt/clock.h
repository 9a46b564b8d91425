// Clock: where timestamps and expiry times come from. Injected, so that tests decide what time it
// is. The time of day may be set, forwards and backwards, while a program runs; periods and
// timeouts are measured with MonotonicMs, which is not affected by it.
#pragma once

#include <cstdint>

#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

class BASALT_EXPORT Clock {
 public:
  virtual ~Clock() = default;
  // Milliseconds since 1970, UTC. Thread safe.
  virtual int64_t NowMs() const = 0;
  // Milliseconds since an unspecified start; never decreases. The machine's monotonic clock unless
  // overridden. Thread safe.
  virtual int64_t MonotonicMs() const;
  // The machine's clock; lives as long as the process.
  static const Clock* System();
};

}  // namespace v1
}  // namespace basalt
