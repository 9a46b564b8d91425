#include "filter/make.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "filter/built_in.h"
#include "filter/fuzzy_row.h"
#include "filter/multi_row_range.h"

namespace basalt::filter {
namespace {

Status Refuse(std::string message) { return {StatusCode::kInvalidArgument, std::move(message)}; }

template <typename Spec>
Status Check(const Spec& /*spec*/) {
  return {};
}

Status CheckWrapped(const FilterPtr& wrapped) {
  return wrapped == nullptr ? Refuse("A filter is missing") : Status();
}
Status Check(const SkipSpec& spec) { return CheckWrapped(spec.wrapped); }
Status Check(const WhileMatchSpec& spec) { return CheckWrapped(spec.wrapped); }
Status Check(const ListSpec& spec) {
  for (const FilterPtr& filter : spec.filters) BASALT_RETURN_IF_ERROR(CheckWrapped(filter));
  return {};
}

// HBase detects these errors only when it compares the first cell.
Status CheckComparison(CompareOperator op, const ComparatorPtr& comparator) {
  if (comparator == nullptr && op != CompareOperator::kNoOp) {
    return Refuse("A comparator is missing");
  }
  return {};
}
Status Check(const CompareSpec& spec) { return CheckComparison(spec.op, spec.comparator); }
Status Check(const ColumnValueSpec& spec) {
  if (spec.comparator == nullptr) return Refuse("Comparator should not be null");
  return {};
}
Status Check(const SingleColumnValueSpec& spec) {
  if (spec.condition.op == CompareOperator::kNoOp) return Refuse("Unknown Compare op NO_OP");
  return CheckComparison(spec.condition.op, spec.condition.comparator);
}

Status Check(const PageSpec& spec) {
  if (spec.rows < 0) return Refuse(fmt::format("must be positive {}", spec.rows));
  return {};
}
Status Check(const ColumnPaginationSpec& spec) {
  if (spec.limit < 0) return Refuse(fmt::format("limit must be positive {}", spec.limit));
  if (!spec.first && spec.offset < 0) {
    return Refuse(fmt::format("offset must be positive {}", spec.offset));
  }
  return {};
}
Status Check(const ColumnCountGetSpec& spec) {
  if (spec.limit < 0) return Refuse(fmt::format("limit be positive {}", spec.limit));
  return {};
}
Status Check(const TimestampsSpec& spec) {
  for (const int64_t timestamp : spec.timestamps) {
    if (timestamp < 0) return Refuse(fmt::format("must be positive {}", timestamp));
  }
  return {};
}
Status Check(const MultipleColumnPrefixSpec& spec) {
  if (std::set<Bytes>(spec.prefixes.begin(), spec.prefixes.end()).size() != spec.prefixes.size()) {
    return Refuse("prefixes must be distinct");
  }
  return {};
}
Status Check(const FuzzyRowSpec& spec) { return CheckFuzzyKeys(spec.keys); }
Status Check(const MultiRowRangeSpec& spec) { return CheckRowRanges(spec.ranges); }

struct EssentialJudge {
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

Result<std::unique_ptr<Filter>> Make(FilterSpec spec) {
  return std::visit(
      [](auto&& held) -> Result<std::unique_ptr<Filter>> {
        BASALT_RETURN_IF_ERROR(Check(held));
        return std::unique_ptr<Filter>(New(std::forward<decltype(held)>(held)));
      },
      std::move(spec));
}

std::optional<FilterSpec> Describe(const Filter& filter) {
  const auto* built_in = dynamic_cast<const BuiltIn*>(&filter);
  if (built_in == nullptr) return std::nullopt;
  return built_in->Describe();
}

bool IsFamilyEssential(const Filter& filter, BytesView family) {
  const auto spec = Describe(filter);
  return !spec || std::visit(EssentialJudge{family}, *spec);
}

bool SetBudget(Filter& filter, base::CallBudget* budget) {
  auto* const built_in = dynamic_cast<BuiltIn*>(&filter);
  return built_in != nullptr && built_in->UseBudget(budget);
}

}  // namespace basalt::filter
