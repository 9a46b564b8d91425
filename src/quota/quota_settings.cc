#include "quota/quota_settings.h"

#include <algorithm>

#include <fmt/format.h>

#include "wire/descriptor_messages.h"
#include "wire/throttle_fields.h"

namespace basalt::quota {
namespace {

namespace pb = hbase::pb;

Status CheckLimit(const pb::TimedQuota& quota) {
  if (quota.soft_limit() >= 1) return {};
  return {StatusCode::kNotSupported,
          fmt::format("java.lang.UnsupportedOperationException: The throttle limit must be greater "
                      "then 0, got {}",
                      quota.soft_limit())};
}

bool LimitsAnything(const pb::Throttle& throttle) {
  return std::ranges::any_of(wire::AllThrottleTypes(), [&](pb::ThrottleType type) {
    return wire::FindTimedQuota(throttle, type) != nullptr;
  });
}

Status MergeThrottle(const pb::ThrottleRequest& request, pb::Quotas& quotas) {
  if (request.has_type() && request.has_timed_quota()) {
    BASALT_RETURN_IF_ERROR(CheckLimit(request.timed_quota()));
    wire::SetTimedQuota(request.type(), request.timed_quota(), *quotas.mutable_throttle());
    return {};
  }
  // Without a limit the type is removed; without a type all of them are.
  if (request.has_type() && quotas.has_throttle()) {
    wire::ClearTimedQuota(request.type(), *quotas.mutable_throttle());
    if (LimitsAnything(quotas.throttle())) return {};
  }
  quotas.clear_throttle();
  return {};
}

Status MergeSpace(const pb::SetQuotaRequest& request, pb::Quotas& quotas) {
  if (!request.space_limit().has_quota()) {
    return {StatusCode::kInvalidArgument, "SpaceLimitRequest is missing the expected SpaceQuota."};
  }
  if (request.has_table_name() == request.has_namespace_() || request.has_user_name()) {
    return {StatusCode::kInvalidArgument,
            "Can only construct SpaceLimitSettings for a table or namespace."};
  }
  const pb::SpaceQuota& space = request.space_limit().quota();
  if (space.remove()) {
    quotas.clear_space();
    return {};
  }
  if (!space.has_soft_limit() || !space.has_violation_policy()) {
    return {StatusCode::kInvalidArgument, "SpaceQuota is missing its limit or its policy."};
  }
  quotas.mutable_space()->MergeFrom(space);
  return {};
}

}  // namespace

Result<QuotaOwner> OwnerOf(const pb::SetQuotaRequest& request) {
  QuotaOwner owner;
  if (request.has_user_name()) owner.user = request.user_name();
  if (request.has_table_name()) {
    BASALT_ASSIGN_OR_RETURN(owner.table, wire::ParseTableName(request.table_name()));
  } else if (request.has_namespace_()) {
    owner.ns = request.namespace_();
  } else if (!request.has_user_name() && request.has_region_server()) {
    owner.region_server = request.region_server();
  } else if (!request.has_user_name()) {
    return Status(StatusCode::kNotSupported,
                  "java.lang.UnsupportedOperationException: a user, a table, a namespace or region "
                  "server must be specified");
  }
  return owner;
}

Result<std::optional<pb::Quotas>> MergeQuotas(const std::optional<pb::Quotas>& current,
                                              const pb::SetQuotaRequest& request) {
  if (request.remove_all()) return std::optional<pb::Quotas>();
  const int kinds = static_cast<int>(request.has_bypass_globals()) +
                    static_cast<int>(request.has_space_limit()) +
                    static_cast<int>(request.has_throttle());
  if (kinds > 1) {
    return Status(StatusCode::kInvalidArgument, "SetQuotaRequest has multiple limits");
  }
  if (kinds == 0) {
    return Status(StatusCode::kInvalidArgument, "Unhandled SetRequestRequest state");
  }
  pb::Quotas quotas = current.value_or(pb::Quotas());
  if (request.has_bypass_globals()) quotas.set_bypass_globals(request.bypass_globals());
  if (request.has_space_limit()) BASALT_RETURN_IF_ERROR(MergeSpace(request, quotas));
  if (request.has_throttle()) BASALT_RETURN_IF_ERROR(MergeThrottle(request.throttle(), quotas));
  if (!quotas.has_throttle() && !quotas.has_space() && !quotas.has_bypass_globals()) {
    return std::optional<pb::Quotas>();
  }
  return std::optional(std::move(quotas));
}

Status CheckExceedThrottle(const std::optional<pb::Quotas>& region_server) {
  if (!region_server || !region_server->has_throttle()) {
    return {StatusCode::kDoNotRetry,
            "Please set region server quota before enable exceed throttle quota"};
  }
  const pb::Throttle& throttle = region_server->throttle();
  const bool requests =
      throttle.has_req_num() || throttle.has_req_size() || throttle.has_req_capacity_unit();
  if (!requests && !throttle.has_read_num() && !throttle.has_read_size() &&
      !throttle.has_read_capacity_unit()) {
    return {StatusCode::kDoNotRetry,
            "Please set at least one read region server quota before enable exceed throttle quota"};
  }
  if (!requests && !throttle.has_write_num() && !throttle.has_write_size() &&
      !throttle.has_write_capacity_unit()) {
    return {
        StatusCode::kDoNotRetry,
        "Please set at least one write region server quota before enable exceed throttle quota"};
  }
  for (const pb::ThrottleType type : wire::AllThrottleTypes()) {
    const pb::TimedQuota* quota = wire::FindTimedQuota(throttle, type);
    if (type > pb::READ_CAPACITY_UNIT || quota == nullptr || quota->time_unit() == pb::SECONDS) {
      continue;
    }
    return {StatusCode::kDoNotRetry,
            "All region server quota must be in seconds time unit if enable exceed throttle quota"};
  }
  return {};
}

}  // namespace basalt::quota
