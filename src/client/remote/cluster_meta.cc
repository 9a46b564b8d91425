// What Cluster reads from hbase:meta.
#include <utility>

#include <fmt/format.h>

#include "base/call_limits.h"
#include "client/remote/cluster.h"
#include "model/meta_columns.h"
#include "wire/frame.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::client {
namespace {

// Ids sort as text; these are below and above all of them.
constexpr std::string_view kLowestId = "00000000000000";
constexpr std::string_view kHighestId = "99999999999999";
constexpr int kRowsPerLookup = 5;
constexpr int kPagesPerLookup = 5;
constexpr int kRowsPerListing = 1000;

RegionLocation MetaAt(const HostPort& server) {
  return {model::RegionInfo::Meta(), model::RegionInfo::Meta().Name(), server};
}

// nullptr for a row that does not say where its region is: one that is closed, or was split.
Result<RegionLocationPtr> ParseRow(const RowResult& row) {
  const auto info = row.GetValue(model::kInfoFamily, model::kRegionInfoColumn);
  const auto server = row.GetValue(model::kInfoFamily, model::kServerColumn);
  if (!info) return RegionLocationPtr();
  auto region = model::RegionInfo::FromCellValue(*info);
  if (!region.ok()) return region.status().WithContext("hbase:meta");
  if (region->split || region->offline || region->replica_id != 0) return RegionLocationPtr();
  RegionLocation location{*std::move(region), {}, {}};
  location.name = location.info.Name();
  if (server && !server->empty()) {
    BASALT_ASSIGN_OR_RETURN(location.server, ParseHostPort(*server, 0));
  }
  return RegionLocationPtr(std::make_shared<RegionLocation>(std::move(location)));
}

}  // namespace

Status Cluster::NoteMeta(const Status& status, const RpcContext& context) {
  if (status.ok() || context.cancellation.cancelled()) return status;
  const std::lock_guard lock(mutex_);
  meta_.reset();
  return status;
}

Result<Cluster::MetaRows> Cluster::ScanMeta(const Scan& scan, int limit,
                                            const RpcContext& context) {
  BASALT_ASSIGN_OR_RETURN(const HostPort server, MetaServer(context));
  hbase::pb::ScanRequest request;
  FillRegion(MetaAt(server), *request.mutable_region());
  BASALT_RETURN_IF_ERROR(wire::FillScan(scan, *request.mutable_scan()));
  request.set_number_of_rows(static_cast<uint32_t>(limit));
  request.set_limit_of_rows(static_cast<uint32_t>(limit));
  request.set_close_scanner(true);
  auto answer = channels_.Call(server, kClientService, "Scan", request, {}, context);
  if (!answer.ok()) return NoteMeta(answer.status(), context);
  hbase::pb::ScanResponse response;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer->message, response));
  wire::CellBlockReader cells(kChannelCodec, answer->cells);
  MetaRows found;
  for (const uint32_t count : response.cells_per_result()) {
    BASALT_RETURN_IF_ERROR(wire::TakeCells(cells, count, found.rows.emplace_back()));
  }
  for (const hbase::pb::Result& result : response.results()) {
    BASALT_RETURN_IF_ERROR(wire::ParseResult(result, cells, found.rows.emplace_back()));
  }
  // A limit that is reached ends the scan, not the rows.
  found.more = response.more_results_in_region() || found.rows.size() >= static_cast<size_t>(limit);
  return found;
}

Result<RegionLocationPtr> Cluster::Find(const TableName& table, BytesView row, Locate how,
                                        const RpcContext& context) {
  if (table == model::MetaTableName()) {
    BASALT_ASSIGN_OR_RETURN(const HostPort server, MetaServer(context));
    return RegionLocationPtr(std::make_shared<RegionLocation>(MetaAt(server)));
  }
  if (RegionLocationPtr known = cache_.Find(table, row, how)) return known;
  const Bytes name = table.ToString();
  // Regions are found from above: the last one that does not begin after the row.
  Bytes start;
  if (how == Locate::kHolding) {
    start = fmt::format("{},{},{}", name, row, kHighestId);
  } else if (row.empty()) {
    start = name;
    start.push_back('\0');
  } else {
    start = fmt::format("{},{},{}", name, row, kLowestId);
  }
  Scan scan;
  scan.WithStartRow(start).WithStopRow(name + ",,", true).AddFamily(model::kInfoFamily);
  scan.SetReversed();
  bool any = false;
  // The first row is the one, but for rows of regions that were split or are about to go.
  for (int page = 0; page < kPagesPerLookup; ++page) {
    BASALT_ASSIGN_OR_RETURN(const MetaRows found, ScanMeta(scan, kRowsPerLookup, context));
    for (const RowResult& entry : found.rows) {
      BASALT_ASSIGN_OR_RETURN(const RegionLocationPtr region, ParseRow(entry));
      if (region == nullptr || region->info.table != table) continue;
      any = true;
      if (!Suits(region->info, row, how) || region->server.host.empty()) continue;
      cache_.Add(region);
      return region;
    }
    if (!found.more || found.rows.empty()) break;
    scan.WithStartRow(Bytes(found.rows.back().row()), false);
  }
  if (!any) {
    BASALT_ASSIGN_OR_RETURN(const auto state, TableState(table, context));
    if (!state) return Status(StatusCode::kTableNotFound, name);
  }
  return Status(
      StatusCode::kNotServingRegion,
      fmt::format("no server has the region of {} for row '{}'", name, ToStringBinary(row)));
}

