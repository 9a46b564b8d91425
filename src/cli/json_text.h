// Texts in JSON. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace basalt::cli {

// With quotes, and escaped as JSON wants it. Bytes that are not UTF-8 are left as they are.
std::string JsonText(std::string_view text);

}  // namespace basalt::cli
