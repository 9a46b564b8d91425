#include "basalt/quota.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace basalt {
inline namespace v1 {
namespace {

template <typename T>
struct QuotaWord {
  T value;
  std::string_view name;
};

constexpr auto kThrottleTypeNames = std::to_array<QuotaWord<ThrottleType>>({
    {ThrottleType::kRequestNumber, "REQUEST_NUMBER"},
    {ThrottleType::kRequestSize, "REQUEST_SIZE"},
    {ThrottleType::kWriteNumber, "WRITE_NUMBER"},
    {ThrottleType::kWriteSize, "WRITE_SIZE"},
    {ThrottleType::kReadNumber, "READ_NUMBER"},
    {ThrottleType::kReadSize, "READ_SIZE"},
    {ThrottleType::kRequestCapacityUnit, "REQUEST_CAPACITY_UNIT"},
    {ThrottleType::kWriteCapacityUnit, "WRITE_CAPACITY_UNIT"},
    {ThrottleType::kReadCapacityUnit, "READ_CAPACITY_UNIT"},
    {ThrottleType::kAtomicReadSize, "ATOMIC_READ_SIZE"},
    {ThrottleType::kAtomicRequestNumber, "ATOMIC_REQUEST_NUMBER"},
    {ThrottleType::kAtomicWriteSize, "ATOMIC_WRITE_SIZE"},
    {ThrottleType::kRequestHandlerUsageMs, "REQUEST_HANDLER_USAGE_MS"},
});

constexpr auto kPolicyNames = std::to_array<QuotaWord<SpaceViolationPolicy>>({
    {SpaceViolationPolicy::kDisable, "DISABLE"},
    {SpaceViolationPolicy::kNoWritesCompactions, "NO_WRITES_COMPACTIONS"},
    {SpaceViolationPolicy::kNoWrites, "NO_WRITES"},
    {SpaceViolationPolicy::kNoInserts, "NO_INSERTS"},
});

template <typename T, size_t N>
std::string_view NameIn(const std::array<QuotaWord<T>, N>& words, T value) {
  const auto found = std::ranges::find(words, value, &QuotaWord<T>::value);
  return found == words.end() ? "UNKNOWN" : found->name;
}

template <typename T, size_t N>
std::optional<T> ValueIn(const std::array<QuotaWord<T>, N>& words, std::string_view name) {
  const auto found = std::ranges::find(words, name, &QuotaWord<T>::name);
  if (found == words.end()) return std::nullopt;
  return found->value;
}

// "10.00M".
std::string SizeText(uint64_t bytes) {
  constexpr std::string_view kUnits = "PTGMK";
  for (size_t i = 0; i < kUnits.size(); ++i) {
    const uint64_t unit = uint64_t{1} << (10 * (kUnits.size() - i));
    if (bytes >= unit) {
      return fmt::format("{:.2f}{}", static_cast<double>(bytes) / static_cast<double>(unit),
                         kUnits[i]);
    }
  }
  return fmt::format("{:.2f}B", static_cast<double>(bytes));
}

std::string_view TimeText(QuotaTimeUnit unit) {
  switch (unit) {
    case QuotaTimeUnit::kMilliseconds: return "msec";
    case QuotaTimeUnit::kSeconds: return "sec";
    case QuotaTimeUnit::kMinutes: return "min";
    case QuotaTimeUnit::kHours: return "hour";
    case QuotaTimeUnit::kDays: return "day";
  }
  return "";
}

std::string LimitText(ThrottleType type, uint64_t limit) {
  switch (type) {
    case ThrottleType::kRequestNumber:
    case ThrottleType::kWriteNumber:
    case ThrottleType::kReadNumber:
    case ThrottleType::kAtomicRequestNumber: return fmt::format("{}req", limit);
    case ThrottleType::kRequestCapacityUnit:
    case ThrottleType::kWriteCapacityUnit:
    case ThrottleType::kReadCapacityUnit: return fmt::format("{}CU", limit);
    case ThrottleType::kRequestHandlerUsageMs: return fmt::format("{}ms", limit);
    default: return SizeText(limit);
  }
}

std::string ValueText(const QuotaOwner& /*owner*/, const ThrottleLimit& throttle) {
  return fmt::format("TYPE => THROTTLE, THROTTLE_TYPE => {}, LIMIT => {}/{}, SCOPE => {}",
                     ThrottleTypeName(throttle.type), LimitText(throttle.type, throttle.limit),
                     TimeText(throttle.unit), QuotaScopeName(throttle.scope));
}

std::string ValueText(const QuotaOwner& owner, const SpaceLimit& space) {
  std::string text = "TYPE => SPACE";
  if (owner.table) text += ", TABLE => " + owner.table->ToString();
  if (owner.ns) text += ", NAMESPACE => " + *owner.ns;
  return text + fmt::format(", LIMIT => {}, VIOLATION_POLICY => {}", SizeText(space.limit_bytes),
                            SpaceViolationPolicyName(space.policy));
}

std::string ValueText(const QuotaOwner& /*owner*/, const GlobalBypass& bypass) {
  return fmt::format("GLOBAL_BYPASS => {}", bypass.bypass);
}

}  // namespace

std::string_view ThrottleTypeName(ThrottleType type) { return NameIn(kThrottleTypeNames, type); }

std::string_view QuotaScopeName(QuotaScope scope) {
  return scope == QuotaScope::kCluster ? "CLUSTER" : "MACHINE";
}

std::string_view SpaceViolationPolicyName(SpaceViolationPolicy policy) {
  return NameIn(kPolicyNames, policy);
}

std::optional<ThrottleType> ParseThrottleType(std::string_view name) {
  return ValueIn(kThrottleTypeNames, name);
}

std::optional<SpaceViolationPolicy> ParseSpaceViolationPolicy(std::string_view name) {
  return ValueIn(kPolicyNames, name);
}

std::string QuotaOwner::ToString() const {
  std::string text;
  const auto add = [&text](std::string_view key, std::string_view value) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} => {}", key, value);
  };
  if (user) add("USER", *user);
  if (table) add("TABLE", table->ToString());
  if (ns) add("NAMESPACE", *ns);
  if (region_server) add("REGIONSERVER", *region_server);
  return text;
}

std::string QuotaSettings::ToString() const {
  return std::visit([this](const auto& each) { return ValueText(owner, each); }, value);
}

}  // namespace v1
}  // namespace basalt
