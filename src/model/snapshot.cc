#include "basalt/snapshot.h"

#include <limits>

namespace basalt {
inline namespace v1 {

std::string_view SnapshotTypeName(SnapshotType type) {
  switch (type) {
    case SnapshotType::kDisabled: return "DISABLED";
    case SnapshotType::kSkipFlush: return "SKIPFLUSH";
    case SnapshotType::kFlush: break;
  }
  return "FLUSH";
}

bool SnapshotDescription::ExpiredAt(int64_t now_ms) const {
  constexpr int64_t kMsPerSecond = 1000;
  constexpr int64_t kMaxTtl = std::numeric_limits<int64_t>::max() / kMsPerSecond;
  if (creation_time_ms <= 0 || ttl_seconds <= 0 || ttl_seconds >= kMaxTtl) return false;
  // Written as a difference, since the sum may overflow.
  return now_ms - creation_time_ms > ttl_seconds * kMsPerSecond;
}

}  // namespace v1
}  // namespace basalt
