// WorkDirectory: a temporary directory that goes away with the object, unless it is to be kept for a
// look at what went wrong.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace basalt::crash {

class WorkDirectory {
 public:
  WorkDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "basalt-crash-XXXXXX").string();
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
  std::string path_;
  bool kept_ = false;
};

}  // namespace basalt::crash
