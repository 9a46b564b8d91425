#include "server/nonce_manager.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "wire/big_endian.h"

namespace basalt::server {
namespace {

// Records are ordered by time, so that old ones are one range.
constexpr BytesView kNoncePrefix = "nonce/";

Bytes KeyPrefixFor(int64_t time_ms) {
  Bytes key(kNoncePrefix);
  wire::AppendBigEndian(key, time_ms);
  return key;
}

}  // namespace

NonceManager::NonceManager(store::Store& store, int64_t window_ms, size_t max_kept)
    : store_(store),
      offset_ms_(store.clock().NowMs() - store.clock().MonotonicMs()),
      window_ms_(window_ms),
      max_kept_(max_kept) {}

Status NonceManager::Load() {
  const std::lock_guard lock(mutex_);
  BASALT_RETURN_IF_ERROR(
      store_.ForEachRecord(kNoncePrefix, [&](BytesView key, BytesView /*value*/) -> Status {
        key.remove_prefix(kNoncePrefix.size());
        NonceOperation operation;
        if (!wire::TakeBigEndian(key, operation.begun_ms) ||
            !wire::TakeBigEndian(key, operation.nonce.group) ||
            !wire::TakeBigEndian(key, operation.nonce.value)) {
          return {};  // a retry of that operation is not recognised; no reason not to start
        }
        order_.push_back(operation);
        return {};
      }));
  if (order_.empty()) return {};
  offset_ms_ = order_.back().begun_ms + 1 - store_.clock().MonotonicMs();
  const int64_t oldest = NowMs() - window_ms_;
  while (!order_.empty() && order_.front().begun_ms < oldest) order_.pop_front();
  for (const NonceOperation& operation : order_) nonces_[operation.nonce] = State::kDone;
  return store_.DeleteRecords(KeyPrefixFor(0), KeyPrefixFor(oldest));
}

Result<std::optional<NonceOperation>> NonceManager::Begin(const Nonce& nonce,
                                                          base::CallBudget* budget) {
  BASALT_CHECK(nonce.given(), "Operations without a nonce are not remembered.");
  std::unique_lock lock(mutex_);
  while (true) {
    const auto [found, is_new] = nonces_.try_emplace(nonce, State::kRunning);
    if (is_new) return std::optional(NonceOperation{nonce, NowMs()});
    if (found->second == State::kDone) return std::optional<NonceOperation>();
    if (budget == nullptr) {
      ended_.wait(lock);
      continue;
    }
    BASALT_RETURN_IF_ERROR(budget->BeforeWait());
    BASALT_RETURN_IF_ERROR(budget->Check());
    if (budget->limits().has_deadline()) {
      ended_.wait_until(lock, budget->limits().deadline());
    } else {
      ended_.wait(lock);
    }
  }
}

void NonceManager::End(const NonceOperation& operation, bool done) {
  {
    const std::lock_guard lock(mutex_);
    if (done) {
      nonces_[operation.nonce] = State::kDone;
      order_.push_back(operation);
    } else {
      nonces_.erase(operation.nonce);
    }
  }
  ended_.notify_all();
}

store::Store::RecordChange NonceManager::Record(const NonceOperation& operation) {
  Bytes key = KeyPrefixFor(operation.begun_ms);
  wire::AppendBigEndian(key, operation.nonce.group);
  wire::AppendBigEndian(key, operation.nonce.value);
  return {std::move(key), Bytes()};
}

Status NonceManager::Forget() {
  int64_t oldest = NowMs() - window_ms_;
  bool any = false;
  {
    const std::lock_guard lock(mutex_);
    // Memory is bounded: beyond the limit the oldest nonces go before the window ends.
    while (!order_.empty() && (order_.front().begun_ms < oldest || order_.size() > max_kept_)) {
      oldest = std::max(oldest, order_.front().begun_ms + 1);
      nonces_.erase(order_.front().nonce);
      order_.pop_front();
      any = true;
    }
  }
  if (!any) return {};
  return store_.DeleteRecords(KeyPrefixFor(0), KeyPrefixFor(oldest));
}

size_t NonceManager::size() const {
  const std::lock_guard lock(mutex_);
  return nonces_.size();
}

}  // namespace basalt::server
