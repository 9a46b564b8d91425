// FilterList: MUST_PASS_ALL and MUST_PASS_ONE.
#include <algorithm>

#include "basalt/row_result.h"
#include "filter/built_in.h"
#include "filter/make.h"

namespace basalt::filter {
namespace {

// A code other than a hint has two parts: whether the cell is included, and how far the decision
// reaches.
enum class Reach : uint8_t { kCell, kColumn, kRow };

Reach ReachOf(Code code) {
  switch (code) {
    case Code::kIncludeAndNextColumn:
    case Code::kNextColumn: return Reach::kColumn;
    case Code::kIncludeAndSeekNextRow:
    case Code::kNextRow: return Reach::kRow;
    case Code::kInclude:
    case Code::kSkip:
    case Code::kSeekNextUsingHint: break;
  }
  return Reach::kCell;
}

Code CodeFor(bool include, Reach reach) {
  switch (reach) {
    case Reach::kCell: return include ? Code::kInclude : Code::kSkip;
    case Reach::kColumn: return include ? Code::kIncludeAndNextColumn : Code::kNextColumn;
    case Reach::kRow: break;
  }
  return include ? Code::kIncludeAndSeekNextRow : Code::kNextRow;
}

class List : public FilterOf<List, ListSpec> {
 public:
  explicit List(ListSpec spec) : FilterOf(std::move(spec)) {
    children_.reserve(spec_.filters.size());
    for (const FilterPtr& filter : spec_.filters) {
      const auto* built_in = dynamic_cast<const BuiltIn*>(filter.get());
      Child& child = children_.emplace_back();
      child.filter = filter->Clone();
      child.hinting = built_in != nullptr && built_in->IsHinting();
      child.included = spec_.op == ListSpec::Operator::kMustPassAll;
    }
  }

  std::unique_ptr<Filter> Clone() const override { return New(spec_); }
  void SetReversed(bool reversed) override {
    reversed_ = reversed;
    for (Child& child : children_) child.filter->SetReversed(reversed);
  }
  CellView TransformCell(const CellView& cell) override {
    CellView transformed = cell;
    for (Child& child : children_) {
      if (child.included) transformed = child.filter->TransformCell(transformed);
    }
    return transformed;
  }
  bool HasFilterRow() const override {
    return std::any_of(children_.begin(), children_.end(),
                       [](const Child& child) { return child.filter->HasFilterRow(); });
  }
  void FilterRowCells(RowResult& row) override {
    for (Child& child : children_) child.filter->FilterRowCells(row);
  }
  bool UseBudget(base::CallBudget* budget) override {
    bool asks = false;
    for (Child& child : children_) asks = SetBudget(*child.filter, budget) || asks;
    return asks;
  }
  Status status() const override {
    for (const Child& child : children_) BASALT_RETURN_IF_ERROR(child.filter->status());
    return {};
  }

 protected:
  struct Child {
    std::unique_ptr<Filter> filter;
    bool hinting = false;
    // Whether the child has included the current cell.
    bool included = false;
    // MUST_PASS_ALL: the child asks to seek. MUST_PASS_ONE: its last code and the cell it was for,
    // while these may hold for later cells.
    bool seeks = false;
    std::optional<Code> previous_code;
    Cell previous_cell;
  };

  // By the scan's direction.
  bool IsBefore(const CellView& a, const CellView& b) const {
    const auto order = CompareCells(a, b);
    return reversed_ ? order > 0 : order < 0;
  }

  std::vector<Child> children_;

 private:
  bool reversed_ = false;
};

class MustPassAll final : public List {
 public:
  using List::List;

  void Reset() override {
    for (Child& child : children_) {
      child.filter->Reset();
      child.seeks = false;
    }
  }
  bool FilterAllRemaining() override {
    return std::any_of(children_.begin(), children_.end(),
                       [](Child& child) { return child.filter->FilterAllRemaining(); });
  }
  // Every child sees the row key. A child that gives hints must see the row's cells, too: so the
  // row is not rejected here, and the child that rejected it rejects its cells.
  bool FilterRowKey(BytesView row) override {
    bool rejected = false;
    bool hinting_passed = false;
    for (Child& child : children_) {
      if (child.filter->FilterAllRemaining()) return true;
      if (child.filter->FilterRowKey(row)) {
        rejected = true;
      } else if (child.hinting) {
        hinting_passed = true;
      }
    }
    return rejected && !hinting_passed;
  }
  Code FilterCell(const CellView& cell) override {
    bool include = true;
    bool seeks = false;
    Reach reach = Reach::kCell;
    size_t at = 0;
    for (Child& child : children_) child.seeks = false;
    // Stops at the first child that rejects the cell: later children may count cells.
    for (; include && at < children_.size(); ++at) {
      Child& child = children_[at];
      if (child.filter->FilterAllRemaining()) {
        include = false;
        reach = Reach::kRow;
        continue;
      }
      const Code code = child.filter->FilterCell(cell);
      child.seeks = code == Code::kSeekNextUsingHint;
      seeks = seeks || child.seeks;
      include = Includes(code);
      reach = std::max(reach, ReachOf(code));
    }
    for (; at < children_.size(); ++at) {
      Child& child = children_[at];
      if (!child.hinting) continue;
      child.seeks = child.filter->FilterCell(cell) == Code::kSeekNextUsingHint;
      seeks = seeks || child.seeks;
    }
    return seeks ? Code::kSeekNextUsingHint : CodeFor(include, reach);
  }
  // The farthest of the children's hints.
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    std::optional<Cell> farthest;
    for (Child& child : children_) {
      if (!child.seeks || child.filter->FilterAllRemaining()) continue;
      std::optional<Cell> hint = child.filter->NextCellHint(cell);
      if (hint && (!farthest || IsBefore(farthest->view(), hint->view())))
        farthest = std::move(hint);
    }
    return farthest;
  }
  bool FilterRow() override {
    return std::any_of(children_.begin(), children_.end(),
                       [](Child& child) { return child.filter->FilterRow(); });
  }
};

class MustPassOne final : public List {
 public:
  using List::List;

