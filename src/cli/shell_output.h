// Results as the HBase shell prints them, with a first column of fixed width.
// Writes to a stream it borrows; keeps no state between calls.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "basalt/row_result.h"
#include "basalt/status.h"
#include "basalt/table.h"

namespace basalt::cli {

// Java's LocalDateTime.toString for a time in UTC, as HBase 2.x's shell shows timestamps:
// 2024-01-01T00:00, 2024-01-01T00:00:01, 2024-01-01T00:00:01.500.
std::string FormatTimestamp(int64_t timestamp_ms);

// The answer to `get`: a header, a line per cell, and how many rows there were (one or none).
void PrintGet(std::ostream& out, const RowResult& row);

// The answer to `scan`. Returns the error that ended the scan, after printing what came before it.
Status PrintScan(std::ostream& out, ResultScanner scanner);

}  // namespace basalt::cli
