#include "quota/throttle_cache.h"

#include <mutex>
#include <utility>

#include "wire/quota_codec.h"

namespace basalt::quota {
namespace {

// The name that stands for all region servers.
constexpr std::string_view kAllServers = "all";

}  // namespace

const ThrottleCache::Limiter& ThrottleCache::User::For(const TableName& table) const {
  if (const auto found = tables.find(table); found != tables.end()) return found->second;
  if (const auto found = namespaces.find(table.ns()); found != namespaces.end()) {
    return found->second;
  }
  return global;
}

std::shared_ptr<const ThrottleCache::State> ThrottleCache::state() const {
  const std::shared_lock lock(mutex_);
  return state_;
}

bool ThrottleCache::empty() const { return state()->by_cell.empty(); }

void ThrottleCache::Add(const State& before, const QuotaOwner& owner,
                        const hbase::pb::Quotas& quotas, State& state) const {
  Limiter limiter = QuotaLimiter::Make(quotas.throttle(), clock_, options_.limiter);
  if (limiter != nullptr) {
    const Bytes cell = wire::QuotaRow(owner) + '\0' + wire::QuotaQualifier(owner);
    if (const auto old = before.by_cell.find(cell); old != before.by_cell.end()) {
      old->second->Update(*limiter);
      limiter = old->second;
    }
    state.by_cell[cell] = limiter;
  }
  if (owner.user) {
    User& user = state.users[*owner.user];
    if (owner.table) {
      if (limiter != nullptr) user.tables[*owner.table] = limiter;
    } else if (owner.ns) {
      if (limiter != nullptr) user.namespaces[*owner.ns] = limiter;
    } else {
      user.global = limiter;
      user.bypass_globals = quotas.bypass_globals();
    }
  } else if (owner.table) {
    state.tables[*owner.table] = limiter;
  } else if (owner.ns) {
    state.namespaces[*owner.ns] = limiter;
  } else if (owner.region_server == kAllServers) {
    state.region_server = limiter;
  }
}

Status ThrottleCache::Refresh(QuotaTable& table) {
  const auto before = state();
  auto fresh = std::make_shared<State>();
  BASALT_RETURN_IF_ERROR(
      table.ForEachRow({}, wire::kQuotaFamily, [&](const RowResult& row) -> Status {
        for (const CellView& cell : row) {
          if (cell.row == wire::kExceedThrottleRow) {
            fresh->exceed_throttle = !cell.value.empty() && cell.value[0] != 0;
          }
          const auto owner = wire::ParseQuotaOwner(cell.row, cell.qualifier);
          if (!owner) continue;
          // A value that cannot be read limits nobody, as in HBase.
          const auto quotas = wire::DecodeQuotas(cell.value);
          if (quotas.ok()) Add(*before, *owner, *quotas, *fresh);
        }
        return {};
      }));
  const std::unique_lock lock(mutex_);
  state_ = std::move(fresh);
  return {};
}

std::unique_ptr<OperationQuota> ThrottleCache::Find(std::string_view user, const TableName& table,
                                                    int64_t block_bytes, int64_t handler_ms) const {
  const auto state = this->state();
  OperationQuota::Limiters limiters;
  const auto add = [&limiters](const Limiter& limiter) {
    if (limiter != nullptr) limiters.push_back(limiter);
  };
  const auto found = [](const auto& map, const auto& key) {
    const auto it = map.find(key);
    return it == map.end() ? Limiter() : it->second;
  };
  Limiter exceeding;
  const auto settings = state->users.find(user);
  if (settings != state->users.end()) add(settings->second.For(table));
  if (settings == state->users.end() || !settings->second.bypass_globals) {
    add(found(state->tables, table));
    add(found(state->namespaces, table.ns()));
    if (state->exceed_throttle) {
      exceeding = state->region_server;
    } else {
      add(state->region_server);
    }
  }
  if (limiters.empty() && exceeding == nullptr) return nullptr;
  return std::make_unique<OperationQuota>(options_, std::move(limiters), std::move(exceeding),
                                          block_bytes, handler_ms);
}

}  // namespace basalt::quota
