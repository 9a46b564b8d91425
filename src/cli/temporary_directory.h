// A directory that is removed with everything in it when its owner is destroyed. Move-only.
#pragma once

#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::cli {

class TemporaryDirectory {
 public:
  // In the system's directory for temporary files, with a name that begins with `prefix`.
  static Result<TemporaryDirectory> Create(std::string_view prefix);

  TemporaryDirectory(TemporaryDirectory&& other) noexcept;
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory();

  const std::string& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace basalt::cli
