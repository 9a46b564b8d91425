// WriteGuard: a say in what may be written to a table, for the rooms above the store (constraints).
#pragma once

#include "basalt/cell.h"
#include "basalt/status.h"

namespace basalt::store {

// Thread safe. Called under the row's lock with every put as it would be stored, the outcome of an
// increment or append included; an error refuses the whole mutation and is the caller's answer.
class WriteGuard {
 public:
  virtual ~WriteGuard() = default;
  virtual Status Check(const CellView& put) const = 0;
};

}  // namespace basalt::store
