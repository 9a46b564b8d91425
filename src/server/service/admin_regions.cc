// A server's regions: what they are, flush, compaction, opening and closing.
#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "hbase/admin.pb.h"
#include "quota/quota_manager.h"
#include "server/compaction_queue.h"
#include "server/region_chores.h"
#include "server/service/cluster_status.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"
#include "wire/exceptions.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;
using RegionPtr = std::shared_ptr<catalog::Region>;

Status FlushRegion(ServerContext& context, const Call& call, const pb::FlushRegionRequest& request,
                   pb::FlushRegionResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const RegionPtr region, FindRegion(context, call, request.region()));
  CompactionTracker& tracker = context.compactions().tracker();
  const auto last_flush = [&] { return static_cast<uint64_t>(tracker.Of(*region).last_flush_ms); };
  // A replica has no data of its own.
  if (!region->is_replica() &&
      (!request.has_if_older_than_ts() || last_flush() < request.if_older_than_ts())) {
    const auto cells = region->table()->CellsInAnyState();
    if (request.has_family()) {
      BASALT_RETURN_IF_ERROR(CheckFamilies(cells->descriptor(), {request.family()}));
    }
    BASALT_RETURN_IF_ERROR(
        cells->Flush({request.family(), region->info().start_key, region->info().end_key}));
    tracker.NoteFlush(region, context.clock().NowMs());
    context.region_chores().Wake();
    response.set_flushed(true);
    response.set_wrote_flush_wal_marker(false);  // the engine's log needs none
  }
  response.set_last_flush_time(last_flush());
  return {};
}

// HBase's clients ask for work on a table's MOB files by a region of its own, which no table has:
// its only row is ".mob". nullopt when the name is not that of such a region.
std::optional<model::RegionInfo> MobRegion(BytesView name) {
  const auto table = TableName::Parse(name.substr(0, name.find(',')));
  if (!table.ok()) return {};
  model::RegionInfo info{*table, ".mob", {}};
  if (info.Name() != name) return {};
  return info;
}

// Compacts the MOB families of a table, or the one named.
Status CompactMobFamilies(ServerContext& context, const TableName& name,
                          const pb::CompactRegionRequest& request) {
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindEnabledTable(context, name));
  const TableDescriptor table = entry->record().descriptor;
  std::vector<Bytes> families;
  for (const FamilyDescriptor& family : table.families()) {
    if (request.has_family() && family.name() != request.family()) continue;
    if (family.mob_enabled()) {
      families.push_back(family.name());
    } else if (request.has_family()) {
      return {StatusCode::kDoNotRetry,
              fmt::format("Column family {} is not a mob column family", family.name())};
    }
  }
  if (families.empty()) {
    return {StatusCode::kDoNotRetry, "No mob column families are assigned in the mob compaction"};
  }
  if (!context.switches().compactions || !table.compaction_enabled()) return {};
  BASALT_ASSIGN_OR_RETURN(const auto regions, context.catalog().regions().Of(name));
  for (const RegionPtr& region : regions) {
    for (const Bytes& family : families) {
      context.compactions().Add(region, family,
                                request.major() ? CompactionKind::kMajor : CompactionKind::kMinor);
    }
  }
  return {};
}

Status CompactRegion(ServerContext& context, const Call& call,
                     const pb::CompactRegionRequest& request, pb::CompactRegionResponse&) {
  if (const auto mob = MobRegion(request.region().value())) {
    return CompactMobFamilies(context, mob->table, request);
  }
  BASALT_ASSIGN_OR_RETURN(const RegionPtr region, FindRegion(context, call, request.region()));
  const TableDescriptor table = region->table()->record().descriptor;
  if (request.has_family() && table.FindFamily(request.family()) == nullptr) {
    return {StatusCode::kNoSuchColumnFamily,
            fmt::format("column family {} does not exist in region {}", request.family(),
                        ToStringBinary(region->name()))};
  }
  if (context.quotas().space().PolicyOf(table.name()) ==
      SpaceViolationPolicy::kNoWritesCompactions) {
    return {StatusCode::kDoNotRetry,
            "Compactions on this region are disabled due to a space quota violation."};
  }
  // While they are turned off, HBase takes the request and does nothing.
  if (!context.switches().compactions || !table.compaction_enabled()) return {};
  if (region->is_replica()) return {};  // its files are the region's
  context.compactions().Add(region, request.family(),
                            request.major() ? CompactionKind::kMajor : CompactionKind::kMinor);
  return {};
}

Status CompactionSwitch(ServerContext& context, const Call&,
                        const pb::CompactionSwitchRequest& request,
                        pb::CompactionSwitchResponse& response) {
  response.set_prev_state(context.switches().compactions.exchange(request.enabled()));
  return {};
}

