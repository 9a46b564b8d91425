// BulkWriter: writes many rows to a table in a directory as finished store files, without the log
// and the memory store. Table::OpenBulkWriter returns it.
//
//   auto writer = table->OpenBulkWriter();
//   for (...) BASALT_RETURN_IF_ERROR((*writer)->Add(basalt::Put(row).AddColumn(...)));
//   return (*writer)->Commit();
//
// For loading data: sorting first costs less than many small writes. Rows that are already in order
// are the cheapest.
#pragma once

#include <cstdint>

#include "basalt/call_options.h"
#include "basalt/export.h"
#include "basalt/mutation.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// A chunk at a time: Add collects mutations in memory, Commit makes them visible to readers all at
// once, over all rows and families, and durable; after a crash the table has the whole chunk or
// nothing of it. Then the next chunk begins. One thread at a time; several writers may work on one
// table. Destruction discards what was not committed. Its Connection must outlive it.
class BASALT_EXPORT BulkWriter {
 public:
  virtual ~BulkWriter() = default;

  // Adds a Put or Delete to the chunk. Refuses what Table::Put refuses, with the same errors; the
  // rest of the chunk is not affected. Of two cells with the same row, column, timestamp and type
  // the later one counts. A Delete of a column's newest version needs its timestamp.
  virtual Status Add(const Mutation& mutation) = 0;
  // The memory that the chunk takes. Commit before it is more than the program can spare.
  virtual uint64_t buffered_bytes() const = 0;
  // Sorts the chunk and writes it to files, which no reader sees yet, and frees its memory. Nothing
  // can be added until Commit. Optional: for several writers that prepare at the same time and
  // commit in an order.
  virtual Status Prepare() = 0;
  // Ends the chunk; prepares it if that has not happened. After an error the chunk is gone and
  // nothing of it was written, except that after kIoError it may have been.
  virtual Status Commit(const CallOptions& options = {}) = 0;
};

}  // namespace v1
}  // namespace basalt
