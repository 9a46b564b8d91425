// Get and Scan from their messages and to them. Pure functions. Errors are kDoNotRetry with HBase's
// wording.
#pragma once

#include "basalt/query.h"
#include "basalt/status.h"
#include "hbase/client.pb.h"

namespace basalt::wire {

Result<TimeRange> ParseTimeRange(const hbase::pb::TimeRange& range);
Result<Get> ParseGet(const hbase::pb::Get& get);
// What the message says about rows per answer is the server's business, not part of the Scan.
Result<Scan> ParseScan(const hbase::pb::Scan& scan);

// The other way. kInvalidArgument for a filter that is not one of HBase's.
void FillTimeRange(const TimeRange& range, hbase::pb::TimeRange& message);
Status FillGet(const Get& get, hbase::pb::Get& message);
// The limit is no part of the message.
Status FillScan(const Scan& scan, hbase::pb::Scan& message);

}  // namespace basalt::wire
