#include "copy/state_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/failpoint.h"
#include "base/file_ops.h"
#include "base/md5.h"
#include "base/state_folder.h"

namespace basalt::copy {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "basalt-copy-1";

CopyState Parse(const json& object) {
  CopyState state;
  state.source = object.at("source");
  state.destination = object.at("destination");
  state.time_range = TimeRange::Of(object.at("since"), object.at("until")).value();
  for (const json& table : object.at("tables")) {
    state.tables.push_back({{TableName::Parse(table.at("source").get<std::string>()).value(),
                             TableName::Parse(table.at("destination").get<std::string>()).value()},
                            table.at("made")});
  }
  for (const json& range : object.at("ranges")) {
    WorkRange work;
    work.table = range.at("table");
    if (work.table >= state.tables.size()) throw std::out_of_range("table");
    work.range.start = FromStringBinary(range.at("start").get<std::string>());
    work.range.stop = FromStringBinary(range.at("stop").get<std::string>());
    work.last_row = FromStringBinary(range.at("last_row").get<std::string>());
    work.done = range.at("done");
    work.counts = {
        .rows = range.at("rows"), .cells = range.at("cells"), .bytes = range.at("bytes")};
    state.ranges.push_back(std::move(work));
  }
  return state;
}

bool SameTables(const CopyState& a, const CopyState& b) {
  if (a.tables.size() != b.tables.size()) return false;
  for (size_t i = 0; i < a.tables.size(); ++i) {
    if (!(a.tables[i].pair == b.tables[i].pair)) return false;
  }
  return true;
}

}  // namespace

Result<std::string> DefaultStatePath(const CopySpec& spec) {
  BASALT_ASSIGN_OR_RETURN(const std::string folder, base::StateFolder());
  const std::string both = NormalTarget(spec.source) + "\n" + NormalTarget(spec.destination);
  return fmt::format("{}/copy-{}.json", folder, base::Md5Hex(both).substr(0, 16));
}

Result<std::optional<CopyState>> ReadState(const std::string& path) {
  const auto text = base::ReadFile(path);
  if (!text) {
    if (errno == ENOENT || errno == ENOTDIR) return std::optional<CopyState>();
    return base::FileError("read", path, errno);
  }
  // The parser throws, and so do values of the wrong type.
  try {
    const json object = json::parse(*text);
    if (object.at("format") == kFormat) return std::optional(Parse(object));
  } catch (const std::exception&) {  // reported below
  }
  return Status(StatusCode::kCorruption,
                fmt::format("{} is not the state file of a copy; --restart replaces it", path));
}

Status WriteState(const std::string& path, const CopyState& state) {
  json tables = json::array();
  for (const CopyState::CopiedTable& table : state.tables) {
    tables.push_back({{"source", table.pair.source.ToString()},
                      {"destination", table.pair.destination.ToString()},
                      {"made", table.made}});
  }
  json ranges = json::array();
  for (const WorkRange& work : state.ranges) {
    ranges.push_back({{"table", work.table},
                      {"start", ToStringBinary(work.range.start)},
                      {"stop", ToStringBinary(work.range.stop)},
                      {"last_row", ToStringBinary(work.last_row)},
                      {"done", work.done},
                      {"rows", work.counts.rows},
                      {"cells", work.counts.cells},
                      {"bytes", work.counts.bytes}});
  }
  const json object = {{"format", kFormat},
                       {"source", state.source},
                       {"destination", state.destination},
                       {"since", state.time_range.min()},
                       {"until", state.time_range.max()},
                       {"tables", std::move(tables)},
                       {"ranges", std::move(ranges)}};
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) BASALT_RETURN_IF_ERROR(base::CreateFolder(folder.string()));
  BASALT_RETURN_IF_ERROR(base::ReplaceFile(path, object.dump(1) + "\n"));
  base::Failpoint("copy.state_written");
  return {};
}

Status RemoveState(const std::string& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  return error ? base::FileError("remove", path, error.value()) : Status();
}

Status CheckSameCopy(const CopyState& found, const CopyState& wanted, const std::string& path) {
  const char* what = nullptr;
  if (found.source != wanted.source || found.destination != wanted.destination) {
    what = "another source or destination";
  } else if (!SameTables(found, wanted)) {
    what = "other tables";
  } else if (!(found.time_range == wanted.time_range)) {
    what = "other times";
  }
  if (what == nullptr) return {};
  return {StatusCode::kInvalidArgument,
          fmt::format("{} is the state of an unfinished copy with {}; finish that copy, or discard "
                      "its state with --restart",
                      path, what)};
}

}  // namespace basalt::copy
