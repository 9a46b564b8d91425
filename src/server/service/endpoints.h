// The bodies of the endpoints that are compiled in. Each reads its request from the call and fills
// in its response, by the Java class of the response's message.
#pragma once

#include "hbase/client.pb.h"
#include "server/service/region_access.h"

namespace basalt::server {

using EndpointBody = Status (*)(const RegionAccess& access,
                                const hbase::pb::CoprocessorServiceCall& call,
                                hbase::pb::NameBytesPair& response);

Status RunMultiRowMutation(const RegionAccess& access,
                           const hbase::pb::CoprocessorServiceCall& call,
                           hbase::pb::NameBytesPair& response);
Status RunAggregate(const RegionAccess& access, const hbase::pb::CoprocessorServiceCall& call,
                    hbase::pb::NameBytesPair& response);

Status UnknownMethod(const hbase::pb::CoprocessorServiceCall& call);

}  // namespace basalt::server
