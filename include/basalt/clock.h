// Clock: where timestamps and expiry times come from. Injected, so that tests decide what time it
// is.
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
  // The machine's clock; lives as long as the process.
  static const Clock* System();
};

}  // namespace v1
}  // namespace basalt
