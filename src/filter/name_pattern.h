// NamePattern: a regular expression, in Java's syntax, that whole names must match. One thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::filter {

class Comparator;

class NamePattern {
 public:
  // kInvalidArgument when it is none.
  static Result<NamePattern> Parse(const std::string& regex);
  NamePattern(NamePattern&&) noexcept;
  NamePattern& operator=(NamePattern&&) noexcept;
  ~NamePattern();

  // An error when the match takes too much work.
  Result<bool> Matches(std::string_view name);

 private:
  explicit NamePattern(std::unique_ptr<Comparator> comparator);
  std::unique_ptr<Comparator> comparator_;
};

}  // namespace basalt::filter
