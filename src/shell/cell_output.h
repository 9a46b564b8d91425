// Prints results in the format of the HBase shell, for code without a shell session. Stateless;
// borrows the stream.
#pragma once

#include <ostream>

#include "basalt/row_result.h"
#include "basalt/status.h"
#include "basalt/table.h"

namespace basalt::shell {

// The output of `get`: a header, a line per cell, and the number of rows (one or none).
void PrintGet(std::ostream& out, const RowResult& row);

// The output of `scan`. Returns the error that ended the scan, after printing the rows before it.
Status PrintScan(std::ostream& out, ResultScanner scanner);

}  // namespace basalt::shell
