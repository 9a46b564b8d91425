// The options of get, scan and count. Plain values and functions; one thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/query.h"
#include "basalt/status.h"
#include "shell/arguments.h"

namespace basalt::shell {

// How cells are shown.
struct CellStyle {
  // Column (as bytes) to converter; the others use `formatter`.
  std::map<Bytes, std::string> converters;
  std::string formatter = "toStringBinary";
  // Of the text after the column's name; -1: all of it.
  int64_t max_length = -1;
};

// Which metrics of a scan are shown.
struct MetricChoice {
  bool wanted = false;
  // Empty: all.
  std::vector<Bytes> names;
  // One text in place of an array: HBase's shell shows every counter whose name is in it.
  bool in_one_text = false;

  bool Shows(std::string_view name) const;
};

// ALL_METRICS and METRICS.
Result<MetricChoice> TakeMetrics(Options& options);
// COLUMN(S), TIMESTAMP, TIMERANGE, VERSIONS, FILTER, FORMATTER, MAXLENGTH and what has no meaning
// here. Takes them out of `options`.
Status ReadQueryOptions(Options& options, Query& query, CellStyle& style);
// Also what a scan alone has but its metrics; nothing may be left in `options`.
Status ReadScanOptions(std::string_view command, Options& options, Scan& scan, CellStyle& style);
// "f", "f:q" or "f:q:converter".
Status AddColumn(BytesView text, Query& query, CellStyle& style);

// "f:q" and "timestamp=..., value=..." as the shell shows them.
Result<std::string> ColumnText(const CellView& cell, const CellStyle& style);
Result<std::string> CellText(const CellView& cell, const CellStyle& style);
Result<std::string> ValueText(const CellView& cell, const CellStyle& style);

}  // namespace basalt::shell
