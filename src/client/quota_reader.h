// QuotaReader: what the table hbase:quota says, on any connection. What only a server can do is not
// supported here; RemoteQuotaAdmin adds it. Thread safe.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "basalt/quota_admin.h"
#include "basalt/table.h"

namespace basalt::client {

class QuotaReader : public QuotaAdmin {
 public:
  // Opens a table of the connection.
  using OpenTable = std::function<Result<std::unique_ptr<Table>>(const TableName& name)>;

  explicit QuotaReader(OpenTable open) : open_(std::move(open)) {}

  Status Throttle(const QuotaOwner& owner, const ThrottleLimit& limit,
                  const CallOptions& options) override;
  Status Unthrottle(const QuotaOwner& owner, std::optional<ThrottleType> type,
                    const CallOptions& options) override;
  Status LimitSpace(const QuotaOwner& owner, const SpaceLimit& limit,
                    const CallOptions& options) override;
  Status RemoveSpaceLimit(const QuotaOwner& owner, const CallOptions& options) override;
  Status BypassGlobals(const std::string& user, bool bypass, const CallOptions& options) override;
  Result<std::vector<QuotaSettings>> ListQuotas(const QuotaFilter& filter,
                                                const CallOptions& options) override;
  Result<std::map<TableName, SpaceQuotaSnapshot>> ListSnapshots(
      const std::optional<std::string>& region_server, const CallOptions& options) override;
  Result<std::map<TableName, uint64_t>> TableSizes(const CallOptions& options) override;
  Result<std::map<std::string, uint64_t>> SnapshotSizes(const CallOptions& options) override;
  Result<bool> SwitchRpcThrottle(bool on, const CallOptions& options) override;
  Result<bool> SwitchExceedThrottleQuota(bool on, const CallOptions& options) override;

 private:
  // Visits the rows that begin with the prefix, with the cells of one family.
  Status ForEachRow(std::string_view prefix, std::string_view family, const CallOptions& options,
                    const std::function<Status(const RowResult& row)>& visit);

  const OpenTable open_;
};

}  // namespace basalt::client
