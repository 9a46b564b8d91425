// The rows of hbase:meta: how they are written and read. MetaChange collects the cells of one
// change, and the copies of regions; they are written together with the catalog's records. Used by
// one thread, the one that holds the catalog's DDL lock.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "basalt/descriptor.h"
#include "basalt/status.h"
#include "model/region_info.h"
#include "store/cell_batch.h"
#include "store/cell_table.h"

namespace basalt::catalog {

// What a region's row says of its state.
inline constexpr std::string_view kOpenState = "OPEN";
inline constexpr std::string_view kClosedState = "CLOSED";
// What a table's row says of its state.
BytesView TableStateValue(bool enabled);

// A region's row.
struct MetaRegion {
  model::RegionInfo info;
  // Closed by an operator (unassign), split, or of a table that is disabled.
  bool closed = false;
  // The replicas the row has columns for, by id, and whether each is closed.
  std::map<int32_t, bool> replicas;
  // Columns that name the regions it was merged from.
  std::vector<Bytes> merge_columns;
};

// All regions' rows in meta's order, those of split ones included. Rows that do not hold a region
// are passed over: anyone may write to meta.
Result<std::vector<MetaRegion>> ReadRegions(const store::CellTable& meta);

class MetaChange {
 public:
  // Cells are stamped a millisecond before `now_ms`, so that readers who ask for what was before
  // their "now" see them; later if that were older than what the row holds. `meta` must outlive it.
  MetaChange(const store::CellTable& meta, int64_t now_ms) : meta_(meta), now_ms_(now_ms) {}

  // `replication` is how many replicas the table's regions have, the region itself included: a
  // region's row has columns for each.

  // A new region and, if it comes of a merge, what it was merged from.
  Status AddRegion(const model::RegionInfo& region, int32_t replication = 1,
                   const std::vector<model::RegionInfo>& merged_from = {});
  Status EraseRegion(const model::RegionInfo& region);
  // Opened again, or closed, with all of its replicas. Given one of the replicas, that alone.
  Status OpenRegion(const model::RegionInfo& region, int32_t replication = 1);
  Status CloseRegion(const model::RegionInfo& region, int32_t replication = 1);
  // The region had `before` replicas and gets `after`. Those of a closed region come with its
  // opening.
  Status ChangeReplication(const model::RegionInfo& region, int32_t before, int32_t after,
                           bool open);
  // The parent's row stays, as a sign to readers who come by it, and says what became of it.
  Status SplitRegion(const model::RegionInfo& parent, const model::RegionInfo& low,
                     const model::RegionInfo& high, int32_t replication = 1);
  Status SetTableState(const TableName& table, bool enabled);
  // The state and every row of a region, there or split.
  Status EraseTable(const TableName& table);
  // Rows of split regions; columns about merges.
  Status EraseParents();

  // hbase:namespace's row.
  static Status PutNamespace(const store::CellTable& namespaces, const NamespaceDescriptor& ns,
                             int64_t now_ms, store::CellBatch& cells);

  bool empty() const { return cells_.empty(); }
  store::CellBatch& cells() { return cells_; }
  store::CellBatch Take() { return std::move(cells_); }

 private:
  Result<int64_t> Stamp(BytesView row) const;
  // Writes, or deletes, the copy of a region from which meta is rebuilt when it is damaged.
  Status Copy(BytesView region_name, std::optional<Bytes> info);
  // Everything that says that a replica is open.
  Status PutOpen(BytesView row, int64_t timestamp, int32_t replica_id, int64_t sequence);
  Status PutInfo(BytesView row, int64_t timestamp, BytesView qualifier, BytesView value);

  const store::CellTable& meta_;
  const int64_t now_ms_;
  store::CellBatch cells_;
};

}  // namespace basalt::catalog
