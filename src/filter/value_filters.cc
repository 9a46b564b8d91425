// Filters that look at the values and timestamps of cells and columns.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "basalt/row_result.h"
#include "base/check.h"
#include "filter/built_in.h"

namespace basalt::filter {
namespace {

class KeyOnly final : public FilterOf<KeyOnly, KeyOnlySpec> {
 public:
  using FilterOf::FilterOf;
  bool FilterRowKey(BytesView /*row*/) override { return false; }
  CellView TransformCell(const CellView& cell) override {
    CellView key = cell;
    key.value = {};
    key.tags = {};
    if (spec_.length_as_value) {
      const auto length = static_cast<uint32_t>(cell.value.size());
      for (size_t i = 0; i < length_.size(); ++i) {
        length_[i] = static_cast<char>(length >> (8 * (length_.size() - 1 - i)));
      }
      key.value = {length_.data(), length_.size()};
    }
    return key;
  }

 private:
  std::array<char, 4> length_{};
};

class Timestamps final : public FilterOf<Timestamps, TimestampsSpec> {
 public:
  // REQUIRES: the timestamps are sorted.
  explicit Timestamps(TimestampsSpec spec) : FilterOf(std::move(spec)) {
    BASALT_DCHECK(std::is_sorted(spec_.timestamps.begin(), spec_.timestamps.end()),
                  "The timestamps are searched by halving.");
  }
  bool IsHinting() const override { return true; }
  bool FilterRowKey(BytesView /*row*/) override { return false; }
  Code FilterCell(const CellView& cell) override {
    const auto& wanted = spec_.timestamps;
    if (std::binary_search(wanted.begin(), wanted.end(), cell.timestamp)) return Code::kInclude;
    // Versions come newest first: the rest of the column is older still.
    const int64_t oldest = wanted.empty() ? kLatestTimestamp : wanted.front();
    if (cell.timestamp < oldest) return Code::kNextColumn;
    return spec_.can_hint ? Code::kSeekNextUsingHint : Code::kSkip;
  }
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    if (!spec_.can_hint) return std::nullopt;
    const auto& wanted = spec_.timestamps;
    const auto above = std::lower_bound(wanted.begin(), wanted.end(), cell.timestamp);
    Cell hint = FirstOnColumn(cell, cell.qualifier);
    if (above == wanted.begin()) {
      hint.timestamp = 0;
      hint.type = CellType::kMinimum;
    } else {
      hint.timestamp = *std::prev(above);
    }
    return hint;
  }
};

class SingleColumnValue final : public ComparingFilterOf<SingleColumnValue, SingleColumnValueSpec> {
 public:
  explicit SingleColumnValue(const SingleColumnValueSpec& spec)
      : ComparingFilterOf(spec, spec.condition.comparator) {}

  bool FilterRowKey(BytesView /*row*/) override { return false; }
  void Reset() override { found_ = matched_ = false; }
  Code FilterCell(const CellView& cell) override {
    const filters::ColumnCondition& condition = spec_.condition;
    if (matched_) return Code::kInclude;
    if (condition.latest_version_only && found_) return Code::kNextRow;
    if (!IsTested(cell)) return Code::kInclude;
    found_ = true;
    if (Rejects(condition.op, comparator_.get(), cell.value)) {
      return condition.latest_version_only ? Code::kNextRow : Code::kInclude;
    }
    matched_ = true;
    return Code::kInclude;
  }
  bool HasFilterRow() const override { return true; }
  void FilterRowCells(RowResult& row) override {
    if (spec_.exclude) row.Retain([this](const CellView& cell) { return !IsTested(cell); });
  }
  bool FilterRow() override { return found_ ? !matched_ : spec_.condition.filter_if_missing; }

 private:
  bool IsTested(const CellView& cell) const {
    return cell.family == spec_.condition.family && cell.qualifier == spec_.condition.qualifier;
  }

  bool found_ = false;
  bool matched_ = false;
};

class ColumnValue final : public ComparingFilterOf<ColumnValue, ColumnValueSpec> {
 public:
  explicit ColumnValue(const ColumnValueSpec& spec) : ComparingFilterOf(spec, spec.comparator) {}

  bool FilterRowKey(BytesView /*row*/) override { return false; }
  void Reset() override { found_ = false; }
  Code FilterCell(const CellView& cell) override {
    if (cell.family != spec_.family || cell.qualifier != spec_.qualifier) {
      return found_ ? Code::kNextRow : Code::kNextColumn;
    }
    found_ = true;
    return Rejects(spec_.op, comparator_.get(), cell.value) ? Code::kSkip : Code::kInclude;
  }

 private:
  bool found_ = false;
};

class DependentColumn final : public ComparingFilterOf<DependentColumn, DependentColumnSpec> {
 public:
  explicit DependentColumn(const DependentColumnSpec& spec)
      : ComparingFilterOf(spec, spec.comparator) {}

  bool FilterRowKey(BytesView /*row*/) override { return false; }
  void Reset() override { timestamps_.clear(); }
  Code FilterCell(const CellView& cell) override {
    // Other cells are decided when the row is complete.
    if (cell.family != spec_.family || cell.qualifier != spec_.qualifier) return Code::kInclude;
    if (comparator_ != nullptr && Rejects(spec_.op, comparator_.get(), cell.value))
      return Code::kSkip;
    timestamps_.insert(cell.timestamp);
    return spec_.drop ? Code::kSkip : Code::kInclude;
  }
  bool HasFilterRow() const override { return true; }
  void FilterRowCells(RowResult& row) override {
    row.Retain([this](const CellView& cell) { return timestamps_.contains(cell.timestamp); });
  }

 private:
  std::unordered_set<int64_t> timestamps_;
};

}  // namespace

NewFilter New(KeyOnlySpec spec) { return std::make_unique<KeyOnly>(spec); }
NewFilter New(TimestampsSpec spec) {
  auto& wanted = spec.timestamps;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  return std::make_unique<Timestamps>(std::move(spec));
}
NewFilter New(SingleColumnValueSpec spec) {
  return std::make_unique<SingleColumnValue>(std::move(spec));
}
NewFilter New(ColumnValueSpec spec) { return std::make_unique<ColumnValue>(std::move(spec)); }
NewFilter New(DependentColumnSpec spec) {
  return std::make_unique<DependentColumn>(std::move(spec));
}

}  // namespace basalt::filter
