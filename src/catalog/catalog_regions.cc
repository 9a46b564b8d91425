// The catalog's regions: finding, splitting and merging them.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "catalog/catalog.h"
#include "catalog/region_ranges.h"

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

Status Catalog::LoadRegions() {
  BASALT_ASSIGN_OR_RETURN(const auto rows, ReadRegions(*meta_));
  std::map<TableName, std::vector<RegionInfo>> by_table;
  for (const MetaRegion& row : rows) {
    last_region_id_ = std::max(last_region_id_, row.info.region_id);
    if (row.info.replica_id == 0) by_table[row.info.table].push_back(row.info);
  }
  MetaChange change = NewMetaChange();
  bool any_hole = false;
  for (const auto& [name, entry] : tables_) {
    if (name == model::MetaTableName()) {
      regions_.Replace(name, {}, MakeRegions(entry, {RegionInfo::Meta()}));
      continue;
    }
    std::vector<RegionInfo>& infos = by_table[name];
    for (const RegionInfo& info : FillHoles(name, infos, last_region_id_ + 1)) {
      any_hole = true;
      infos.push_back(info);
      BASALT_RETURN_IF_ERROR(change.AddRegion(info));
      if (!entry->record().enabled) BASALT_RETURN_IF_ERROR(change.CloseRegion(info));
    }
    regions_.Replace(name, {}, MakeRegions(entry, infos));
  }
  if (!any_hole) return {};
  ++last_region_id_;
  return store_->WriteRecords({}, change.Take());
}

std::vector<Catalog::RegionPtr> Catalog::MakeRegions(const std::shared_ptr<TableEntry>& table,
                                                     const std::vector<RegionInfo>& infos) {
  const bool online = table->record().enabled;
  std::vector<RegionPtr> regions;
  regions.reserve(infos.size());
  const Clock& clock = table->CellsInAnyState()->store()->clock();
  for (const RegionInfo& info : infos) {
    regions.push_back(std::make_shared<Region>(info, table, online, clock));
  }
  return regions;
}

int64_t Catalog::NewRegionId() {
  last_region_id_ = std::max(store_->clock().NowMs(), last_region_id_ + 1);
  return last_region_id_;
}

Result<Catalog::RegionPtr> Catalog::FindRegion(BytesView region_name) const {
  RegionPtr region = regions_.Find(model::EncodedNameOf(region_name));
  if (region != nullptr && region->online()) return region;
  return Status(StatusCode::kNotServingRegion, ToStringBinary(region_name) + " is not online on");
}

Result<Catalog::RegionPtr> Catalog::FindRegionByEncodedName(std::string_view encoded_name) const {
  RegionPtr region = regions_.Find(encoded_name);
  if (region != nullptr && region->online()) return region;
  return Status(StatusCode::kNotServingRegion, ToStringBinary(encoded_name) + " is not online on");
}

Result<Catalog::RegionPtr> Catalog::FindAnyRegion(BytesView name) const {
  const std::string_view encoded = model::EncodedNameOf(name);
  RegionPtr region = regions_.Find(encoded.empty() ? name : encoded);
  if (region == nullptr) return Status(StatusCode::kUnknownRegion, ToStringBinary(name));
  return region;
}

Result<std::vector<Catalog::RegionPtr>> Catalog::RegionsOf(const TableName& table) const {
  BASALT_RETURN_IF_ERROR(FindTable(table).status());
  return *regions_.Of(table);
}

Result<Catalog::RegionPtr> Catalog::RegionFor(const TableName& table, BytesView row) const {
  RegionPtr region = regions_.For(table, row);
  if (region != nullptr) return region;
  BASALT_RETURN_IF_ERROR(FindTable(table).status());
  return Status(StatusCode::kNotServingRegion,
                fmt::format("no region of {} holds {}", table.ToString(), ToStringBinary(row)));
}

std::vector<Catalog::RegionPtr> Catalog::AllRegions() const {
  std::vector<RegionPtr> regions = regions_.All();
  std::stable_partition(regions.begin(), regions.end(),
                        [](const RegionPtr& region) { return region->info().is_meta(); });
  return regions;
}

Result<std::vector<store::FamilySize>> Catalog::RegionSize(const Region& region) {
  const auto cells = region.table()->CellsInAnyState();
  return store::MeasureRows(*cells->store(), cells->families(), RowsOf(region, *cells));
}

Result<std::vector<std::vector<store::FamilySize>>> Catalog::RegionSizes(
    const std::vector<RegionPtr>& regions) {
  if (regions.empty()) return std::vector<std::vector<store::FamilySize>>();
  const auto cells = regions.front()->table()->CellsInAnyState();
  std::vector<store::RowRange> ranges;
  ranges.reserve(regions.size());
  for (const RegionPtr& region : regions) ranges.push_back(RowsOf(*region, *cells));
  return store::MeasureRanges(*cells->store(), cells->families(), ranges);
}

