// ClientService.Get.
#include "server/service/call_quota.h"
#include "server/service/client_verbs.h"
#include "server/service/region_access.h"
#include "server/service/registrar.h"
#include "server/service/response_memory.h"
#include "server/service/verbs.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::server {

Result<Get> CheckedGet(const hbase::pb::Get& message) {
  if (message.closest_row_before()) {
    return Status(StatusCode::kUnknownProtocol,
                  "Is this a pre-hbase-1.0.0 or asynchbase client? Client is invoking "
                  "getClosestRowBefore removed in hbase-2.0.0 replaced by reverse Scan.");
  }
  return wire::ParseGet(message);
}

void FillGetResult(const RowResult& row, bool existence_only, wire::CellCodec codec, Bytes& cells,
                   hbase::pb::Result& result) {
  if (existence_only) {
    if (codec != wire::CellCodec::kNone) result.set_associated_cell_count(0);
    result.set_exists(row.exists());
    result.set_stale(false);
    return;
  }
  wire::FillResult(row, codec, cells, result);
}

void RegisterGetVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar client(verbs, kClientService, context);
  client.Add<hbase::pb::GetRequest, hbase::pb::GetResponse>(
      "Get", Lane::kRead,
      [](ServerContext& context, const Call& call, const hbase::pb::GetRequest& request,
         hbase::pb::GetResponse& response, Bytes& cells) -> Status {
        BASALT_ASSIGN_OR_RETURN(const RegionAccess access,
                                RegionAccess::Find(context, call, request.region()));
        CallQuota quota;
        BASALT_RETURN_IF_ERROR(quota.BeginBatch(context, call, access->descriptor(), 0, 1, false));
        BASALT_ASSIGN_OR_RETURN(const Get get, CheckedGet(request.get()));
        BASALT_ASSIGN_OR_RETURN(const RowResult row, access.ReadRow(get));
        quota.AddResult(row);
        // Clients before 1.3 look for the cells in the message.
        const wire::CellCodec codec =
            call.connection.AtLeast(1, 3) ? call.connection.codec : wire::CellCodec::kNone;
        if (!request.get().existence_only() &&
            !TryMakeRoom(call, codec, EncodedBytes(row), cells)) {
          return {StatusCode::kCallQueueTooBig,
                  "There is no memory for the row now: too much is under way"};
        }
        FillGetResult(row, request.get().existence_only(), codec, cells,
                      *response.mutable_result());
        response.mutable_result()->set_stale(access.region().is_replica());
        return {};
      });
}

}  // namespace basalt::server
