// String literals by Ruby's rules. Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "basalt/bytes.h"

namespace basalt::shell {

struct Literal {
  Bytes value;
  // The length of the literal in bytes, including the quotes.
  size_t length = 0;
  // If not empty: the error, at `error_at` bytes after the opening quote's first byte.
  std::string error;
  size_t error_at = 0;
  // The closing quote is missing.
  bool open = false;
  // The literal stopped after #{; `length` is the length up to there.
  bool interpolates = false;
};

// The length of the quote at the beginning of `text`: 1 for ' and ", 3 for typographic quotes; 0 if
// there is none.
size_t QuoteLength(std::string_view text);

// REQUIRES: QuoteLength(text) > 0. In double quotes: \n \t \r \0 \a \b \e \f \v \s, octal \1 to
// \377, \xH and \xHH, \uHHHH, \u{H...}; any other character after a backslash stands for itself. In
// single quotes \\ and \' only. Typographic quotes are equivalent to the plain ones. `from`: where
// to go on in a literal that stopped at #{; 0: at its beginning.
Literal ReadLiteral(std::string_view text, size_t from = 0);

// Ruby's inspect of a string: "a\"b".
std::string Inspect(BytesView bytes);

}  // namespace basalt::shell
