// A server's regions: what they are, flush, compaction.
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
  if (!request.has_if_older_than_ts() || last_flush() < request.if_older_than_ts()) {
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

Status CompactRegion(ServerContext& context, const Call& call,
                     const pb::CompactRegionRequest& request, pb::CompactRegionResponse&) {
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

Status GetRegionInfo(ServerContext& context, const Call& call,
                     const pb::GetRegionInfoRequest& request, pb::GetRegionInfoResponse& response) {
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
  for (const RegionPtr& region : context.catalog().regions().All()) {
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
  return FillRegionLoads(context, regions, *response.mutable_region_loads());
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
  admin.Refuse({"GetStoreFile"});
  // Between HBase's servers.
  admin.Refuse({"OpenRegion", "CloseRegion", "WarmupRegion", "ExecuteProcedures",
                "ReplicateWALEntry", "Replay", "UpdateFavoredNodes"});
}

}  // namespace basalt::server