  void Reset() override {
    for (Child& child : children_) {
      child.filter->Reset();
      child.included = false;
      child.previous_code.reset();
    }
  }
  bool FilterAllRemaining() override {
    return !children_.empty() && std::all_of(children_.begin(), children_.end(), [](Child& child) {
      return child.filter->FilterAllRemaining();
    });
  }
  bool FilterRowKey(BytesView row) override {
    bool rejected = !children_.empty();
    for (Child& child : children_) {
      if (!child.filter->FilterAllRemaining() && !child.filter->FilterRowKey(row)) rejected = false;
    }
    return rejected;
  }
  Code FilterCell(const CellView& cell) override {
    if (children_.empty()) return Code::kInclude;
    std::optional<Code> merged;
    for (Child& child : children_) {
      child.included = false;
      if (child.filter->FilterAllRemaining()) continue;
      std::optional<Code> code = StillValid(child, cell);
      if (!code) code = child.filter->FilterCell(cell);
      Remember(child, *code, cell);
      child.included = Includes(*code);
      merged = merged ? Merge(*merged, *code) : *code;
    }
    return merged.value_or(Code::kSkip);
  }
  // The nearest of the children's hints; none if a child has none.
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    std::optional<Cell> nearest;
    for (Child& child : children_) {
      if (child.filter->FilterAllRemaining()) continue;
      std::optional<Cell> hint = child.filter->NextCellHint(cell);
      if (!hint) return std::nullopt;
      if (!nearest || IsBefore(hint->view(), nearest->view())) nearest = std::move(hint);
    }
    return nearest;
  }
  bool FilterRow() override {
    return !children_.empty() && std::all_of(children_.begin(), children_.end(), [](Child& child) {
      return child.filter->FilterRow();
    });
  }

 private:
  // The code of this cell that follows from the child's last code; nullopt if the child must be
  // asked. The list may stay where a child wanted to move ahead, and the child must not see cells
  // that it has skipped.
  std::optional<Code> StillValid(Child& child, const CellView& cell) {
    if (!child.previous_code) return std::nullopt;
    const Cell& previous = child.previous_cell;
    if (*child.previous_code == Code::kSeekNextUsingHint) {
      // HBase's bug in reversed scans is kept: hints within a row are compared in reverse, but the
      // cells of a row are in forward order.
      const std::optional<Cell> hint = child.filter->NextCellHint(previous.view());
      if (hint && IsBefore(cell, hint->view())) return Code::kSeekNextUsingHint;
      return std::nullopt;
    }
    if (cell.family != BytesView(previous.family)) return std::nullopt;
    if (ReachOf(*child.previous_code) == Reach::kRow) return Code::kNextRow;
    if (cell.qualifier == BytesView(previous.qualifier)) return Code::kNextColumn;
    return std::nullopt;
  }

  static void Remember(Child& child, Code code, const CellView& cell) {
    if (code == Code::kInclude || code == Code::kSkip) {
      child.previous_code.reset();
      return;
    }
    child.previous_code = code;
    child.previous_cell.row = cell.row;
    child.previous_cell.family = cell.family;
    child.previous_cell.qualifier = cell.qualifier;
    child.previous_cell.timestamp = cell.timestamp;
    child.previous_cell.type = cell.type;
  }

  static Code Merge(Code a, Code b) {
    if (a == Code::kSeekNextUsingHint && b == a) return a;
    return CodeFor(Includes(a) || Includes(b), std::min(ReachOf(a), ReachOf(b)));
  }
};

}  // namespace

NewFilter New(ListSpec spec) {
  if (spec.op == ListSpec::Operator::kMustPassAll) {
    return std::make_unique<MustPassAll>(std::move(spec));
  }
  return std::make_unique<MustPassOne>(std::move(spec));
}

}  // namespace basalt::filter
