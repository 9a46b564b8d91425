#include "catalog/namespace_limits.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace basalt::catalog {
namespace {

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

// A limit among a namespace's settings, of "tables" or "regions".
Result<int64_t> LimitOf(const NamespaceDescriptor& ns, std::string_view what) {
  const auto setting = ns.configuration.find(fmt::format("hbase.namespace.quota.max{}", what));
  if (setting == ns.configuration.end() || setting->second.empty()) return kNoLimit;
  const std::string& text = setting->second;
  int64_t limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Status(StatusCode::kDoNotRetry,
                  fmt::format("NumberFormatException while getting max {}.", what));
  }
  return limit;
}

struct NamespaceUse {
  int64_t tables = 0;
  int64_t regions = 0;
};

NamespaceUse UseOf(const CatalogState& state, std::string_view ns) {
  NamespaceUse use;
  for (const TableName& table : state.TableNames()) {
    if (table.ns() != ns) continue;
    ++use.tables;
    use.regions += static_cast<int64_t>(state.regions().Of(table)->size());
  }
  return use;
}

bool IsLimited(const CatalogState& state, const TableName& table) {
  return state.namespace_limits_enforced() && !model::IsSystemTable(table);
}

}  // namespace

Status CheckNamespaceLimits(const NamespaceDescriptor& ns) {
  BASALT_ASSIGN_OR_RETURN(const int64_t regions, LimitOf(ns, "regions"));
  if (regions <= 0) {
    return {StatusCode::kConstraint,
            fmt::format("The max region quota for {} is less than or equal to zero.", ns.name)};
  }
  BASALT_ASSIGN_OR_RETURN(const int64_t tables, LimitOf(ns, "tables"));
  if (tables <= 0) {
    return {StatusCode::kConstraint,
            fmt::format("The max tables quota for {} is less than or equal to zero.", ns.name)};
  }
  return {};
}

Status CheckRoomForTable(const CatalogState& state, const TableName& table, size_t regions) {
  if (!IsLimited(state, table)) return {};
  BASALT_ASSIGN_OR_RETURN(const NamespaceDescriptor ns, state.FindNamespace(table.ns()));
  BASALT_ASSIGN_OR_RETURN(const int64_t max_tables, LimitOf(ns, "tables"));
  BASALT_ASSIGN_OR_RETURN(const int64_t max_regions, LimitOf(ns, "regions"));
  if (max_tables == kNoLimit && max_regions == kNoLimit) return {};
  const NamespaceUse use = UseOf(state, table.ns());
  if (use.tables >= max_tables) {
    return {StatusCode::kQuotaExceeded,
            fmt::format("The table {} cannot be created as it would exceed maximum number of "
                        "tables allowed  in the namespace.  The total number of tables permitted "
                        "is {}",
                        table.ToString(), max_tables)};
  }
  if (use.regions + static_cast<int64_t>(regions) > max_regions) {
    return {StatusCode::kQuotaExceeded,
            fmt::format("The table {} is not allowed to have {} regions. The total number of "
                        "regions permitted is only {}, while current region count is {}. This may "
                        "be transient, please retry later if there are any ongoing split "
                        "operations in the namespace.",
                        table.ToString(), regions, max_regions, use.regions)};
  }
  return {};
}

Status CheckRegionCount(const CatalogState& state, const TableName& table, size_t regions) {
  if (!IsLimited(state, table)) return {};
  BASALT_ASSIGN_OR_RETURN(const NamespaceDescriptor ns, state.FindNamespace(table.ns()));
  BASALT_ASSIGN_OR_RETURN(const int64_t max_regions, LimitOf(ns, "regions"));
  if (max_regions == kNoLimit) return {};
  const auto now = static_cast<int64_t>(state.regions().Of(table)->size());
  const auto wanted = static_cast<int64_t>(regions);
  if (now == wanted || UseOf(state, table.ns()).regions - now + wanted <= max_regions) return {};
  return {StatusCode::kQuotaExceeded,
          fmt::format("The table {} region count cannot be updated as it would exceed maximum "
                      "number of regions allowed in the namespace.  The total number of regions "
                      "permitted is {}",
                      table.ToString(), max_regions)};
}

Status CheckRoomForSplit(const CatalogState& state, const model::RegionInfo& parent) {
  if (!IsLimited(state, parent.table)) return {};
  BASALT_ASSIGN_OR_RETURN(const NamespaceDescriptor ns, state.FindNamespace(parent.table.ns()));
  BASALT_ASSIGN_OR_RETURN(const int64_t max_regions, LimitOf(ns, "regions"));
  if (max_regions == kNoLimit || UseOf(state, parent.table.ns()).regions < max_regions) return {};
  return {StatusCode::kQuotaExceeded,
          fmt::format("Region split not possible for :{} as quota limits are exceeded ",
                      parent.EncodedName())};
}

}  // namespace basalt::catalog
