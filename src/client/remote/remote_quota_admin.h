// RemoteQuotaAdmin: QuotaAdmin on servers. Thread safe.
#pragma once

#include <memory>

#include "client/quota_reader.h"
#include "client/remote/cluster.h"

namespace hbase::pb {
class SetQuotaRequest;
}

namespace basalt::client {

class RemoteQuotaAdmin : public QuotaReader {
 public:
  explicit RemoteQuotaAdmin(std::shared_ptr<Cluster> cluster);

  Status Throttle(const QuotaOwner& owner, const ThrottleLimit& limit,
                  const CallOptions& options) override;
  Status Unthrottle(const QuotaOwner& owner, std::optional<ThrottleType> type,
                    const CallOptions& options) override;
  Status LimitSpace(const QuotaOwner& owner, const SpaceLimit& limit,
                    const CallOptions& options) override;
  Status RemoveSpaceLimit(const QuotaOwner& owner, const CallOptions& options) override;
  Status BypassGlobals(const std::string& user, bool bypass, const CallOptions& options) override;
  Result<std::map<TableName, SpaceQuotaSnapshot>> ListSnapshots(
      const std::optional<std::string>& region_server, const CallOptions& options) override;
  Result<std::map<TableName, uint64_t>> TableSizes(const CallOptions& options) override;
  Result<bool> SwitchRpcThrottle(bool on, const CallOptions& options) override;
  Result<bool> SwitchExceedThrottleQuota(bool on, const CallOptions& options) override;

 private:
  Status Set(const QuotaOwner& owner, hbase::pb::SetQuotaRequest& request,
             const CallOptions& options);

  const std::shared_ptr<Cluster> servers_;
};

}  // namespace basalt::client
