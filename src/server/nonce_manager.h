// NonceManager: increments and appends that have been done, by the nonces their clients gave them,
// so that a retried one counts once. Thread safe.
//
// A nonce is written to the store in the same batch as the cells it stands for, and read back at
// start: a retry that meets a restarted server is known as well.
//
// Nonces have a time of their own, which runs only while a server does: it goes on from the newest
// nonce stored and follows the monotonic clock. Steps of the time of day forget none too early.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "basalt/clock.h"
#include "basalt/status.h"
#include "base/call_budget.h"
#include "base/ordered_mutex.h"
#include "store/store.h"

namespace basalt::server {

struct Nonce {
  uint64_t group = 0;
  uint64_t value = 0;
  // Zero: the client sent no nonce.
  bool given() const { return value != 0; }
  friend bool operator==(const Nonce&, const Nonce&) = default;
};

// An operation that its client has given a nonce.
struct NonceOperation {
  Nonce nonce;
  // When it was begun, by the manager's time.
  int64_t begun_ms = 0;
};

class NonceManager {
 public:
  // `window_ms`: how long a nonce is remembered.
  NonceManager(store::Store& store, int64_t window_ms, size_t max_kept);

  // Reads the nonces that an earlier process stored.
  Status Load();

  // The operation, for the caller to run and to End; nullopt: it has been done before. Waits while
  // another call runs it, within the call's budget, which may be null. REQUIRES: nonce.given().
  Result<std::optional<NonceOperation>> Begin(const Nonce& nonce,
                                              base::CallBudget* budget = nullptr);
  // Ends the operation, done or failed; a failed one may be tried again.
  void End(const NonceOperation& operation, bool done);
  // What must be written with the operation's cells.
  static store::Store::RecordChange Record(const NonceOperation& operation);

  // Forgets what is older than the window, here and on disk.
  Status Forget();
  size_t size() const;

 private:
  struct Hash {
    size_t operator()(const Nonce& nonce) const {
      return nonce.value ^ (nonce.group * 0x9E3779B97F4A7C15ULL);
    }
  };
  enum class State : uint8_t { kRunning, kDone };

  int64_t NowMs() const { return offset_ms_ + store_.clock().MonotonicMs(); }

  store::Store& store_;
  // From the monotonic clock to the nonces' time.
  int64_t offset_ms_;
  const int64_t window_ms_;
  const size_t max_kept_;
  mutable base::OrderedMutex<base::LockRank::kNonces> mutex_;
  base::ConditionVariable ended_;
  std::unordered_map<Nonce, State, Hash> nonces_;
  std::deque<NonceOperation> order_;  // done, oldest first
};

}  // namespace basalt::server
