#include "io_hook.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>

namespace basalt::crash {
namespace {

std::atomic<IoHook> current_hook{nullptr};
std::atomic<int64_t> available_bytes{-1};

IoDecision Ask(IoCall call, int fd, size_t bytes) {
  const IoHook hook = current_hook.load();
  return hook == nullptr ? IoDecision() : hook(call, fd, bytes);
}

// What the call gives its caller, unless the process ends here.
template <typename T>
T Finish(const IoDecision& decision, T result) {
  if (decision.die) ::kill(::getpid(), SIGKILL);
  if (decision.error != 0) {
    errno = decision.error;
    return -1;
  }
  return result;
}

template <typename Call>
auto Guard(IoCall kind, int fd, Call call) -> decltype(call()) {
  const IoDecision decision = Ask(kind, fd, 0);
  return Finish(decision, decision.error != 0 ? -1 : call());
}

ssize_t Write(int fd, const void* data, size_t size, off_t offset, bool at_offset) {
  const IoDecision decision = Ask(IoCall::kWrite, fd, size);
  const size_t allowed = std::min(size, decision.limit);
  ssize_t written = 0;
  if (allowed > 0 || (decision.error == 0 && !decision.die)) {
    written = at_offset ? ::syscall(SYS_pwrite64, fd, data, allowed, offset)
                        : ::syscall(SYS_write, fd, data, allowed);
  }
  // Like the kernel: what could be written counts, the failure comes with the next call.
  if (written > 0 && !decision.die) return written;
  return Finish(decision, written);
}

}  // namespace

int64_t ToldAvailableBytes() { return available_bytes.load(); }

void SetIoHook(IoHook hook) { current_hook.store(hook); }

void SetAvailableBytes(int64_t bytes) { available_bytes.store(bytes); }

}  // namespace basalt::crash

using basalt::crash::Guard;
using basalt::crash::IoCall;

extern "C" {

int open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
  }
  const auto call = [&] {
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
  };
  return (flags & O_CREAT) == 0 ? call() : Guard(IoCall::kCreate, -1, call);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return Guard(IoCall::kCreate, -1,
               [&] { return static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, path, mode)); });
}

ssize_t write(int fd, const void* data, size_t size) {
  return basalt::crash::Write(fd, data, size, 0, false);
}

ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) {
  return basalt::crash::Write(fd, data, size, offset, true);
}

ssize_t pread(int fd, void* data, size_t size, off_t offset) {
  return Guard(IoCall::kRead, fd,
               [&]() -> ssize_t { return ::syscall(SYS_pread64, fd, data, size, offset); });
}

int fsync(int fd) {
  return Guard(IoCall::kSync, fd, [&] { return static_cast<int>(::syscall(SYS_fsync, fd)); });
}

int fdatasync(int fd) {
  return Guard(IoCall::kSync, fd, [&] { return static_cast<int>(::syscall(SYS_fdatasync, fd)); });
}

int rename(const char* from, const char* to) noexcept {
  return Guard(IoCall::kRename, -1, [&] {
    return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
  });
}

int unlink(const char* path) noexcept {
  return Guard(IoCall::kUnlink, -1,
               [&] { return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0)); });
}

int ftruncate(int fd, off_t length) noexcept {
  return Guard(IoCall::kTruncate, fd,
               [&] { return static_cast<int>(::syscall(SYS_ftruncate, fd, length)); });
}

int fallocate(int fd, int mode, off_t offset, off_t length) {
  return Guard(IoCall::kAllocate, fd, [&] {
    return static_cast<int>(::syscall(SYS_fallocate, fd, mode, offset, length));
  });
}

int statvfs(const char* path, struct statvfs* state) noexcept {
  static const auto real =
      reinterpret_cast<int (*)(const char*, struct statvfs*)>(::dlsym(RTLD_NEXT, "statvfs"));
  const int result = real(path, state);
  const int64_t available = basalt::crash::ToldAvailableBytes();
  if (result == 0 && available >= 0) {
    state->f_bavail = static_cast<fsblkcnt_t>(available) / state->f_frsize;
  }
  return result;
}

}  // extern "C"
