#include "server/config_table.h"

#include <algorithm>
#include <charconv>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace basalt::server {
namespace {

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    words.push_back(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return words;
}

Status Wrong(const ConfigSetting& setting, std::string_view what) {
  return {StatusCode::kInvalidArgument, fmt::format("{}; allowed: {}", what, Allowed(setting))};
}

// Levenshtein's distance: letters to add, drop or replace.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row[b.size()];
}

// The type of what a FieldOf returns a pointer to.
template <typename Field>
using ValueOf = std::remove_pointer_t<std::invoke_result_t<Field, ServerConfig&>>;

template <typename Value>
constexpr bool kIsText =
    std::is_same_v<Value, std::string> || std::is_same_v<Value, model::SplitPolicy>;

bool IsText(const ConfigSetting& setting) {
  return std::visit([](auto field) { return kIsText<ValueOf<decltype(field)>>; }, setting.field);
}

}  // namespace

std::string EnvironmentName(std::string_view setting_name) {
  std::string name = "BASALT_";
  for (char c : setting_name) {
    name += c == '.' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

std::vector<std::string_view> HbaseNames(const ConfigSetting& setting) {
  return Words(setting.hbase_names);
}

std::vector<std::string_view> OldNames(const ConfigSetting& setting) {
  return Words(setting.old_names);
}

const ConfigSetting* FindSetting(std::string_view key) {
  for (const ConfigSetting& setting : ConfigSettings()) {
    if (setting.name == key) return &setting;
    for (std::string_view name : HbaseNames(setting)) {
      if (name == key) return &setting;
    }
    for (std::string_view name : OldNames(setting)) {
      if (name == key) return &setting;
    }
  }
  return nullptr;
}

std::string NearestKey(std::string_view key) {
  std::string_view nearest;
  size_t least = std::numeric_limits<size_t>::max();
  auto consider = [&](std::string_view name) {
    size_t distance = EditDistance(key, name);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  };
  for (const ConfigSetting& setting : ConfigSettings()) {
    consider(setting.name);
    for (std::string_view name : HbaseNames(setting)) consider(name);
  }
  return std::string(nearest);
}

std::string Allowed(const ConfigSetting& setting) {
  return std::visit(
      [&](auto field) -> std::string {
        using Value = ValueOf<decltype(field)>;
        if constexpr (std::is_same_v<Value, bool>) {
          return "true or false";
        } else if constexpr (kIsText<Value>) {
          if (!setting.choices.empty()) {
            return fmt::format("{}", fmt::join(Words(setting.choices), ", "));
          }
          return setting.required ? "text, not empty" : "text";
        } else {
          return fmt::format("{} to {}", setting.min, setting.max);
        }
      },
      setting.field);
}

std::string ValueText(const ConfigSetting& setting, const ServerConfig& config) {
  ServerConfig copy = config;
  return std::visit(
      [&](auto field) -> std::string {
        using Value = ValueOf<decltype(field)>;
        const Value& value = *field(copy);
        if constexpr (std::is_same_v<Value, std::string>) {
          return fmt::format("\"{}\"", value);
        } else if constexpr (std::is_same_v<Value, model::SplitPolicy>) {
          return fmt::format("\"{}\"", model::NameOf(value));
        } else if constexpr (std::is_same_v<Value, std::chrono::seconds>) {
          return fmt::format("{}", value.count());
        } else {
          return fmt::format("{}", value);
        }
      },
      setting.field);
}

Status SetText(const ConfigSetting& setting, std::string_view value, ServerConfig* config) {
  if (!IsText(setting)) {
    bool is_bool = std::holds_alternative<FieldOf<bool>>(setting.field);
    return Wrong(setting, is_bool ? "not true or false" : "not a whole number");
  }
  if (setting.required && value.empty()) return Wrong(setting, "empty");
  if (const auto* policy = std::get_if<FieldOf<model::SplitPolicy>>(&setting.field)) {
    const auto parsed = model::ParseSplitPolicy(value);
    if (!parsed) return {StatusCode::kInvalidArgument, "no split policy has this name"};
    *(*policy)(*config) = *parsed;
    return Status::Ok();
  }
  auto choices = Words(setting.choices);
  if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
    return Wrong(setting, "not one of the words");
  }
  *std::get<FieldOf<std::string>>(setting.field)(*config) = value;
  return Status::Ok();
}

Status SetNumber(const ConfigSetting& setting, int64_t value, ServerConfig* config) {
  return std::visit(
      [&](auto field) -> Status {
        using Value = ValueOf<decltype(field)>;
        if constexpr (std::is_same_v<Value, bool>) {
          return Wrong(setting, "not true or false");
        } else if constexpr (kIsText<Value>) {
          return Wrong(setting, "not a text");
        } else {
          if (value < setting.min || value > setting.max) return Wrong(setting, "out of range");
          *field(*config) = static_cast<Value>(value);
          return Status::Ok();
        }
      },
      setting.field);
}

Status SetBool(const ConfigSetting& setting, bool value, ServerConfig* config) {
  if (const auto* field = std::get_if<FieldOf<bool>>(&setting.field)) {
    *(*field)(*config) = value;
    return Status::Ok();
  }
  return Wrong(setting, IsText(setting) ? "not a text" : "not a whole number");
}

Status SetFromText(const ConfigSetting& setting, std::string_view value, ServerConfig* config) {
  if (IsText(setting)) return SetText(setting, value, config);
  if (std::holds_alternative<FieldOf<bool>>(setting.field)) {
    if (value == "true" || value == "false") return SetBool(setting, value == "true", config);
    return Wrong(setting, "not true or false");
  }
  int64_t number = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error == std::errc::result_out_of_range) return Wrong(setting, "out of range");
  if (error != std::errc() || end != value.data() + value.size()) {
    return Wrong(setting, "not a whole number");
  }
  return SetNumber(setting, number, config);
}

void CopySetting(const ConfigSetting& setting, const ServerConfig& from, ServerConfig* to) {
  ServerConfig copy = from;
  std::visit([&](auto field) { *field(*to) = *field(copy); }, setting.field);
}

std::string SettingsAsMarkdown() {
  const ServerConfig defaults;
  std::string text =
      "| Key | Default | Allowed | Meaning | HBase's name | Takes effect "
      "|\n|---|---|---|---|---|---|\n";
  for (const ConfigSetting& setting : ConfigSettings()) {
    std::string names;
    for (std::string_view name : HbaseNames(setting)) {
      names += fmt::format("{}`{}`", names.empty() ? "" : ", ", name);
    }
    text += fmt::format("| `{}` | `{}` | {} | {} | {} | {} |\n", setting.name,
                        ValueText(setting, defaults), Allowed(setting), setting.meaning, names,
                        setting.runtime ? "reload" : "restart");
  }
  return text;
}

}  // namespace basalt::server
