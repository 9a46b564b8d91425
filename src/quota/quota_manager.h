// QuotaManager: the quotas of a server: what is set (hbase:quota), which throttles apply to a call,
// and the space that tables may take. With quotas disabled it answers as HBase does then, and
// limits nothing. Thread safe; owned by the server's context.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "basalt/quota.h"
#include "basalt/status.h"
#include "catalog/catalog.h"
#include "hbase/master.pb.h"
#include "quota/operation_quota.h"
#include "quota/quota_options.h"
#include "quota/quota_table.h"
#include "quota/space_quotas.h"
#include "quota/throttle_cache.h"

namespace basalt::quota {

class QuotaManager {
 public:
  struct Hooks {
    SpaceQuotas::Log log;
    // Of the server, since some time ago; for HBase's estimate of a request's time.
    std::function<double()> requests_per_second;
  };

  // The catalog must outlive it.
  QuotaManager(catalog::Catalog& catalog, const QuotaOptions& options, Hooks hooks);

  // Makes hbase:quota if quotas are enabled, and reads it.
  Status Open();
  bool enabled() const { return options_.enabled; }

  // Whether anything may limit a call: the one test of calls when no quota is set.
  bool active() const { return active_.load(std::memory_order_relaxed); }
  // The throttles of a user's call on a table; nullptr: none. `user`: as the connection names it.
  std::unique_ptr<OperationQuota> FindThrottles(std::string_view user,
                                                const TableDescriptor& table) const;

  Status Set(const hbase::pb::SetQuotaRequest& request);
  // The switches. Both return what was set before; false when quotas are disabled.
  bool rpc_throttle_enabled() const { return enabled() && rpc_throttle_.load(); }
  Result<bool> SwitchRpcThrottle(bool on);
  Result<bool> SwitchExceedThrottle(bool on);

  // To be called when a table or namespace was deleted: its quotas go, too.
  Status ForgetTable(const TableName& table);
  Status ForgetNamespace(const std::string& ns);

  SpaceQuotas& space() { return space_; }
  const SpaceQuotas& space() const { return space_; }

  // Does what is due by the monotonic clock: evaluates space quotas, measures snapshots, reads
  // hbase:quota anew. One thread at a time.
  Status RunDueChores();

 private:
  Status Refresh();
  void UpdateActive();
  // Writes the quotas of an owner, or removes them.
  Status Write(const QuotaOwner& owner, const std::optional<hbase::pb::Quotas>& before,
               const std::optional<hbase::pb::Quotas>& after);
  Status Forget(const QuotaOwner& owner);

  catalog::Catalog& catalog_;
  const QuotaOptions options_;
  const Hooks hooks_;
  QuotaTable table_;
  ThrottleCache throttles_;
  SpaceQuotas space_;
  std::mutex set_mutex_;  // one change of hbase:quota at a time
  std::atomic<bool> active_{false};
  std::atomic<bool> rpc_throttle_{true};
  int64_t refresh_due_ms_ = 0;
  int64_t space_due_ms_ = 0;
  int64_t snapshots_due_ms_ = 0;
};

}  // namespace basalt::quota
