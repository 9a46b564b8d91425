#include "catalog/meta_table.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "catalog/record_keys.h"
#include "model/meta_columns.h"
#include "store/store.h"

namespace basalt::catalog {
namespace {

using model::RegionInfo;

// What HBase gives a region that is opened for the first time.
constexpr int64_t kFirstOpenSequence = 2;
// TableState messages.
constexpr BytesView kEnabledMessage("\x08\x00", 2);
constexpr BytesView kDisabledMessage("\x08\x01", 2);

// Cells get the stamp, unless the row holds newer ones, which they must not lie behind.
Result<int64_t> StampFor(const store::CellTable& table, BytesView row, int64_t now_ms) {
  BASALT_ASSIGN_OR_RETURN(const RowResult current, table.Get(Get(Bytes(row))));
  int64_t stamp = now_ms - 1;
  for (const CellView& cell : current) stamp = std::max(stamp, cell.timestamp);
  return stamp;
}

// The row that tells of a region and of all of its replicas.
Bytes RowOf(RegionInfo region) {
  region.replica_id = 0;
  return region.Name();
}

// The number of the last opening; that before the first when the row does not say.
Result<int64_t> OpenSequence(const store::CellTable& meta, const Bytes& row) {
  BASALT_ASSIGN_OR_RETURN(
      const RowResult current,
      meta.Get(Get(row).AddColumn(model::kInfoFamily, model::kOpenSequenceColumn)));
  const auto sequence =
      DecodeLong(current.GetValue(model::kInfoFamily, model::kOpenSequenceColumn).value_or(""));
  return sequence.value_or(kFirstOpenSequence - 1);
}

// Calls `visit` with each row of meta's info family from `start` to before `stop`.
template <typename Visit>
Status ForEachRow(const store::CellTable& meta, Bytes start, Bytes stop, Visit visit) {
  const Scan scan(std::move(start), std::move(stop));
  BASALT_ASSIGN_OR_RETURN(const auto scanner, meta.OpenScanner(scan));
  RowResult row;
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner->Next(row));
    if (!more) return {};
    BASALT_RETURN_IF_ERROR(visit(row));
  }
}

}  // namespace

BytesView TableStateValue(bool enabled) { return enabled ? kEnabledMessage : kDisabledMessage; }

Result<std::vector<MetaRegion>> ReadRegions(const store::CellTable& meta) {
  std::vector<MetaRegion> regions;
  BASALT_RETURN_IF_ERROR(ForEachRow(meta, {}, {}, [&regions](const RowResult& row) -> Status {
    const auto value = row.GetValue(model::kInfoFamily, model::kRegionInfoColumn);
    if (!value) return {};
    auto info = RegionInfo::FromCellValue(*value);
    if (!info.ok() || info->Name() != row.row()) return {};
    const auto state = row.GetValue(model::kInfoFamily, model::kRegionStateColumn);
    MetaRegion region{std::move(*info), state == kClosedState, {}, {}};
    for (const CellView& cell : row) {
      const auto [column, replica_id] = model::ParseReplicaColumn(cell.qualifier);
      if (replica_id != 0 && column == model::kRegionStateColumn) {
        region.replicas[replica_id] = cell.value == kClosedState;
      }
      if (cell.family == model::kInfoFamily && cell.qualifier.starts_with(model::kMergePrefix)) {
        region.merge_columns.emplace_back(cell.qualifier);
      }
    }
    regions.push_back(std::move(region));
    return {};
  }));
  return regions;
}

Result<int64_t> MetaChange::Stamp(BytesView row) const { return StampFor(meta_, row, now_ms_); }

Status MetaChange::PutInfo(BytesView row, int64_t timestamp, BytesView qualifier, BytesView value) {
  return cells_.Put(meta_, row, model::kInfoFamily, qualifier, timestamp, value);
}

Status MetaChange::PutOpen(BytesView row, int64_t timestamp, int32_t replica_id, int64_t sequence) {
  const model::ServerAddress placeholder;
  const auto put = [&](BytesView column, BytesView value) {
    return PutInfo(row, timestamp, model::ReplicaColumn(column, replica_id), value);
  };
  BASALT_RETURN_IF_ERROR(put(model::kServerColumn, placeholder.HostAndPort()));
  BASALT_RETURN_IF_ERROR(put(model::kStartCodeColumn, EncodeLong(placeholder.start_code)));
  BASALT_RETURN_IF_ERROR(put(model::kServerNameColumn, placeholder.ToString()));
  BASALT_RETURN_IF_ERROR(put(model::kOpenSequenceColumn, EncodeLong(sequence)));
  return put(model::kRegionStateColumn, kOpenState);
}

Status MetaChange::AddRegion(const RegionInfo& region, int32_t replication,
                             const std::vector<RegionInfo>& merged_from) {
  const Bytes row = region.Name();
  const int64_t stamp = now_ms_ - 1;
  BASALT_RETURN_IF_ERROR(PutInfo(row, stamp, model::kRegionInfoColumn, region.ToCellValue()));
  for (int32_t replica = 0; replica < replication; ++replica) {
    BASALT_RETURN_IF_ERROR(PutOpen(row, stamp, replica, kFirstOpenSequence));
  }
  for (size_t i = 0; i < merged_from.size(); ++i) {
    BASALT_RETURN_IF_ERROR(PutInfo(row, stamp, fmt::format("{}{:04}", model::kMergePrefix, i),
                                   merged_from[i].ToCellValue()));
  }
  return Copy(region.Name(), region.ToCellValue());
}

Status MetaChange::Copy(BytesView region_name, std::optional<Bytes> info) {
  return meta_.store()->AddCopy(cells_.engine_batch(), {RegionKey(region_name), std::move(info)});
}

