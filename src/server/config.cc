#include "server/config.h"

#include <unistd.h>

#include <map>
#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "server/config_table.h"
#include "server/zookeeper/registration.h"
#include "wire/zookeeper/path.h"

namespace basalt::server {
namespace {

Status Bad(std::string_view where, std::string_view what) {
  return {StatusCode::kInvalidArgument, fmt::format("{}: {}", where, what)};
}

Status UnknownKey(std::string_view where, std::string_view key) {
  return Bad(where, fmt::format("unknown key {}; did you mean {}?", key, NearestKey(key)));
}

// Settings that one source has given so far, and under which name.
class Source {
 public:
  explicit Source(ServerConfig* config) : config_(config) {}

  // `set` is one of the Set functions of the table, with the value bound.
  template <typename Set>
  Status Apply(const std::string& where, const std::string& key, std::string_view value_text,
               const Set& set) {
    const ConfigSetting* setting = FindSetting(key);
    if (setting == nullptr) return UnknownKey(where, key);
    auto [given, first] = given_.try_emplace(setting, key);
    if (!first) {
      return Bad(where, fmt::format("{} is set twice: as {} before", key, given->second));
    }
    Status status = set(*setting, config_);
    if (status.ok()) return status;
    return Bad(where, fmt::format("{} = {}: {}", key, value_text, status.message()));
  }

