#include "power_disk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "random.h"

namespace basalt::crash {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPageBytes = 4096;

// A file or directory, whatever its names.
struct Node {
  bool is_directory = false;
  // Where it is now; empty: removed.
  std::string path;
  // The content when it was last synced.
  std::string durable;
};
using NodePtr = std::shared_ptr<Node>;

// A change of names in a directory that was not synced since.
struct NameChange {
  std::string directory;
  // Empty: none.
  std::string removed;
  std::string added;
  NodePtr node;
};

struct State {
  std::string root;
  // Names as they are, and as the disk has them.
  std::map<std::string, NodePtr> names;
  std::map<std::string, NodePtr> durable_names;
  std::vector<NameChange> changes_of_names;
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

std::string Parent(const std::string& path) { return fs::path(path).parent_path().string(); }

std::string Content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void Apply(const NameChange& change, std::map<std::string, NodePtr>& names) {
  if (!change.removed.empty()) names.erase(change.removed);
  if (!change.added.empty()) names[change.added] = change.node;
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
  const std::string path = PathOf(fd);
  struct stat info;
  if (::fstat(fd, &info) != 0) return;
  if (!S_ISDIR(info.st_mode)) {
    const auto found = state->names.find(path);
    if (found != state->names.end()) found->second->durable = Content(path);
    return;
  }
  std::erase_if(state->changes_of_names, [&](const NameChange& change) {
    if (change.directory != path) return false;
    Apply(change, state->durable_names);
    return true;
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

void NoteNames(NameChange change) {
  Apply(change, state->names);
  state->changes_of_names.push_back(std::move(change));
}

void NoteCreated(const std::string& path, bool is_directory) {
  if (!IsWatched(path)) return;
  NoteNames({Parent(path), "", path, std::make_shared<Node>(Node{is_directory, path, ""})});
}

void NoteLinked(const std::string& from, const std::string& to) {
  if (!IsWatched(to)) return;
  const auto found = state->names.find(from);
  if (found != state->names.end()) NoteNames({Parent(to), "", to, found->second});
}

void NoteRemoved(const std::string& path) {
  if (!IsWatched(path)) return;
  const auto found = state->names.find(path);
  if (found == state->names.end()) return;
  const NodePtr node = found->second;
  if (node->path == path) {
    const auto other =
        std::find_if(state->names.begin(), state->names.end(),
                     [&](const auto& name) { return name.second == node && name.first != path; });
    node->path = other == state->names.end() ? "" : other->first;
  }
  NoteNames({Parent(path), path, "", nullptr});
}

void NoteRenamed(const std::string& from, const std::string& to) {
  if (!IsWatched(from)) return;
  const auto found = state->names.find(from);
  if (found == state->names.end()) return;
  const NodePtr node = found->second;
  if (const auto old = state->names.find(to); old != state->names.end()) old->second->path.clear();
  node->path = to;
  if (node->is_directory) {
    // What is in it moves with it, at once: nothing here renames a folder with unsynced names.
    for (auto* names : {&state->names, &state->durable_names}) {
      std::map<std::string, NodePtr> moved;
      for (auto& [path, inner] : *names) {
        if (!path.starts_with(from + "/")) continue;
        const std::string moved_to = to + path.substr(from.size());
        // It may have another name elsewhere.
        if (inner->path == path) inner->path = moved_to;
        moved[moved_to] = inner;
      }
      std::erase_if(*names, [&](const auto& entry) { return entry.first.starts_with(from + "/"); });
      names->merge(moved);
    }
  }
  NoteNames({Parent(to), from, to, node});
}

// A file of which a random part of what was not synced has survived; all of it if random is null.
std::string AfterCut(const Node& node, Random* random) {
  // Folders are removed without notice; what was in them is gone like other removed files.
  if (random == nullptr || !fs::exists(node.path)) return node.durable;
  const std::string now = Content(node.path);
  const uint64_t kind = random->Below(4);
  if (kind == 0) return node.durable;
  if (kind == 1) return now;
  // Sizes are between the old and the new, in bytes or whole pages.
  const size_t low = std::min(node.durable.size(), now.size());
  const size_t high = std::max(node.durable.size(), now.size());
  size_t size = low + random->Below(high - low + 1);
  if (random->OneIn(2)) size = std::min(high, (size + kPageBytes - 1) / kPageBytes * kPageBytes);
  std::string content(size, '\0');
  for (size_t page = 0; page < size; page += kPageBytes) {
    const std::string& source = kind == 2 || random->OneIn(2) ? now : node.durable;
    const size_t length = std::min(kPageBytes, size - page);
    if (page >= source.size()) continue;
    const size_t there = std::min(length, source.size() - page);
    content.replace(page, there, source, page, there);
  }
  // What was synced is never lost.
  const size_t kept = std::min({size, node.durable.size(), now.size()});
  for (size_t page = 0; page < kept; page += kPageBytes) {
    const size_t length = std::min(kPageBytes, kept - page);
    if (now.compare(page, length, node.durable, page, length) == 0) {
      content.replace(page, length, node.durable, page, length);
    }
  }
  return content;
}

void CopyNames(const std::string& target, Random* random) {
  std::map<std::string, NodePtr> names = state->durable_names;
  if (random != nullptr) {
    const uint64_t kind = random->Below(3);
    for (const NameChange& change : state->changes_of_names) {
      if (kind == 0 || (kind == 1 && random->OneIn(2))) Apply(change, names);
    }
  }
  // Parents come before what is in them, and are missing with all that is in them.
  for (const auto& [path, node] : names) {
    const fs::path to = fs::path(target) / fs::path(path).lexically_relative(state->root);
    if (path == state->root) {
      fs::create_directories(target);
    } else if (!fs::exists(to.parent_path())) {
      continue;
    } else if (node->is_directory) {
      fs::create_directories(to);
    } else {
      std::ofstream(to, std::ios::binary) << AfterCut(*node, random);
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

void PowerDisk::CopyDurable(const std::string& target) { CopyNames(target, nullptr); }

void PowerDisk::CopyAfterCut(const std::string& target, uint64_t seed) {
  Random random(seed);
  CopyNames(target, &random);
}

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
    if (fd >= 0 && is_new) basalt::crash::NoteCreated(path, false);
    return fd;
  });
}

int mkdir(const char* path, mode_t mode) noexcept {
  return Change(path, [&] {
    const int result = static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, path, mode));
    if (result == 0) basalt::crash::NoteCreated(path, true);
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
    if (result == 0) basalt::crash::NoteRenamed(from, to);
    return result;
  });
}

int link(const char* from, const char* to) noexcept {
  return Change(to, [&] {
    const int result = static_cast<int>(::syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
    if (result == 0) basalt::crash::NoteLinked(from, to);
    return result;
  });
}

int unlink(const char* path) noexcept {
  return Change(path, [&] {
    const int result = static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0));
    if (result == 0) basalt::crash::NoteRemoved(path);
    return result;
  });
}

}  // extern "C"
