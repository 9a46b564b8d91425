// WorkDirectory: a temporary directory that is removed with the object, unless it is kept for
// analysis.
//
// In memory if there is enough of it: a killed process leaves the same files there as on a disk,
// and the tests of this folder wait for the disk most of the time. TMPDIR decides otherwise.
#pragma once

#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace basalt::crash {

class WorkDirectory {
 public:
  WorkDirectory() {
    std::string pattern = (Parent() / "basalt-crash-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~WorkDirectory() {
    std::error_code ignored;
    if (!kept_) std::filesystem::remove_all(path_, ignored);
  }
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;
  const std::string& path() const { return path_; }
  // A path inside it.
  std::string Sub(const std::string& name) const { return path_ + "/" + name; }
  void Keep() { kept_ = true; }

 private:
  static std::filesystem::path Parent() {
    constexpr const char* kMemory = "/dev/shm";
    constexpr uint64_t kEnough = 1ULL << 30;
    struct statvfs state;
    const bool in_memory = ::getenv("TMPDIR") == nullptr && ::access(kMemory, W_OK | X_OK) == 0 &&
                           ::statvfs(kMemory, &state) == 0 &&
                           state.f_bavail * state.f_frsize >= kEnough;
    return in_memory ? kMemory : std::filesystem::temp_directory_path();
  }

  std::string path_;
  bool kept_ = false;
};

}  // namespace basalt::crash
