#include "shell/errors.h"

#include <fmt/format.h>

#include "model/exceptions.h"

namespace basalt::shell {
namespace {

// The table's name in "Not DISABLED; tableName=t, state=ENABLED".
std::string_view TableIn(std::string_view message) {
  static constexpr std::string_view kKey = "tableName=";
  const size_t start = message.find(kKey);
  if (start == std::string_view::npos) return message;
  const std::string_view rest = message.substr(start + kKey.size());
  return rest.substr(0, rest.find(','));
}

}  // namespace

std::string ErrorText(const Status& status, const Arguments& arguments) {
  const auto first = [&] {
    const auto name = arguments.Name(0);
    return name.ok() ? arguments.Text(0) : status.message();
  };
  switch (status.code()) {
    // Messages of the shell and of the client.
    case StatusCode::kInvalidArgument:
    case StatusCode::kNotSupported:
    case StatusCode::kCancelled:
    case StatusCode::kLocked:
    case StatusCode::kMergeRegion: return status.message();
    case StatusCode::kTableNotFound: return fmt::format("Unknown table {}!", first());
    case StatusCode::kTableNotEnabled: return fmt::format("Table {} is disabled!", first());
    case StatusCode::kTableNotDisabled:
      return fmt::format("Table {} should be disabled!", TableIn(status.message()));
    case StatusCode::kTableExists:
      return fmt::format("Table already exists: {}!", status.message());
    case StatusCode::kNamespaceNotFound:
      return fmt::format("Unknown namespace {}!", status.message());
    case StatusCode::kSnapshotNotFound: return fmt::format("Unknown snapshot {}!", first());
    default: break;
  }
  // HBase's shell has words of its own for this one.
  if (status.message().ends_with("quota support disabled")) {
    return "Quota Support disabled. Please enable in configuration.";
  }
  return ErrorClassText(status);
}

std::string WithHint(std::string_view message, std::string_view hint) {
  return hint.empty() ? std::string(message) : fmt::format("{}\n\n{}", message, hint);
}

Explained SplitHint(std::string_view message) {
  const size_t end = message.find("\n\n");
  if (end == std::string_view::npos) return {message, {}};
  return {message.substr(0, end), message.substr(end + 2)};
}

std::string SimilarTable(Admin& admin, std::string_view name, const CallOptions& call) {
  const auto tables = admin.ListTables(call);
  if (!tables.ok()) return {};
  std::vector<std::string> names;
  for (const TableDescriptor& table : *tables) names.push_back(table.name().ToString());
  const auto like = MostLike(name, {names.begin(), names.end()});
  return like ? fmt::format("Did you mean {}?", *like) : std::string();
}

std::string ErrorClassText(const Status& status) {
  return fmt::format("{}: {}", ErrorClass(status), status.message());
}

std::string_view ErrorClass(const Status& status) {
  return model::ExceptionFor(status.code()).class_name;
}

}  // namespace basalt::shell
