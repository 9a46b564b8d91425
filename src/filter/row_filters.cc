// Filters that decide by the row's key, or by counting rows.
#include <random>

#include "basalt/query.h"
#include "filter/built_in.h"

namespace basalt::filter {
namespace {

class Row final : public ComparingFilterOf<Row, CompareSpec> {
 public:
  explicit Row(const CompareSpec& spec) : ComparingFilterOf(spec, spec.comparator) {}

  void Reset() override { out_ = false; }
  bool FilterRowKey(BytesView row) override {
    if (Rejects(spec_.op, comparator_.get(), row)) out_ = true;
    return out_;
  }
  Code FilterCell(const CellView& /*cell*/) override {
    return out_ ? Code::kNextRow : Code::kInclude;
  }
  bool FilterRow() override { return out_; }

 private:
  bool out_ = false;
};

// The families, qualifiers and values of cells.
class CellPart final : public ComparingFilterOf<CellPart, CompareSpec> {
 public:
  explicit CellPart(const CompareSpec& spec) : ComparingFilterOf(spec, spec.comparator) {}

  bool FilterRowKey(BytesView /*row*/) override { return false; }
  Code FilterCell(const CellView& cell) override {
    switch (spec_.part) {
      case CompareSpec::Part::kFamily:
        return Rejects(spec_.op, comparator_.get(), cell.family) ? Code::kNextRow : Code::kInclude;
      case CompareSpec::Part::kQualifier:
        return Rejects(spec_.op, comparator_.get(), cell.qualifier) ? Code::kSkip : Code::kInclude;
      case CompareSpec::Part::kValue:
        return Rejects(spec_.op, comparator_.get(), cell.value) ? Code::kSkip : Code::kInclude;
      case CompareSpec::Part::kRow: break;
    }
    return Code::kInclude;
  }
};

class Prefix final : public FilterOf<Prefix, PrefixSpec> {
 public:
  explicit Prefix(PrefixSpec spec) : FilterOf(std::move(spec)) {
    if (!spec_.prefix) return;
    forward_hint_ = FirstOnRow(*spec_.prefix);
    // HBase adds one to the last byte and gets 0xFF wrong, losing rows. No row comes after those
    // with a prefix of 0xFF bytes only.
    if (const Bytes stop = PrefixStop(*spec_.prefix); !stop.empty())
      backward_hint_ = FirstOnRow(stop);
  }

  bool IsHinting() const override { return true; }
  void SetReversed(bool reversed) override { reversed_ = reversed; }
  void Reset() override { out_ = true; }
  bool FilterAllRemaining() override { return passed_; }
  bool FilterRowKey(BytesView row) override {
    if (!spec_.prefix || passed_) return true;
    const int order = row.substr(0, spec_.prefix->size()).compare(*spec_.prefix);
    const bool behind = reversed_ ? order < 0 : order > 0;
    if (behind) passed_ = true;
    out_ = order != 0;
    hint_ = out_ && !behind;
    return passed_;
  }
  Code FilterCell(const CellView& /*cell*/) override {
    if (hint_) return Code::kSeekNextUsingHint;
    return out_ ? Code::kNextRow : Code::kInclude;
  }
  std::optional<Cell> NextCellHint(const CellView& /*cell*/) override {
    return reversed_ ? backward_hint_ : forward_hint_;
  }
  bool FilterRow() override { return out_; }

 private:
  std::optional<Cell> forward_hint_;
  std::optional<Cell> backward_hint_;
  bool reversed_ = false;
  // The scan is past the last row with the prefix.
  bool passed_ = false;
  bool out_ = true;
  bool hint_ = false;
};

class InclusiveStop final : public FilterOf<InclusiveStop, InclusiveStopSpec> {
 public:
  using FilterOf::FilterOf;
  void SetReversed(bool reversed) override { reversed_ = reversed; }
  bool FilterAllRemaining() override { return done_; }
  bool FilterRowKey(BytesView row) override {
    if (done_) return true;
    const int order = row.compare(spec_.stop_row);
    done_ = reversed_ ? order < 0 : order > 0;
    return done_;
  }
  Code FilterCell(const CellView& /*cell*/) override {
    return done_ ? Code::kNextRow : Code::kInclude;
  }

 private:
  bool reversed_ = false;
  bool done_ = false;
};

class Page final : public FilterOf<Page, PageSpec> {
 public:
  using FilterOf::FilterOf;
  bool FilterAllRemaining() override { return accepted_ >= spec_.rows; }
  bool HasFilterRow() const override { return true; }
  bool FilterRow() override { return ++accepted_ > spec_.rows; }

 private:
  int64_t accepted_ = 0;
};

class RandomRow final : public FilterOf<RandomRow, RandomRowSpec> {
 public:
  explicit RandomRow(RandomRowSpec spec) : FilterOf(spec), random_(std::random_device()()) {}

  void Reset() override { out_ = false; }
  bool FilterRowKey(BytesView /*row*/) override {
    if (spec_.chance < 0) {
      out_ = true;
    } else if (spec_.chance > 1) {
      out_ = false;
    } else {
      out_ = !(std::uniform_real_distribution<double>(0, 1)(random_) <
               static_cast<double>(spec_.chance));
    }
    return out_;
  }
  Code FilterCell(const CellView& /*cell*/) override {
    return out_ ? Code::kNextRow : Code::kInclude;
  }
  bool HasFilterRow() const override { return true; }
  bool FilterRow() override { return out_; }

 private:
  std::minstd_rand random_;
  bool out_ = false;
};

}  // namespace

Cell FirstOnRow(BytesView row) {
  Cell cell;
  cell.row = row;
  cell.type = CellType::kMaximum;
  return cell;
}

Cell FirstOnColumn(const CellView& cell, BytesView qualifier) {
  Cell first = FirstOnRow(cell.row);
  first.family = cell.family;
  first.qualifier = qualifier;
  return first;
}

NewFilter New(CompareSpec spec) {
  if (spec.part == CompareSpec::Part::kRow) return std::make_unique<Row>(std::move(spec));
  return std::make_unique<CellPart>(std::move(spec));
}
NewFilter New(PrefixSpec spec) { return std::make_unique<Prefix>(std::move(spec)); }
NewFilter New(InclusiveStopSpec spec) { return std::make_unique<InclusiveStop>(std::move(spec)); }
NewFilter New(PageSpec spec) { return std::make_unique<Page>(spec); }
NewFilter New(RandomRowSpec spec) { return std::make_unique<RandomRow>(spec); }

}  // namespace basalt::filter
