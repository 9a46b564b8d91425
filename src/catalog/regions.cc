#include "catalog/regions.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "catalog/namespace_limits.h"
#include "catalog/record_keys.h"
#include "catalog/region_ranges.h"
#include "catalog/system_tables.h"
#include "catalog/table_changes.h"

namespace basalt::catalog {
namespace {

using model::RegionInfo;

store::RowRange RowsOf(const Region& region, const store::CellTable& cells) {
  return {region.info().start_key, region.info().end_key, cells.row_order()};
}

std::string NotOpen(const Region& region) {
  return region.encoded_name() + " is not OPEN; state=CLOSED";
}

Status CheckSplitRow(const RegionInfo& region, const Bytes& row) {
  if (row == region.start_key) {
    return {StatusCode::kDoNotRetry, "Split row is equal to startkey: " + ToStringBinary(row)};
  }
  if (!region.Contains(row)) {
    return {StatusCode::kDoNotRetry,
            fmt::format("Split row is not inside region key range splitKey:{} region: {}",
                        ToStringBinary(row), region.ToString())};
  }
  return {};
}

bool Touch(const RegionInfo& a, const RegionInfo& b) {
  const RegionInfo& low = a.start_key <= b.start_key ? a : b;
  const RegionInfo& high = &low == &a ? b : a;
  return !low.end_key.empty() && low.end_key == high.start_key;
}

// HBase's checks of what is to be merged, in its order.
Status CheckMerge(const std::vector<std::shared_ptr<Region>>& regions, bool forcible) {
  const auto refuse = [](std::string why) {
    return Status(StatusCode::kMergeRegion, std::move(why));
  };
  const std::set<std::shared_ptr<Region>> distinct(regions.begin(), regions.end());
  if (distinct.size() != regions.size()) {
    return refuse(
        fmt::format("Duplicate regions specified; cannot merge a region to itself. Passed "
                    "in {} but only {} unique.",
                    regions.size(), distinct.size()));
  }
  if (regions.size() < 2) return refuse("Need two Regions at least to run a Merge");
  const Region* previous = nullptr;
  for (const auto& region : regions) {
    if (previous != nullptr) {
      if (previous->info().table != region->info().table) {
        return refuse(fmt::format("Can't merge regions from different tables: {}, {}",
                                  previous->info().ToString(), region->info().ToString()));
      }
      if (!forcible && !Touch(previous->info(), region->info())) {
        return refuse(
            fmt::format("Unable to merge non-adjacent or non-overlapping regions '{}', "
                        "'{}' when force=false",
                        previous->encoded_name(), region->encoded_name()));
      }
    }
    if (!region->online()) {
      return refuse("org.apache.hadoop.hbase.client.DoNotRetryRegionException: " +
                    NotOpen(*region));
    }
    previous = region.get();
  }
  return {};
}

}  // namespace

Status Regions::Load() {
  BASALT_ASSIGN_OR_RETURN(const auto rows, ReadRegions(*state_.meta()));
  std::map<TableName, std::vector<RegionInfo>> by_table;
  std::set<Bytes> closed;
  std::map<Bytes, std::map<int32_t, bool>> replicas;
  int64_t last_id = state_.last_region_id();
  for (const MetaRegion& row : rows) {
    last_id = std::max(last_id, row.info.region_id);
    if (row.info.replica_id != 0) continue;
    by_table[row.info.table].push_back(row.info);
    if (row.closed) closed.insert(row.info.Name());
    replicas[row.info.Name()] = row.replicas;
  }
  MetaChange change = state_.NewMetaChange();
  bool any_hole = false;
  for (const auto& entry : state_.AllTables()) {
    const TableRecord record = entry->record();
    const TableName& name = record.descriptor.name();
    if (name == model::MetaTableName()) {
      state_.regions().Replace(name, {}, MakeRegions(entry, {RegionInfo::Meta()}));
      continue;
    }
    const int32_t replication = record.descriptor.region_replication();
    std::vector<RegionInfo>& infos = by_table[name];
    for (const RegionInfo& info : FillHoles(name, infos, last_id + 1)) {
      any_hole = true;
      infos.push_back(info);
      BASALT_RETURN_IF_ERROR(change.AddRegion(info, replication));
      if (!record.enabled) BASALT_RETURN_IF_ERROR(change.CloseRegion(info, replication));
    }
    const auto regions = MakeRegions(entry, infos);
    state_.regions().Replace(name, {}, regions);
    for (const RegionPtr& region : regions) {
      if (closed.contains(region->name())) region->set_online(false);
      const auto known = replicas.find(region->name());
      if (known == replicas.end()) continue;
      // Directories of before the replicas have no columns for them.
      const auto has = static_cast<int32_t>(known->second.size()) + 1;
      if (record.enabled && has < replication) {
        BASALT_RETURN_IF_ERROR(change.ChangeReplication(region->info(), has, replication, true));
      }
      for (const RegionPtr& replica : state_.regions().ReplicasOf(*region)) {
        const auto state = known->second.find(replica->info().replica_id);
        if (state != known->second.end() && state->second) replica->set_online(false);
      }
    }
  }
  state_.set_last_region_id(any_hole ? last_id + 1 : last_id);
  if (!change.empty()) BASALT_RETURN_IF_ERROR(state_.store()->WriteRecords({}, change.Take()));
  return SyncCopies();
}

Status Regions::SyncCopies() {
  std::map<Bytes, Bytes> wanted;
  for (const RegionPtr& region : state_.regions().All()) {
    if (!region->info().is_meta()) wanted[RegionKey(region->name())] = region->info().ToCellValue();
  }
  store::CellBatch batch;
  const auto change = [&](const Bytes& key, std::optional<Bytes> value) {
    return state_.store()->AddCopy(batch.engine_batch(), {key, std::move(value)});
  };
  BASALT_RETURN_IF_ERROR(
      state_.store()->ForEachCopy(kRegionPrefix, [&](BytesView key, BytesView value) -> Status {
        const auto found = wanted.find(Bytes(key));
        if (found == wanted.end()) return change(Bytes(key), std::nullopt);
        if (found->second == value) wanted.erase(found);
        return {};
      }));
  for (const auto& [key, info] : wanted) BASALT_RETURN_IF_ERROR(change(key, info));
  if (batch.empty()) return {};
  return state_.store()->WriteRecords({}, std::move(batch));
}

Result<RegionPtr> Regions::Find(BytesView region_name) const {
  RegionPtr region = state_.regions().Find(model::EncodedNameOf(region_name));
  if (region != nullptr && region->online()) return region;
  return Status(StatusCode::kNotServingRegion, ToStringBinary(region_name) + " is not online on");
}

Result<RegionPtr> Regions::FindByEncodedName(std::string_view encoded_name) const {
  RegionPtr region = state_.regions().Find(encoded_name);
  if (region != nullptr && region->online()) return region;
  return Status(StatusCode::kNotServingRegion, ToStringBinary(encoded_name) + " is not online on");
}

Result<RegionPtr> Regions::FindAny(BytesView name) const {
  const std::string_view encoded = model::EncodedNameOf(name);
  RegionPtr region = state_.regions().Find(encoded.empty() ? name : encoded);
  if (region == nullptr) return Status(StatusCode::kUnknownRegion, ToStringBinary(name));
  return region;
}

Result<std::vector<RegionPtr>> Regions::Of(const TableName& table) const {
  BASALT_RETURN_IF_ERROR(state_.FindTable(table).status());
  return *state_.regions().Of(table);
}

Result<RegionPtr> Regions::For(const TableName& table, BytesView row) const {
  RegionPtr region = state_.regions().For(table, row);
  if (region != nullptr) return region;
  BASALT_RETURN_IF_ERROR(state_.FindTable(table).status());
  return Status(StatusCode::kNotServingRegion,
                fmt::format("no region of {} holds {}", table.ToString(), ToStringBinary(row)));
}

std::vector<RegionPtr> Regions::All() const {
  std::vector<RegionPtr> regions = state_.regions().All();
  std::stable_partition(regions.begin(), regions.end(),
                        [](const RegionPtr& region) { return region->info().is_meta(); });
  return regions;
}

std::vector<RegionPtr> Regions::WithReplicas(const std::vector<RegionPtr>& regions) const {
  std::vector<RegionPtr> all;
  for (const RegionPtr& region : regions) {
    all.push_back(region);
    const auto replicas = state_.regions().ReplicasOf(*region);
    all.insert(all.end(), replicas.begin(), replicas.end());
  }
  return all;
}

Result<std::vector<store::FamilySize>> Regions::SizeOf(const Region& region) {
  const auto cells = region.table()->CellsInAnyState();
  return store::MeasureRows(*cells->store(), cells->families(), RowsOf(region, *cells));
}

Result<std::vector<std::vector<store::FamilySize>>> Regions::SizesOf(
    const std::vector<RegionPtr>& regions) {
  if (regions.empty()) return std::vector<std::vector<store::FamilySize>>();
  const auto cells = regions.front()->table()->CellsInAnyState();
  std::vector<store::RowRange> ranges;
  ranges.reserve(regions.size());
  for (const RegionPtr& region : regions) ranges.push_back(RowsOf(*region, *cells));
  return store::MeasureRanges(*cells->store(), cells->families(), ranges);
}

bool Regions::IsSplittable(const Region& region) const {
  return !IsCatalogTable(region.info().table) &&
         SplitRulesOf(region.table()->record().descriptor, split_settings()).CanSplit();
}

Result<std::optional<Bytes>> Regions::BestSplitRow(const Region& region) const {
  const auto cells = region.table()->CellsInAnyState();
  BASALT_ASSIGN_OR_RETURN(
      auto row, store::MiddleRow(*state_.store(), cells->families(), RowsOf(region, *cells)));
  if (!row) return row;
  row = AdjustSplitRow(SplitRulesOf(cells->descriptor(), split_settings()), std::move(*row));
  if (!region.info().Contains(*row)) row.reset();
  return row;
}

Result<RegionPtr> Regions::FindSplittable(BytesView name) const {
  auto found = FindAny(name);
  if (!splits_enabled()) {
    return Status(StatusCode::kDoNotRetry,
                  fmt::format("Split region {} failed due to split switch off",
                              ToStringBinary(found.ok() ? (*found)->name() : name)));
  }
  if (!found.ok()) {
    const std::string_view encoded = model::EncodedNameOf(name);
    return Status(StatusCode::kUnknownRegion,
                  "No RegionState found for " + ToStringBinary(encoded.empty() ? name : encoded));
  }
  const Region& region = **found;
  if (region.is_replica()) {
    return Status(StatusCode::kInvalidArgument,
                  "Can't invoke split on non-default regions directly");
  }
  const TableRecord record = region.table()->record();
  if (!record.descriptor.split_enabled()) {
    return Status(StatusCode::kDoNotRetry,
                  fmt::format("Split region {} failed as region split is disabled for the table",
                              ToStringBinary(region.name())));
  }
  if (!record.enabled) {
    return Status(StatusCode::kTableNotEnabled, region.info().table.ToString());
  }
  if (!region.online()) return Status(StatusCode::kRegionState, NotOpen(region));
  if (!IsSplittable(region)) {
    return Status(StatusCode::kDoNotRetry, region.encoded_name() + " NOT splittable");
  }
  return found;
}

Result<std::vector<RegionPtr>> Regions::Split(BytesView name, std::optional<Bytes> split_row,
                                              Procedure* procedure) {
  if (!split_row || split_row->empty()) {
    // Finding the row may flush and read, so no other change waits for it.
    BASALT_ASSIGN_OR_RETURN(const RegionPtr region, FindSplittable(name));
    BASALT_ASSIGN_OR_RETURN(split_row, BestSplitRow(*region));
    if (!split_row) {
      return Status(StatusCode::kDoNotRetry,
                    "Region not splittable because bestSplitPoint = null, maybe table is too small "
                    "for auto split. For force split, try specifying split row");
    }
  }
  const auto ddl = state_.LockDdl();
  // A region never becomes another one, so the row is inside it if the region is still there.
  BASALT_ASSIGN_OR_RETURN(const RegionPtr parent, FindSplittable(name));
  const RegionInfo& info = parent->info();
  BASALT_RETURN_IF_ERROR(CheckSplitRow(info, *split_row));
  BASALT_RETURN_IF_ERROR(CheckRoomForSplit(state_, info));

  RegionInfo low = info;
  RegionInfo high = info;
  low.region_id = high.region_id = state_.NewRegionId();
  low.end_key = high.start_key = *split_row;
  MetaChange change = state_.NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.SplitRegion(info, low, high, ReplicationOf(*parent)));
  BASALT_RETURN_IF_ERROR(state_.Commit({}, change.Take(), "split_region", procedure));
  has_parents_ = true;
  auto daughters = MakeRegions(parent->table(), {low, high});
  state_.regions().Replace(info.table, {parent}, daughters);
  return daughters;
}

