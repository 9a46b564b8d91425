// WriteGuard: a hook that validates mutations before they are written, for the rooms above the
// store (constraints). Thread safe. Called under the row's lock with every put as it would be
// stored, including the result of an increment or append; an error rejects the whole mutation and
// is returned to the client.
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
