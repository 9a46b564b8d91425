// The grammar of the shell's language: the part of Ruby that docs/shell.md describes.
//
// A command is a call of a method without parentheses, and its options at the end are one hash:
// create 't', NAME => 'f'. Differences from Ruby: `name {` begins a hash if a pair follows, and
// strings beside each other are not joined.
//
// Pure function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shell/ruby/node.h"
#include "shell/syntax_error.h"

namespace basalt::shell::ruby {

// `variables`: names that are known from earlier texts, which are not calls.
Parsed<std::vector<Node>> Parse(std::string_view text,
                                const std::vector<std::string>& variables = {});

}  // namespace basalt::shell::ruby
