// Get and Scan from their messages. Pure functions. Errors are kDoNotRetry with HBase's wording.
#pragma once

#include "basalt/query.h"
#include "basalt/status.h"
#include "hbase/client.pb.h"

namespace basalt::wire {

Result<TimeRange> ParseTimeRange(const hbase::pb::TimeRange& range);
Result<Get> ParseGet(const hbase::pb::Get& get);
// What the message says about rows per answer is the server's business, not part of the Scan.
Result<Scan> ParseScan(const hbase::pb::Scan& scan);

}  // namespace basalt::wire
