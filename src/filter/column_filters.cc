// Filters that choose columns by their qualifiers or by counting them.
#include <algorithm>

#include "base/check.h"
#include "filter/built_in.h"

namespace basalt::filter {
namespace {

class ColumnPrefix final : public FilterOf<ColumnPrefix, ColumnPrefixSpec> {
 public:
  using FilterOf::FilterOf;
  bool IsHinting() const override { return true; }
  bool FilterRowKey(BytesView /*row*/) override { return false; }
  Code FilterCell(const CellView& cell) override {
    const BytesView prefix = spec_.prefix;
    const size_t length = std::min(prefix.size(), cell.qualifier.size());
    const int order = cell.qualifier.substr(0, length).compare(prefix.substr(0, length));
    if (order > 0) return Code::kNextRow;
    if (order < 0 || length < prefix.size()) return Code::kSeekNextUsingHint;
    return Code::kInclude;
  }
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    return FirstOnColumn(cell, spec_.prefix);
  }
};

class MultipleColumnPrefix final : public FilterOf<MultipleColumnPrefix, MultipleColumnPrefixSpec> {
 public:
  // REQUIRES: the prefixes are sorted.
  explicit MultipleColumnPrefix(MultipleColumnPrefixSpec spec) : FilterOf(std::move(spec)) {
    BASALT_DCHECK(std::is_sorted(spec_.prefixes.begin(), spec_.prefixes.end()),
                  "The prefixes are searched by halving.");
  }
  bool IsHinting() const override { return true; }
  bool FilterRowKey(BytesView /*row*/) override { return false; }
  Code FilterCell(const CellView& cell) override {
    const auto& prefixes = spec_.prefixes;
    if (prefixes.empty()) return Code::kInclude;
    const auto above = std::upper_bound(prefixes.begin(), prefixes.end(), cell.qualifier);
    // As in HBase only the largest prefix not above the qualifier counts, so columns after "ab" are
    // not matched by "a".
    if (above != prefixes.begin() && cell.qualifier.starts_with(*std::prev(above))) {
      return Code::kInclude;
    }
    if (above == prefixes.end()) return Code::kNextRow;
    hint_ = *above;
    return Code::kSeekNextUsingHint;
  }
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    return FirstOnColumn(cell, hint_);
  }

 private:
  Bytes hint_;
};

class ColumnRange final : public FilterOf<ColumnRange, ColumnRangeSpec> {
 public:
  using FilterOf::FilterOf;
  bool IsHinting() const override { return true; }
  bool FilterRowKey(BytesView /*row*/) override { return false; }
  Code FilterCell(const CellView& cell) override {
    const int to_min = spec_.min ? cell.qualifier.compare(*spec_.min) : 1;
    if (to_min < 0) return Code::kSeekNextUsingHint;
    if (to_min == 0 && !spec_.include_min) return Code::kNextColumn;
    if (!spec_.max) return Code::kInclude;
    const int to_max = cell.qualifier.compare(*spec_.max);
    return to_max < 0 || (to_max == 0 && spec_.include_max) ? Code::kInclude : Code::kNextRow;
  }
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    return FirstOnColumn(cell, spec_.min ? BytesView(*spec_.min) : BytesView());
  }
};

class ColumnPagination final : public FilterOf<ColumnPagination, ColumnPaginationSpec> {
 public:
  explicit ColumnPagination(ColumnPaginationSpec spec)
      : FilterOf(std::move(spec)),
        // Java's int overflow: too large a sum is negative, and no column passes.
        end_(static_cast<int32_t>(static_cast<uint32_t>(spec_.offset) +
                                  static_cast<uint32_t>(spec_.limit))) {}
  bool FilterRowKey(BytesView /*row*/) override { return false; }
  void Reset() override { count_ = 0; }
  Code FilterCell(const CellView& cell) override {
    if (spec_.first) {
      if (count_ >= spec_.limit) return Code::kNextRow;
      if (count_ == 0 && cell.qualifier < BytesView(*spec_.first)) return Code::kSeekNextUsingHint;
      ++count_;
      return Code::kIncludeAndNextColumn;
    }
    if (count_ >= end_) return Code::kNextRow;
    return count_++ < spec_.offset ? Code::kNextColumn : Code::kIncludeAndNextColumn;
  }
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    if (!spec_.first) return std::nullopt;
    return FirstOnColumn(cell, *spec_.first);
  }

 private:
  const int32_t end_;
  int32_t count_ = 0;
};

class ColumnCountGet final : public FilterOf<ColumnCountGet, ColumnCountGetSpec> {
 public:
  using FilterOf::FilterOf;
  void Reset() override { count_ = 0; }
  bool FilterAllRemaining() override { return count_ > spec_.limit; }
  Code FilterCell(const CellView& /*cell*/) override {
    ++count_;
    return FilterAllRemaining() ? Code::kNextColumn : Code::kIncludeAndNextColumn;
  }

 private:
  int64_t count_ = 0;
};

class FirstKeyOnly final : public FilterOf<FirstKeyOnly, FirstKeyOnlySpec> {
 public:
  using FilterOf::FilterOf;
  bool FilterRowKey(BytesView /*row*/) override { return false; }
  void Reset() override { found_ = false; }
  Code FilterCell(const CellView& /*cell*/) override {
    if (found_) return Code::kNextRow;
    found_ = true;
    return Code::kInclude;
  }

 private:
  bool found_ = false;
};

class FirstKeyMatching final : public FilterOf<FirstKeyMatching, FirstKeyMatchingSpec> {
 public:
  using FilterOf::FilterOf;
  bool FilterRowKey(BytesView /*row*/) override { return false; }
  void Reset() override { found_ = false; }
  Code FilterCell(const CellView& cell) override {
    if (found_) return Code::kNextRow;
    found_ = std::find(spec_.qualifiers.begin(), spec_.qualifiers.end(), cell.qualifier) !=
             spec_.qualifiers.end();
    return Code::kInclude;
  }

 private:
  bool found_ = false;
};

}  // namespace

NewFilter New(ColumnPrefixSpec spec) { return std::make_unique<ColumnPrefix>(std::move(spec)); }
NewFilter New(MultipleColumnPrefixSpec spec) {
  std::sort(spec.prefixes.begin(), spec.prefixes.end());
  return std::make_unique<MultipleColumnPrefix>(std::move(spec));
}
NewFilter New(ColumnRangeSpec spec) { return std::make_unique<ColumnRange>(std::move(spec)); }
NewFilter New(ColumnPaginationSpec spec) {
  return std::make_unique<ColumnPagination>(std::move(spec));
}
NewFilter New(ColumnCountGetSpec spec) { return std::make_unique<ColumnCountGet>(spec); }
NewFilter New(FirstKeyOnlySpec spec) { return std::make_unique<FirstKeyOnly>(spec); }
NewFilter New(FirstKeyMatchingSpec spec) {
  return std::make_unique<FirstKeyMatching>(std::move(spec));
}

}  // namespace basalt::filter
