#include "copy/range_copy.h"

#include "base/check.h"
#include "base/failpoint.h"
#include "copy/row_batch.h"

namespace basalt::copy {
namespace {

// The scan's batch: larger rows arrive in parts.
constexpr int32_t kCellsOfPart = 1000;

// Copies until the end of the range. False if the range was split before rows already read.
Result<bool> CopyUntilSplit(const CopySpec& spec, Table& source, Table& destination, WorkList& work,
                            size_t place, RateLimit& rate, const std::atomic<bool>& stop) {
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner,
                          source.GetScanner(RawScan(spec, RestOf(work.Get(place)))));
  RowBatch batch(spec.max_row_bytes);
  RowResult part;
  for (bool more = true; more;) {
    if (stop.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "stopped");
    BASALT_ASSIGN_OR_RETURN(more, scanner.Next(part));
    if (more) {
      batch.Add(part);
      if (batch.bytes() < spec.batch_bytes && batch.mutations() < spec.batch_rows) continue;
    } else {
      batch.EndRow();
    }
    if (batch.mutations() == 0 && batch.rows() == 0) continue;
    const Bytes& reached = more ? batch.current_row() : batch.last_row();
    const Bytes end = work.Claim(place, reached);
    if (!end.empty() && reached >= end) return false;
    rate.Wait(batch.bytes());
    const Counts counts{.rows = batch.rows(), .cells = batch.cells(), .bytes = batch.bytes()};
    BASALT_RETURN_IF_ERROR(batch.WriteTo(destination));
    base::Failpoint("copy.batch_written");
    work.Progress(place, batch.last_row(), counts);
  }
  return true;
}

}  // namespace

Scan RawScan(const CopySpec& spec, const KeyRange& range) {
  Scan scan(range.start, range.stop);
  scan.SetRaw().ReadAllVersions().SetTimeRange(spec.time_range).SetBatch(kCellsOfPart);
  scan.SetCacheBlocks(false);
  return scan;
}

Bytes RowAfter(BytesView row) { return Bytes(row) + '\0'; }

KeyRange RestOf(const WorkRange& work) {
  return {work.last_row.empty() ? work.range.start : RowAfter(work.last_row), work.range.stop};
}

Status CopyRange(const CopySpec& spec, Table& source, Table& destination, WorkList& work,
                 size_t place, RateLimit& rate, const std::atomic<bool>& stop) {
  BASALT_DCHECK(work.IsTaken(place), "The caller has taken the range.");
  for (bool whole = false; !whole;) {
    BASALT_ASSIGN_OR_RETURN(whole,
                            CopyUntilSplit(spec, source, destination, work, place, rate, stop));
  }
  work.Done(place);
  return {};
}

}  // namespace basalt::copy
