// FuzzyRowFilter: rows that match one of several patterns, found by seeks.
#include "filter/built_in.h"
#include "filter/fuzzy_rule.h"

namespace basalt::filter {
namespace {

class FuzzyRow final : public FilterOf<FuzzyRow, FuzzyRowSpec> {
 public:
  // REQUIRES: the keys are normalized.
  explicit FuzzyRow(FuzzyRowSpec spec) : FilterOf(std::move(spec)) {
    for (const FuzzyKey& key : spec_.keys) rules_.push_back({FuzzyRule(key), std::nullopt});
  }

  bool IsHinting() const override { return true; }
  void SetReversed(bool reversed) override { reversed_ = reversed; }
  void Reset() override { out_ = false; }
  bool FilterAllRemaining() override { return done_; }
  Code FilterCell(const CellView& cell) override {
    // Tries the last match first, as it is likely to match again.
    for (size_t i = 0; i < rules_.size(); ++i) {
      const size_t at = (last_match_ + i) % rules_.size();
      if (!rules_[at].rule.Matches(cell.row)) continue;
      last_match_ = at;
      return Code::kInclude;
    }
    last_match_ = 0;
    out_ = true;
    return Code::kSeekNextUsingHint;
  }
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    const Bytes* nearest = nullptr;
    for (Candidate& candidate : rules_) {
      const bool used_up = candidate.next && (reversed_ ? cell.row <= BytesView(*candidate.next)
                                                        : cell.row >= BytesView(*candidate.next));
      if (!started_ || used_up) candidate.next = candidate.rule.NextRow(cell.row, reversed_);
      if (!candidate.next) continue;
      if (nearest == nullptr ||
          (reversed_ ? *candidate.next > *nearest : *candidate.next < *nearest)) {
        nearest = &*candidate.next;
      }
    }
    started_ = true;
    if (nearest != nullptr) return FirstOnRow(*nearest);
    done_ = true;
    return std::nullopt;
  }
  bool FilterRow() override { return out_; }

 private:
  struct Candidate {
    FuzzyRule rule;
    // The next row that could match; nullopt: the rule has no more matches.
    std::optional<Bytes> next;
  };

  std::vector<Candidate> rules_;
  size_t last_match_ = 0;
  bool started_ = false;
  bool reversed_ = false;
  bool out_ = false;
  bool done_ = false;
};

}  // namespace

NewFilter New(FuzzyRowSpec spec) {
  for (FuzzyKey& key : spec.keys) key = NormalizeFuzzyKey(std::move(key), spec.mask_v2);
  return std::make_unique<FuzzyRow>(std::move(spec));
}

}  // namespace basalt::filter
