#include "shell/pasted_prompt.h"

#include <cstddef>

namespace basalt::shell {
namespace {

constexpr std::string_view kName = "hbase";
constexpr std::string_view kMain = "main";
// Full-width brackets of Chinese text.
constexpr std::string_view kWideOpen = "\xEF\xBC\x88";
constexpr std::string_view kWideClose = "\xEF\xBC\x89";

// The length of a prompt at the beginning of the text, or 0.
size_t PromptLength(std::string_view text) {
  size_t at = text.find_first_not_of(" \t");
  if (at == std::string_view::npos || !text.substr(at).starts_with(kName)) return 0;
  at += kName.size();
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    const char c = rest[0];
    if (c == '>') {
      const size_t next = text.find_first_not_of(" \t", at + 1);
      return next == std::string_view::npos ? text.size() : next;
    }
    if (rest.starts_with(kMain)) {
      at += kMain.size();
    } else if (rest.starts_with(kWideOpen) || rest.starts_with(kWideClose)) {
      at += kWideOpen.size();
    } else if (c == '(' || c == ')' || c == ':' || c == '.' || (c >= '0' && c <= '9')) {
      ++at;
    } else {
      return 0;
    }
  }
  return 0;
}

}  // namespace

std::string_view WithoutPrompt(std::string_view line) {
  for (size_t length = PromptLength(line); length > 0; length = PromptLength(line)) {
    line.remove_prefix(length);
  }
  return line;
}

}  // namespace basalt::shell
