// Text styles: coloured on a terminal that supports it, plain elsewhere. Plain values.
#pragma once

#include <string>
#include <string_view>

namespace basalt::cli {

// True for a terminal that is not dumb, if NO_COLOR is unset or empty (no-color.org). Null pointers
// are unset variables.
bool WantsColor(bool is_terminal, const char* no_color, const char* term);

class Style {
 public:
  explicit Style(bool color) : color_(color) {}
  bool color() const { return color_; }
  std::string Heading(std::string_view text) const { return Wrap("\x1b[1m", text); }
  std::string Command(std::string_view text) const { return Wrap("\x1b[36m", text); }
  std::string Error(std::string_view text) const { return Wrap("\x1b[31m", text); }

 private:
  std::string Wrap(std::string_view code, std::string_view text) const;

  bool color_;
};

}  // namespace basalt::cli
