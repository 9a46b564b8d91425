// Regions as the master sees them: where they are, splits and merges.
//
// There is one server, so a move has nowhere to go. A region can be closed and opened again by
// hand, which lasts until the table is enabled anew or the server restarts.
#include <vector>

#include <fmt/format.h>

#include "hbase/master.pb.h"
#include "server/service/master_context.h"
#include "server/service/master_support.h"
#include "server/service/master_verbs.h"
#include "wire/descriptor_messages.h"

namespace basalt::server {
namespace {

namespace pb = hbase::pb;
using RegionPtr = std::shared_ptr<catalog::Region>;

// As the master does: by whichever name, with the name alone for a message.
Result<RegionPtr> Find(const Control& control, const pb::RegionSpecifier& specifier) {
  auto region = control.catalog().regions().FindAny(specifier.value());
  if (!region.ok()) {
    return Status(StatusCode::kUnknownRegion, ToStringBinary(specifier.value()));
  }
  return region;
}

Status UnexpectedState(const catalog::Region& region) {
  return {StatusCode::kRegionState,
          fmt::format("Unexpected state for state={}, table={}, region={}",
                      region.online() ? "OPEN" : "CLOSED", region.info().table.ToString(),
                      region.encoded_name())};
}

// What a region must be before it is opened or closed by hand.
Status CheckTransit(const catalog::Region& region, bool online) {
  if (region.online() != online) return UnexpectedState(region);
  const TableName& table = region.info().table;
  if (region.table()->record().enabled) return {};
  return {StatusCode::kDoNotRetry,
          fmt::format("{} is disabled for {}", table.ToString(), region.encoded_name())};
}

Status MoveRegion(Control& control, const Call&, const pb::MoveRegionRequest& request,
                  pb::MoveRegionResponse&) {
  // HBase does nothing, and says so to nobody, when there is no other server.
  return Find(control, request.region()).status();
}

Status AssignRegion(Control& control, const Call&, const pb::AssignRegionRequest& request,
                    pb::AssignRegionResponse&) {
  BASALT_ASSIGN_OR_RETURN(const RegionPtr region, Find(control, request.region()));
  BASALT_RETURN_IF_ERROR(CheckTransit(*region, false));
  region->set_online(true);
  return {};
}

Status Close(Control& control, const pb::RegionSpecifier& specifier) {
  BASALT_ASSIGN_OR_RETURN(const RegionPtr region, Find(control, specifier));
  BASALT_RETURN_IF_ERROR(CheckTransit(*region, true));
  if (region->info().is_meta()) {
    return {StatusCode::kNotSupported, "hbase:meta cannot be closed"};
  }
  region->set_online(false);
  return {};
}

Status UnassignRegion(Control& control, const Call&, const pb::UnassignRegionRequest& request,
                      pb::UnassignRegionResponse&) {
  return Close(control, request.region());
}

Status OfflineRegion(Control& control, const Call&, const pb::OfflineRegionRequest& request,
                     pb::OfflineRegionResponse&) {
  return Close(control, request.region());
}

Status SplitRegion(Control& control, const Call&, const pb::SplitTableRegionRequest& request,
                   pb::SplitTableRegionResponse& response) {
  BASALT_ASSIGN_OR_RETURN(const auto info, wire::ParseRegionInfo(request.region_info()));
  if (!control.node.switches.splits) {
    return {StatusCode::kDoNotRetry, fmt::format("Split region {} failed due to split switch off",
                                                 ToStringBinary(info.Name()))};
  }
  BASALT_RETURN_IF_ERROR(control.catalog().tables().Find(info.table).status());
  return Submit(control, ProcedureName("SplitTableRegionProcedure"), request, response,
                Errors::kAtOnce, [&](catalog::Procedure& procedure) -> Status {
                  std::optional<Bytes> row;
                  if (!request.split_row().empty()) row = request.split_row();
                  return control.catalog()
                      .regions()
                      .Split(info.EncodedName(), std::move(row), &procedure)
                      .status();
                });
}

Status MergeTableRegions(Control& control, const Call&, const pb::MergeTableRegionsRequest& request,
                         pb::MergeTableRegionsResponse& response) {
  std::vector<Bytes> names;
  for (const pb::RegionSpecifier& specifier : request.region()) {
    BASALT_ASSIGN_OR_RETURN(const RegionPtr region, Find(control, specifier));
    names.push_back(region->encoded_name());
  }
  if (!control.node.switches.merges) {
    return {StatusCode::kDoNotRetry,
            fmt::format("Merge of {} failed because merge switch is off", ListText(names))};
  }
  return Submit(
      control, ProcedureName("MergeTableRegionsProcedure"), request, response, Errors::kAtOnce,
      [&](catalog::Procedure& procedure) {
        return control.catalog().regions().Merge(names, request.forcible(), &procedure).status();
      });
}

}  // namespace

void RegisterMasterRegionVerbs(VerbTable& verbs, const std::shared_ptr<Control>& control) {
  Registrar master(verbs, kMasterService, control);
  master.Add("MoveRegion", Lane::kInline, MoveRegion);
  master.Add("AssignRegion", Lane::kInline, AssignRegion);
  master.Add("UnassignRegion", Lane::kInline, UnassignRegion);
  master.Add("OfflineRegion", Lane::kInline, OfflineRegion);
  master.Add("SplitRegion", Lane::kPool, SplitRegion);
  master.Add("MergeTableRegions", Lane::kPool, MergeTableRegions);
  master.Refuse({"TruncateRegion"});
}

}  // namespace basalt::server
