// Completion of a line being typed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shell/command.h"

namespace basalt::shell {

// `text`: the line up to the cursor. Returns sorted candidates for its last word: commands at the
// beginning, tables in a command's first string, families in later strings, constants elsewhere.
// Queries the connection for tables and families.
std::vector<std::string> CompleteLine(Context& context, const std::vector<std::string>& variables,
                                      std::string_view text);
// The last word of the line, which a completion replaces.
std::string_view LastWord(std::string_view text);

}  // namespace basalt::shell
