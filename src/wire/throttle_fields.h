// The fields of the message Throttle by ThrottleType: HBase has one field for each type. Functions
// only; thread safe.
#pragma once

#include <span>

#include "hbase/quota.pb.h"

namespace basalt::wire {

// In the order in which HBase lists them.
std::span<const hbase::pb::ThrottleType> AllThrottleTypes();
// nullptr when the throttle does not limit this.
const hbase::pb::TimedQuota* FindTimedQuota(const hbase::pb::Throttle& throttle,
                                            hbase::pb::ThrottleType type);
void SetTimedQuota(hbase::pb::ThrottleType type, const hbase::pb::TimedQuota& quota,
                   hbase::pb::Throttle& throttle);
void ClearTimedQuota(hbase::pb::ThrottleType type, hbase::pb::Throttle& throttle);

}  // namespace basalt::wire