Status ClearCompactionQueues(ServerContext& context, const Call&,
                             const pb::ClearCompactionQueuesRequest& request,
                             pb::ClearCompactionQueuesResponse&) {
  for (const std::string& queue : request.queue_name()) {
    if (queue == "long") {
      context.compactions().Clear(CompactionKind::kMajor);
    } else if (queue == "short") {
      context.compactions().Clear(CompactionKind::kMinor);
    } else {
      return {StatusCode::kDoNotRetry, "Unknown queue name " + queue};
    }
  }
  return {};
}

pb::GetRegionInfoResponse::CompactionState InfoStateOf(
    const CompactionTracker::RegionState& region) {
  using Response = pb::GetRegionInfoResponse;
  if (region.major > 0 && region.minor > 0) return Response::MAJOR_AND_MINOR;
  if (region.major > 0) return Response::MAJOR;
  return region.minor > 0 ? Response::MINOR : Response::NONE;
}

// Of all regions of the table, as HBase says it: there is no telling minor from major here.
pb::GetRegionInfoResponse::CompactionState MobStateOf(ServerContext& context,
                                                      const TableName& table) {
  const auto regions = context.catalog().regions().Of(table);
  if (!regions.ok()) return pb::GetRegionInfoResponse::NONE;
  context.compactions().Resume();
  const bool any = std::ranges::any_of(*regions, [&](const RegionPtr& region) {
    const auto state = context.compactions().tracker().Of(*region);
    return state.major > 0 || state.minor > 0;
  });
  return any ? pb::GetRegionInfoResponse::MAJOR_AND_MINOR : pb::GetRegionInfoResponse::NONE;
}

Status GetRegionInfo(ServerContext& context, const Call& call,
                     const pb::GetRegionInfoRequest& request, pb::GetRegionInfoResponse& response) {
  if (const auto mob = MobRegion(request.region().value())) {
    wire::FillRegionInfo(*mob, *response.mutable_region_info());
    if (request.compaction_state()) response.set_compaction_state(MobStateOf(context, mob->table));
    return {};
  }
  BASALT_ASSIGN_OR_RETURN(const RegionPtr region, FindRegion(context, call, request.region()));
  const model::RegionInfo& info = region->info();
  wire::FillRegionInfo(info, *response.mutable_region_info());
  if (request.compaction_state()) {
    context.compactions().Resume();
    response.set_compaction_state(InfoStateOf(context.compactions().tracker().Of(*region)));
  }
  const bool splittable = context.catalog().regions().IsSplittable(*region);
  response.set_splittable(splittable);
  response.set_mergeable(true);
  if (request.best_split_row() && splittable) {
    BASALT_ASSIGN_OR_RETURN(const auto row, context.catalog().regions().BestSplitRow(*region));
    if (row) response.set_best_split_row(*row);
  }
  return {};
}

Status GetOnlineRegion(ServerContext& context, const Call&, const pb::GetOnlineRegionRequest&,
                       pb::GetOnlineRegionResponse& response) {
  const catalog::Regions& regions = context.catalog().regions();
  for (const RegionPtr& region : regions.WithReplicas(regions.All())) {
    if (region->online()) wire::FillRegionInfo(region->info(), *response.add_region_info());
  }
  return {};
}

Status GetRegionLoad(ServerContext& context, const Call&, const pb::GetRegionLoadRequest& request,
                     pb::GetRegionLoadResponse& response) {
  std::vector<RegionPtr> regions;
  if (request.has_table_name()) {
    BASALT_ASSIGN_OR_RETURN(const TableName name, wire::ParseTableName(request.table_name()));
    auto found = context.catalog().regions().Of(name);
    if (found.ok()) regions = std::move(*found);  // a table that is not there has none here
  } else {
    regions = context.catalog().regions().All();
  }
  return FillRegionLoads(context, context.catalog().regions().WithReplicas(regions),
                         *response.mutable_region_loads());
}

Status ClearRegionBlockCache(ServerContext& context, const Call& call,
                             const pb::ClearRegionBlockCacheRequest& request,
                             pb::ClearRegionBlockCacheResponse& response) {
  auto& stats = *response.mutable_stats();
  // The cache is one for all regions and drops blocks as it needs room.
  stats.set_evicted_blocks(0);
  stats.set_bytes_evicted(0);
  stats.set_max_cache_size(static_cast<int64_t>(context.store().options().block_cache_bytes));
  for (const pb::RegionSpecifier& specifier : request.region()) {
    const auto region = FindRegion(context, call, specifier);
    if (region.ok()) continue;
    auto& exception = *stats.add_exception();
    *exception.mutable_region() = specifier;
    wire::FillException(region.status(), *exception.mutable_exception());
  }
  return {};
}

