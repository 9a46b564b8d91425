// NamePattern: a regular expression in Java's syntax that must match whole names. One thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::filter {

class Comparator;

class NamePattern {
 public:
  // kInvalidArgument if `regex` is invalid.
  static Result<NamePattern> Parse(const std::string& regex);
  NamePattern(NamePattern&&) noexcept;
  NamePattern& operator=(NamePattern&&) noexcept;
  ~NamePattern();

  // Fails if the match exceeds the work limit.
  Result<bool> Matches(std::string_view name);

 private:
  explicit NamePattern(std::unique_ptr<Comparator> comparator);
  std::unique_ptr<Comparator> comparator_;
};

}  // namespace basalt::filter
