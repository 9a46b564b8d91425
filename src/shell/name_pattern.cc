#include "shell/name_pattern.h"

#include <utility>

#include <fmt/format.h>

#include "basalt/filters.h"
#include "filter/comparator.h"

namespace basalt::shell {

NamePattern::NamePattern(std::unique_ptr<filter::Comparator> comparator)
    : comparator_(std::move(comparator)) {}
NamePattern::NamePattern(NamePattern&&) noexcept = default;
NamePattern& NamePattern::operator=(NamePattern&&) noexcept = default;
NamePattern::~NamePattern() = default;

Result<NamePattern> NamePattern::Make(std::string_view pattern) {
  BASALT_ASSIGN_OR_RETURN(const ComparatorPtr comparator,
                          comparators::Regex(fmt::format("\\A(?:{})\\z", pattern)));
  return NamePattern(comparator->Clone());
}

bool NamePattern::Matches(std::string_view name) { return comparator_->Compare(name) == 0; }

}  // namespace basalt::shell
