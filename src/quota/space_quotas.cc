#include "quota/space_quotas.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/region_info.h"
#include "quota/snapshot_sizes.h"
#include "wire/quota_codec.h"

namespace basalt::quota {
namespace {

namespace pb = hbase::pb;

std::string_view PluralOf(MutationType type) {
  switch (type) {
    case MutationType::kPut: return "Puts";
    case MutationType::kDelete: return "Deletes";
    case MutationType::kIncrement: return "Increments";
    case MutationType::kAppend: return "Appends";
  }
  return "";
}

SpaceQuotaSnapshot Judge(const SpaceLimit& limit, uint64_t usage) {
  SpaceQuotaSnapshot snapshot{usage, limit.limit_bytes, std::nullopt};
  if (usage > limit.limit_bytes) snapshot.violation = limit.policy;
  return snapshot;
}

bool Same(const SpaceQuotaSnapshot& a, const SpaceQuotaSnapshot& b) {
  return a.usage_bytes == b.usage_bytes && a.limit_bytes == b.limit_bytes &&
         a.violation == b.violation;
}

Bytes RowOf(const TableName& table) { return wire::QuotaRow({.table = table}); }

uint64_t SizeIn(const std::map<TableName, uint64_t>& sizes, const TableName& table) {
  const auto found = sizes.find(table);
  return found == sizes.end() ? 0 : found->second;
}

}  // namespace

Status SpaceQuotas::Check(SpaceViolationPolicy policy, MutationType type) {
  if (policy == SpaceViolationPolicy::kDisable) {
    return {StatusCode::kSpaceLimit,
            "DISABLE This table is disabled due to violating a space quota."};
  }
  if (policy == SpaceViolationPolicy::kNoInserts && type == MutationType::kDelete) return {};
  return {StatusCode::kSpaceLimit, fmt::format("{} {} are disallowed due to a space quota.",
                                               SpaceViolationPolicyName(policy), PluralOf(type))};
}

std::optional<SpaceViolationPolicy> SpaceQuotas::PolicyOf(const TableName& table) const {
  if (!enforcing()) return std::nullopt;
  const std::shared_lock lock(mutex_);
  const auto found = enforced_.find(table);
  return found == enforced_.end() ? std::nullopt : found->second.violation;
}

Status SpaceQuotas::CheckEnable(const TableName& table) const {
  if (PolicyOf(table) != SpaceViolationPolicy::kDisable) return {};
  return {StatusCode::kAccessDenied,
          fmt::format("Enabling the table '{}' is disallowed due to a violated space quota.",
                      table.ToString())};
}

SpaceQuotas::Snapshots SpaceQuotas::Enforced() const {
  const std::shared_lock lock(mutex_);
  return enforced_;
}

SpaceQuotas::Snapshots SpaceQuotas::Tables() const {
  const std::shared_lock lock(mutex_);
  return tables_;
}

std::map<std::string, SpaceQuotaSnapshot> SpaceQuotas::Namespaces() const {
  const std::shared_lock lock(mutex_);
  return namespaces_;
}

std::map<TableName, uint64_t> SpaceQuotas::Sizes() const {
  const std::shared_lock lock(mutex_);
  return sizes_;
}

void SpaceQuotas::Publish(Snapshots snapshots) {
  const bool any = std::ranges::any_of(
      snapshots, [](const auto& each) { return each.second.violation.has_value(); });
  const std::unique_lock lock(mutex_);
  enforced_ = std::move(snapshots);
  enforcing_ = any;
}

Status SpaceQuotas::Load() {
  Snapshots snapshots;
  BASALT_RETURN_IF_ERROR(table_.ForEachRow(
      wire::kQuotaTableRowPrefix, wire::kQuotaUsageFamily, [&](const RowResult& row) -> Status {
        for (const CellView& cell : row) {
          if (cell.qualifier != wire::kQuotaPolicyQualifier) continue;
          const auto name = TableName::Parse(row.row().substr(wire::kQuotaTableRowPrefix.size()));
          pb::SpaceQuotaSnapshot message;
          if (!name.ok() ||
              !message.ParseFromArray(cell.value.data(), static_cast<int>(cell.value.size()))) {
            continue;
          }
          snapshots[*name] = wire::ParseSpaceSnapshot(message);
        }
        return {};
      }));
  Publish(std::move(snapshots));
  return {};
}

Result<SpaceQuotas::Limits> SpaceQuotas::ReadLimits() {
  Limits limits;
  BASALT_RETURN_IF_ERROR(
      table_.ForEachRow({}, wire::kQuotaFamily, [&](const RowResult& row) -> Status {
        // What cannot be read limits nobody.
        const auto settings = wire::SettingsOf(row);
        if (!settings.ok()) return {};
        for (const QuotaSettings& each : *settings) {
          const auto* space = std::get_if<SpaceLimit>(&each.value);
          if (space == nullptr) continue;
          if (each.owner.table) limits.tables[*each.owner.table] = *space;
          if (each.owner.ns) limits.namespaces[*each.owner.ns] = *space;
        }
        return {};
      }));
  return limits;
}

Result<std::map<TableName, uint64_t>> SpaceQuotas::MeasureTables() const {
  std::map<TableName, uint64_t> sizes;
  for (const catalog::TableRecord& record : catalog_.tables().List(true)) {
    const TableName& name = record.descriptor.name();
    const auto regions = catalog_.regions().Of(name);
    if (!regions.ok()) continue;  // dropped since
    BASALT_ASSIGN_OR_RETURN(const auto families, catalog::Regions::SizesOf(*regions));
    uint64_t& size = sizes[name];
    for (const auto& region : families) {
      for (const store::FamilySize& family : region) size += family.disk_bytes;
    }
  }
  return sizes;
}

Result<std::map<TableName, uint64_t>> SpaceQuotas::ReadSnapshotSizes() {
  std::map<TableName, uint64_t> sizes;
  BASALT_RETURN_IF_ERROR(table_.ForEachRow(
      wire::kQuotaTableRowPrefix, wire::kQuotaUsageFamily, [&](const RowResult& row) -> Status {
        const auto name = TableName::Parse(row.row().substr(wire::kQuotaTableRowPrefix.size()));
        if (!name.ok()) return {};
        for (const CellView& cell : row) {
          pb::SpaceQuotaSnapshot message;
          if (cell.qualifier.starts_with(wire::kQuotaSnapshotSizeQualifier) &&
              message.ParseFromArray(cell.value.data(), static_cast<int>(cell.value.size()))) {
            sizes[*name] += message.quota_usage();
          }
        }
        return {};
      }));
  return sizes;
}

Status SpaceQuotas::Evaluate() {
  const std::lock_guard one_at_a_time(evaluating_);
  BASALT_ASSIGN_OR_RETURN(auto sizes, MeasureTables());
  BASALT_ASSIGN_OR_RETURN(const Limits limits, ReadLimits());
  BASALT_ASSIGN_OR_RETURN(const auto snapshot_sizes, ReadSnapshotSizes());
  BASALT_RETURN_IF_ERROR(Load());
  const Snapshots before = Enforced();
  const auto usage = [&](const TableName& table) {
    return SizeIn(sizes, table) + SizeIn(snapshot_sizes, table);
  };
  std::map<std::string, SpaceQuotaSnapshot> namespaces;
  for (const auto& [ns, limit] : limits.namespaces) {
    uint64_t sum = 0;
    for (const auto& [table, size] : sizes) {
      if (table.ns() == ns) sum += usage(table);
    }
    namespaces[ns] = Judge(limit, sum);
  }
  Snapshots tables;
  for (const auto& [table, size] : sizes) {
    const auto own = limits.tables.find(table);
    const auto shared = namespaces.find(std::string(table.ns()));
    SpaceQuotaSnapshot after;
    if (own != limits.tables.end()) after = tables[table] = Judge(own->second, usage(table));
    // The limit of the namespace counts where that of the table is not violated.
    const bool own_limit =
        own != limits.tables.end() &&
        (after.violation || shared == namespaces.end() || !shared->second.violation);
    if (!own_limit) {
      if (shared == namespaces.end() || model::IsSystemTable(table)) continue;
      after = shared->second;
    }
    const auto known = before.find(table);
    BASALT_RETURN_IF_ERROR(Transition(
        table, known == before.end() ? SpaceQuotaSnapshot() : known->second, after, own_limit));
  }
  {
    const std::unique_lock lock(mutex_);
    sizes_ = std::move(sizes);
    tables_ = std::move(tables);
    namespaces_ = std::move(namespaces);
  }
  return Load();
}

Status SpaceQuotas::Transition(const TableName& table, const SpaceQuotaSnapshot& before,
                               const SpaceQuotaSnapshot& after, bool own_limit) {
  if (Same(before, after)) return {};
  BASALT_RETURN_IF_ERROR(table_.PutCell(RowOf(table), wire::kQuotaUsageFamily,
                                        wire::kQuotaPolicyQualifier,
                                        wire::SpaceSnapshotMessage(after).SerializeAsString()));
  if (before.violation == after.violation) return {};
  if (after.violation) {
    log_(fmt::format("table {} has {} bytes, more than its space quota of {}: {}", table.ToString(),
                     after.usage_bytes, after.limit_bytes,
                     SpaceViolationPolicyName(*after.violation)));
  } else {
    log_(fmt::format("table {} is within its space quota again", table.ToString()));
  }
  if (before.violation == SpaceViolationPolicy::kDisable) return SetEnabled(table, true);
  // As in HBase the limit of a namespace refuses writes, but disables no table.
  if (own_limit && after.violation == SpaceViolationPolicy::kDisable) {
    return SetEnabled(table, false);
  }
  return {};
}

Status SpaceQuotas::SetEnabled(const TableName& table, bool enabled) {
  const Status status = catalog_.tables().SetEnabled(table, enabled);
  const StatusCode already = enabled ? StatusCode::kTableNotDisabled : StatusCode::kTableNotEnabled;
  if (status.code() == already || status.code() == StatusCode::kTableNotFound) return {};
  return status;
}

void SpaceQuotas::Forget(const TableName& table) {
  const std::unique_lock lock(mutex_);
  tables_.erase(table);
}

Status SpaceQuotas::Release(const QuotaOwner& owner) {
  const std::lock_guard one_at_a_time(evaluating_);
  // First, so that no evaluation finds the limit again.
  BASALT_ASSIGN_OR_RETURN(auto quotas, table_.Get(owner));
  if (quotas && quotas->has_space()) {
    quotas->clear_space();
    BASALT_RETURN_IF_ERROR(table_.Put(owner, *quotas));
  }
  for (const auto& [table, snapshot] : Enforced()) {
    const bool meant = owner.table ? table == *owner.table : owner.ns && table.ns() == *owner.ns;
    if (!meant) continue;
    if (owner.ns) {
      // A table with a limit of its own keeps it.
      BASALT_ASSIGN_OR_RETURN(const auto own, table_.Get({.table = table}));
      if (own && own->has_space()) continue;
    }
    BASALT_RETURN_IF_ERROR(
        table_.DeleteCell(RowOf(table), wire::kQuotaUsageFamily, wire::kQuotaPolicyQualifier));
    Forget(table);
    if (snapshot.violation == SpaceViolationPolicy::kDisable) {
      BASALT_RETURN_IF_ERROR(SetEnabled(table, true));
    }
  }
  if (owner.ns) {
    const std::unique_lock lock(mutex_);
    namespaces_.erase(*owner.ns);
  }
  return Load();
}

Status SpaceQuotas::MeasureSnapshots() {
  const std::lock_guard one_at_a_time(evaluating_);
  BASALT_ASSIGN_OR_RETURN(const Limits limits, ReadLimits());
  std::map<Bytes, std::map<Bytes, uint64_t>> measured;  // row, qualifier
  for (const auto& [snapshot, size] : SnapshotSizes(catalog_)) {
    const TableName& table = size.table;
    if (!limits.tables.contains(table) && !limits.namespaces.contains(std::string(table.ns()))) {
      continue;
    }
    measured[RowOf(table)][Bytes(wire::kQuotaSnapshotSizeQualifier) + snapshot] = size.bytes;
    if (limits.namespaces.contains(std::string(table.ns()))) {
      measured[wire::QuotaRow({.ns = std::string(table.ns())})]
              [Bytes(wire::kQuotaSnapshotSizeQualifier)] += size.bytes;
    }
  }
  std::vector<std::pair<Bytes, Bytes>> gone;
  BASALT_RETURN_IF_ERROR(
      table_.ForEachRow({}, wire::kQuotaUsageFamily, [&](const RowResult& row) -> Status {
        auto& cells = measured[Bytes(row.row())];
        for (const CellView& cell : row) {
          if (!cell.qualifier.starts_with(wire::kQuotaSnapshotSizeQualifier)) continue;
          const auto now = cells.find(Bytes(cell.qualifier));
          pb::SpaceQuotaSnapshot message;
          if (now == cells.end()) {
            gone.emplace_back(row.row(), cell.qualifier);
          } else if (message.ParseFromArray(cell.value.data(),
                                            static_cast<int>(cell.value.size())) &&
                     message.quota_usage() == now->second) {
            cells.erase(now);  // as it was
          }
        }
        return {};
      }));
  for (const auto& [row, qualifier] : gone) {
    BASALT_RETURN_IF_ERROR(table_.DeleteCell(row, wire::kQuotaUsageFamily, qualifier));
  }
  for (const auto& [row, cells] : measured) {
    for (const auto& [qualifier, bytes] : cells) {
      pb::SpaceQuotaSnapshot message;
      message.set_quota_usage(bytes);
      BASALT_RETURN_IF_ERROR(
          table_.PutCell(row, wire::kQuotaUsageFamily, qualifier, message.SerializeAsString()));
    }
  }
  return {};
}

}  // namespace basalt::quota
