// RangeWalk: turns one alternative of a condition into key ranges, part by part. The prefix grows
// while parts are known; a part with few possible values branches; the first part that is only
// bounded ends the range.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "keys/layout.h"
#include "keys/value_set.h"

namespace basalt::keys {

struct WalkOptions {
  const Layout* layout = nullptr;
  KeyDictionary* dictionary = nullptr;
  // The part that the requested order sorts by: all parts before it must be known, and are branched
  // into even when that narrows nothing.
  std::optional<size_t> order_part;
  uint64_t max_ranges = 1024;
};

struct WalkedRange {
  KeyRange range;
  double fraction = 0;
  // The number of leading parts known for the whole range, and whether the next one is bounded.
  size_t known_parts = 0;
  bool next_bounded = false;
  // Fields whose condition the range does not guarantee: rows must be filtered by them.
  std::set<size_t> residual;
};

class RangeWalk {
 public:
  RangeWalk(const WalkOptions& options, const Conjunct& conjunct, size_t alternative);

  Status Run();

  std::vector<WalkedRange> ranges;
  std::set<std::string> notes;
  // A range ends before the part that the order sorts by.
  bool unordered = false;

 private:
  struct Branch {
    Bytes prefix;
    double fraction = 1;
    uint64_t budget = 0;  // maximum number of ranges
    size_t branch_width = 0;
    KeyRecord bound;
    std::set<size_t> applied;  // fields whose condition the ranges guarantee
    std::map<size_t, ValueSet> sets;
  };

  Status Walk(size_t index, Branch branch);
  Status WalkSalt(size_t index, const Branch& branch);
  Status WalkDerived(size_t index, Branch branch);
  Status WalkMod(size_t index, Branch branch);
  Status WalkWindow(size_t index, Branch branch);
  Status WalkField(size_t index, Branch branch);
  // Continues with each value of the field. False if there are too many.
  Result<bool> BranchOut(size_t index, size_t field, const Branch& branch, bool single);
  Status WalkBytes(size_t index, const Branch& branch, const ValueSet& set);

  const Part& part(size_t index) const { return options_.layout->parts[index]; }
  const LayoutField& field(size_t index) const { return options_.layout->fields[index]; }
  bool Narrows(size_t index, const Branch& branch) const;
  bool MustBranch(size_t index) const {
    return options_.order_part && index < *options_.order_part;
  }
  void EmitPrefix(size_t index, const Branch& branch);
  bool HasItsSalt(BytesView key) const;
  void Emit(size_t index, const Branch& branch, Bytes start, Bytes stop, bool point,
            bool bounded = false);

  // A field that keys do not store, but that rows of a range must be filtered by.
  std::optional<size_t> undecodable_;

  const WalkOptions& options_;
  const Conjunct& conjunct_;
  const size_t alternative_;
};

}  // namespace basalt::keys
