#include "quota/quota_manager.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/region_info.h"
#include "quota/quota_settings.h"
#include "wire/quota_codec.h"

namespace basalt::quota {
namespace {

namespace pb = hbase::pb;

// Where the switch of throttles is kept; HBase has it in ZooKeeper.
constexpr BytesView kRpcThrottleRecord = "rpc-throttle";
constexpr std::string_view kSettings = "s";
// A Java boolean.
constexpr char kTrue = static_cast<char>(0xFF);

// Hadoop's short name: without the host and the realm.
std::string_view ShortName(std::string_view user) {
  return user.substr(0, user.find_first_of("/@"));
}

int64_t BlockBytes(const TableDescriptor& table) {
  int64_t bytes = std::numeric_limits<int64_t>::max();
  for (const FamilyDescriptor& family : table.families()) {
    bytes = std::min<int64_t>(bytes, family.block_size());
  }
  return bytes;
}

// HBase's estimate of the milliseconds of a request.
int64_t HandlerMs(double requests_per_second, uint32_t handler_threads) {
  if (requests_per_second <= handler_threads) return handler_threads;
  constexpr double kMsPerSecond = 1000;
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(requests_per_second / kMsPerSecond)));
}

bool TakeDue(int64_t now_ms, int64_t period_ms, int64_t& due_ms) {
  if (period_ms <= 0 || now_ms < due_ms) return false;
  due_ms = now_ms + period_ms;
  return true;
}

}  // namespace

QuotaManager::QuotaManager(catalog::Catalog& catalog, const QuotaOptions& options, Hooks hooks)
    : catalog_(catalog),
      options_(options),
      hooks_(std::move(hooks)),
      table_(catalog),
      throttles_(options_, catalog.store()->clock()),
      space_(catalog, table_, hooks_.log) {}

Status QuotaManager::Open() {
  catalog_.namespaces().EnforceLimits(enabled());
  if (!enabled()) return {};
  BASALT_RETURN_IF_ERROR(table_.CreateIfMissing());
  BASALT_ASSIGN_OR_RETURN(const auto record, catalog_.store()->GetRecord(kRpcThrottleRecord));
  rpc_throttle_ = !record || *record != "off";
  const int64_t now_ms = catalog_.store()->clock().MonotonicMs();
  refresh_due_ms_ = now_ms + options_.refresh_period_ms;
  space_due_ms_ = now_ms + options_.space_check_period_ms;
  snapshots_due_ms_ = now_ms + options_.snapshot_check_period_ms;
  return Refresh();
}

Status QuotaManager::Refresh() {
  BASALT_RETURN_IF_ERROR(throttles_.Refresh(table_));
  BASALT_RETURN_IF_ERROR(space_.Load());
  UpdateActive();
  return {};
}

void QuotaManager::UpdateActive() {
  active_ = (rpc_throttle_ && !throttles_.empty()) || space_.enforcing();
}

std::unique_ptr<OperationQuota> QuotaManager::FindThrottles(std::string_view user,
                                                            const TableDescriptor& table) const {
  if (!rpc_throttle_enabled() || model::IsSystemTable(table.name())) return nullptr;
  return throttles_.Find(ShortName(user), table.name(), BlockBytes(table),
                         HandlerMs(hooks_.requests_per_second(), options_.handler_threads));
}

Status QuotaManager::Set(const pb::SetQuotaRequest& request) {
  if (!enabled()) {
    return {StatusCode::kNotSupported,
            "java.lang.UnsupportedOperationException: quota support disabled"};
  }
  const std::lock_guard lock(set_mutex_);
  BASALT_ASSIGN_OR_RETURN(const QuotaOwner owner, OwnerOf(request));
  BASALT_ASSIGN_OR_RETURN(const auto before, table_.Get(owner));
  BASALT_ASSIGN_OR_RETURN(const auto after, MergeQuotas(before, request));
  return Write(owner, before, after);
}

Status QuotaManager::Write(const QuotaOwner& owner, const std::optional<pb::Quotas>& before,
                           const std::optional<pb::Quotas>& after) {
  const bool space_removed = before && before->has_space() && !(after && after->has_space());
  if (space_removed) BASALT_RETURN_IF_ERROR(space_.Release(owner));
  if (after) BASALT_RETURN_IF_ERROR(table_.Put(owner, *after));
  if (!after) BASALT_RETURN_IF_ERROR(table_.Delete(owner));
  return Refresh();
}

Result<bool> QuotaManager::SwitchRpcThrottle(bool on) {
  if (!enabled()) return false;
  const std::lock_guard lock(set_mutex_);
  BASALT_RETURN_IF_ERROR(catalog_.store()->PutRecord(kRpcThrottleRecord, on ? "on" : "off"));
  const bool before = rpc_throttle_.exchange(on);
  UpdateActive();
  return before;
}

Result<bool> QuotaManager::SwitchExceedThrottle(bool on) {
  if (!enabled()) return false;
  const std::lock_guard lock(set_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto value,
                          table_.GetCell(wire::kExceedThrottleRow, wire::kQuotaFamily, kSettings));
  const bool before = value && !value->empty() && value->front() != 0;
  if (before == on) return before;
  if (on) {
    BASALT_ASSIGN_OR_RETURN(const auto servers, table_.Get({.region_server = "all"}));
    BASALT_RETURN_IF_ERROR(CheckExceedThrottle(servers));
  }
  BASALT_RETURN_IF_ERROR(table_.PutCell(wire::kExceedThrottleRow, wire::kQuotaFamily, kSettings,
                                        Bytes(1, on ? kTrue : '\0')));
  BASALT_RETURN_IF_ERROR(Refresh());
  return before;
}

Status QuotaManager::Forget(const QuotaOwner& owner) {
  if (!enabled() || !options_.remove_on_delete) return {};
  const std::lock_guard lock(set_mutex_);
  BASALT_ASSIGN_OR_RETURN(const auto before, table_.Get(owner));
  BASALT_RETURN_IF_ERROR(table_.Delete(owner));
  return before || owner.table ? Refresh() : Status();
}

Status QuotaManager::ForgetTable(const TableName& table) { return Forget({.table = table}); }

Status QuotaManager::ForgetNamespace(const std::string& ns) { return Forget({.ns = ns}); }

Status QuotaManager::RunDueChores() {
  if (!enabled()) return {};
  const int64_t now_ms = catalog_.store()->clock().MonotonicMs();
  if (TakeDue(now_ms, options_.snapshot_check_period_ms, snapshots_due_ms_)) {
    BASALT_RETURN_IF_ERROR(space_.MeasureSnapshots());
  }
  if (TakeDue(now_ms, options_.space_check_period_ms, space_due_ms_)) {
    BASALT_RETURN_IF_ERROR(space_.Evaluate());
    UpdateActive();
  }
  if (TakeDue(now_ms, options_.refresh_period_ms, refresh_due_ms_)) {
    const std::lock_guard lock(set_mutex_);
    BASALT_RETURN_IF_ERROR(Refresh());
  }
  return {};
}

}  // namespace basalt::quota
