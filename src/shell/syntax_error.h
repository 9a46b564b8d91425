// A syntax error: message, position and hint. Plain value.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace basalt::shell {

// A position in a text; both count from 1, columns count bytes.
struct Position {
  int line = 1;
  int column = 1;
  friend bool operator==(const Position&, const Position&) = default;
};

struct SyntaxError {
  Position position;
  std::string message;
  // A hint for the user, or empty.
  std::string hint;
  // The text may be incomplete: read another line and try again.
  bool incomplete = false;
  // Ruby's name of the error.
  std::string kind = "SyntaxError";
};

// Several lines: the message, the line of `text` the error is in, a caret below the position, the
// hint. Without a newline at the end. `first_line`: the number of the text's first line.
std::string Render(const SyntaxError& error, std::string_view text, int first_line = 1);

// A T, or a syntax error.
template <typename T>
using Parsed = std::variant<T, SyntaxError>;

}  // namespace basalt::shell
