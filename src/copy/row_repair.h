// Rows of two tables side by side, as readers see them, and making the second like the first.
// Functions; thread safe.
#pragma once

#include <optional>

#include "basalt/table.h"
#include "copy/key_range.h"
#include "copy/report.h"
#include "copy/spec.h"

namespace basalt::copy {

// nullopt: readers see the same in the range. With `repair`, the destination's rows that differ are
// made like the source's: their cells are written again, and what only the destination shows gets a
// delete marker of exactly its timestamp. What differed is returned all the same.
Result<std::optional<DifferentRange>> CompareRows(const CopySpec& spec, Table& source,
                                                  Table& destination, const KeyRange& range,
                                                  bool repair);

}  // namespace basalt::copy
