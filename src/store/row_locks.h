// Row locks: serialize writers of a row. Plain writes share a row's lock, as their batches are
// atomic; read-modify-write locks exclusively.
//
// Rows hash onto a fixed number of stripes, so memory is bounded and two rows may share a lock. No
// deadlock: a request locks all its stripes at once in ascending order, and locks no more while it
// holds them.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "basalt/bytes.h"
#include "base/ordered_mutex.h"

namespace basalt::store {

class RowLocks {
  using Stripe = base::OrderedSharedMutex<base::LockRank::kRowStripe>;
  using BarrierMutex = base::OrderedMutex<base::LockRank::kRowBarrier>;

 public:
  // Locks held by one request; released by the destructor.
  class Guard {
   public:
    Guard() = default;
    Guard(Guard&&) noexcept = default;
    Guard& operator=(Guard&&) = delete;
    ~Guard();
    // Whether it holds anything: one that was taken without waiting may not.
    bool locked() const { return !held_.empty(); }

   private:
    friend class RowLocks;
    // False: the stripe is taken, and the caller must not wait.
    bool Take(Stripe& stripe, bool exclusive, bool may_wait);
    void Release();

    struct Held {
      Stripe* stripe;
      bool exclusive;
    };
    std::vector<Held> held_;  // in the order of the stripes
  };

  // While it exists no row of any table is locked: every write is either complete or has not begun.
  class Barrier {
   public:
    explicit Barrier(RowLocks& locks);
    ~Barrier();
    Barrier(const Barrier&) = delete;
    Barrier& operator=(const Barrier&) = delete;

   private:
    RowLocks& locks_;
    // One barrier at a time.
    const std::lock_guard<BarrierMutex> alone_;
  };

  // A row, and whether it will be read before it is written.
  struct Request {
    BytesView row;
    bool exclusive;
  };

  // Blocks until all rows are locked; without `may_wait` returns at once, with all of them locked
  // or none. `space`: a number unique to the table. REQUIRES: there is at least one request.
  Guard Lock(uint64_t space, const std::vector<Request>& requests, bool may_wait = true);
  Guard LockOne(uint64_t space, BytesView row, bool exclusive, bool may_wait = true);
  // Whether the guard holds the row, alone if `exclusive`.
  bool Covers(const Guard& guard, uint64_t space, BytesView row, bool exclusive) const;

 private:
#ifdef __SANITIZE_THREAD__
  static constexpr size_t kStripes = 48;  // TSan's deadlock detector tracks 64 locks per thread
#else
  static constexpr size_t kStripes = 4096;
#endif
  static size_t StripeOf(uint64_t space, BytesView row);
  // Calls `take`, which fills the guard or returns false, while there is no barrier.
  template <typename Take>
  Guard TakeBehindBarrier(Take take, bool may_wait);

  std::atomic<bool> barrier_up_{false};
  BarrierMutex barriers_mutex_;  // held by the barrier that is up
  std::mutex gate_mutex_;        // for the condition only
  std::condition_variable gate_;
  std::array<Stripe, kStripes> stripes_;
};

}  // namespace basalt::store
