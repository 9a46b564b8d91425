#include "client/remote/cluster.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "base/call_limits.h"
#include "model/meta_columns.h"
#include "wire/exceptions.h"
#include "wire/frame.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::client {
namespace {

uint64_t RandomNumber() {
  std::random_device device;
  return (uint64_t{device()} << 32) | device();
}

// Errors that may mean that the server is down or its regions were moved.
bool MayBeElsewhere(const Status& error) {
  switch (error.code()) {
    case StatusCode::kIoError:
    case StatusCode::kTimedOut:
    case StatusCode::kCancelled: return true;
    default: return false;
  }
}

// Region ids sort as text; these are below and above all of them.
constexpr std::string_view kLowestId = "00000000000000";
constexpr std::string_view kHighestId = "99999999999999";
constexpr int kRowsPerLookup = 5;
constexpr int kPagesPerLookup = 5;
constexpr int kRowsPerListing = 1000;

RegionLocation MetaAt(const HostPort& server) {
  return {model::RegionInfo::Meta(), model::RegionInfo::Meta().Name(), server};
}

// nullptr for the row of a region that is closed or was split.
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

void FillRegion(const RegionLocation& region, hbase::pb::RegionSpecifier& specifier) {
  specifier.set_type(hbase::pb::RegionSpecifier::REGION_NAME);
  specifier.set_value(region.name);
}

Cluster::Cluster(RemoteTarget target, RemoteOptions options, std::shared_ptr<TlsContext> tls)
    : options_(options),
      nonce_group_(RandomNumber() | 1),
      next_nonce_(RandomNumber()),
      channels_(std::move(tls)),
      registry_(target.znode.empty()
                    ? MakeRpcRegistry(channels_, std::move(target.servers))
                    : MakeZooKeeperRegistry(std::move(target.servers), target.znode)) {}

uint64_t Cluster::NextNonce() {
  const uint64_t nonce = next_nonce_.fetch_add(1);
  return nonce != 0 ? nonce : next_nonce_.fetch_add(1);
}

Status Cluster::Greet() {
  // A short timeout: a live server answers at once, and a wrong address should be reported soon.
  constexpr std::chrono::seconds kLongest(15);
  return registry_->Greet(
      {std::min(Attempts(options_).deadline(), std::chrono::steady_clock::now() + kLongest)});
}

Result<HostPort> Cluster::Remember(std::optional<HostPort>& known,
                                   const std::function<Result<HostPort>()>& ask) {
  {
    const std::lock_guard lock(mutex_);
    if (known) return *known;
  }
  BASALT_ASSIGN_OR_RETURN(const HostPort server, ask());
  const std::lock_guard lock(mutex_);
  known = server;
  return server;
}

Result<HostPort> Cluster::MetaServer(const RpcContext& context) {
  return Remember(meta_, [&] { return registry_->MetaServer(context); });
}

Result<HostPort> Cluster::Master(const RpcContext& context) {
  return Remember(master_, [&] { return registry_->Master(context); });
}

Status Cluster::CallMaster(const std::string& method, const google::protobuf::MessageLite& request,
                           google::protobuf::MessageLite& response, const CallOptions& options) {
  Attempts attempts(options_, options);
  for (;;) {
    auto master = Master(attempts.context());
    Status status = master.ok() ? channels_.Call(*master, kMasterService, method, request,
                                                 attempts.context(), response)
                                : master.status();
    if (status.ok()) return status;
    if (!attempts.cancelled()) {
      const std::lock_guard lock(mutex_);
      master_.reset();
    }
    BASALT_RETURN_IF_ERROR(attempts.Again(status));
  }
}

Status Cluster::NoteFailure(const TableName& table, const RegionLocationPtr& region,
                            const Status& error, const RpcContext& context) {
  // A cancelled call says nothing about the region.
  if (context.cancellation.cancelled()) return error;
  if (region != nullptr) {
    switch (error.code()) {
      // The location is right; the server is overloaded.
      case StatusCode::kRegionTooBusy:
      case StatusCode::kCallQueueTooBig:
      case StatusCode::kResultTooLarge: return error;
      default: break;
    }
    cache_.Drop(region);
    if (MayBeElsewhere(error)) {
      cache_.DropServer(region->server);
      const std::lock_guard lock(mutex_);
      meta_.reset();
    }
  }
  if (error.code() != StatusCode::kNotServingRegion) return error;
  const auto state = TableState(table, context);
  if (!state.ok()) return error;
  if (!*state) return {StatusCode::kTableNotFound, table.ToString()};
  if (**state == hbase::pb::TableState::DISABLED) {
    return {StatusCode::kTableNotEnabled, table.ToString() + " is disabled."};
  }
  return error;
}

Status Cluster::OnRegion(const TableName& table, BytesView row, Locate how, Attempts& attempts,
                         const std::function<Status(const RegionLocation&)>& call) {
  for (;;) {
    auto region = Find(table, row, how, attempts.context());
    Status status = region.ok() ? call(**region) : region.status();
    if (status.ok()) return status;
    status = NoteFailure(table, region.ok() ? *region : nullptr, status, attempts.context());
    BASALT_RETURN_IF_ERROR(attempts.Again(status));
  }
}

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
  // The server ends the scan at the limit, although there may be more rows.
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
  // A reversed scan: the region is the last one that does not begin after the row.
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
  // The first row is the region, unless it is of a region that was split or merged.
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
