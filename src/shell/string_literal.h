// What is between quotes, by Ruby's rules. Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "basalt/bytes.h"

namespace basalt::shell {

struct Literal {
  Bytes value;
  // Bytes of the text it took, the quotes included.
  size_t length = 0;
  // Not empty: what is wrong, at `error_at` bytes after the opening quote's first byte.
  std::string error;
  size_t error_at = 0;
  // The closing quote is missing.
  bool open = false;
};

// How many bytes the quote at the beginning of `text` has: 1 for ' and ", 3 for the typographic
// ones that documents have in their place; 0 when there is none.
size_t QuoteLength(std::string_view text);

// REQUIRES: QuoteLength(text) > 0. In double quotes: \n \t \r \0 \a \b \e \f \v \s, octal \1 to
// \377, \xH and \xHH, \uHHHH, \u{H...}; any other character after a backslash stands for itself. In
// single quotes \\ and \' only. Typographic quotes count as the plain ones they stand for.
Literal ReadLiteral(std::string_view text);

// As Ruby's inspect shows a string: "a\"b".
std::string Inspect(BytesView bytes);

}  // namespace basalt::shell
