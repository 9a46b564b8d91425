// Removes prompts from lines pasted from documents. Pure functions.
#pragma once

#include <string_view>

namespace basalt::shell {

// The line without "hbase(main):001:0> ", "hbase:001:0> ", "hbase> " and their typographic
// variants, repeatedly; lines without a prompt are unchanged.
std::string_view WithoutPrompt(std::string_view line);

}  // namespace basalt::shell