Result<std::vector<RegionPtr>> Regions::FindMergeable(const std::vector<Bytes>& names,
                                                      bool forcible) const {
  std::vector<RegionPtr> regions;
  std::string list;
  for (const Bytes& name : names) {
    BASALT_ASSIGN_OR_RETURN(auto region, FindAny(name));
    if (region->is_replica()) {
      return Status(StatusCode::kInvalidArgument,
                    "Can't invoke merge on non-default regions directly");
    }
    list += (list.empty() ? "" : ", ") + region->encoded_name();
    regions.push_back(std::move(region));
  }
  const auto refuse = [&list](std::string_view why) {
    return Status(StatusCode::kDoNotRetry, fmt::format("Merge of [{}] failed {}", list, why));
  };
  if (!merges_enabled()) return refuse("because merge switch is off");
  if (!regions.empty() && !regions[0]->table()->record().descriptor.merge_enabled()) {
    return refuse("as region merge is disabled for the table");
  }
  BASALT_RETURN_IF_ERROR(CheckMerge(regions, forcible));
  return regions;
}

Result<RegionPtr> Regions::Merge(const std::vector<Bytes>& names, bool forcible,
                                 Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const auto given, FindMergeable(names, forcible));
  RegionInfo merged = given[0]->info();
  for (const RegionPtr& region : given) {
    const RegionInfo& info = region->info();
    merged.start_key = std::min(merged.start_key, info.start_key);
    if (merged.end_key.empty() || info.end_key.empty()) {
      merged.end_key.clear();
    } else {
      merged.end_key = std::max(merged.end_key, info.end_key);
    }
  }
  merged.region_id = state_.NewRegionId();
  // Every region in that range: were one left out, two would claim its rows.
  std::vector<RegionPtr> parents;
  std::vector<RegionInfo> parent_infos;
  const auto all = state_.regions().Of(merged.table);
  for (const RegionPtr& region : *all) {
    if (!merged.Contains(region->info().start_key)) continue;
    parents.push_back(region);
    parent_infos.push_back(region->info());
  }
  MetaChange change = state_.NewMetaChange();
  for (const RegionInfo& parent : parent_infos) BASALT_RETURN_IF_ERROR(change.EraseRegion(parent));
  BASALT_RETURN_IF_ERROR(change.AddRegion(merged, ReplicationOf(*given[0]), parent_infos));
  BASALT_RETURN_IF_ERROR(state_.Commit({}, change.Take(), "merge_regions", procedure));
  has_parents_ = true;
  const auto made = MakeRegions(given[0]->table(), {merged});
  state_.regions().Replace(merged.table, parents, made);
  return made.front();
}

