// The state of the cluster as clients are told it: one server, its regions and their loads.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "basalt/status.h"
#include "catalog/region.h"
#include "hbase/cluster_status.pb.h"
#include "hbase/master.pb.h"
#include "server/service/call.h"

namespace basalt::server {

class ServerContext;

// The HBase whose behaviour this server has, and whose version it tells clients, which decide by it
// what to ask for.
inline constexpr std::string_view kHBaseVersion = "2.6.4";

using RegionLoads = google::protobuf::RepeatedPtrField<hbase::pb::RegionLoad>;
// Adds the loads of those regions that are online. Regions of one table are measured together, so
// they should stand together.
Status FillRegionLoads(const ServerContext& context,
                       const std::vector<std::shared_ptr<catalog::Region>>& regions,
                       RegionLoads& loads);
// The smallest time among the table's regions: when all of it had been major compacted. 0: never
// since the server started. kTableNotFound.
Result<int64_t> LastMajorCompactionOf(const ServerContext& context, const TableName& table);

Status FillClusterStatus(const ServerContext& context, const Call& call,
                         const hbase::pb::GetClusterStatusRequest& request,
                         hbase::pb::ClusterStatus& status);

}  // namespace basalt::server
