#include "wire/quota_codec.h"

#include <fmt/format.h>

#include "model/region_info.h"
#include "wire/throttle_fields.h"

namespace basalt::wire {
namespace {

namespace pb = hbase::pb;

constexpr std::string_view kSettingsQualifier = "s";
constexpr std::string_view kUserSettingsPrefix = "s.";

Bytes Joined(std::string_view a, std::string_view b) { return Bytes(a).append(b); }

std::optional<std::string> After(std::string_view prefix, BytesView text) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return std::string(text.substr(prefix.size()));
}

}  // namespace

const TableName& QuotaTableName() {
  static const TableName name = *TableName::Parse("hbase:quota");
  return name;
}

Bytes QuotaRow(const QuotaOwner& owner) {
  if (owner.user) return Joined(kQuotaUserRowPrefix, *owner.user);
  if (owner.table) return Joined(kQuotaTableRowPrefix, owner.table->ToString());
  if (owner.ns) return Joined(kQuotaNamespaceRowPrefix, *owner.ns);
  return Joined(kQuotaServerRowPrefix, owner.region_server.value_or(""));
}

Bytes QuotaQualifier(const QuotaOwner& owner) {
  if (owner.user && owner.table) return Joined(kUserSettingsPrefix, owner.table->ToString());
  if (owner.user && owner.ns) return Joined(kUserSettingsPrefix, *owner.ns + ":");
  return Bytes(kSettingsQualifier);
}

std::optional<QuotaOwner> ParseQuotaOwner(BytesView row, BytesView qualifier) {
  QuotaOwner owner;
  const auto user_part = After(kUserSettingsPrefix, qualifier);
  if (!user_part && qualifier != kSettingsQualifier) return std::nullopt;
  if (auto user = After(kQuotaUserRowPrefix, row)) {
    owner.user = std::move(user);
    if (!user_part) return owner;
    if (user_part->ends_with(':')) {
      owner.ns = user_part->substr(0, user_part->size() - 1);
      return owner;
    }
    const auto table = TableName::Parse(*user_part);
    if (!table.ok()) return std::nullopt;
    owner.table = *table;
    return owner;
  }
  if (user_part) return std::nullopt;
  if (const auto table = After(kQuotaTableRowPrefix, row)) {
    const auto name = TableName::Parse(*table);
    if (!name.ok()) return std::nullopt;
    owner.table = *name;
    return owner;
  }
  if (auto ns = After(kQuotaNamespaceRowPrefix, row)) {
    owner.ns = std::move(ns);
    return owner;
  }
  owner.region_server = After(kQuotaServerRowPrefix, row);
  if (!owner.region_server) return std::nullopt;
  return owner;
}

Bytes EncodeQuotas(const pb::Quotas& quotas) {
  return Joined(model::kProtobufMagic, quotas.SerializeAsString());
}

Result<pb::Quotas> DecodeQuotas(BytesView value) {
  if (!value.starts_with(model::kProtobufMagic)) {
    return Status(StatusCode::kIoError, "Missing pb magic prefix");
  }
  value.remove_prefix(model::kProtobufMagic.size());
  pb::Quotas quotas;
  if (!quotas.ParseFromArray(value.data(), static_cast<int>(value.size()))) {
    return Status(StatusCode::kCorruption, "a cell of hbase:quota is not a Quotas message");
  }
  return quotas;
}

std::vector<QuotaSettings> SettingsOf(const QuotaOwner& owner, const pb::Quotas& quotas) {
  std::vector<QuotaSettings> settings;
  for (const pb::ThrottleType type : AllThrottleTypes()) {
    const pb::TimedQuota* quota = FindTimedQuota(quotas.throttle(), type);
    if (quota == nullptr) continue;
    settings.push_back({owner, ThrottleLimit{static_cast<ThrottleType>(type), quota->soft_limit(),
                                             static_cast<QuotaTimeUnit>(quota->time_unit()),
                                             static_cast<QuotaScope>(quota->scope())}});
  }
  if (quotas.bypass_globals()) settings.push_back({owner, GlobalBypass{true}});
  if (quotas.has_space()) {
    settings.push_back(
        {owner, SpaceLimit{quotas.space().soft_limit(),
                           static_cast<SpaceViolationPolicy>(quotas.space().violation_policy())}});
  }
  return settings;
}

Result<std::vector<QuotaSettings>> SettingsOf(const RowResult& row) {
  std::vector<QuotaSettings> settings;
  for (const CellView& cell : row) {
    if (cell.family != kQuotaFamily) continue;
    const auto owner = ParseQuotaOwner(cell.row, cell.qualifier);
    if (!owner) continue;
    BASALT_ASSIGN_OR_RETURN(const pb::Quotas quotas, DecodeQuotas(cell.value));
    for (QuotaSettings& each : SettingsOf(*owner, quotas)) settings.push_back(std::move(each));
  }
  return settings;
}

SpaceQuotaSnapshot ParseSpaceSnapshot(const pb::SpaceQuotaSnapshot& message) {
  SpaceQuotaSnapshot snapshot;
  snapshot.usage_bytes = message.quota_usage();
  snapshot.limit_bytes = message.quota_limit();
  if (message.quota_status().in_violation()) {
    snapshot.violation =
        static_cast<SpaceViolationPolicy>(message.quota_status().violation_policy());
  }
  return snapshot;
}

pb::SpaceQuotaSnapshot SpaceSnapshotMessage(const SpaceQuotaSnapshot& snapshot) {
  pb::SpaceQuotaSnapshot message;
  message.set_quota_usage(snapshot.usage_bytes);
  message.set_quota_limit(snapshot.limit_bytes);
  message.mutable_quota_status()->set_in_violation(snapshot.violation.has_value());
  if (snapshot.violation) {
    message.mutable_quota_status()->set_violation_policy(
        static_cast<pb::SpaceViolationPolicy>(*snapshot.violation));
  }
  return message;
}

}  // namespace basalt::wire
