// The grammar of the shell's language.
//
//   statement  := [ name "=" ] expression
//   expression := primary { "." name [ arguments ] }
//   primary    := literal | array | hash | constant | name [ arguments ] | "(" expression ")"
//   arguments  := "(" [ list ] ")" | list               the second form in a statement's own call
//   list       := item { "," item }, pairs at the end make one hash
//   item       := expression [ "=>" expression ]
//
// Pure function.
#pragma once

#include <string_view>
#include <vector>

#include "shell/syntax.h"
#include "shell/syntax_error.h"

namespace basalt::shell {

Parsed<std::vector<Statement>> Parse(std::string_view text);

}  // namespace basalt::shell
