// What the verbs of ClientService share: the work of a get, an increment, an endpoint. Functions
// only; thread safe.
#pragma once

#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "hbase/client.pb.h"
#include "server/nonce_manager.h"
#include "server/server_context.h"
#include "server/service/region_access.h"
#include "wire/cell_block.h"

namespace basalt::server {

// A get with all of HBase's checks.
Result<Get> CheckedGet(const hbase::pb::Get& message);
void FillGetResult(const RowResult& row, bool existence_only, wire::CellCodec codec, Bytes& cells,
                   hbase::pb::Result& result);

// An increment or append; one whose nonce is known is not run again but answered with what its
// columns hold now.
Result<RowResult> RunDelta(ServerContext& context, const RegionAccess& access,
                           const Mutation& mutation, const Nonce& nonce);

// What has been asked of a region's endpoint: CoprocessorServiceCall.
Status RunEndpoint(ServerContext& context, const RegionAccess& access,
                   const hbase::pb::CoprocessorServiceCall& call,
                   hbase::pb::NameBytesPair& response);

// The bodies of the endpoints that are compiled in. Each reads its request from the call and fills
// in its response, by the Java class of the response's message.
using EndpointBody = Status (*)(ServerContext& context, const RegionAccess& access,
                                const hbase::pb::CoprocessorServiceCall& call,
                                hbase::pb::NameBytesPair& response);
Status RunMultiRowMutation(ServerContext& context, const RegionAccess& access,
                           const hbase::pb::CoprocessorServiceCall& call,
                           hbase::pb::NameBytesPair& response);
Status RunAggregate(ServerContext& context, const RegionAccess& access,
                    const hbase::pb::CoprocessorServiceCall& call,
                    hbase::pb::NameBytesPair& response);
// The error of a service that has no such method.
Status UnknownMethod(const hbase::pb::CoprocessorServiceCall& call);

}  // namespace basalt::server
