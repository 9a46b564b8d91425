#include "client/quota_reader.h"

#include "filter/name_pattern.h"
#include "hbase/quota.pb.h"
#include "wire/quota_codec.h"

namespace basalt::client {
namespace {

Status OnlyOnServers() {
  return {StatusCode::kNotSupported, "quotas are set and enforced by a server, not on a directory"};
}

// Which owners a filter lets through, by HBase's rules.
class OwnerFilter {
 public:
  static Result<OwnerFilter> Make(const QuotaFilter& filter) {
    OwnerFilter made;
    for (const auto& [regex, pattern] :
         {std::pair(&filter.user, &made.user_), std::pair(&filter.table, &made.table_),
          std::pair(&filter.ns, &made.ns_)}) {
      if (regex->empty()) continue;
      BASALT_ASSIGN_OR_RETURN(auto parsed, filter::NamePattern::Parse(*regex));
      pattern->emplace(std::move(parsed));
    }
    return made;
  }

  Result<bool> Passes(const QuotaOwner& owner) {
    if (!user_) {
      if (!table_ && !ns_) return true;
      if (owner.user) return false;
      return table_ ? MatchesTable(owner) : MatchesNamespace(owner);
    }
    if (!owner.user) return false;
    BASALT_ASSIGN_OR_RETURN(const bool user, user_->Matches(*owner.user));
    if (!user || (!table_ && !ns_)) return user;
    BASALT_ASSIGN_OR_RETURN(const bool table, MatchesTable(owner));
    if (table) return true;
    return MatchesNamespace(owner);
  }

 private:
  Result<bool> MatchesTable(const QuotaOwner& owner) {
    if (!table_ || !owner.table) return false;
    return table_->Matches(owner.table->ToString());
  }
  Result<bool> MatchesNamespace(const QuotaOwner& owner) {
    if (!ns_ || !owner.ns) return false;
    return ns_->Matches(*owner.ns);
  }

  std::optional<filter::NamePattern> user_;
  std::optional<filter::NamePattern> table_;
  std::optional<filter::NamePattern> ns_;
};

Result<hbase::pb::SpaceQuotaSnapshot> ParseUsage(const CellView& cell) {
  hbase::pb::SpaceQuotaSnapshot message;
  if (!message.ParseFromArray(cell.value.data(), static_cast<int>(cell.value.size()))) {
    return Status(StatusCode::kCorruption,
                  "a cell of hbase:quota is not a SpaceQuotaSnapshot message");
  }
  return message;
}

}  // namespace

Status QuotaReader::Throttle(const QuotaOwner& /*owner*/, const ThrottleLimit& /*limit*/,
                             const CallOptions& /*options*/) {
  return OnlyOnServers();
}

Status QuotaReader::Unthrottle(const QuotaOwner& /*owner*/, std::optional<ThrottleType> /*type*/,
                               const CallOptions& /*options*/) {
  return OnlyOnServers();
}

Status QuotaReader::LimitSpace(const QuotaOwner& /*owner*/, const SpaceLimit& /*limit*/,
                               const CallOptions& /*options*/) {
  return OnlyOnServers();
}

Status QuotaReader::RemoveSpaceLimit(const QuotaOwner& /*owner*/, const CallOptions& /*options*/) {
  return OnlyOnServers();
}

Status QuotaReader::BypassGlobals(const std::string& /*user*/, bool /*bypass*/,
                                  const CallOptions& /*options*/) {
  return OnlyOnServers();
}

Result<std::map<TableName, uint64_t>> QuotaReader::TableSizes(const CallOptions& /*options*/) {
  return OnlyOnServers();
}

Result<bool> QuotaReader::SwitchRpcThrottle(bool /*on*/, const CallOptions& /*options*/) {
  return OnlyOnServers();
}

Result<bool> QuotaReader::SwitchExceedThrottleQuota(bool /*on*/, const CallOptions& /*options*/) {
  return OnlyOnServers();
}

Status QuotaReader::ForEachRow(std::string_view prefix, std::string_view family,
                               const CallOptions& options,
                               const std::function<Status(const RowResult& row)>& visit) {
  BASALT_ASSIGN_OR_RETURN(const auto table, open_(wire::QuotaTableName()));
  Scan scan;
  scan.AddFamily(family);
  scan.SetStartStopRowForPrefixScan(prefix);
  BASALT_ASSIGN_OR_RETURN(ResultScanner rows, table->GetScanner(scan, options));
  RowResult row;
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const bool more, rows.Next(row));
    if (!more) return {};
    BASALT_RETURN_IF_ERROR(visit(row));
  }
}

Result<std::vector<QuotaSettings>> QuotaReader::ListQuotas(const QuotaFilter& filter,
                                                           const CallOptions& options) {
  BASALT_ASSIGN_OR_RETURN(OwnerFilter owners, OwnerFilter::Make(filter));
  std::vector<QuotaSettings> list;
  BASALT_RETURN_IF_ERROR(
      ForEachRow({}, wire::kQuotaFamily, options, [&](const RowResult& row) -> Status {
        BASALT_ASSIGN_OR_RETURN(auto settings, wire::SettingsOf(row));
        for (QuotaSettings& each : settings) {
          BASALT_ASSIGN_OR_RETURN(const bool passes, owners.Passes(each.owner));
          if (passes) list.push_back(std::move(each));
        }
        return {};
      }));
  return list;
}

Result<std::map<TableName, SpaceQuotaSnapshot>> QuotaReader::ListSnapshots(
    const std::optional<std::string>& region_server, const CallOptions& options) {
  if (region_server) return OnlyOnServers();
  std::map<TableName, SpaceQuotaSnapshot> snapshots;
  BASALT_RETURN_IF_ERROR(ForEachRow(
      wire::kQuotaTableRowPrefix, wire::kQuotaUsageFamily, options,
      [&](const RowResult& row) -> Status {
        BASALT_ASSIGN_OR_RETURN(
            const TableName table,
            TableName::Parse(BytesView(row.row()).substr(wire::kQuotaTableRowPrefix.size())));
        for (const CellView& cell : row) {
          if (cell.qualifier != wire::kQuotaPolicyQualifier) continue;
          BASALT_ASSIGN_OR_RETURN(const auto message, ParseUsage(cell));
          snapshots.insert_or_assign(table, wire::ParseSpaceSnapshot(message));
        }
        return {};
      }));
  return snapshots;
}

Result<std::map<std::string, uint64_t>> QuotaReader::SnapshotSizes(const CallOptions& options) {
  std::map<std::string, uint64_t> sizes;
  BASALT_RETURN_IF_ERROR(ForEachRow(
      wire::kQuotaTableRowPrefix, wire::kQuotaUsageFamily, options,
      [&](const RowResult& row) -> Status {
        for (const CellView& cell : row) {
          if (!cell.qualifier.starts_with(wire::kQuotaSnapshotSizeQualifier)) continue;
          BASALT_ASSIGN_OR_RETURN(const auto message, ParseUsage(cell));
          sizes[std::string(cell.qualifier.substr(wire::kQuotaSnapshotSizeQualifier.size()))] =
              message.quota_usage();
        }
        return {};
      }));
  return sizes;
}

}  // namespace basalt::client
