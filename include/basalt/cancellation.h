// CancellationSource and CancellationToken: how the caller of an operation ends it early.
//
//   basalt::CancellationSource source;
//   auto row = table->Get(get, {.cancellation = source.token()});   // kCancelled once
//   source.Cancel()
//
// Thread safe. A signal handler may call Cancel(): it sets an atomic flag and writes to an eventfd,
// and both are async-signal-safe. Waits are woken through the eventfd; nothing polls the flag. When
// the process has no file descriptor left for it, operations look at the flag between their steps
// only.
#pragma once

#include <chrono>
#include <memory>

#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

namespace internal {
class CancellationState;
}

// A value; copies share the source's state and keep it alive.
class BASALT_EXPORT CancellationToken {
 public:
  // A token that is never cancelled.
  CancellationToken() = default;

  // Whether the source was cancelled, and not reset since.
  bool cancelled() const noexcept;
  // Whether the token belongs to a source.
  bool can_be_cancelled() const noexcept { return state_ != nullptr; }
  // Sleeps until the time is reached or the token is cancelled. Returns cancelled().
  bool WaitUntil(std::chrono::steady_clock::time_point time) const;
  // Readable once the token is cancelled, for poll() and the like; the caller only polls it. Valid
  // while this token or a copy lives. -1: there is none, the token is then never cancelled or has
  // to be asked.
  int fd() const noexcept;

 private:
  friend class CancellationSource;
  explicit CancellationToken(std::shared_ptr<internal::CancellationState> state)
      : state_(std::move(state)) {}

  std::shared_ptr<internal::CancellationState> state_;
};

// Owns the decision. Destroying it cancels nothing.
class BASALT_EXPORT CancellationSource {
 public:
  // A source of its own, not cancelled.
  CancellationSource();
  CancellationSource(const CancellationSource&) = delete;
  CancellationSource& operator=(const CancellationSource&) = delete;
  ~CancellationSource();

  // For CallOptions::cancellation. May be copied and may outlive the source.
  CancellationToken token() const { return CancellationToken(state_); }
  // Operations with a token of this source end soon, with kCancelled; later ones end at once.
  void Cancel() noexcept;
  // Whether Cancel was called, and not Reset since.
  bool cancelled() const noexcept;
  // Takes the cancellation back, for the next operations. One that is ending may still end with
  // kCancelled.
  void Reset() noexcept;

 private:
  const std::shared_ptr<internal::CancellationState> state_;
};

}  // namespace v1
}  // namespace basalt
