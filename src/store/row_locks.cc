#include "store/row_locks.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace basalt::store {

RowLocks::Guard::~Guard() { Release(); }

void RowLocks::Guard::Release() {
  for (const Held& held : held_) {
    if (held.exclusive) {
      held.stripe->unlock();
    } else {
      held.stripe->unlock_shared();
    }
  }
  held_.clear();
}

bool RowLocks::Guard::Take(Stripe& stripe, bool exclusive, bool may_wait) {
  held_.reserve(held_.size() + 1);  // nothing may fail between locking and noting it
  if (!may_wait) {
    if (!(exclusive ? stripe.try_lock() : stripe.try_lock_shared())) return false;
  } else if (exclusive) {
    stripe.lock();
  } else {
    stripe.lock_shared();
  }
  held_.push_back({&stripe, exclusive});
  return true;
}

size_t RowLocks::StripeOf(uint64_t space, BytesView row) {
  return (std::hash<BytesView>()(row) ^ (space * 0x9E3779B97F4A7C15ULL)) % kStripes;
}

// New requests wait from now on. Each stripe is locked once: earlier holders have released it, and
// later requests see the barrier.
RowLocks::Barrier::Barrier(RowLocks& locks) : locks_(locks), alone_(locks.barriers_mutex_) {
  {
    const std::lock_guard lock(locks_.gate_mutex_);
    locks_.barrier_up_ = true;
  }
  for (Stripe& stripe : locks_.stripes_) const std::unique_lock pass(stripe);
}

RowLocks::Barrier::~Barrier() {
  {
    const std::lock_guard lock(locks_.gate_mutex_);
    locks_.barrier_up_ = false;
  }
  locks_.gate_.notify_all();
}

template <typename Take>
RowLocks::Guard RowLocks::TakeBehindBarrier(Take take, bool may_wait) {
  BASALT_DCHECK(!base::HoldsLock(base::LockRank::kRowStripe),
                "A request takes all its row locks at once.");
  Guard guard;
  for (;;) {
    const bool taken = take(guard);
    if (taken && !barrier_up_) return guard;
    guard.Release();
    if (!may_wait) return guard;
    std::unique_lock lock(gate_mutex_);
    gate_.wait(lock, [this] { return !barrier_up_; });
  }
}

bool RowLocks::Covers(const Guard& guard, uint64_t space, BytesView row, bool exclusive) const {
  const Stripe* const stripe = &stripes_[StripeOf(space, row)];
  const auto held = std::ranges::lower_bound(guard.held_, stripe, {}, &Guard::Held::stripe);
  return held != guard.held_.end() && held->stripe == stripe && (held->exclusive || !exclusive);
}

RowLocks::Guard RowLocks::LockOne(uint64_t space, BytesView row, bool exclusive, bool may_wait) {
  return TakeBehindBarrier(
      [&](Guard& guard) { return guard.Take(stripes_[StripeOf(space, row)], exclusive, may_wait); },
      may_wait);
}

RowLocks::Guard RowLocks::Lock(uint64_t space, const std::vector<Request>& requests,
                               bool may_wait) {
  if (requests.size() == 1) return LockOne(space, requests[0].row, requests[0].exclusive, may_wait);

  // Exclusive first within a stripe, so that the stronger request is kept.
  std::vector<std::pair<size_t, bool>> wanted;
  wanted.reserve(requests.size());
  for (const Request& request : requests) {
    wanted.emplace_back(StripeOf(space, request.row), !request.exclusive);
  }
  std::sort(wanted.begin(), wanted.end());

  return TakeBehindBarrier(
      [&](Guard& guard) {
        guard.held_.reserve(wanted.size());
        for (size_t i = 0; i < wanted.size(); ++i) {
          if (i > 0 && wanted[i].first == wanted[i - 1].first) continue;
          if (!guard.Take(stripes_[wanted[i].first], !wanted[i].second, may_wait)) return false;
        }
        return true;
      },
      may_wait);
}

}  // namespace basalt::store
