// Lines pasted from documents begin with the prompt of the shell they come from. Pure functions.
#pragma once

#include <string_view>

namespace basalt::shell {

// The line without "hbase(main):001:0> ", "hbase:001:0> ", "hbase> " and what documents make of
// them, also several times; the line as it is when it begins with none.
std::string_view WithoutPrompt(std::string_view line);

}  // namespace basalt::shell