Status Cluster::WalkMeta(Scan scan, const CallOptions& options,
                         const std::function<void(RegionLocationPtr)>& take) {
  Attempts attempts(options_, options);
  for (;;) {
    auto found = ScanMeta(scan, kRowsPerListing, attempts.context());
    if (!found.ok()) {
      BASALT_RETURN_IF_ERROR(attempts.Again(found.status()));
      continue;
    }
    for (const RowResult& row : found->rows) {
      BASALT_ASSIGN_OR_RETURN(RegionLocationPtr region, ParseRow(row));
      if (region != nullptr) take(std::move(region));
    }
    if (!found->more || found->rows.empty()) return {};
    scan.WithStartRow(Bytes(found->rows.back().row()), false);
  }
}

Result<std::vector<RegionLocationPtr>> Cluster::AllRegions(const TableName& table,
                                                           const CallOptions& options) {
  const CallOptions call = base::WithDeadline(options);
  const Bytes name = table.ToString();
  std::vector<RegionLocationPtr> regions;
  Scan scan;
  scan.WithStartRow(name + ",,").WithStopRow(name + "-").AddFamily(model::kInfoFamily);
  BASALT_RETURN_IF_ERROR(WalkMeta(scan, call, [&](RegionLocationPtr region) {
    if (region->info.table == table) regions.push_back(std::move(region));
  }));
  if (!regions.empty()) return regions;
  const Attempts attempts(options_, call);
  BASALT_ASSIGN_OR_RETURN(const auto state, TableState(table, attempts.context()));
  if (!state) return Status(StatusCode::kTableNotFound, name);
  return regions;
}

Result<RegionLocationPtr> Cluster::RegionByName(BytesView name, const CallOptions& options) {
  RegionLocationPtr found;
  BASALT_RETURN_IF_ERROR(
      WalkMeta(Scan().AddFamily(model::kInfoFamily), options, [&](RegionLocationPtr region) {
        if (region->name == name || region->info.EncodedName() == name) found = std::move(region);
      }));
  if (found == nullptr) return Status(StatusCode::kUnknownRegion, ToStringBinary(name));
  return found;
}

Result<std::optional<hbase::pb::TableState::State>> Cluster::TableState(const TableName& table,
                                                                        const RpcContext& context) {
  if (table == model::MetaTableName()) return std::optional(hbase::pb::TableState::ENABLED);
  BASALT_ASSIGN_OR_RETURN(const HostPort server, MetaServer(context));
  hbase::pb::GetRequest request;
  FillRegion(MetaAt(server), *request.mutable_region());
  Get get(table.ToString());
  get.AddColumn(model::kTableFamily, model::kTableStateColumn);
  BASALT_RETURN_IF_ERROR(wire::FillGet(get, *request.mutable_get()));
  auto answer = channels_.Call(server, kClientService, "Get", request, {}, context);
  if (!answer.ok()) return NoteMeta(answer.status(), context);
  hbase::pb::GetResponse response;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer->message, response));
  wire::CellBlockReader cells(kChannelCodec, answer->cells);
  RowResult row;
  BASALT_RETURN_IF_ERROR(wire::ParseResult(response.result(), cells, row));
  const auto value = row.GetValue(model::kTableFamily, model::kTableStateColumn);
  if (!value) return std::optional<hbase::pb::TableState::State>();
  hbase::pb::TableState state;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(*value, state));
  return std::optional(state.state());
}

}  // namespace basalt::client