Status GetStoreFile(ServerContext& context, const Call& call,
                    const pb::GetStoreFileRequest& request, pb::GetStoreFileResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const RegionPtr region, FindRegion(context, call, request.region()));
  const auto cells = region->table()->CellsInAnyState();
  std::vector<Bytes> families(request.family().begin(), request.family().end());
  for (const Bytes& family : families) {
    if (cells->FindFamily(family) != nullptr) continue;
    return {StatusCode::kInvalidArgument, fmt::format("No column family : {} available", family)};
  }
  if (families.empty()) families.emplace_back();  // all of them
  for (const Bytes& family : families) {
    BASALT_ASSIGN_OR_RETURN(const auto files, cells->StoreFiles({family, region->info().start_key,
                                                                 region->info().end_key}));
    for (const std::string& file : files) response.add_store_file(file);
  }
  return {};
}

// Whether a call that names the start of a server means this one.
Status CheckStartCode(const ServerContext& context, const Call& call, uint64_t start_code) {
  const pb::ServerName own = context.RegionServerName(call.connection);
  if (own.start_code() == start_code) return {};
  return {StatusCode::kDoNotRetry,
          fmt::format("This RPC was intended for a different server with startCode: {}, this "
                      "server is: {}",
                      start_code, ToText(own))};
}

Status CloseRegion(ServerContext& context, const Call& call, const pb::CloseRegionRequest& request,
                   pb::CloseRegionResponse& response) {
  if (request.has_serverstartcode()) {
    BASALT_RETURN_IF_ERROR(CheckStartCode(context, call, request.serverstartcode()));
  }
  auto& regions = context.catalog().regions();
  const auto region = regions.FindAny(request.region().value());
  if (!region.ok() || !(*region)->online()) {
    const BytesView name = request.region().value();
    const std::string_view encoded = model::EncodedNameOf(name);
    return {StatusCode::kNotServingRegion,
            fmt::format("The region {} is not online, and is not opening.",
                        ToStringBinary(encoded.empty() ? name : encoded))};
  }
  BASALT_RETURN_IF_ERROR(regions.SetOpen((*region)->name(), false));
  response.set_closed(true);
  return {};
}

Status OpenRegion(ServerContext& context, const Call& call, const pb::OpenRegionRequest& request,
                  pb::OpenRegionResponse& response) {
  if (request.has_serverstartcode()) {
    BASALT_RETURN_IF_ERROR(CheckStartCode(context, call, request.serverstartcode()));
  }
  auto& regions = context.catalog().regions();
  for (const auto& open_info : request.open_info()) {
    BASALT_ASSIGN_OR_RETURN(const auto info, wire::ParseRegionInfo(open_info.region()));
    const auto region = regions.FindAny(info.EncodedName());
    const bool opened =
        region.ok() && ((*region)->online() || regions.SetOpen((*region)->name(), true).ok());
    response.add_opening_state(opened ? pb::OpenRegionResponse::OPENED
                                      : pb::OpenRegionResponse::FAILED_OPENING);
  }
  return {};
}

Status WarmupRegion(ServerContext&, const Call&, const pb::WarmupRegionRequest& request,
                    pb::WarmupRegionResponse&) {
  // In HBase it reads a region's files ahead of its opening. Here they are open already.
  return wire::ParseRegionInfo(request.regioninfo()).status();
}

}  // namespace

void RegisterAdminRegionVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar admin(verbs, kAdminService, context);
  admin.Add("FlushRegion", Lane::kPool, FlushRegion);
  admin.Add("CompactRegion", Lane::kInline, CompactRegion);
  admin.Add("CompactionSwitch", Lane::kInline, CompactionSwitch);
  admin.Add("ClearCompactionQueues", Lane::kInline, ClearCompactionQueues);
  admin.Add("GetRegionInfo", Lane::kPool, GetRegionInfo);
  admin.Add("GetOnlineRegion", Lane::kInline, GetOnlineRegion);
  admin.Add("GetRegionLoad", Lane::kPool, GetRegionLoad);
  admin.Add("ClearRegionBlockCache", Lane::kInline, ClearRegionBlockCache);
  admin.Add("GetStoreFile", Lane::kPool, GetStoreFile);
  admin.Add("OpenRegion", Lane::kPool, OpenRegion);
  admin.Add("CloseRegion", Lane::kPool, CloseRegion);
  admin.Add("WarmupRegion", Lane::kInline, WarmupRegion);
  admin.Refuse({"ExecuteProcedures", "Replay"}, "it is a call between the servers of a cluster");
  admin.Refuse({"UpdateFavoredNodes"}, "there is no file system of several machines");
  admin.Refuse({"ReplicateWALEntry"});
}

}  // namespace basalt::server
