#include "copy/spec.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <system_error>

#include <fmt/format.h>

namespace basalt::copy {
namespace {

std::vector<std::string> SplitAt(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(separator, start), text.size());
    if (end > start) parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

bool IsPlainName(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-' || c == '.' || c == ':';
  });
}

const TableDescriptor* Find(const std::vector<TableDescriptor>& tables, const TableName& name) {
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [&](const auto& table) { return table.name() == name; });
  return found == tables.end() ? nullptr : &*found;
}

bool IsSystemTable(const TableDescriptor& table) { return table.name().ns() == "hbase"; }

Status AddMatching(const std::string& pattern, const std::vector<TableDescriptor>& tables,
                   std::vector<TablePair>& chosen) {
  bool found = false;
  try {
    const std::regex expression(pattern);
    for (const TableDescriptor& table : tables) {
      if (IsSystemTable(table) || !std::regex_match(table.name().ToString(), expression)) continue;
      chosen.push_back({table.name(), table.name()});
      found = true;
    }
  } catch (const std::regex_error&) {
    return {StatusCode::kInvalidArgument,
            fmt::format("'{}' is neither a table's name nor a regular expression", pattern)};
  }
  if (found) return {};
  return {StatusCode::kTableNotFound, fmt::format("no table of the source matches '{}'", pattern)};
}

Status AddNamed(const std::string& text, const std::vector<TableDescriptor>& tables,
                std::vector<TablePair>& chosen) {
  const size_t equals = text.find('=');
  BASALT_ASSIGN_OR_RETURN(TableName source, TableName::Parse(text.substr(0, equals)));
  BASALT_ASSIGN_OR_RETURN(
      TableName destination,
      TableName::Parse(equals == std::string::npos ? text : text.substr(equals + 1)));
  if (Find(tables, source) == nullptr) {
    return {StatusCode::kTableNotFound,
            fmt::format("the source has no table '{}'", source.ToString())};
  }
  if (source.ns() == "hbase" || destination.ns() == "hbase") {
    return {StatusCode::kInvalidArgument, "tables of the namespace hbase are not copied"};
  }
  chosen.push_back({std::move(source), std::move(destination)});
  return {};
}

}  // namespace

std::string TablePair::ToString() const {
  if (source == destination) return source.ToString();
  return source.ToString() + " as " + destination.ToString();
}

Status CopySpec::Check() const {
  if (threads < 1 || threads > 256) {
    return {StatusCode::kInvalidArgument, "threads must be from 1 to 256"};
  }
  if (rate_bytes_per_second < 0) {
    return {StatusCode::kInvalidArgument, "the rate must not be negative"};
  }
  if (verify_rows < 1) {
    return {StatusCode::kInvalidArgument, "a range that is verified needs at least one row"};
  }
  return {};
}

Result<std::vector<TablePair>> ChooseTables(const std::string& text,
                                            const std::vector<TableDescriptor>& tables) {
  std::vector<TablePair> chosen;
  const std::vector<std::string> parts = SplitAt(text, ',');
  for (const std::string& part : parts) {
    const bool named = IsPlainName(part) || (part.find('=') != std::string::npos &&
                                             IsPlainName(part.substr(0, part.find('='))) &&
                                             IsPlainName(part.substr(part.find('=') + 1)));
    BASALT_RETURN_IF_ERROR(named ? AddNamed(part, tables, chosen)
                                 : AddMatching(part, tables, chosen));
  }
  if (parts.empty()) {
    for (const TableDescriptor& table : tables) {
      if (!IsSystemTable(table)) chosen.push_back({table.name(), table.name()});
    }
    if (chosen.empty()) return Status(StatusCode::kTableNotFound, "the source has no tables");
  }
  std::vector<TablePair> once;
  std::set<TableName> destinations;
  for (TablePair& pair : chosen) {
    if (std::find(once.begin(), once.end(), pair) != once.end()) continue;
    if (!destinations.insert(pair.destination).second) {
      return Status(StatusCode::kInvalidArgument,
                    fmt::format("two tables would be copied to '{}'", pair.destination.ToString()));
    }
    once.push_back(std::move(pair));
  }
  return once;
}

std::string NormalTarget(const std::string& target) {
  const bool rpc = target.starts_with("hbase://");
  const bool zookeeper = target.starts_with("zk://");
  if (!rpc && !zookeeper) {
    std::string path = target;
    if (path.starts_with("file://")) path = path.substr(7);
    std::error_code error;
    auto whole = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    if (!error) path = whole.string();
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path;
  }
  std::string rest = target.substr(target.find("://") + 3);
  std::string path;
  if (const size_t slash = rest.find('/'); slash != std::string::npos) {
    path = rest.substr(slash);
    rest.resize(slash);
  }
  while (path.ends_with('/')) path.pop_back();
  if (zookeeper && path.empty()) path = "/hbase";
  std::transform(rest.begin(), rest.end(), rest.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::set<std::string> servers;
  for (std::string server : SplitAt(rest, ',')) {
    if (server.find(':') == std::string::npos) server += rpc ? ":16000" : ":2181";
    if (server.starts_with("localhost:")) server = "127.0.0.1" + server.substr(9);
    servers.insert(std::move(server));
  }
  return fmt::format("{}://{}{}", rpc ? "hbase" : "zk", fmt::join(servers, ","), path);
}

}  // namespace basalt::copy
