#include "copy/schema.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace basalt::copy {
namespace {

constexpr const char* kReadOnly = "READONLY";

// The source's descriptor under the destination's name.
Result<TableDescriptor> WantedTable(Admin& source, const TablePair& pair) {
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor original, source.GetDescriptor(pair.source));
  TableDescriptor wanted(pair.destination);
  for (const auto& [key, value] : original.attributes()) wanted.SetAttribute(key, value);
  for (const FamilyDescriptor& family : original.families()) {
    BASALT_RETURN_IF_ERROR(wanted.AddFamily(family));
  }
  return wanted;
}

Status PrepareNamespace(Admin& source, Admin& destination, const TablePair& pair) {
  const std::string& name = pair.destination.ns();
  BASALT_ASSIGN_OR_RETURN(const auto there, destination.ListNamespaces());
  const auto is_wanted = [&](const auto& ns) { return ns.name == name; };
  if (std::any_of(there.begin(), there.end(), is_wanted)) return {};
  NamespaceDescriptor wanted{.name = name, .configuration = {}};
  BASALT_ASSIGN_OR_RETURN(const auto originals, source.ListNamespaces());
  for (const NamespaceDescriptor& original : originals) {
    if (original.name == pair.source.ns()) wanted.configuration = original.configuration;
  }
  return destination.CreateNamespace(wanted);
}

Status CheckExisting(Admin& destination, const TableDescriptor& wanted, bool finished) {
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor there, destination.GetDescriptor(wanted.name()));
  for (const FamilyDescriptor& family : wanted.families()) {
    if (there.FindFamily(family.name()) == nullptr) {
      return {StatusCode::kNoSuchColumnFamily,
              fmt::format("is in the destination without the family '{}'",
                          ToStringBinary(family.name()))};
    }
  }
  if (there.read_only() && !finished)
    return {StatusCode::kDoNotRetry, "is read-only in the destination"};
  BASALT_ASSIGN_OR_RETURN(const bool enabled, destination.IsTableEnabled(wanted.name()));
  if (!enabled) return {StatusCode::kTableNotEnabled, "is disabled in the destination"};
  return {};
}

Status Prepare(Admin& source, Admin& destination, const TablePair& pair, bool finished) {
  BASALT_ASSIGN_OR_RETURN(TableDescriptor wanted, WantedTable(source, pair));
  BASALT_ASSIGN_OR_RETURN(const bool exists, destination.TableExists(pair.destination));
  if (exists) return CheckExisting(destination, wanted, finished);
  BASALT_RETURN_IF_ERROR(PrepareNamespace(source, destination, pair));
  if (wanted.read_only()) wanted.SetAttribute(kReadOnly, "");
  BASALT_ASSIGN_OR_RETURN(const auto ranges, RegionRanges(source, pair.source));
  std::vector<Bytes> splits;
  for (const KeyRange& range : ranges) {
    if (!range.start.empty()) splits.push_back(range.start);
  }
  return destination.CreateTable(wanted, splits);
}

Status NameTable(const Status& status, const TableName& name) {
  return status.WithContext("table '" + name.ToString() + "'");
}

}  // namespace

Status CheckSource(Admin& source, const TablePair& pair) {
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor table, source.GetDescriptor(pair.source));
  for (const FamilyDescriptor& family : table.families()) {
    if (!family.new_version_behavior()) continue;
    return {
        StatusCode::kNotSupported,
        fmt::format("table '{}': family '{}' has NEW_VERSION_BEHAVIOR; its visible cells depend on "
                    "the order of its writes, which scans do not show; export a snapshot instead",
                    pair.source.ToString(), ToStringBinary(family.name()))};
  }
  BASALT_ASSIGN_OR_RETURN(const bool enabled, source.IsTableEnabled(pair.source));
  if (enabled) return {};
  return {StatusCode::kTableNotEnabled,
          fmt::format("table '{}' is disabled in the source", pair.source.ToString())};
}

Status PrepareTable(Admin& source, Admin& destination, const TablePair& pair, bool finished) {
  return NameTable(Prepare(source, destination, pair, finished), pair.destination);
}

Status FinishTable(Admin& source, Admin& destination, const TablePair& pair) {
  BASALT_ASSIGN_OR_RETURN(const TableDescriptor wanted, WantedTable(source, pair));
  if (!wanted.read_only()) return {};
  return NameTable(destination.ModifyTable(wanted), pair.destination);
}

Result<std::vector<KeyRange>> RegionRanges(Admin& admin, const TableName& name) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, admin.ListRegions(name));
  // During a split a region and its daughters may both be listed: only start keys count.
  std::set<Bytes> starts = {Bytes()};
  for (const RegionMetrics& region : regions) starts.insert(region.start_key);
  std::vector<KeyRange> ranges;
  for (const Bytes& start : starts) {
    if (!ranges.empty()) ranges.back().stop = start;
    ranges.push_back({start, {}});
  }
  return ranges;
}

}  // namespace basalt::copy
