// Regions as the master sees them: where they are, splits and merges.
//
// There is one server, so a move has nowhere to go. A region can be closed and opened again by
// hand; meta has its state.
#include <vector>

#include "hbase/master.pb.h"
#include "server/compaction_queue.h"
#include "server/service/master_support.h"
#include "server/service/registrar.h"
#include "server/service/verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;
using RegionPtr = std::shared_ptr<catalog::Region>;

// By the full or the encoded name, as the master does; the error is the name alone.
Result<RegionPtr> Find(const ServerContext& context, const pb::RegionSpecifier& specifier) {
  auto region = context.catalog().regions().FindAny(specifier.value());
  if (!region.ok()) {
    return Status(StatusCode::kUnknownRegion, ToStringBinary(specifier.value()));
  }
  return region;
}

Status MoveRegion(ServerContext& context, const Call&, const pb::MoveRegionRequest& request,
                  pb::MoveRegionResponse&) {
  // Without another server HBase does nothing, and returns success.
  return Find(context, request.region()).status();
}

Status AssignRegion(ServerContext& context, const Call&, const pb::AssignRegionRequest& request,
                    pb::AssignRegionResponse&) {
  return context.catalog().regions().SetOpen(request.region().value(), true);
}

Status UnassignRegion(ServerContext& context, const Call&, const pb::UnassignRegionRequest& request,
                      pb::UnassignRegionResponse&) {
  return context.catalog().regions().SetOpen(request.region().value(), false);
}

Status OfflineRegion(ServerContext& context, const Call&, const pb::OfflineRegionRequest& request,
                     pb::OfflineRegionResponse&) {
  return context.catalog().regions().SetOpen(request.region().value(), false);
}

Status SplitRegion(ServerContext& context, const Call&, const pb::SplitTableRegionRequest& request,
                   pb::SplitTableRegionResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto info, wire::ParseRegionInfo(request.region_info()));
  BASALT_RETURN_IF_ERROR(context.catalog().tables().Find(info.table).status());
  return Submit(context, ProcedureName("SplitTableRegionProcedure"), request, response,
                Errors::kAtOnce, [&](catalog::Procedure& procedure) -> Status {
                  std::optional<Bytes> row;
                  if (!request.split_row().empty()) row = request.split_row();
                  return context.catalog()
                      .regions()
                      .Split(info.EncodedName(), std::move(row), &procedure)
                      .status();
                });
}

Status MergeTableRegions(ServerContext& context, const Call&,
                         const pb::MergeTableRegionsRequest& request,
                         pb::MergeTableRegionsResponse& response) {
  std::vector<Bytes> names;
  for (const pb::RegionSpecifier& specifier : request.region()) {
    BASALT_ASSIGN_OR_RETURN(const RegionPtr region, Find(context, specifier));
    names.push_back(region->encoded_name());
  }
  return Submit(
      context, ProcedureName("MergeTableRegionsProcedure"), request, response, Errors::kAtOnce,
      [&](catalog::Procedure& procedure) {
        return context.catalog().regions().Merge(names, request.forcible(), &procedure).status();
      });
}

Status TruncateRegion(ServerContext& context, const Call&, const pb::TruncateRegionRequest& request,
                      pb::TruncateRegionResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto info, wire::ParseRegionInfo(request.region_info()));
  BASALT_RETURN_IF_ERROR(FindEnabledTable(context, info.table).status());
  return Submit(context, ProcedureName("TruncateRegionProcedure"), request, response,
                Errors::kAsOutcome, [&](catalog::Procedure& procedure) -> Status {
                  auto& regions = context.catalog().regions();
                  const std::string name = info.EncodedName();
                  BASALT_RETURN_IF_ERROR(regions.Truncate(name, &procedure));
                  // Gives the space back.
                  if (const auto region = regions.FindAny(name); region.ok()) {
                    context.compactions().Add(*region, {}, CompactionKind::kMajor);
                  }
                  return {};
                });
}

}  // namespace

void RegisterMasterRegionVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar master(verbs, kMasterService, context);
  master.Add("MoveRegion", Lane::kInline, MoveRegion);
  master.Add("AssignRegion", Lane::kPool, AssignRegion);
  master.Add("UnassignRegion", Lane::kPool, UnassignRegion);
  master.Add("OfflineRegion", Lane::kPool, OfflineRegion);
  master.Add("SplitRegion", Lane::kPool, SplitRegion);
  master.Add("MergeTableRegions", Lane::kPool, MergeTableRegions);
  master.Add("TruncateRegion", Lane::kPool, TruncateRegion);
}

}  // namespace basalt::server
