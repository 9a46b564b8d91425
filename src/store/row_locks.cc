#include "store/row_locks.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace basalt::store {

RowLocks::Guard::~Guard() {
  for (const Held& held : held_) {
    if (held.exclusive) {
      held.mutex->unlock();
    } else {
      held.mutex->unlock_shared();
    }
  }
}

void RowLocks::Guard::Take(std::shared_mutex& mutex, bool exclusive) {
  held_.reserve(held_.size() + 1);  // nothing may fail between locking and noting it
  if (exclusive) {
    mutex.lock();
  } else {
    mutex.lock_shared();
  }
  held_.push_back({&mutex, exclusive});
}

size_t RowLocks::StripeOf(uint64_t space, BytesView row) {
  return (std::hash<BytesView>()(row) ^ (space * 0x9E3779B97F4A7C15ULL)) % kStripes;
}

RowLocks::Guard RowLocks::LockOne(uint64_t space, BytesView row, bool exclusive) {
  Guard guard;
  guard.Take(stripes_[StripeOf(space, row)], exclusive);
  return guard;
}

RowLocks::Guard RowLocks::Lock(uint64_t space, const std::vector<Request>& requests) {
  if (requests.size() == 1) return LockOne(space, requests[0].row, requests[0].exclusive);

  // Exclusive first within a stripe, so that the strongest demand is the one that is kept.
  std::vector<std::pair<size_t, bool>> wanted;
  wanted.reserve(requests.size());
  for (const Request& request : requests) {
    wanted.emplace_back(StripeOf(space, request.row), !request.exclusive);
  }
  std::sort(wanted.begin(), wanted.end());

  Guard guard;
  guard.held_.reserve(wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0 && wanted[i].first == wanted[i - 1].first) continue;
    guard.Take(stripes_[wanted[i].first], !wanted[i].second);
  }
  return guard;
}

}  // namespace basalt::store
