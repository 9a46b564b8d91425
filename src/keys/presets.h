// Well-known key schemas of other systems by name: a schema may be given as @name.
#pragma once

#include <span>
#include <string_view>

#include "basalt/status.h"

namespace basalt::keys {

struct Preset {
  std::string_view name;
  std::string_view schema;
  std::string_view about;
};

std::span<const Preset> Presets();
Result<std::string_view> PresetSchema(std::string_view name);

}  // namespace basalt::keys
