// Counters: the progress of the backup test's writer, in memory shared with a file, so that it
// survives the writer.
//
// Each thread writes the numbers 1, 2, 3 ... in order, each to the next of its rows, into both
// families. So the state at any point in time is known exactly.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace basalt::backup_test {

constexpr int kThreads = 4;
constexpr uint64_t kRowsPerThread = 40;
constexpr int kMaxBackups = 1000;

inline std::string RowOf(int thread, uint64_t number) {
  return "t" + std::to_string(thread) + "-" + std::to_string(number % kRowsPerThread);
}

struct Counters {
  using Numbers = std::array<std::atomic<uint64_t>, kThreads>;
  Numbers begun;
  Numbers acknowledged;
  // By id: what was acknowledged before the backup began, and begun when it was complete.
  struct Backup {
    std::array<uint64_t, kThreads> at_least;
    std::array<uint64_t, kThreads> at_most;
    std::atomic<bool> complete;
  };
  std::array<Backup, kMaxBackups> backups;
  std::atomic<uint64_t> backups_begun;

  static Counters* Map(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0 || ::ftruncate(fd, sizeof(Counters)) != 0) std::abort();
    void* memory = ::mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ::close(fd);
    if (memory == MAP_FAILED) std::abort();
    return static_cast<Counters*>(memory);
  }
};

}  // namespace basalt::backup_test
