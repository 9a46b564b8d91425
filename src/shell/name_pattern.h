// NamePattern: a regular expression, in Java's syntax, that whole names must match. One thread.
#pragma once

#include <memory>
#include <string_view>

#include "basalt/status.h"

namespace basalt::filter {
class Comparator;
}

namespace basalt::shell {

class NamePattern {
 public:
  static Result<NamePattern> Make(std::string_view pattern);
  NamePattern(NamePattern&&) noexcept;
  NamePattern& operator=(NamePattern&&) noexcept;
  ~NamePattern();
  bool Matches(std::string_view name);

 private:
  explicit NamePattern(std::unique_ptr<filter::Comparator> comparator);
  std::unique_ptr<filter::Comparator> comparator_;
};

}  // namespace basalt::shell
