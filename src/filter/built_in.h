// The base class of HBase's built-in filters, and a factory function for each. Internal to this
// room; others use make.h.
#pragma once

#include <memory>
#include <utility>

#include "basalt/filter.h"
#include "base/call_budget.h"
#include "filter/comparator.h"
#include "filter/spec.h"

namespace basalt::filter {

using Code = Filter::ReturnCode;

class BuiltIn : public Filter {
 public:
  virtual FilterSpec Describe() const = 0;
  // HBase's HintingFilter: a list that needs all to pass asks it for hints even when another filter
  // has already rejected the cell.
  virtual bool IsHinting() const { return false; }
  // See SetBudget of make.h.
  virtual bool UseBudget(base::CallBudget* /*budget*/) { return false; }
};

// A filter constructed from a Spec.
template <typename Self, typename Spec>
class FilterOf : public BuiltIn {
 public:
  explicit FilterOf(Spec spec) : spec_(std::move(spec)) {}
  std::unique_ptr<Filter> Clone() const override { return std::make_unique<Self>(spec_); }
  FilterSpec Describe() const override { return spec_; }

 protected:
  const Spec spec_;
};

// A filter that compares parts of cells.
template <typename Self, typename Spec>
class ComparingFilterOf : public FilterOf<Self, Spec> {
 public:
  // `prototype` may be null.
  ComparingFilterOf(Spec spec, const ComparatorPtr& prototype)
      : FilterOf<Self, Spec>(std::move(spec)),
        comparator_(prototype == nullptr ? nullptr : prototype->Clone()) {}
  bool UseBudget(base::CallBudget* budget) override {
    return comparator_ != nullptr && comparator_->UseBudget(budget);
  }
  Status status() const override { return comparator_ ? comparator_->error() : Status(); }

 protected:
  const std::unique_ptr<Comparator> comparator_;
};

constexpr bool Includes(Code code) {
  return code == Code::kInclude || code == Code::kIncludeAndNextColumn ||
         code == Code::kIncludeAndSeekNextRow;
}

// HBase's createFirstOnRow, createFirstOnRowCol: keys before every cell of the row or column.
Cell FirstOnRow(BytesView row);
Cell FirstOnColumn(const CellView& cell, BytesView qualifier);

// REQUIRES: the spec has passed Make's checks.
using NewFilter = std::unique_ptr<BuiltIn>;
NewFilter New(ListSpec spec);
NewFilter New(SkipSpec spec);
NewFilter New(WhileMatchSpec spec);
NewFilter New(CompareSpec spec);
NewFilter New(PrefixSpec spec);
NewFilter New(InclusiveStopSpec spec);
NewFilter New(PageSpec spec);
NewFilter New(RandomRowSpec spec);
NewFilter New(FuzzyRowSpec spec);
NewFilter New(MultiRowRangeSpec spec);
NewFilter New(TimestampsSpec spec);
NewFilter New(KeyOnlySpec spec);
NewFilter New(ColumnPrefixSpec spec);
NewFilter New(MultipleColumnPrefixSpec spec);
NewFilter New(ColumnRangeSpec spec);
NewFilter New(ColumnPaginationSpec spec);
NewFilter New(ColumnCountGetSpec spec);
NewFilter New(FirstKeyOnlySpec spec);
NewFilter New(FirstKeyMatchingSpec spec);
NewFilter New(SingleColumnValueSpec spec);
NewFilter New(ColumnValueSpec spec);
NewFilter New(DependentColumnSpec spec);

}  // namespace basalt::filter
