// ClientService: reads and writes. What its files share, and how they register.
#pragma once

#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "hbase/client.pb.h"
#include "server/node.h"
#include "server/nonce_manager.h"
#include "server/service/region_access.h"
#include "server/service/verb_table.h"
#include "wire/cell_block.h"

namespace basalt::server {

void RegisterGetVerb(VerbTable& verbs, Node& node);
void RegisterMutateVerb(VerbTable& verbs, Node& node);
void RegisterMultiVerb(VerbTable& verbs, Node& node);
void RegisterScanVerb(VerbTable& verbs, Node& node);
void RegisterEndpointVerbs(VerbTable& verbs, Node& node);
void RegisterBulkLoadVerbs(VerbTable& verbs, Node& node);

// A get with all of HBase's checks.
Result<RowResult> RunGet(const RegionAccess& access, const hbase::pb::Get& message);
void FillGetResult(const RowResult& row, bool existence_only, wire::CellCodec codec, Bytes& cells,
                   hbase::pb::Result& result);

// An increment or append; one whose nonce is known is not run again but answered with what its
// columns hold now.
Result<RowResult> RunDelta(Node& node, const RegionAccess& access, const Mutation& mutation,
                           const Nonce& nonce);

// What has been asked of a region's endpoint: CoprocessorServiceCall.
Status RunEndpoint(Node& node, const RegionAccess& access,
                   const hbase::pb::CoprocessorServiceCall& call,
                   hbase::pb::NameBytesPair& response);

}  // namespace basalt::server
