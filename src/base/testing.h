// Help for tests of every room: a clock that stands where it is put, a directory that goes away.
// Included by *_test.cc files only.
#pragma once

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "basalt/clock.h"

namespace basalt::base {

// Thread safe.
class ManualClock : public Clock {
 public:
  explicit ManualClock(int64_t now_ms) : now_ms_(now_ms), monotonic_ms_(now_ms) {}
  int64_t NowMs() const override { return now_ms_; }
  int64_t MonotonicMs() const override { return monotonic_ms_; }
  // Time passes until `now_ms`; a time before now is a step of the time of day alone.
  void Set(int64_t now_ms) {
    if (now_ms > now_ms_) monotonic_ms_ += now_ms - now_ms_;
    now_ms_ = now_ms;
  }
  // Time passes.
  void Advance(int64_t by_ms) {
    now_ms_ += by_ms;
    monotonic_ms_ += by_ms;
  }
  // The time of day is set, in either direction, and no time passes.
  void Step(int64_t by_ms) { now_ms_ += by_ms; }

 private:
  std::atomic<int64_t> now_ms_;
  std::atomic<int64_t> monotonic_ms_;
};

class TempDir {
 public:
  TempDir() {
    std::string pattern = (std::filesystem::temp_directory_path() / "basalt-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::string& path() const { return path_; }
  // A path inside it that does not exist yet.
  std::string Sub(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace basalt::base
