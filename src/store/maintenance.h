// Maintenance of one family: flush, compaction, major compaction, and dropping expired files.
//
// A major compaction is a flush, a RocksDB compaction of the range to the bottom level, and a
// sweep: for rows that still hold markers (and rows split by a file boundary, which no filter saw
// completely) it deletes, under the row's lock, what Visibility lets a major drop. It is correct
// whatever RocksDB compacted when, and it never blocks readers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "base/call_limits.h"
#include "store/row_order.h"

namespace basalt::store {

class Family;
class Store;

// Rows [start, stop) of a table with that order; empty bounds are open.
struct RowRange {
  Bytes start;
  Bytes stop;
  RowOrder order = RowOrder::kPlain;
};

// The same range as escaped bounds of keys; an empty upper bound is open.
struct KeyRange {
  Bytes lower;
  Bytes upper;
};
KeyRange ToKeys(const RowRange& rows);

// These functions return when the work is done. Thread safe. A compaction ends early, with
// kCancelled or kTimedOut, when its limits ask for it: RocksDB drops the files it is writing, and
// what was compacted before stays. One that waits for other compactions to end notices it then.
Status FlushFamily(Store& store, Family& family);
Status CompactFamily(Store& store, Family& family, const RowRange& rows,
                     const base::CallLimits& limits = {});
// `table_id`: whose row locks to take.
Status MajorCompactFamily(Store& store, uint64_t table_id, Family& family, const RowRange& rows,
                          const base::CallLimits& limits = {});

// Whether a major compaction of the rows would do anything, after one that began when the store's
// sequence number was `since` (0: there was none): something was written since, or has expired.
Result<bool> NeedsMajor(Store& store, Family& family, const RowRange& rows, uint64_t since);
uint64_t LatestSequence(Store& store);

// Removes files whose cells have all expired. Unlike DropExpiredFiles also new ones, which must be
// compacted for that.
Status RemoveExpired(Store& store, Family& family);

// The paths of the family's files that have keys of the rows.
std::vector<std::string> FilesWithRows(Store& store, Family& family, const RowRange& rows);

// The number of cells not flushed yet, or being flushed.
uint64_t EntriesInMemory(Store& store, Family& family);

// The data blocks of the family's files, compressed and not.
struct BlockTotals {
  uint64_t blocks = 0;
  uint64_t stored_bytes = 0;
  uint64_t raw_bytes = 0;
};
BlockTotals ReadBlockTotals(Store& store, Family& family);

// The size of the family's files, including blob files.
uint64_t FileBytes(Store& store, Family& family);

// Other rates for the compaction throttle, in bytes per second; a lower rate of 0: no limit.
void SetThrottle(Store& store, uint64_t lower, uint64_t higher);
// The rate that compactions are limited to at this moment; 0: no limit.
uint64_t CompactionRate(Store& store);
// Sets the compaction throttle by the current backlog.
void TuneThrottle(Store& store);

// Deletes, without reading them, files in which every cell is past the family's TTL. Returns how
// many.
Result<int> DropExpiredFiles(Store& store, Family& family);

// Ends the compactions that were asked for and refuses further ones, with kCancelled. For a store
// that is about to be closed: a compaction may take minutes, and loses nothing when it is ended.
void CancelCompactions(Store& store);

}  // namespace basalt::store
