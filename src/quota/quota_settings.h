// How a request to set a quota changes what hbase:quota has of its owner. Functions only; thread
// safe.
#pragma once

#include <optional>

#include "basalt/quota.h"
#include "basalt/status.h"
#include "hbase/master.pb.h"
#include "hbase/quota.pb.h"

namespace basalt::quota {

// Who the request is about; kNotSupported when it does not say.
Result<QuotaOwner> OwnerOf(const hbase::pb::SetQuotaRequest& request);

// The quotas of the owner after the request; nullopt: none are left. kInvalidArgument and
// kNotSupported for what HBase refuses.
Result<std::optional<hbase::pb::Quotas>> MergeQuotas(
    const std::optional<hbase::pb::Quotas>& current, const hbase::pb::SetQuotaRequest& request);

// Whether the throttle of the region servers lets requests exceed others: kDoNotRetry.
Status CheckExceedThrottle(const std::optional<hbase::pb::Quotas>& region_server);

}  // namespace basalt::quota
