// The options of get, scan and count. Plain values and functions; one thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/query.h"
#include "basalt/status.h"
#include "shell/arguments.h"
#include "shell/printer.h"

namespace basalt::shell {

// The format of cells.
struct CellStyle {
  // Column (as bytes) to converter; the others use `formatter`.
  std::map<Bytes, std::string> converters;
  std::string formatter = "toStringBinary";
  // Limit for the text after the column name; -1: unlimited.
  int64_t max_length = -1;

  bool HasConverter(const CellView& cell) const {
    return !converters.empty() &&
           converters.contains(Bytes(cell.family) + ":" + Bytes(cell.qualifier));
  }
};

// The metrics of a scan to print.
struct MetricChoice {
  bool wanted = false;
  // Empty: all.
  std::vector<Bytes> names;
  // A text instead of an array: HBase's shell prints every metric whose name is a substring of it.
  bool in_one_text = false;

  bool Shows(std::string_view name) const;
};

// ALL_METRICS and METRICS.
Result<MetricChoice> TakeMetrics(Options& options);
// COLUMN(S), TIMESTAMP, TIMERANGE, VERSIONS, FILTER, FORMATTER, MAXLENGTH and options without
// effect. Takes them out of `options`.
Status ReadQueryOptions(Options& options, Query& query, CellStyle& style);
// The same plus options of scans, except metrics; `printer` gets a note on options that are left.
Status ReadScanOptions(std::string_view command, Options& options, Scan& scan, CellStyle& style,
                       Printer& printer);
// HBase's rules for the hash of get: it must have columns, or a time or attributes.
Status CheckGetOptions(const Hash& options);
// "f", "f:q" or "f:q:converter".
Status AddColumn(BytesView text, Query& query, CellStyle& style);

// "f:q" and "timestamp=..., value=..." in the shell's format.
Result<std::string> ColumnText(const CellView& cell, const CellStyle& style);
Result<std::string> CellText(const CellView& cell, const CellStyle& style);
Result<std::string> ValueText(const CellView& cell, const CellStyle& style);

}  // namespace basalt::shell
