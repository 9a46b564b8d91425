#include "cli/terminal.h"

namespace basalt::cli {

bool WantsColor(bool is_terminal, const char* no_color, const char* term) {
  if (!is_terminal) return false;
  if (no_color != nullptr && *no_color != '\0') return false;
  return term != nullptr && std::string_view(term) != "dumb";
}

std::string Style::Wrap(std::string_view code, std::string_view text) const {
  if (!color_) return std::string(text);
  std::string wrapped(code);
  wrapped.append(text).append("\x1b[0m");
  return wrapped;
}

}  // namespace basalt::cli
