#include "filter/essential.h"

#include <algorithm>
#include <variant>

#include "filter/make.h"
#include "filter/spec.h"

namespace basalt::filter {
namespace {

struct Judge {
  BytesView family;

  bool operator()(const SingleColumnValueSpec& spec) const {
    return !spec.condition.filter_if_missing || spec.condition.family == family;
  }
  bool operator()(const ColumnValueSpec& spec) const { return spec.family == family; }
  bool operator()(const SkipSpec& spec) const { return IsFamilyEssential(*spec.wrapped, family); }
  bool operator()(const WhileMatchSpec& spec) const {
    return IsFamilyEssential(*spec.wrapped, family);
  }
  bool operator()(const ListSpec& spec) const {
    return spec.filters.empty() || std::ranges::any_of(spec.filters, [this](const FilterPtr& each) {
             return IsFamilyEssential(*each, family);
           });
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return true;
  }
};

}  // namespace

bool IsFamilyEssential(const Filter& filter, BytesView family) {
  const auto spec = Describe(filter);
  return !spec || std::visit(Judge{family}, *spec);
}

}  // namespace basalt::filter
