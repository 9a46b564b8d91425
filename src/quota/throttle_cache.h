// ThrottleCache: the throttles of hbase:quota as limiters, and which of them apply to a call
// (HBase's QuotaCache). Thread safe; a refresh replaces the whole state and keeps what was
// consumed.
#pragma once

#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "basalt/clock.h"
#include "basalt/quota.h"
#include "basalt/status.h"
#include "basalt/table_name.h"
#include "quota/operation_quota.h"
#include "quota/quota_limiter.h"
#include "quota/quota_options.h"
#include "quota/quota_table.h"

namespace basalt::quota {

class ThrottleCache {
 public:
  // Both outlive it.
  ThrottleCache(const QuotaOptions& options, const Clock& clock)
      : options_(options), clock_(clock) {}

  // Reads all throttles. On an error the state stays as it was.
  Status Refresh(QuotaTable& table);
  bool empty() const;

  // The quotas of a user's call on a table; nullptr: nothing limits it. `block_bytes` and
  // `handler_ms`: see OperationQuota.
  std::unique_ptr<OperationQuota> Find(std::string_view user, const TableName& table,
                                       int64_t block_bytes, int64_t handler_ms) const;

 private:
  using Limiter = std::shared_ptr<QuotaLimiter>;
  // By row and qualifier of hbase:quota, so that a refresh finds the limiter that there was.
  using LimiterMap = std::map<std::string, Limiter, std::less<>>;
  struct User {
    Limiter global;
    std::map<TableName, Limiter> tables;
    LimiterMap namespaces;
    bool bypass_globals = false;

    const Limiter& For(const TableName& table) const;
  };
  struct State {
    LimiterMap by_cell;
    std::map<std::string, User, std::less<>> users;
    std::map<TableName, Limiter> tables;
    LimiterMap namespaces;
    Limiter region_server;
    bool exceed_throttle = false;
  };

  void Add(const State& before, const QuotaOwner& owner, const hbase::pb::Quotas& quotas,
           State& state) const;
  std::shared_ptr<const State> state() const;

  const QuotaOptions& options_;
  const Clock& clock_;
  mutable std::shared_mutex mutex_;  // held while the pointer is copied
  std::shared_ptr<const State> state_ = std::make_shared<State>();
};

}  // namespace basalt::quota
