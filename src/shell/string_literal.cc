#include "shell/string_literal.h"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/check.h"

namespace basalt::shell {
namespace {

constexpr std::string_view kSingleOpen = "\xE2\x80\x98";
constexpr std::string_view kSingleClose = "\xE2\x80\x99";
constexpr std::string_view kDoubleOpen = "\xE2\x80\x9C";
constexpr std::string_view kDoubleClose = "\xE2\x80\x9D";

// The prime that some documents have instead of a closing quote.
constexpr std::string_view kPrime = "\xE2\x80\xB2";
constexpr std::string_view kDoublePrime = "\xE2\x80\xB3";

struct Quote {
  std::string_view open;
  std::string_view close;
  bool doubled;
  // An alternative closing quote, if any.
  std::string_view prime = {};
};
// Either typographic quote may open, as in careless documents.
constexpr Quote kQuotes[] = {
    {"'", "'", false},
    {"\"", "\"", true},
    {kSingleOpen, kSingleClose, false, kPrime},
    {kSingleClose, kSingleClose, false},
    {kDoubleOpen, kDoubleClose, true, kDoublePrime},
    {kDoubleClose, kDoubleClose, true},
};

const Quote* FindQuote(std::string_view text) {
  for (const Quote& quote : kQuotes) {
    if (text.starts_with(quote.open)) return &quote;
  }
  return nullptr;
}

int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Reads up to `limit` digits from `at` on.
std::optional<uint32_t> ReadDigits(std::string_view text, size_t& at, int base, int limit) {
  uint32_t value = 0;
  int digits = 0;
  while (digits < limit && at < text.size() && DigitValue(text[at]) < base) {
    value = value * base + DigitValue(text[at]);
    ++at;
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  return value;
}

bool AppendUtf8(uint32_t code, Bytes& out) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return false;
  const auto tail = [&](int shift) {
    out.push_back(static_cast<char>(0x80 | ((code >> shift) & 0x3F)));
  };
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xC0 | (code >> 6)));
    tail(0);
  } else if (code < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | (code >> 12)));
    tail(6);
    tail(0);
  } else {
    out.push_back(static_cast<char>(0xF0 | (code >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
  return true;
}

constexpr std::string_view kEscapeLetters = "ntrabefvs";
constexpr std::string_view kEscapeBytes = "\n\t\r\a\b\x1B\f\v ";

// `at` is after the backslash. False: literal.error says why.
bool ReadEscape(std::string_view text, size_t& at, Literal& literal) {
  const size_t start = at - 1;
  const auto fail = [&](std::string_view what) {
    literal.error = what;
    literal.error_at = start;
    return false;
  };
  const char c = text[at];
  if (c >= '0' && c <= '7') {
    literal.value.push_back(static_cast<char>(*ReadDigits(text, at, 8, 3)));
    return true;
  }
  ++at;
  if (const size_t letter = kEscapeLetters.find(c); letter != std::string_view::npos) {
    literal.value.push_back(kEscapeBytes[letter]);
    return true;
  }
  if (c == 'x') {
    const auto value = ReadDigits(text, at, 16, 2);
    if (!value) return fail("\\x needs one or two hexadecimal digits");
    literal.value.push_back(static_cast<char>(*value));
    return true;
  }
  if (c == 'u') {
    const bool braces = at < text.size() && text[at] == '{';
    if (braces) ++at;
    const size_t digits = at;
    const auto value = ReadDigits(text, at, 16, braces ? 6 : 4);
    if (!value || (!braces && at - digits != 4)) return fail("\\u needs four hexadecimal digits");
    if (braces && (at >= text.size() || text[at++] != '}')) return fail("\\u{ without its }");
    if (!AppendUtf8(*value, literal.value)) return fail("there is no such Unicode character");
    return true;
  }
  if (c == 'M' || c == 'C' || c == 'c') return fail("control escapes are not supported; use \\x");
  if (c != '\n') literal.value.push_back(c);
  return true;
}

}  // namespace

size_t QuoteLength(std::string_view text) {
  const Quote* quote = FindQuote(text);
  return quote == nullptr ? 0 : quote->open.size();
}

Literal ReadLiteral(std::string_view text, size_t from) {
  const Quote* const found = FindQuote(text);
  BASALT_CHECK(found != nullptr, "A literal begins with a quote.");
  const Quote& quote = *found;
  Literal literal;
  size_t at = from == 0 ? quote.open.size() : from;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    const bool primed = !quote.prime.empty() && rest.starts_with(quote.prime);
    if (primed || rest.starts_with(quote.close)) {
      literal.length = at + (primed ? quote.prime : quote.close).size();
      return literal;
    }
    const char c = text[at++];
    if (c == '#' && quote.doubled && at < text.size() && text[at] == '{') {
      literal.interpolates = true;
      literal.length = at + 1;
      return literal;
    }
    if (c != '\\' || at >= text.size()) {
      literal.value.push_back(c);
    } else if (quote.doubled) {
      if (!ReadEscape(text, at, literal)) return literal;
    } else if (text[at] == '\\' || text[at] == '\'') {
      literal.value.push_back(text[at++]);
    } else {
      literal.value.push_back(c);
    }
  }
  literal.open = true;
  literal.length = text.size();
  return literal;
}

std::string Inspect(BytesView bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    const size_t escape = c == ' ' ? std::string_view::npos : kEscapeBytes.find(c);
    if (escape != std::string_view::npos) {
      text += {'\\', kEscapeLetters[escape]};
    } else if (c == '"' || c == '\\') {
      text += {'\\', c};
    } else if (const auto byte = static_cast<unsigned char>(c); byte < 0x20 || byte > 0x7E) {
      text += fmt::format("\\x{:02X}", byte);
    } else {
      text.push_back(c);
    }
  }
  return text + "\"";
}

}  // namespace basalt::shell
