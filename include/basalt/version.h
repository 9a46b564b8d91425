// What this library is: its own version and that of the storage engine under it.
#pragma once

#include <string>
#include <string_view>

#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// The build reads the version from this line, so it is written nowhere else.
inline constexpr std::string_view kVersion = "0.1.0";

// The engine's name and version, such as "RocksDB 7.8.3". Thread safe.
BASALT_EXPORT std::string EngineVersion();

}  // namespace v1
}  // namespace basalt
