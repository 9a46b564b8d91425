// Results as the HBase shell prints them, for code that has results and no shell.
// Writes to a stream it borrows; keeps no state between calls.
#pragma once

#include <ostream>

#include "basalt/row_result.h"
#include "basalt/status.h"
#include "basalt/table.h"

namespace basalt::shell {

// The answer to `get`: a header, a line per cell, and how many rows there were (one or none).
void PrintGet(std::ostream& out, const RowResult& row);

// The answer to `scan`. Returns the error that ended the scan, after printing what came before it.
Status PrintScan(std::ostream& out, ResultScanner scanner);

}  // namespace basalt::shell