 private:
  ServerConfig* const config_;
  std::map<const ConfigSetting*, std::string> given_;
};

std::string TomlText(const toml::node& node) {
  if (const auto* text = node.as_string()) return fmt::format("\"{}\"", text->get());
  std::ostringstream text;
  node.visit([&](const auto& value) { text << value; });
  return text.str();
}

// Tables within tables make dotted keys; a quoted key may have dots itself.
Status ApplyTable(const std::string& file, const std::string& prefix, const toml::table& table,
                  Source* source) {
  for (const auto& [name, node] : table) {
    std::string key = prefix + std::string(name.str());
    if (const toml::table* inner = node.as_table()) {
      BASALT_RETURN_IF_ERROR(ApplyTable(file, key + ".", *inner, source));
      continue;
    }
    std::string where = fmt::format("{}:{}", file, name.source().begin.line);
    auto set = [&node = node](const ConfigSetting& setting, ServerConfig* config) -> Status {
      if (const auto* text = node.as_string()) return SetText(setting, text->get(), config);
      if (const auto* number = node.as_integer()) return SetNumber(setting, number->get(), config);
      if (const auto* boolean = node.as_boolean()) return SetBool(setting, boolean->get(), config);
      return {StatusCode::kInvalidArgument,
              fmt::format("of a wrong type; allowed: {}", Allowed(setting))};
    };
    BASALT_RETURN_IF_ERROR(source->Apply(where, key, TomlText(node), set));
  }
  return Status::Ok();
}

Status ApplyFile(const std::string& file, ServerConfig* config) {
  // The library reports a broken file by an exception, which must not leave this room.
  try {
    toml::table table = toml::parse_file(file);
    Source source(config);
    return ApplyTable(file, "", table, &source);
  } catch (const toml::parse_error& error) {
    uint32_t line = error.source().begin.line;
    std::string where = line == 0 ? file : fmt::format("{}:{}", file, line);
    return Bad(where, error.description());
  }
}

// Whether the variable looks like a setting. Other variables belong to other programs.
bool NamesASection(std::string_view variable) {
  for (const ConfigSetting& setting : ConfigSettings()) {
    std::string name = EnvironmentName(setting.name);
    size_t section = setting.name.find('.') + std::string_view("BASALT_").size();
    if (variable.starts_with(std::string_view(name).substr(0, section + 1))) return true;
  }
  return false;
}

Status ApplyEnvironment(const std::vector<std::pair<std::string, std::string>>& environment,
                        ServerConfig* config) {
  std::map<std::string, const ConfigSetting*> known;
  for (const ConfigSetting& setting : ConfigSettings()) {
    known[EnvironmentName(setting.name)] = &setting;
    for (std::string_view name : OldNames(setting)) known[EnvironmentName(name)] = &setting;
  }
  for (const auto& [name, value] : environment) {
    auto found = known.find(name);
    if (found == known.end()) {
      if (!NamesASection(name)) continue;
      std::string key = name.substr(std::string_view("BASALT_").size());
      for (char& c : key) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      key.replace(key.find('_'), 1, ".");
      const ConfigSetting* nearest = FindSetting(NearestKey(key));
      return Bad("environment", fmt::format("unknown variable {}; did you mean {}?", name,
                                            EnvironmentName(nearest->name)));
    }
    Status status = SetFromText(*found->second, value, config);
    if (!status.ok()) {
      return Bad("environment", fmt::format("{} = {}: {}", name, value, status.message()));
    }
  }
  return Status::Ok();
}

Status ApplyAssignments(const std::vector<std::string>& assignments, ServerConfig* config) {
  for (const std::string& assignment : assignments) {
    size_t equals = assignment.find('=');
    if (equals == std::string::npos) {
      return Bad("command line", fmt::format("{} is not key=value", assignment));
    }
    std::string value = assignment.substr(equals + 1);
    // The last assignment of a key counts, as with other options.
    Source source(config);
    BASALT_RETURN_IF_ERROR(source.Apply("command line", assignment.substr(0, equals), value,
                                        [&](const ConfigSetting& setting, ServerConfig* target) {
                                          return SetFromText(setting, value, target);
                                        }));
  }
  return Status::Ok();
}

// Checks that involve more than one setting.
Status CheckTogether(const ServerConfig& config) {
  if (!wire::zookeeper::IsValidPath(config.znode_parent)) {
    return {
        StatusCode::kInvalidArgument,
        fmt::format("zookeeper.znode_parent = {}: not a path like /hbase", config.znode_parent)};
  }
  if (!config.registration.quorum.empty()) {
    auto quorum = zookeeper::NormalizeQuorum(config.registration.quorum, config.zookeeper_port);
    if (!quorum.ok()) return quorum.status().WithContext("zookeeper.quorum");
  }
  if (config.facade.sessions.min_timeout_ms > config.facade.sessions.max_timeout_ms) {
    return {
        StatusCode::kInvalidArgument,
        fmt::format("zookeeper.min_session_timeout_ms = {} is above "
                    "zookeeper.max_session_timeout_ms = {}",
                    config.facade.sessions.min_timeout_ms, config.facade.sessions.max_timeout_ms)};
  }
  std::map<uint16_t, std::string_view> ports;
  auto take = [&](uint16_t port, std::string_view key) -> Status {
    if (port == 0) return Status::Ok();
    auto [taken, free] = ports.try_emplace(port, key);
    if (free) return Status::Ok();
    return {StatusCode::kInvalidArgument,
            fmt::format("{} and {} are both {}", taken->second, key, port)};
  };
  BASALT_RETURN_IF_ERROR(take(config.master_port, "server.master_port"));
  BASALT_RETURN_IF_ERROR(take(config.rpc_port, "server.rpc_port"));
  // The façade does not listen when a real quorum is named, or when it is off.
  if (config.zookeeper_enabled && config.registration.quorum.empty()) {
    return take(config.zookeeper_port, "zookeeper.port");
  }
  return Status::Ok();
}

}  // namespace

store::StoreOptions ServerStoreOptions() {
  store::StoreOptions options;
  options.compaction_lower_bytes_per_s = 50ULL << 20;
  options.compaction_higher_bytes_per_s = 100ULL << 20;
  options.disk_limit = {.bytes = 256ULL << 20, .percent = 1};
  return options;
}

Result<ServerConfig> LoadConfig(const ConfigInput& input) {
  ServerConfig config;
  if (!input.file.empty()) BASALT_RETURN_IF_ERROR(ApplyFile(input.file, &config));
  BASALT_RETURN_IF_ERROR(ApplyEnvironment(input.environment, &config));
  BASALT_RETURN_IF_ERROR(ApplyAssignments(input.assignments, &config));
  BASALT_RETURN_IF_ERROR(CheckTogether(config));
  return config;
}

std::vector<std::pair<std::string, std::string>> ProcessEnvironment() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    std::string_view variable = *at;
    size_t equals = variable.find('=');
    if (equals == std::string_view::npos) continue;
    variables.emplace_back(variable.substr(0, equals), variable.substr(equals + 1));
  }
  return variables;
}

}  // namespace basalt::server
