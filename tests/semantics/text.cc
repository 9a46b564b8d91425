#include "text.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace basalt::semantics {
namespace {

// Without the characters that have a meaning in scripts: space " @ = , ; | { / :
constexpr std::string_view kPlainPunctuation = "`~!#$%^&*()-_+[]}'.<>?";
constexpr int64_t kNearT = 10'000'000'000;

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string Unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size() && text[i + 1] == 'x' &&
        HexDigit(text[i + 2]) >= 0 && HexDigit(text[i + 3]) >= 0) {
      out += static_cast<char>(HexDigit(text[i + 2]) * 16 + HexDigit(text[i + 3]));
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

void BadScript(std::string_view what, std::string_view where) {
  std::fprintf(stderr, "bad script: %.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(where.size()), where.data());
  std::exit(2);
}

std::string BytesText(std::string_view bytes) {
  if (bytes.empty()) return "\"\"";
  std::string out;
  for (char c : bytes) {
    bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                 kPlainPunctuation.find(c) != std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      char escaped[5];
      std::snprintf(escaped, sizeof(escaped), "\\x%02X", static_cast<unsigned char>(c));
      out += escaped;
    }
  }
  return out;
}

std::string ParseBytes(std::string_view token) {
  if (token == "\"\"") return "";
  size_t brace = token.find('{');
  if (brace != std::string_view::npos && brace > 0 && token.back() == '}') {
    std::string unit = Unescape(token.substr(0, brace));
    int64_t times = ParseNumber(token.substr(brace + 1, token.size() - brace - 2));
    std::string out;
    for (int64_t i = 0; i < times; ++i) out += unit;
    return out;
  }
  return Unescape(token);
}

int64_t ParseNumber(std::string_view token) {
  std::string_view digits = token.starts_with('+') ? token.substr(1) : token;
  int64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    BadScript("not a number", token);
  }
  return value;
}

std::string TimestampText(int64_t timestamp) {
  // In unsigned arithmetic, because far timestamps overflow.
  auto distance = static_cast<int64_t>(static_cast<uint64_t>(timestamp) - uint64_t{kT});
  if (timestamp < kT - kNearT || timestamp > kT + kNearT) return std::to_string(timestamp);
  return (distance < 0 ? "T" : "T+") + std::to_string(distance);
}

int64_t ParseTimestamp(std::string_view token) {
  if (token == "LATEST") return kLatest;
  if (token.starts_with('T')) return kT + (token.size() == 1 ? 0 : ParseNumber(token.substr(1)));
  return ParseNumber(token);
}

}  // namespace basalt::semantics
