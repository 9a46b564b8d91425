// Mutexes with a rank: a thread may take one only while all it holds have lower ranks, so that no
// two threads can wait for each other. Debug builds check this at every lock and end the process at
// the first that is out of order, whether or not it would have met another thread. In other builds
// the types are the standard library's own.
//
// std::lock_guard, std::unique_lock and std::shared_lock take them. To wait for a condition use
// base::ConditionVariable.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <shared_mutex>

#include "base/check.h"

namespace basalt::base {

// The order of locks, first to last. A lock that is not listed is held alone or taken last.
enum class LockRank : uint8_t {
  // Server. A call holds its scanner while it reads, and looks it up before.
  kOpenScanner,
  kScannerRegistry,
  kNonces,
  // Catalog. One change of the schema at a time. It reads no table's data and no snapshot's files,
  // but it stops writers to take a snapshot.
  kDdl,
  kSnapshotFiles,
  kTakingSnapshots,
  // Store. A barrier passes through all stripes of row locks; a request takes its stripes in
  // ascending order.
  kRowBarrier,
  kRowStripe,
  // Taken under a row's lock by write guards, which look up other tables.
  kCatalogMaps,
  kStoreFamilies,
  kReadersGate,
  kFamilyControl,
  kCount,  // not a rank
};

#if BASALT_DEBUG_CHECKS_ON

namespace internal {

// What the calling thread holds. Locks of one rank must come with ascending addresses, and only
// those of kRowStripe may be held together.
void CheckLockOrder(LockRank rank, const void* mutex);
void NoteLocked(LockRank rank, const void* mutex);
void NoteUnlocked(LockRank rank);

template <LockRank kRank, typename Mutex>
class Checked {
 public:
  Checked() = default;
  Checked(const Checked&) = delete;
  Checked& operator=(const Checked&) = delete;

  // NOLINTBEGIN(readability-identifier-naming): the standard's names
  void lock() {
    CheckLockOrder(kRank, this);
    mutex_.lock();
    NoteLocked(kRank, this);
  }
  // Never waits, so that any order will do.
  bool try_lock() {
    if (!mutex_.try_lock()) return false;
    NoteLocked(kRank, this);
    return true;
  }
  void unlock() {
    mutex_.unlock();
    NoteUnlocked(kRank);
  }
  void lock_shared() {
    CheckLockOrder(kRank, this);
    mutex_.lock_shared();
    NoteLocked(kRank, this);
  }
  bool try_lock_shared() {
    if (!mutex_.try_lock_shared()) return false;
    NoteLocked(kRank, this);
    return true;
  }
  void unlock_shared() {
    mutex_.unlock_shared();
    NoteUnlocked(kRank);
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  Mutex mutex_;
};

}  // namespace internal

template <LockRank kRank>
using OrderedMutex = internal::Checked<kRank, std::mutex>;
template <LockRank kRank>
using OrderedSharedMutex = internal::Checked<kRank, std::shared_mutex>;
using ConditionVariable = std::condition_variable_any;

#else

template <LockRank>
using OrderedMutex = std::mutex;
template <LockRank>
using OrderedSharedMutex = std::shared_mutex;
using ConditionVariable = std::condition_variable;

#endif

// Whether the calling thread holds a lock of the rank. Debug builds know; others say no.
bool HoldsLock(LockRank rank);

}  // namespace basalt::base
