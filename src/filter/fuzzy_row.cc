// FuzzyRowFilter: rows that match one of several patterns, reached by seeks.
#include "filter/fuzzy_row.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "basalt/query.h"
#include "filter/built_in.h"

namespace basalt::filter {
namespace {

constexpr char kFixed = '\xFF';
constexpr char kWildcardV1 = 0;
constexpr char kWildcardV2 = 2;

using Byte = unsigned char;

class FuzzyRow final : public FilterOf<FuzzyRow, FuzzyRowSpec> {
 public:
  // Masks are expected as HBase's client normalizes them. Others, which only a foreign client
  // sends, give an unspecified but safe match.
  explicit FuzzyRow(FuzzyRowSpec spec) : FilterOf(std::move(spec)) {
    for (const FuzzyKey& key : spec_.keys) {
      rules_.push_back({FuzzyRule(key), std::nullopt});
    }
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

Status CheckFuzzyKeys(std::span<const FuzzyKey> keys) {
  if (keys.empty()) return {StatusCode::kInvalidArgument, "No fuzzy keys found."};
  for (const FuzzyKey& key : keys) {
    if (key.key.size() == key.mask.size()) continue;
    return {StatusCode::kInvalidArgument,
            fmt::format("Fuzzy pair lengths do not match: {{{},{}}}", ToStringBinary(key.key),
                        ToStringBinary(key.mask))};
  }
  return {};
}

FuzzyKey NormalizeFuzzyKey(FuzzyKey key, bool mask_v2) {
  const char wildcard = mask_v2 ? kWildcardV2 : kWildcardV1;
  const bool normalized = std::all_of(key.mask.begin(), key.mask.end(),
                                      [wildcard](char c) { return c == kFixed || c == wildcard; });
  for (size_t i = 0; i < key.mask.size(); ++i) {
    char& mask = key.mask[i];
    if (!normalized) mask = mask == 0 ? kFixed : mask == 1 ? wildcard : mask;
    if (mask == wildcard) key.key[i] = 0;
  }
  return key;
}

FuzzyRule::FuzzyRule(const FuzzyKey& key) : key_(key.key), fixed_(key.mask.size()) {
  for (size_t i = 0; i < fixed_.size(); ++i) fixed_[i] = key.mask[i] == kFixed;
}

bool FuzzyRule::Matches(BytesView row) const {
  const size_t length = std::min(row.size(), key_.size());
  for (size_t i = 0; i < length; ++i) {
    if (fixed_[i] && row[i] != key_[i]) return false;
  }
  return true;
}

// The answer agrees with `row` up to a position, is larger (smaller when reversed) there, and as
// small as the key allows after it. That position is the first fixed byte that differs, if the
// key's byte lies ahead; otherwise the last wildcard before it that can still grow.
std::optional<Bytes> FuzzyRule::NextRow(BytesView row, bool reversed) const {
  const auto ahead = [reversed](Byte a, Byte b) { return reversed ? a < b : a > b; };
  const Byte last = reversed ? 0x00 : 0xFF;
  const Byte first = reversed ? 0xFF : 0x00;
  const size_t length = std::max(row.size(), key_.size());
  const auto row_byte = [row](size_t i) -> Byte { return i < row.size() ? row[i] : 0; };

  size_t position = length;
  std::optional<size_t> can_grow;
  bool by_key = false;
  for (position = 0; position < length; ++position) {
    if (!IsFixed(position)) {
      if (row_byte(position) != last) can_grow = position;
    } else if (row_byte(position) != static_cast<Byte>(key_[position])) {
      by_key = ahead(static_cast<Byte>(key_[position]), row_byte(position));
      break;
    }
  }
  if (!by_key) {
    if (!can_grow) return std::nullopt;
    position = *can_grow;
  }
  Bytes next(length, static_cast<char>(first));
  for (size_t i = 0; i < length; ++i) {
    if (IsFixed(i)) {
      next[i] = key_[i];
    } else if (i < position) {
      next[i] = static_cast<char>(row_byte(i));
    } else if (i == position) {
      next[i] = static_cast<char>(row_byte(i) + (reversed ? -1 : 1));
    }
  }
  // Wildcards at the end would only move the answer past shorter rows.
  size_t end = std::min(length, fixed_.size());
  while (end > 0 && !fixed_[end - 1]) --end;
  next.resize(std::max(end, position + 1));
  if (!reversed) return next;
  // Rows that begin with `next` lie above it. (HBase adds one to its last byte, overflows
  // included.)
  const Bytes above = PrefixStop(next);
  return above.empty() ? Bytes(row) : above;
}

NewFilter New(FuzzyRowSpec spec) {
  for (FuzzyKey& key : spec.keys) key = NormalizeFuzzyKey(std::move(key), spec.mask_v2);
  return std::make_unique<FuzzyRow>(std::move(spec));
}

}  // namespace basalt::filter
