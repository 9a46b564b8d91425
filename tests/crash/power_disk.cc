#include "power_disk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace basalt::crash {
namespace {

namespace fs = std::filesystem;

struct State {
  std::string root;
  // Created, and their parents not synced since.
  std::set<std::string> unsynced_entries;
  // By inode: how much of the content has been synced.
  std::map<ino_t, uint64_t> synced_sizes;
  uint64_t every = 0;
  std::function<void(uint64_t)> fail;
  uint64_t changes = 0;
  uint64_t failures = 0;
};

// Held during every change, so that changes and copies do not overlap. Recursive: a copy makes
// changes of its own.
std::recursive_mutex mutex;
State* state = nullptr;

bool IsWatched(const std::string& path) {
  return state != nullptr && path.starts_with(state->root) &&
         (path.size() == state->root.size() || path[state->root.size()] == '/');
}

std::string PathOf(int fd) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t length = ::readlink(link.c_str(), path, sizeof(path));
  return length > 0 ? std::string(path, static_cast<size_t>(length)) : std::string();
}

// A change is about to happen to a watched file.
void CountChange() {
  if (state->every == 0 || ++state->changes % state->every != 0) return;
  const uint64_t every = std::exchange(state->every, 0);  // not for what `fail` itself does
  state->fail(++state->failures);
  state->every = every;
}

template <typename Call>
auto Change(const std::string& path, Call call) {
  const std::lock_guard lock(mutex);
  if (IsWatched(path)) CountChange();
  return call();
}

void NoteSync(int fd) {
  struct stat info;
  const std::string path = PathOf(fd);
  if (::fstat(fd, &info) != 0) return;
  if (!S_ISDIR(info.st_mode)) {
    state->synced_sizes[info.st_ino] = static_cast<uint64_t>(info.st_size);
    return;
  }
  std::erase_if(state->unsynced_entries, [&](const std::string& entry) {
    return fs::path(entry).parent_path() == fs::path(path);
  });
}

int Sync(int fd, long call) {
  const std::string path = PathOf(fd);
  return Change(path, [&] {
    const int result = static_cast<int>(::syscall(call, fd));
    // The root's own entry is in its parent.
    if (result == 0 && state != nullptr &&
        (IsWatched(path) || fs::path(state->root).parent_path() == path)) {
      NoteSync(fd);
    }
    return result;
  });
}

void NoteCreated(const std::string& path) {
  if (IsWatched(path)) state->unsynced_entries.insert(path);
}

// The first bytes of a file, as many as have been synced.
void CopySynced(const fs::path& from, const fs::path& to) {
  struct stat info;
  if (::stat(from.c_str(), &info) != 0) return;
  const auto synced = state->synced_sizes.find(info.st_ino);
  const uint64_t length = synced == state->synced_sizes.end() ? 0 : synced->second;
  std::ifstream in(from, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(in), {}};
  if (content.size() > length) content.resize(length);
  std::ofstream(to, std::ios::binary) << content;
}

void CopyDirectory(const fs::path& from, const fs::path& to) {
  if (state->unsynced_entries.contains(from.string())) return;
  fs::create_directories(to);
  for (const auto& entry : fs::directory_iterator(from)) {
    if (state->unsynced_entries.contains(entry.path().string())) continue;
    const fs::path target = to / entry.path().filename();
    if (entry.is_directory()) {
      CopyDirectory(entry.path(), target);
    } else {
      CopySynced(entry.path(), target);
    }
  }
}

}  // namespace

PowerDisk::PowerDisk(const std::string& root) {
  const std::lock_guard lock(mutex);
  state = new State;
  state->root = root;
}

PowerDisk::~PowerDisk() {
  const std::lock_guard lock(mutex);
  delete std::exchange(state, nullptr);
}

void PowerDisk::FailEvery(uint64_t every, std::function<void(uint64_t number)> fail) {
  const std::lock_guard lock(mutex);
  state->every = every;
  state->fail = std::move(fail);
}

void PowerDisk::CopyDurable(const std::string& target) { CopyDirectory(state->root, target); }

}  // namespace basalt::crash

using basalt::crash::Change;
using basalt::crash::PathOf;

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
  if ((flags & O_CREAT) == 0) return call();
  return Change(path, [&] {
    const bool is_new = ::access(path, F_OK) != 0;
    const int fd = call();
    if (fd >= 0 && is_new) basalt::crash::NoteCreated(path);
    return fd;
  });
}

int mkdir(const char* path, mode_t mode) noexcept {
  return Change(path, [&] {
    const int result = static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, path, mode));
    if (result == 0) basalt::crash::NoteCreated(path);
    return result;
  });
}

ssize_t write(int fd, const void* data, size_t size) {
  return Change(PathOf(fd), [&]() -> ssize_t { return ::syscall(SYS_write, fd, data, size); });
}

ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) {
  return Change(PathOf(fd),
                [&]() -> ssize_t { return ::syscall(SYS_pwrite64, fd, data, size, offset); });
}

int fsync(int fd) { return basalt::crash::Sync(fd, SYS_fsync); }

int fdatasync(int fd) { return basalt::crash::Sync(fd, SYS_fdatasync); }

int rename(const char* from, const char* to) noexcept {
  return Change(from, [&] {
    const int result = static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
    return result;
  });
}

int unlink(const char* path) noexcept {
  return Change(path, [&] { return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0)); });
}

}  // extern "C"
