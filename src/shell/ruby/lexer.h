// Reads the tokens of the shell's language. Pure function.
#pragma once

#include <string_view>
#include <vector>

#include "shell/ruby/token.h"
#include "shell/syntax_error.h"

namespace basalt::shell::ruby {

// The last token is kEnd. Line ends after an operator, a comma or a dot, and those before a line
// that begins with a dot are left out.
Parsed<std::vector<Token>> Tokenize(std::string_view text);

}  // namespace basalt::shell::ruby
