// RangeWalk: from one alternative of a condition to ranges of keys, part by part: while the parts'
// bytes are known the keys' beginning grows; few possible values make branches; the first part that
// is only bounded ends with a range.
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
  // The part from which on keys are compared, when an order is asked for: all before it must be
  // known, and is branched into even when that narrows nothing.
  std::optional<size_t> order_part;
  uint64_t max_ranges = 1024;
};

struct WalkedRange {
  KeyRange range;
  double fraction = 0;
  // How many leading parts are known in all its keys, and whether the next one is bounded.
  size_t known_parts = 0;
  bool next_bounded = false;
  // Fields whose condition the range does not fulfil: rows have to be checked.
  std::set<size_t> residual;
};

class RangeWalk {
 public:
  RangeWalk(const WalkOptions& options, const Conjunct& conjunct, size_t alternative);

  Status Run();

  std::vector<WalkedRange> ranges;
  std::set<std::string> notes;
  // Some range ends before the order's part.
  bool unordered = false;

 private:
  struct Branch {
    Bytes prefix;
    double fraction = 1;
    uint64_t budget = 0;  // how many ranges it may become
    size_t branch_width = 0;
    KeyRecord bound;
    std::set<size_t> applied;  // fields whose condition the ranges fulfil exactly
    std::map<size_t, ValueSet> sets;
  };

  Status Walk(size_t index, Branch branch);
  Status WalkSalt(size_t index, const Branch& branch);
  Status WalkDerived(size_t index, Branch branch);
  Status WalkMod(size_t index, Branch branch);
  Status WalkWindow(size_t index, Branch branch);
  Status WalkField(size_t index, Branch branch);
  // Goes on with each of the values for the field. False when there are too many.
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

  // A field that keys do not tell, though rows of some range have to be checked by it.
  std::optional<size_t> untold_;

  const WalkOptions& options_;
  const Conjunct& conjunct_;
  const size_t alternative_;
};

}  // namespace basalt::keys
