#include "client/remote/throttle_wait.h"

#include <charconv>

namespace basalt::client {
namespace {

// HBase's words, without the s of several.
int64_t MsOfWord(std::string_view word) {
  if (word.starts_with("hr")) return 3'600'000;
  if (word.starts_with("min")) return 60'000;
  if (word.starts_with("sec")) return 1000;
  return word.starts_with("ms") ? 1 : 0;
}

}  // namespace

std::optional<int64_t> ThrottleWaitMs(std::string_view message) {
  constexpr std::string_view kWait = " - wait ";
  const size_t at = message.find(kWait);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = message.substr(at + kWait.size());
  int64_t sum = 0;
  while (!rest.empty()) {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc()) return std::nullopt;
    rest.remove_prefix(static_cast<size_t>(end - rest.data()));
    const int64_t unit = MsOfWord(rest);
    if (unit == 0) return std::nullopt;
    sum += number * unit;
    const size_t comma = rest.find(", ");
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
  }
  return sum;
}

}  // namespace basalt::client
