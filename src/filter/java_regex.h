// Regular expressions in Java's syntax, rewritten for PCRE2. Pure function.
//
// Most of the two languages is the same and is copied. Rewritten are: unions and intersections of
// character classes, escapes for characters (\uXXXX, \0n), names of properties, references to
// groups, and flags that PCRE2 spells otherwise. What only PCRE2 knows (verbs, recursion, callouts)
// is refused, as Java refuses it.
#pragma once

#include <string>
#include <string_view>

#include "basalt/status.h"

namespace basalt::filter {

// `pattern`: valid UTF-8. `comments`: Java's flag COMMENTS is set. Errors are worded as Java's
// PatternSyntaxException describes them; errors that PCRE2 detects are not checked here.
Result<std::string> TranslateJavaRegex(std::string_view pattern, bool comments);

}  // namespace basalt::filter
