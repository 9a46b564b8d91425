#include "base/ordered_mutex.h"

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace basalt::base {

#if BASALT_DEBUG_CHECKS_ON

namespace {

constexpr auto kLockRanks = static_cast<size_t>(LockRank::kCount);
constexpr auto kLockNames = std::to_array<std::string_view>(
    {"an open scanner", "the scanner registry", "the nonces", "DDL", "the files of snapshots",
     "the snapshots being taken", "the barrier of row locks", "a stripe of row locks",
     "the catalog's maps", "the store's families", "the gate of readers", "a family's control"});
static_assert(kLockNames.size() == kLockRanks);

// Trivial, so that locks can be taken while a thread or the process ends.
struct HeldLocks {
  std::array<uint32_t, kLockRanks> count;
  std::array<const void*, kLockRanks> last;
};
constinit thread_local HeldLocks held_locks = {};

}  // namespace

namespace internal {

void CheckLockOrder(LockRank rank, const void* mutex) {
  const auto wanted = static_cast<size_t>(rank);
  for (size_t i = kLockRanks; i-- > wanted;) {
    if (held_locks.count[i] == 0) continue;
    const bool next_stripe =
        i == wanted && rank == LockRank::kRowStripe && std::less<>()(held_locks.last[i], mutex);
    if (next_stripe) continue;
    std::string message("The lock of ");
    message.append(kLockNames[wanted]).append(" is taken while the thread holds that of ");
    message.append(kLockNames[i]).append(".");
    CheckFailed(__FILE__, __LINE__, "locks are taken in ascending order", message.c_str());
  }
}

void NoteLocked(LockRank rank, const void* mutex) {
  ++held_locks.count[static_cast<size_t>(rank)];
  held_locks.last[static_cast<size_t>(rank)] = mutex;
}

void NoteUnlocked(LockRank rank) {
  uint32_t& count = held_locks.count[static_cast<size_t>(rank)];
  BASALT_CHECK(count > 0, "A lock is released by the thread that took it.");
  --count;
}

}  // namespace internal

bool HoldsLock(LockRank rank) { return held_locks.count[static_cast<size_t>(rank)] > 0; }

#else

bool HoldsLock(LockRank /*rank*/) { return false; }

#endif

}  // namespace basalt::base
