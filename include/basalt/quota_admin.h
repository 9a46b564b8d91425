// QuotaAdmin: setting and listing of quotas. Admin::quotas() returns it. Quotas take effect on a
// server that has them enabled; a directory lists those that a server has left in it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "basalt/call_options.h"
#include "basalt/export.h"
#include "basalt/quota.h"
#include "basalt/status.h"

namespace basalt {
inline namespace v1 {

// Which quotas are listed: Java regular expressions that match whole names; empty: all.
struct BASALT_EXPORT QuotaFilter {
  std::string user;   // of users; with `table` or `ns`: users in such tables or namespaces
  std::string table;  // of tables
  std::string ns;     // of namespaces
};

// Thread safe; belongs to the connection. Errors are HBase's; kDoNotRetry when the server has no
// quotas enabled, kNotSupported where a directory cannot do it.
class BASALT_EXPORT QuotaAdmin {
 public:
  virtual ~QuotaAdmin() = default;

  // Sets one throttle of the owner and leaves its others as they are.
  virtual Status Throttle(const QuotaOwner& owner, const ThrottleLimit& limit,
                          const CallOptions& options = {}) = 0;
  // Removes the owner's throttle of a type; without one, all of them.
  virtual Status Unthrottle(const QuotaOwner& owner, std::optional<ThrottleType> type = {},
                            const CallOptions& options = {}) = 0;
  // Limits the space of a table or a namespace.
  virtual Status LimitSpace(const QuotaOwner& owner, const SpaceLimit& limit,
                            const CallOptions& options = {}) = 0;
  // Removes that limit.
  virtual Status RemoveSpaceLimit(const QuotaOwner& owner, const CallOptions& options = {}) = 0;
  // Whether throttles of tables, namespaces and region servers do not apply to a user.
  virtual Status BypassGlobals(const std::string& user, bool bypass,
                               const CallOptions& options = {}) = 0;

  // The quotas that are set, from the table hbase:quota.
  virtual Result<std::vector<QuotaSettings>> ListQuotas(const QuotaFilter& filter = {},
                                                        const CallOptions& options = {}) = 0;
  // Tables with a space quota, from the table hbase:quota; with the name of a region server, what
  // that server enforces.
  virtual Result<std::map<TableName, SpaceQuotaSnapshot>> ListSnapshots(
      const std::optional<std::string>& region_server = {}, const CallOptions& options = {}) = 0;
  // The sizes of all tables as space quotas count them.
  virtual Result<std::map<TableName, uint64_t>> TableSizes(const CallOptions& options = {}) = 0;
  // The sizes of snapshots of tables with a space quota: bytes that only the snapshot holds.
  virtual Result<std::map<std::string, uint64_t>> SnapshotSizes(
      const CallOptions& options = {}) = 0;

  // Switches all throttles on or off. Returns what they were before.
  virtual Result<bool> SwitchRpcThrottle(bool on, const CallOptions& options = {}) = 0;
  // Whether requests may exceed other throttles while the region server's has enough. Returns what
  // it was before.
  virtual Result<bool> SwitchExceedThrottleQuota(bool on, const CallOptions& options = {}) = 0;
};

}  // namespace v1
}  // namespace basalt
