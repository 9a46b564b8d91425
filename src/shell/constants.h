// The constants of the shell's language: the names of options and attributes. Constant data.
#pragma once

#include <span>
#include <string_view>

namespace basalt::shell {

// Sorted.
std::span<const std::string_view> Constants();
// The constant's value: its own name, except for aliases (ENDROW is STOPROW). nullptr if there is
// no such constant.
const std::string_view* FindConstant(std::string_view name);
// PrefixFilter, Bytes: classes that can be named without their package.
bool IsKnownClass(std::string_view name);

}  // namespace basalt::shell
