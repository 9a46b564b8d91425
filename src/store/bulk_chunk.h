// BulkChunk: cells that enter a table as finished store files, all at once, without the log and the
// memstore. The basis of BulkWriter (basalt/bulk_writer.h).
//
// Add collects cells in memory, WriteFiles sorts them and writes files beside the engine's, Ingest
// adds the files of all families to the table in one step. Killed at any moment, the table has the
// whole chunk or nothing of it; files that were written and not ingested are removed when the chunk
// is destroyed or the store is opened. What a put obeys is obeyed here; tables whose writes need
// more than that are refused (CheckSupported).
//
// One thread at a time; different chunks are independent.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "basalt/mutation.h"
#include "basalt/status.h"
#include "store/cell_table.h"

namespace basalt::store {

class SortBuffer;

class BulkChunk {
 public:
  // kNotSupported: a write guard has to see each put; values of MOB families go to blob files,
  // which RocksDB does not ingest; or cells have order numbers (NEW_VERSION_BEHAVIOR), which belong
  // to the moment they become visible.
  static Status CheckSupported(const CellTable& table);
  // Removes what chunks of an earlier process have left behind. REQUIRES: there are no chunks.
  static Status RemoveLeftovers(const std::string& store_path);

  explicit BulkChunk(std::shared_ptr<const CellTable> table);
  ~BulkChunk();
  BulkChunk(const BulkChunk&) = delete;
  BulkChunk& operator=(const BulkChunk&) = delete;

  // A put or delete. One that is refused leaves the chunk as it was. A delete of the newest version
  // needs a timestamp, as nothing is read here. REQUIRES: WriteFiles has not been called.
  Status Add(const Mutation& mutation);
  // The memory that the collected cells take.
  uint64_t bytes() const;
  // Returns when the files are written; the cells are not visible yet.
  Status WriteFiles();
  // Makes the cells visible and durable. `table` has the current state of the table: it must have
  // the same families as when the chunk was begun. REQUIRES: WriteFiles succeeded.
  Status Ingest(const CellTable& table);

 private:
  struct FamilyPart;
  Status AddCell(FamilyPart& part, const Mutation& mutation, const MutationCell& cell,
                 int64_t timestamp);
  Status AddDelete(const Mutation& del, int64_t now_ms);
  FamilyPart* FindPart(BytesView family);
  Status WritePart(FamilyPart& part, size_t index);
  Status IngestFiles();

  const std::shared_ptr<const CellTable> table_;
  std::string folder_;
  std::vector<FamilyPart> parts_;
  Bytes key_scratch_;
  size_t row_length_ = 0;
  Bytes value_scratch_;
};

}  // namespace basalt::store
