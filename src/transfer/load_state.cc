#include "transfer/load_state.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/failpoint.h"
#include "base/md5.h"
#include "base/state_folder.h"
#include "copy/spec.h"

namespace basalt::transfer {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "basalt-load-1";

LoadState ParseState(const json& object) {
  LoadState state;
  state.identity = object.at("load");
  state.timestamp = object.at("timestamp");
  state.position = {object.at("file"), object.at("offset"), object.at("line")};
  state.counts = {object.at("rows"), object.at("cells"), object.at("rejects"),
                  object.at("text_bytes")};
  state.reject_bytes = object.at("reject_bytes");
  return state;
}

}  // namespace

Result<std::string> DefaultLoadStatePath(const LoadSpec& spec) {
  BASALT_ASSIGN_OR_RETURN(const std::string folder, base::StateFolder());
  std::string name = copy::NormalTarget(spec.target) + "\n" + spec.table.ToString();
  for (const std::string& file : spec.input.files) {
    std::error_code error;
    name += "\n" + (file == "-" ? file : std::filesystem::absolute(file, error).string());
  }
  return fmt::format("{}/load-{}.json", folder, base::Md5Hex(name).substr(0, 16));
}

Result<std::optional<LoadState>> ReadLoadState(const std::string& path) {
  const auto text = base::ReadFile(path);
  if (!text) {
    if (errno == ENOENT || errno == ENOTDIR) return std::optional<LoadState>();
    return base::FileError("read", path, errno);
  }
  // The parser throws, and so do values of the wrong type.
  try {
    const json object = json::parse(*text);
    if (object.at("format") == kFormat) return std::optional(ParseState(object));
  } catch (const std::exception&) {  // reported below
  }
  return Status(StatusCode::kCorruption,
                fmt::format("{} is not the state file of a load; --restart replaces it", path));
}

Status WriteLoadState(const std::string& path, const LoadState& state) {
  const json object = {{"format", kFormat},
                       {"load", state.identity},
                       {"timestamp", state.timestamp},
                       {"file", state.position.file},
                       {"offset", state.position.offset},
                       {"line", state.position.line},
                       {"rows", state.counts.rows},
                       {"cells", state.counts.cells},
                       {"rejects", state.counts.rejects},
                       {"text_bytes", state.counts.text_bytes},
                       {"reject_bytes", state.reject_bytes}};
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) BASALT_RETURN_IF_ERROR(base::CreateFolder(folder.string()));
  BASALT_RETURN_IF_ERROR(base::ReplaceFile(path, object.dump(1) + "\n"));
  base::Failpoint("load.state_written");
  return {};
}

Status RemoveLoadState(const std::string& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  return error ? base::FileError("remove", path, error.value()) : Status();
}

Result<RejectFile> RejectFile::Open(const std::string& path, uint64_t bytes, std::string comment) {
  RejectFile file;
  file.path_ = path;
  file.comment_ = comment.empty() ? "#" : std::move(comment);
  if (path.empty()) return file;
  const base::File made(path, O_WRONLY | O_CREAT);
  if (made.fd() < 0) return base::FileError("create", path, errno);
  const off_t present = ::lseek(made.fd(), 0, SEEK_END);
  file.bytes_ = std::min(bytes, static_cast<uint64_t>(std::max<off_t>(present, 0)));
  if (::ftruncate(made.fd(), static_cast<off_t>(file.bytes_)) != 0) {
    return base::FileError("truncate", path, errno);
  }
  return file;
}

Status RejectFile::Add(const Reject& reject, const std::string& header) {
  if (path_.empty()) return {};
  std::string text;
  // Once, so that the file can be loaded with the same mapping.
  if (bytes_ == 0 && !header.empty()) text += header + "\n";
  text += fmt::format("{} {}:{}: {}\n", comment_, reject.file, reject.line, reject.reason);
  if (!reject.text.empty()) text += reject.text + "\n";
  const base::File file(path_, O_WRONLY | O_APPEND);
  if (file.fd() < 0 ||
      ::write(file.fd(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    return base::FileError("write", path_, errno);
  }
  bytes_ += text.size();
  unsynced_ = true;
  return {};
}

Status RejectFile::Sync() {
  if (!std::exchange(unsynced_, false)) return {};
  const base::File file(path_, O_RDONLY);
  if (file.fd() < 0 || ::fsync(file.fd()) != 0) return base::FileError("sync", path_, errno);
  return {};
}

}  // namespace basalt::transfer