bool Catalog::IsSplittable(const Region& region) const {
  const TableName& table = region.info().table;
  return table != model::MetaTableName() && table != model::NamespaceTableName() &&
         SplitRulesOf(region.table()->record().descriptor, split_settings_).CanSplit();
}

Result<std::optional<Bytes>> Catalog::BestSplitRow(const Region& region) const {
  const auto cells = region.table()->CellsInAnyState();
  BASALT_ASSIGN_OR_RETURN(auto row,
                          store::MiddleRow(*store_, cells->families(), RowsOf(region, *cells)));
  if (!row) return row;
  row = AdjustSplitRow(SplitRulesOf(cells->descriptor(), split_settings_), std::move(*row));
  if (!region.info().Contains(*row)) row.reset();
  return row;
}

Result<std::vector<Catalog::RegionPtr>> Catalog::SplitRegion(BytesView name,
                                                             std::optional<Bytes> split_row,
                                                             Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  const auto found = FindAnyRegion(name);
  if (!found.ok()) {
    const std::string_view encoded = model::EncodedNameOf(name);
    return Status(StatusCode::kUnknownRegion,
                  "No RegionState found for " + ToStringBinary(encoded.empty() ? name : encoded));
  }
  const RegionPtr& parent = *found;
  const RegionInfo& info = parent->info();
  const TableRecord record = parent->table()->record();
  if (!record.descriptor.split_enabled()) {
    return Status(StatusCode::kDoNotRetry,
                  fmt::format("Split region {} failed as region split is disabled for the table",
                              ToStringBinary(parent->name())));
  }
  if (!record.enabled) return Status(StatusCode::kTableNotEnabled, info.table.ToString());
  if (!IsSplittable(*parent)) {
    return Status(StatusCode::kDoNotRetry, parent->encoded_name() + " NOT splittable");
  }
  if (!split_row || split_row->empty()) {
    BASALT_ASSIGN_OR_RETURN(split_row, BestSplitRow(*parent));
    if (!split_row) {
      return Status(StatusCode::kDoNotRetry,
                    "Region not splittable because bestSplitPoint = null, maybe table is too small "
                    "for auto split. For force split, try specifying split row");
    }
  }
  BASALT_RETURN_IF_ERROR(CheckSplitRow(info, *split_row));

  RegionInfo low = info;
  RegionInfo high = info;
  low.region_id = high.region_id = NewRegionId();
  low.end_key = high.start_key = *split_row;
  MetaChange change = NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.SplitRegion(info, low, high));
  BASALT_RETURN_IF_ERROR(Commit({}, change.Take(), "split_region", procedure));
  has_parents_ = true;
  auto daughters = MakeRegions(parent->table(), {low, high});
  regions_.Replace(info.table, {parent}, daughters);
  return daughters;
}

Result<Catalog::RegionPtr> Catalog::MergeRegions(const std::vector<Bytes>& names, bool forcible,
                                                 Procedure* procedure) {
  const std::lock_guard ddl(ddl_mutex_);
  std::vector<RegionPtr> given;
  for (const Bytes& name : names) {
    BASALT_ASSIGN_OR_RETURN(auto region, FindAnyRegion(name));
    given.push_back(std::move(region));
  }
  if (!given.empty() && !given[0]->table()->record().descriptor.merge_enabled()) {
    std::string list;
    for (const RegionPtr& region : given) {
      list += (list.empty() ? "" : ", ") + region->encoded_name();
    }
    return Status(
        StatusCode::kDoNotRetry,
        fmt::format("Merge of [{}] failed as region merge is disabled for the table", list));
  }
  BASALT_RETURN_IF_ERROR(CheckMerge(given, forcible));

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
  merged.region_id = NewRegionId();
  // Every region in that range: were one left out, two would claim its rows.
  std::vector<RegionPtr> parents;
  std::vector<RegionInfo> parent_infos;
  const auto all = regions_.Of(merged.table);
  for (const RegionPtr& region : *all) {
    if (!merged.Contains(region->info().start_key)) continue;
    parents.push_back(region);
    parent_infos.push_back(region->info());
  }
  MetaChange change = NewMetaChange();
  for (const RegionInfo& parent : parent_infos) BASALT_RETURN_IF_ERROR(change.EraseRegion(parent));
  BASALT_RETURN_IF_ERROR(change.AddRegion(merged, parent_infos));
  BASALT_RETURN_IF_ERROR(Commit({}, change.Take(), "merge_regions", procedure));
  has_parents_ = true;
  const auto made = MakeRegions(given[0]->table(), {merged});
  regions_.Replace(merged.table, parents, made);
  return made.front();
}

Status Catalog::CleanParents() {
  const std::lock_guard ddl(ddl_mutex_);
  if (!has_parents_) return {};
  MetaChange change = NewMetaChange();
  BASALT_RETURN_IF_ERROR(change.EraseParents());
  if (!change.empty()) BASALT_RETURN_IF_ERROR(store_->WriteRecords({}, change.Take()));
  has_parents_ = false;
  return {};
}

}  // namespace basalt::catalog
