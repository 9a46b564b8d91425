// TableRecord: what the catalog keeps on disk about one table, and its bytes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"

namespace basalt::catalog {

struct TableRecord {
  explicit TableRecord(TableDescriptor table) : descriptor(std::move(table)) {}

  uint64_t id = 0;
  bool enabled = true;
  TableDescriptor descriptor;
  // Family name -> label of its column family in the store.
  std::map<Bytes, std::string> labels;
  // Only in directories from before hbase:meta, which says so since: where regions after the first
  // begin, in order.
  std::vector<Bytes> splits;

  Bytes Encode() const;
  static Result<TableRecord> Decode(BytesView bytes);
};

// The table under another name.
Result<TableDescriptor> Renamed(const TableDescriptor& table, const TableName& name);

}  // namespace basalt::catalog