Status MetaChange::EraseRegion(const RegionInfo& region) {
  BASALT_RETURN_IF_ERROR(Copy(region.Name(), std::nullopt));
  return cells_.EraseRow(meta_, region.Name());
}

Status MetaChange::OpenRegion(const RegionInfo& region, int32_t replication) {
  const Bytes row = RowOf(region);
  BASALT_ASSIGN_OR_RETURN(const int64_t stamp, Stamp(row));
  if (region.replica_id != 0) {
    BASALT_ASSIGN_OR_RETURN(const int64_t sequence, OpenSequence(meta_, row));
    return PutOpen(row, stamp, region.replica_id, sequence);
  }
  BASALT_ASSIGN_OR_RETURN(const int64_t before, OpenSequence(meta_, row));
  BASALT_RETURN_IF_ERROR(PutInfo(row, stamp, model::kOpenSequenceColumn, EncodeLong(before + 1)));
  BASALT_RETURN_IF_ERROR(PutInfo(row, stamp, model::kRegionStateColumn, kOpenState));
  for (int32_t replica = 1; replica < replication; ++replica) {
    BASALT_RETURN_IF_ERROR(PutOpen(row, stamp, replica, before + 1));
  }
  return {};
}

Status MetaChange::CloseRegion(const RegionInfo& region, int32_t replication) {
  const Bytes row = RowOf(region);
  BASALT_ASSIGN_OR_RETURN(const int64_t stamp, Stamp(row));
  const int32_t end = region.replica_id != 0 ? region.replica_id + 1 : replication;
  for (int32_t replica = region.replica_id; replica < end; ++replica) {
    BASALT_RETURN_IF_ERROR(PutInfo(
        row, stamp, model::ReplicaColumn(model::kRegionStateColumn, replica), kClosedState));
  }
  return {};
}

Status MetaChange::ChangeReplication(const RegionInfo& region, int32_t before, int32_t after,
                                     bool open) {
  const Bytes row = region.Name();
  for (int32_t replica = after; replica < before; ++replica) {
    for (const BytesView column :
         {model::kServerColumn, model::kStartCodeColumn, model::kServerNameColumn,
          model::kOpenSequenceColumn, model::kRegionStateColumn}) {
      BASALT_RETURN_IF_ERROR(cells_.EraseColumn(meta_, row, model::kInfoFamily,
                                                model::ReplicaColumn(column, replica)));
    }
  }
  if (!open || after <= before) return {};
  BASALT_ASSIGN_OR_RETURN(const int64_t stamp, Stamp(row));
  BASALT_ASSIGN_OR_RETURN(const int64_t sequence, OpenSequence(meta_, row));
  for (int32_t replica = before; replica < after; ++replica) {
    BASALT_RETURN_IF_ERROR(PutOpen(row, stamp, replica, sequence));
  }
  return {};
}

Status MetaChange::SplitRegion(const RegionInfo& parent, const RegionInfo& low,
                               const RegionInfo& high, int32_t replication) {
  const Bytes row = parent.Name();
  BASALT_ASSIGN_OR_RETURN(const int64_t stamp, Stamp(row));
  RegionInfo gone = parent;
  gone.offline = true;
  gone.split = true;
  BASALT_RETURN_IF_ERROR(PutInfo(row, stamp, model::kRegionInfoColumn, gone.ToCellValue()));
  BASALT_RETURN_IF_ERROR(PutInfo(row, stamp, model::kSplitAColumn, low.ToCellValue()));
  BASALT_RETURN_IF_ERROR(PutInfo(row, stamp, model::kSplitBColumn, high.ToCellValue()));
  BASALT_RETURN_IF_ERROR(CloseRegion(parent, replication));
  BASALT_RETURN_IF_ERROR(Copy(row, std::nullopt));
  BASALT_RETURN_IF_ERROR(AddRegion(low, replication));
  return AddRegion(high, replication);
}

Status MetaChange::SetTableState(const TableName& table, bool enabled) {
  const Bytes row = table.ToString();
  BASALT_ASSIGN_OR_RETURN(const int64_t stamp, Stamp(row));
  return cells_.Put(meta_, row, model::kTableFamily, model::kTableStateColumn, stamp,
                    TableStateValue(enabled));
}

Status MetaChange::EraseTable(const TableName& table) {
  const Bytes name = table.ToString();
  BASALT_RETURN_IF_ERROR(cells_.EraseRow(meta_, name));
  return ForEachRow(meta_, name + ",,", name + " ,,", [this](const RowResult& row) -> Status {
    BASALT_RETURN_IF_ERROR(Copy(row.row(), std::nullopt));
    return cells_.EraseRow(meta_, row.row());
  });
}

Status MetaChange::EraseParents() {
  BASALT_ASSIGN_OR_RETURN(const auto regions, ReadRegions(meta_));
  for (const MetaRegion& region : regions) {
    if (region.info.offline && region.info.split) BASALT_RETURN_IF_ERROR(EraseRegion(region.info));
    for (const Bytes& column : region.merge_columns) {
      BASALT_RETURN_IF_ERROR(
          cells_.EraseColumn(meta_, region.info.Name(), model::kInfoFamily, column));
    }
  }
  return {};
}

Status MetaChange::PutNamespace(const store::CellTable& namespaces, const NamespaceDescriptor& ns,
                                int64_t now_ms, store::CellBatch& cells) {
  BASALT_ASSIGN_OR_RETURN(const int64_t stamp, StampFor(namespaces, ns.name, now_ms));
  return cells.Put(namespaces, ns.name, model::kInfoFamily, model::kNamespaceColumn, stamp,
                   model::NamespaceToProtobuf(ns));
}

}  // namespace basalt::catalog
