// Reads: Get (one row) and Scan (a range of rows).
//
// Builders with HBase's names: SetX() changes, x() reads. Both are a Query (basalt/query_base.h), a
// value that owns its bytes: which families, columns, versions and timestamps are read.
#pragma once

#include <cstdint>
#include <utility>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/query_base.h"

namespace basalt {
inline namespace v1 {

// Reads one row.
//
//   auto row = table->Get(Get("row").AddColumn("family", "qualifier"));
class BASALT_EXPORT Get : public QueryBuilder<Get> {
 public:
  // The row's key: 1 to kMaxRowLength bytes, checked when the Get runs.
  explicit Get(Bytes row) : row_(std::move(row)) {}

  // Return no cells, only RowResult::exists(). Default: false.
  Get& SetCheckExistenceOnly(bool check_existence_only = true) {
    check_existence_only_ = check_existence_only;
    return *this;
  }

  // The row's key. Valid while this object is.
  const Bytes& row() const { return row_; }
  // Whether only the row's existence is asked for.
  bool check_existence_only() const { return check_existence_only_; }

 private:
  Bytes row_;
  bool check_existence_only_ = false;
};

// Reads a range of rows, in the order of their keys.
//
//   auto scanner = table->GetScanner(Scan("a", "b").AddFamily("family").SetLimit(10));
class BASALT_EXPORT Scan : public QueryBuilder<Scan> {
 public:
  // All rows.
  Scan() = default;
  // [start, stop); an empty stop means to the end.
  explicit Scan(Bytes start, Bytes stop = {})
      : start_row_(std::move(start)), stop_row_(std::move(stop)) {}

  // Where the scan begins; empty: at the first row (reversed: at the last). The row need not exist.
  Scan& WithStartRow(Bytes row, bool inclusive = true);
  // Where the scan ends; empty: at the last row (reversed: at the first). The row need not exist.
  Scan& WithStopRow(Bytes row, bool inclusive = false);
  // All rows that begin with `prefix`. Replaces both rows.
  Scan& SetStartStopRowForPrefixScan(BytesView prefix);
  // In descending order; the start row is then the larger one.
  Scan& SetReversed(bool reversed = true);
  // Deleted cells and delete markers too, as they are stored.
  Scan& SetRaw(bool raw = true);
  // At most this many cells per result; a larger row comes in several, all but the last partial().
  // Default: -1, whole rows.
  Scan& SetBatch(int32_t batch);
  // The maximum number of rows. Default: -1, no limit.
  Scan& SetLimit(int32_t limit);
  // Rows per round trip to a server. Default: -1, as many as fit into 2 MB.
  Scan& SetCaching(int32_t caching);
  // Counts what the scan costs: ResultScanner::metrics().
  Scan& SetScanMetricsEnabled(bool enabled = true);

  // Where the scan begins; empty: at the end of the table it comes from. Valid until the scan is
  // changed or destroyed, as stop_row().
  const Bytes& start_row() const { return start_row_; }
  // Where the scan ends; empty: at the end of the table it goes to.
  const Bytes& stop_row() const { return stop_row_; }
  // Whether the start row itself is returned. Default: true.
  bool include_start_row() const { return include_start_row_; }
  // Whether the stop row itself is returned. Default: false.
  bool include_stop_row() const { return include_stop_row_; }
  // Whether rows come in descending order.
  bool reversed() const { return reversed_; }
  // Whether deleted cells and delete markers are returned.
  bool raw() const { return raw_; }
  // The maximum number of cells per result; -1: whole rows.
  int32_t batch() const { return batch_; }
  // The maximum number of rows; -1: no limit.
  int32_t limit() const { return limit_; }
  // Rows per round trip to a server; -1: as many as fit into 2 MB.
  int32_t caching() const { return caching_; }
  // Whether ResultScanner::metrics() will count.
  bool scan_metrics_enabled() const { return scan_metrics_enabled_; }

 private:
  Bytes start_row_;
  Bytes stop_row_;
  bool include_start_row_ = true;
  bool include_stop_row_ = false;
  bool reversed_ = false;
  bool raw_ = false;
  bool scan_metrics_enabled_ = false;
  int32_t batch_ = -1;
  int32_t limit_ = -1;
  int32_t caching_ = -1;
};

// The smallest key greater than every key with this prefix; empty when there is none.
BASALT_EXPORT Bytes PrefixStop(BytesView prefix);

}  // namespace v1
}  // namespace basalt
