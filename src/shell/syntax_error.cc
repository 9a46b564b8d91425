#include "shell/syntax_error.h"

#include <fmt/format.h>

namespace basalt::shell {

std::string Render(const SyntaxError& error, std::string_view text, int first_line) {
  std::string_view rest = text;
  for (int line = 1; line < error.position.line; ++line) {
    const size_t end = rest.find('\n');
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  const std::string_view line = rest.substr(0, rest.find('\n'));
  std::string before;
  int width = 0;
  for (const char c : line.substr(0, error.position.column - 1)) {
    // A tab stays a tab, so that the caret is below the character on the terminal. UTF-8
    // continuation bytes take no column.
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80) continue;
    before.push_back(c == '\t' ? '\t' : ' ');
    ++width;
  }
  std::string rendered =
      fmt::format("{} (line {}, column {}): {}\n  {}\n  {}^", error.kind,
                  first_line + error.position.line - 1, width + 1, error.message, line, before);
  if (!error.hint.empty()) rendered += "\n" + error.hint;
  return rendered;
}

}  // namespace basalt::shell
