#include "basalt/cancellation.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <thread>

namespace basalt {
inline namespace v1 {

namespace internal {

class CancellationState {
 public:
  CancellationState() = default;
  CancellationState(const CancellationState&) = delete;
  CancellationState& operator=(const CancellationState&) = delete;
  ~CancellationState() {
    if (fd_ >= 0) ::close(fd_);
  }

  bool cancelled() const noexcept { return cancelled_.load(); }
  int fd() const noexcept { return fd_; }

  // Async-signal-safe; errno is the interrupted code's.
  void Cancel() noexcept {
    cancelled_.store(true);
    Wake();
  }
  void Reset() noexcept {
    cancelled_.store(false);
    Settle();
  }
  // Makes the descriptor agree with the flag, after a Cancel and a Reset that overlapped.
  void Settle() noexcept {
    if (fd_ < 0) return;
    uint64_t count = 0;
    (void)!::read(fd_, &count, sizeof count);
    if (cancelled()) Wake();
  }

 private:
  void Wake() noexcept {
    if (fd_ < 0) return;
    const int saved = errno;
    constexpr uint64_t kOne = 1;
    (void)!::write(fd_, &kOne, sizeof kOne);
    errno = saved;
  }

  std::atomic<bool> cancelled_{false};
  static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");
  const int fd_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
};

}  // namespace internal

bool CancellationToken::cancelled() const noexcept {
  return state_ != nullptr && state_->cancelled();
}

int CancellationToken::fd() const noexcept { return state_ == nullptr ? -1 : state_->fd(); }

bool CancellationToken::WaitUntil(std::chrono::steady_clock::time_point time) const {
  using std::chrono::steady_clock;
  if (state_ == nullptr) {
    std::this_thread::sleep_until(time);
    return false;
  }
  // Without a descriptor the flag is looked at now and then.
  constexpr std::chrono::milliseconds kPoll(20);
  for (auto now = steady_clock::now(); now < time && !cancelled(); now = steady_clock::now()) {
    if (fd() < 0) {
      std::this_thread::sleep_until(std::min(time, now + kPoll));
      continue;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - now).count();
    constexpr int64_t kLongest = 1 << 30;
    pollfd source{.fd = fd(), .events = POLLIN, .revents = 0};
    if (::poll(&source, 1, static_cast<int>(std::min<int64_t>(left, kLongest))) > 0 &&
        !cancelled()) {
      state_->Settle();
    }
  }
  return cancelled();
}

CancellationSource::CancellationSource()
    : state_(std::make_shared<internal::CancellationState>()) {}
CancellationSource::~CancellationSource() = default;

void CancellationSource::Cancel() noexcept { state_->Cancel(); }
bool CancellationSource::cancelled() const noexcept { return state_->cancelled(); }
void CancellationSource::Reset() noexcept { state_->Reset(); }

}  // namespace v1
}  // namespace basalt
