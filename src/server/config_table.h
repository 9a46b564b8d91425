// The table of settings: one row each (config_settings.cc), the only place that knows their names,
// limits and meanings. Constant; thread safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "basalt/status.h"
#include "model/split_policies.h"
#include "server/config.h"

namespace basalt::server {

// A setting's place in a ServerConfig or in the options inside it.
template <typename Value>
using FieldOf = Value* (*)(ServerConfig& config);
using ConfigField =
    std::variant<FieldOf<std::string>, FieldOf<bool>, FieldOf<uint16_t>, FieldOf<uint32_t>,
                 FieldOf<uint64_t>, FieldOf<int64_t>, FieldOf<int>, FieldOf<std::chrono::seconds>,
                 FieldOf<model::SplitPolicy>>;

struct ConfigSetting {
  // "section.name"; the environment's variable is BASALT_SECTION_NAME.
  std::string_view name;
  ConfigField field;
  std::string_view meaning;
  // HBase's names for the same thing, separated by spaces.
  std::string_view hbase_names = {};
  // Names this setting had in the last version, separated by spaces: accepted for one version.
  std::string_view old_names = {};
  // Of whole numbers.
  int64_t min = 0;
  int64_t max = std::numeric_limits<int64_t>::max();
  // Of texts: the words allowed, separated by spaces; empty: any.
  std::string_view choices = {};
  // Of texts: whether an empty one is refused.
  bool required = false;
  // Whether a running server takes a new value (SIGHUP, update_config); others need a restart.
  bool runtime = false;
};

std::span<const ConfigSetting> ConfigSettings();

// "BASALT_SECTION_NAME" for "section.name".
std::string EnvironmentName(std::string_view setting_name);
std::vector<std::string_view> HbaseNames(const ConfigSetting& setting);
std::vector<std::string_view> OldNames(const ConfigSetting& setting);

// By its own name, an old one or one of HBase's; nullptr when there is none.
const ConfigSetting* FindSetting(std::string_view key);

// The known key with the fewest letters to change.
std::string NearestKey(std::string_view key);

// "0 to 65535", "true or false", "trace, debug or info", "text".
std::string Allowed(const ConfigSetting& setting);

// The value as it would be written in the file.
std::string ValueText(const ConfigSetting& setting, const ServerConfig& config);

// Sets the field, or says what is wrong with the value: "out of range", "not a whole number" ...
Status SetText(const ConfigSetting& setting, std::string_view value, ServerConfig* config);
Status SetNumber(const ConfigSetting& setting, int64_t value, ServerConfig* config);
Status SetBool(const ConfigSetting& setting, bool value, ServerConfig* config);
// A text from the environment or the command line, for a setting of any kind.
Status SetFromText(const ConfigSetting& setting, std::string_view value, ServerConfig* config);

// Sets the field of `to` to the value in `from`.
void CopySetting(const ConfigSetting& setting, const ServerConfig& from, ServerConfig* to);

// The rows of docs/configuration.md.
std::string SettingsAsMarkdown();

}  // namespace basalt::server
