#include "server/service/master_support.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/names.h"
#include "server/region_chores.h"
#include "server/service/master_context.h"

namespace basalt::server {

std::string ProcedureName(std::string_view word) {
  const std::string_view package =
      word.starts_with("Split") || word.starts_with("Merge") ? "assignment" : "procedure";
  return fmt::format("org.apache.hadoop.hbase.master.{}.{}", package, word);
}

std::string StateText(const TableName& name, bool enabled) {
  return fmt::format("tableName={}, state={}", name.ToString(), enabled ? "ENABLED" : "DISABLED");
}

Result<std::shared_ptr<catalog::TableEntry>> FindEnabledTable(const Control& control,
                                                              const TableName& name) {
  BASALT_ASSIGN_OR_RETURN(auto entry, control.catalog().tables().Find(name));
  if (!entry->record().enabled) return Status(StatusCode::kTableNotEnabled, name.ToString());
  return entry;
}

bool IsOn(const TableDescriptor& table, std::string_view attribute) {
  std::string value = table.GetAttribute(attribute).value_or("true");
  std::ranges::transform(value, value.begin(), [](unsigned char c) { return std::tolower(c); });
  return value != "false";
}

std::string ListText(const std::vector<Bytes>& names) {
  return fmt::format("[{}]", fmt::join(names, ", "));
}

Status CheckFamilies(const TableDescriptor& table, const std::vector<Bytes>& families) {
  std::vector<Bytes> unknown;
  std::ranges::copy_if(families, std::back_inserter(unknown),
                       [&](const Bytes& family) { return table.FindFamily(family) == nullptr; });
  if (unknown.empty()) return {};
  return {StatusCode::kNoSuchColumnFamily, fmt::format("Column families {} don't exist in table {}",
                                                       ListText(unknown), table.name().ToString())};
}

Status FlushWholeTable(Control& control, const TableName& name,
                       const std::vector<Bytes>& families) {
  BASALT_ASSIGN_OR_RETURN(const auto entry, FindEnabledTable(control, name));
  BASALT_RETURN_IF_ERROR(CheckFamilies(entry->record().descriptor, families));
  const auto cells = entry->CellsInAnyState();
  if (families.empty()) BASALT_RETURN_IF_ERROR(cells->Flush({}));
  for (const Bytes& family : families) BASALT_RETURN_IF_ERROR(cells->Flush({family, {}, {}}));
  BASALT_ASSIGN_OR_RETURN(const auto regions, control.catalog().regions().Of(name));
  const int64_t now = control.node.clock().NowMs();
  for (const auto& region : regions) control.maintenance().NoteFlush(region, now);
  control.node.region_chores->Wake();
  return {};
}

Result<bool> MatchesTable(filter::NamePattern& pattern, const TableName& name) {
  BASALT_ASSIGN_OR_RETURN(const bool matches, pattern.Matches(name.ToString()));
  if (matches || name.ns() != model::kDefaultNamespace) return matches;
  return pattern.Matches(
      fmt::format("{}{}{}", name.ns(), model::kNamespaceDelimiter, name.qualifier()));
}

}  // namespace basalt::server
