// Comparator: compares a part of a cell with a value, for a filter.
//
// A prototype in a query or filter is immutable and shared; a running filter uses its own Clone on
// one thread. A comparison that fails (a long that is not 8 bytes, a pattern that takes too long)
// sets an error, which ends the read.
#pragma once

#include <memory>
#include <utility>

#include "basalt/bytes.h"
#include "basalt/filters.h"
#include "basalt/status.h"
#include "base/call_budget.h"
#include "filter/spec.h"

namespace basalt::filter {

class Comparator {
 public:
  virtual ~Comparator() = default;
  // The clone has no error.
  virtual std::unique_ptr<Comparator> Clone() const = 0;
  virtual ComparatorSpec Describe() const = 0;
  // Negative, zero or positive as the comparator's value is less than, equal to or greater than
  // `part`.
  virtual int Compare(BytesView part) = 0;

  // The budget of the call that the comparator works for, until the next one or nullptr. Returns
  // whether the comparator asks it.
  virtual bool UseBudget(base::CallBudget* /*budget*/) { return false; }

  // The first comparison that failed, if one did.
  const Status& error() const { return error_; }

 protected:
  // Keeps the first error and answers "not equal".
  int Fail(Status error) {
    if (error_.ok()) error_ = std::move(error);
    return 1;
  }

 private:
  Status error_;
};

// Errors: a pattern that does not compile, an unknown charset, a value that is not a number.
Result<std::unique_ptr<Comparator>> MakeComparator(ComparatorSpec spec);

// HBase's getValue(): the bytes that a check-and-mutate takes of a comparator, whatever its kind.
Bytes ValueOf(const Comparator& comparator);

// Whether "part op value" does not hold. kNoOp rejects everything and needs no comparator.
bool Rejects(CompareOperator op, Comparator* comparator, BytesView part);

}  // namespace basalt::filter