Status Regions::Truncate(BytesView name, Procedure* procedure) {
  const auto ddl = state_.LockDdl();
  const auto found = FindAny(name);
  if (!found.ok()) {
    const std::string_view encoded = model::EncodedNameOf(name);
    return {StatusCode::kUnknownRegion,
            "No RegionState found for " + ToStringBinary(encoded.empty() ? name : encoded)};
  }
  const Region& region = **found;
  const RegionInfo& info = region.info();
  if (IsCatalogTable(info.table)) {
    return {StatusCode::kDoNotRetry, "Can't truncate region in catalog tables"};
  }
  if (region.is_replica()) {
    return {StatusCode::kInvalidArgument,
            "Can't truncate replicas directly. Replicas are auto-truncated when their primary is "
            "truncated."};
  }
  if (!region.table()->record().enabled) {
    return {StatusCode::kTableNotEnabled, info.table.ToString()};
  }
  if (!region.online()) return {StatusCode::kRegionState, NotOpen(region)};
  store::CellBatch cells;
  BASALT_RETURN_IF_ERROR(
      cells.EraseRows(*region.table()->CellsInAnyState(), info.start_key, info.end_key));
  return state_.Commit({}, std::move(cells), "truncate_region", procedure);
}

Status Regions::SetOpen(BytesView name, bool open) {
  const auto ddl = state_.LockDdl();
  BASALT_ASSIGN_OR_RETURN(const RegionPtr region, FindAny(name));
  const RegionInfo& info = region->info();
  if (region->online() == open) {
    return {StatusCode::kRegionState,
            fmt::format("Unexpected state for state={}, table={}, region={}",
                        open ? "OPEN" : "CLOSED", info.table.ToString(), region->encoded_name())};
  }
  if (!region->table()->record().enabled) {
    return {StatusCode::kDoNotRetry,
            fmt::format("{} is disabled for {}", info.table.ToString(), region->encoded_name())};
  }
  if (IsCatalogTable(info.table)) {
    return {StatusCode::kNotSupported, info.table.ToString() + " cannot be closed"};
  }
  MetaChange change = state_.NewMetaChange();
  BASALT_RETURN_IF_ERROR(open ? change.OpenRegion(info) : change.CloseRegion(info));
  BASALT_RETURN_IF_ERROR(
      state_.Commit({}, change.Take(), open ? "assign_region" : "unassign_region", nullptr));
  region->set_online(open);
  return {};
}

Status Regions::CleanParents() {
  const auto ddl = state_.LockDdl();
  if (!has_parents_) return {};
  MetaChange change = state_.NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.EraseParents());
  if (!change.empty()) BASALT_RETURN_IF_ERROR(state_.store()->WriteRecords({}, change.Take()));
  has_parents_ = false;
  return {};
}

}  // namespace basalt::catalog
