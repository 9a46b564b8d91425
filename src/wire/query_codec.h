// Conversion of Get and Scan from and to their messages. Pure functions. Errors are kDoNotRetry
// with HBase's wording.
#pragma once

#include "basalt/query.h"
#include "basalt/status.h"
#include "hbase/client.pb.h"

namespace basalt::wire {

Result<TimeRange> ParseTimeRange(const hbase::pb::TimeRange& range);
Result<Get> ParseGet(const hbase::pb::Get& get);
// The number of rows per response is handled by the server and not part of the Scan.
Result<Scan> ParseScan(const hbase::pb::Scan& scan);

// The reverse. kInvalidArgument for a custom filter.
void FillTimeRange(const TimeRange& range, hbase::pb::TimeRange& message);
Status FillGet(const Get& get, hbase::pb::Get& message);
// The limit is not part of the message.
Status FillScan(const Scan& scan, hbase::pb::Scan& message);

}  // namespace basalt::wire
