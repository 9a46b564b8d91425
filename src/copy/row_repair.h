// Compares the rows of two tables as readers see them, and repairs the destination. Functions;
// thread safe.
#pragma once

#include <optional>

#include "basalt/table.h"
#include "copy/key_range.h"
#include "copy/report.h"
#include "copy/spec.h"

namespace basalt::copy {

// nullopt if readers see the same rows in both tables. With `repair`, the destination's differing
// rows are made equal to the source's: their cells are written again, and cells that only the
// destination shows get a delete marker with their exact timestamp. The difference is returned
// nevertheless.
Result<std::optional<DifferentRange>> CompareRows(const CopySpec& spec, Table& source,
                                                  Table& destination, const KeyRange& range,
                                                  bool repair);

}  // namespace basalt::copy
