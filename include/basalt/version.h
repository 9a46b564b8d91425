// What this library is: its own version and that of the storage engine under it.
#pragma once

#include <string>
#include <string_view>

namespace basalt {

// The build reads the version from this line, so it is written nowhere else.
inline constexpr std::string_view kVersion = "0.1.0";

// The engine's name and version, such as "RocksDB 7.8.3". Thread safe.
std::string EngineVersion();

}  // namespace basalt
