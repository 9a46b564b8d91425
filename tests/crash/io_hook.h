// IoHook: intercepts every call by which this process changes files or reads at an offset, and may
// make it fail, shorten it, or end the process there.
//
// io_hook.cc defines the C library's functions of these names, so that calls by shared libraries
// (RocksDB among them) are intercepted, too. Link it only into programs that need it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace basalt::crash {

enum class IoCall { kWrite, kRead, kSync, kRename, kUnlink, kTruncate, kAllocate, kCreate };

struct IoDecision {
  // Not 0: do nothing (after `limit` bytes, if it is a write) and fail with this errno.
  int error = 0;
  // At most this many bytes are written.
  size_t limit = static_cast<size_t>(-1);
  // SIGKILL after what the above leaves of the call.
  bool die = false;
};

// `fd`: -1 for rename, unlink and create, which opens or makes a new file or directory. Called by
// any thread, without locks held.
using IoHook = IoDecision (*)(IoCall call, int fd, size_t bytes);

// nullptr: none. Takes effect at once.
void SetIoHook(IoHook hook);

// What the file systems say is available from now on; negative: the truth.
void SetAvailableBytes(int64_t bytes);

}  // namespace basalt::crash
