#include "filter/name_pattern.h"

#include <utility>

#include "filter/comparator.h"

namespace basalt::filter {

NamePattern::NamePattern(std::unique_ptr<Comparator> comparator)
    : comparator_(std::move(comparator)) {}
NamePattern::NamePattern(NamePattern&&) noexcept = default;
NamePattern& NamePattern::operator=(NamePattern&&) noexcept = default;
NamePattern::~NamePattern() = default;

Result<NamePattern> NamePattern::Parse(const std::string& regex) {
  const auto make = [](std::string pattern) {
    RegexSpec spec;
    spec.pattern = std::move(pattern);
    spec.flags = 0;
    return MakeComparator(std::move(spec));
  };
  // Compiled alone first: the suffix added below must not complete an invalid pattern.
  BASALT_RETURN_IF_ERROR(make(regex).status());
  BASALT_ASSIGN_OR_RETURN(auto comparator, make("\\A(?:" + regex + ")\\z"));
  return NamePattern(std::move(comparator));
}

Result<bool> NamePattern::Matches(std::string_view name) {
  const bool matches = comparator_->Compare(name) == 0;
  BASALT_RETURN_IF_ERROR(comparator_->error());
  return matches;
}

}  // namespace basalt::filter
