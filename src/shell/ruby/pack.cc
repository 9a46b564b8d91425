#include "shell/ruby/pack.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "shell/ruby/base64.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/utf8.h"

namespace basalt::shell::ruby {
namespace {

struct Directive {
  char letter = 0;
  // -1: as many as there are (*). nullopt: none given.
  std::optional<int64_t> count;
  // Of numbers: their size, byte order and kind; 0: not a number.
  int size = 0;
  bool big_endian = false;
  bool is_signed = false;
  bool real = false;
};

constexpr int64_t kStar = -1;

// Sizes as on Linux and in JRuby: L has four bytes, Q eight.
void SetNumber(Directive& directive) {
  switch (directive.letter) {
    case 'C':
    case 'c': directive.size = 1; break;
    case 'S':
    case 's':
    case 'n':
    case 'v': directive.size = 2; break;
    case 'I':
    case 'i':
    case 'L':
    case 'l':
    case 'N':
    case 'V':
    case 'F':
    case 'f':
    case 'e':
    case 'g': directive.size = 4; break;
    case 'J':
    case 'j':
    case 'Q':
    case 'q':
    case 'D':
    case 'd':
    case 'E':
    case 'G': directive.size = 8; break;
    default: return;
  }
  const std::string_view letter(&directive.letter, 1);
  directive.is_signed = std::string_view("csilqj").find(letter) != std::string_view::npos;
  directive.real = std::string_view("FfegDdEG").find(letter) != std::string_view::npos;
  directive.big_endian = std::string_view("nNgG").find(letter) != std::string_view::npos;
}

std::vector<Directive> ReadPattern(BytesView pattern) {
  std::vector<Directive> directives;
  for (size_t at = 0; at < pattern.size();) {
    const char letter = pattern[at++];
    if (letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r') continue;
    Directive directive;
    directive.letter = letter;
    SetNumber(directive);
    if (directive.size == 0 &&
        std::string_view("aAZHhBbUwmx").find(letter) == std::string_view::npos) {
      ThrowArgumentError(fmt::format("unknown pack directive '{}'", letter));
    }
    while (at < pattern.size() &&
           std::string_view("<>!_").find(pattern[at]) != std::string_view::npos) {
      const char modifier = pattern[at++];
      if (std::string_view("sSiIlLqQjJ").find(letter) == std::string_view::npos) {
        ThrowArgumentError(fmt::format("'{}' allowed only after types sSiIlLqQjJ", modifier));
      }
      if (modifier == '>') directive.big_endian = true;
      // The native size of a long.
      if ((modifier == '!' || modifier == '_') && (letter == 'l' || letter == 'L'))
        directive.size = 8;
    }
    if (at < pattern.size() && pattern[at] == '*') {
      directive.count = kStar;
      ++at;
    } else if (at < pattern.size() && pattern[at] >= '0' && pattern[at] <= '9') {
      int64_t count = 0;
      while (at < pattern.size() && pattern[at] >= '0' && pattern[at] <= '9') {
        count = count * 10 + (pattern[at++] - '0');
        if (count > (int64_t{1} << 40)) throw RubyError("RangeError", "pack length too big");
      }
      directive.count = count;
    }
    directives.push_back(directive);
  }
  return directives;
}

void AppendNumber(const Directive& directive, uint64_t bits, Bytes& out) {
  for (int i = 0; i < directive.size; ++i) {
    const int shift = 8 * (directive.big_endian ? directive.size - 1 - i : i);
    out.push_back(static_cast<char>(bits >> shift));
  }
}

uint64_t ReadNumber(const Directive& directive, BytesView text) {
  uint64_t bits = 0;
  for (int i = 0; i < directive.size; ++i) {
    const int index = directive.big_endian ? i : directive.size - 1 - i;
    bits = bits << 8 | static_cast<unsigned char>(text[static_cast<size_t>(index)]);
  }
  return bits;
}

uint64_t BitsOf(const Directive& directive, const Value& value) {
  if (!directive.real) return static_cast<uint64_t>(IntegerOrThrow(value));
  const double real = FloatOrThrow(value);
  if (directive.size == 8) return std::bit_cast<uint64_t>(real);
  return std::bit_cast<uint32_t>(static_cast<float>(real));
}

Value ValueOf(const Directive& directive, uint64_t bits) {
  if (directive.real && directive.size == 8) return std::bit_cast<double>(bits);
  if (directive.real) {
    return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  }
  if (directive.is_signed) {
    const int unused = 64 - 8 * directive.size;
    return static_cast<int64_t>(bits << unused) >> unused;
  }
  if (static_cast<int64_t>(bits) < 0) {
    throw RubyError("RangeError", fmt::format("{} does not fit into 64 bits with a sign", bits),
                    "q reads the same bytes as a number with a sign.");
  }
  return static_cast<int64_t>(bits);
}

int HexDigit(char c) {
  const auto byte = static_cast<unsigned char>(c);
  // As Ruby: of a letter the lower bits count.
  return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ? ((byte & 7) + 9) & 15
                                                                      : byte & 15;
}

// H and B: text of hexadecimal or binary digits; `high_first`: upper-case letters.
Bytes FromDigits(BytesView digits, size_t count, bool hex, bool high_first) {
  const size_t per_byte = hex ? 2 : 8;
  const int width = hex ? 4 : 1;
  Bytes out;
  for (size_t i = 0; i < count; i += per_byte) {
    unsigned byte = 0;
    for (size_t j = 0; j < per_byte && i + j < count; ++j) {
      const char c = i + j < digits.size() ? digits[i + j] : '0';
      const auto digit = static_cast<unsigned>(hex ? HexDigit(c) : c & 1);
      const size_t place = high_first ? per_byte - 1 - j : j;
      byte |= digit << (static_cast<size_t>(width) * place);
    }
    out.push_back(static_cast<char>(byte));
  }
  return out;
}

Bytes ToDigits(BytesView text, size_t count, bool hex, bool high_first) {
  const size_t per_byte = hex ? 2 : 8;
  const int width = hex ? 4 : 1;
  Bytes out;
  for (size_t i = 0; i < count && i / per_byte < text.size(); ++i) {
    const size_t place = high_first ? per_byte - 1 - i % per_byte : i % per_byte;
    const unsigned byte = static_cast<unsigned char>(text[i / per_byte]);
    const unsigned digit = byte >> (static_cast<size_t>(width) * place) & (hex ? 15U : 1U);
    out.push_back("0123456789abcdef"[digit]);
  }
  return out;
}

void AppendBer(int64_t value, Bytes& out) {
  if (value < 0) ThrowArgumentError("can't compress negative numbers");
  Bytes reversed(1, static_cast<char>(value & 0x7F));
  while ((value >>= 7) > 0) reversed.push_back(static_cast<char>(0x80 | (value & 0x7F)));
  out.append(reversed.rbegin(), reversed.rend());
}

class Packer {
 public:
  Packer(const Heap& heap, const Values& values) : heap_(heap), values_(values) {}

  PackedText Run(BytesView pattern) {
    const std::vector<Directive> directives = ReadPattern(pattern);
    for (const Directive& directive : directives) {
      if (directive.count)
        heap_.CheckRoom(static_cast<uint64_t>(std::max<int64_t>(0, *directive.count)));
      Append(directive);
      heap_.CheckRoom(out_.size());
    }
    const bool text_only = std::ranges::all_of(directives, [](const Directive& directive) {
      return directive.letter == 'm' || directive.letter == 'U';
    });
    return {std::move(out_), !text_only || directives.empty()};
  }

 private:
  void Append(const Directive& directive) {
    if (directive.letter == 'x') {
      out_.append(static_cast<size_t>(std::max<int64_t>(0, directive.count.value_or(1))), '\0');
    } else if (std::string_view("aAZHhBbm").find(directive.letter) != std::string_view::npos) {
      AppendText(directive, Next());
    } else {
      const int64_t left = static_cast<int64_t>(values_.size() - next_);
      int64_t count = directive.count.value_or(1);
      if (count == kStar) count = left;
      for (int64_t i = 0; i < count; ++i) AppendValue(directive, Next());
    }
  }

  const Value& Next() {
    if (next_ >= values_.size()) ThrowArgumentError("too few arguments");
    return values_[next_++];
  }

  void AppendValue(const Directive& directive, const Value& value) {
    if (directive.letter == 'U') {
      const auto text = FromCodePoint(IntegerOrThrow(value));
      if (!text) throw RubyError("RangeError", "pack(U): value out of range");
      out_ += *text;
    } else if (directive.letter == 'w') {
      AppendBer(IntegerOrThrow(value), out_);
    } else {
      AppendNumber(directive, BitsOf(directive, value), out_);
    }
  }

  void AppendText(const Directive& directive, const Value& value) {
    const Bytes text = value.is_nil() ? Bytes() : StringOrThrow(value)->bytes;
    const char letter = directive.letter;
    if (letter == 'm') {
      out_ += ToBase64(text, directive.count == 0);
      return;
    }
    const bool all = directive.count == kStar;
    if (letter == 'H' || letter == 'h' || letter == 'B' || letter == 'b') {
      const size_t count = all ? text.size() : static_cast<size_t>(directive.count.value_or(1));
      out_ +=
          FromDigits(text, count, letter == 'H' || letter == 'h', letter == 'H' || letter == 'B');
      return;
    }
    const size_t width = all ? text.size() : static_cast<size_t>(directive.count.value_or(1));
    out_ += BytesView(text).substr(0, width);
    if (text.size() < width) out_.append(width - text.size(), letter == 'A' ? ' ' : '\0');
    if (letter == 'Z' && all) out_.push_back('\0');
  }

  const Heap& heap_;
  const Values& values_;
  size_t next_ = 0;
  Bytes out_;
};

class Unpacker {
 public:
  Unpacker(Heap& heap, BytesView text) : heap_(heap), rest_(text) {}

  Values Run(BytesView pattern) {
    for (const Directive& directive : ReadPattern(pattern)) Read(directive);
    return std::move(values_);
  }

 private:
  void Read(const Directive& directive) {
    if (directive.letter == 'x') {
      const int64_t count = directive.count.value_or(1);
      const size_t skipped = count == kStar ? rest_.size() : static_cast<size_t>(count);
      if (skipped > rest_.size()) ThrowArgumentError("x outside of string");
      rest_.remove_prefix(skipped);
    } else if (std::string_view("aAZHhBbm").find(directive.letter) != std::string_view::npos) {
      ReadText(directive);
    } else if (directive.letter == 'U' || directive.letter == 'w') {
      ReadVariable(directive);
    } else {
      const auto size = static_cast<size_t>(directive.size);
      const int64_t count = directive.count.value_or(1);
      for (int64_t i = 0; count == kStar ? rest_.size() >= size : i < count; ++i) {
        if (rest_.size() < size) {
          // As many as asked for, nil where the text is too short.
          heap_.CheckRoom(values_.size() * sizeof(Value));
          values_.emplace_back();
          continue;
        }
        values_.push_back(ValueOf(directive, ReadNumber(directive, rest_)));
        rest_.remove_prefix(size);
      }
    }
  }

  void ReadVariable(const Directive& directive) {
    const int64_t count = directive.count.value_or(1);
    for (int64_t i = 0; (count == kStar || i < count) && !rest_.empty(); ++i) {
      if (directive.letter == 'U') {
        const size_t length = CharacterLength(rest_);
        if (length == 0) ThrowArgumentError("malformed UTF-8 character");
        values_.emplace_back(int64_t{CodePoint(rest_.substr(0, length))});
        rest_.remove_prefix(length);
        continue;
      }
      uint64_t value = 0;
      bool more = true;
      while (more && !rest_.empty()) {
        if (value >> 56 != 0) throw RubyError("RangeError", "the number does not fit into 64 bits");
        value = value << 7 | (static_cast<unsigned char>(rest_[0]) & 0x7F);
        more = (static_cast<unsigned char>(rest_[0]) & 0x80) != 0;
        rest_.remove_prefix(1);
      }
      if (!more) values_.emplace_back(static_cast<int64_t>(value));
    }
  }

  void ReadText(const Directive& directive) {
    const char letter = directive.letter;
    const bool all = directive.count == kStar;
    const auto count = static_cast<size_t>(directive.count.value_or(1));
    if (letter == 'm') {
      Push(FromBase64(rest_), true);
      rest_ = {};
      return;
    }
    if (letter == 'H' || letter == 'h' || letter == 'B' || letter == 'b') {
      const bool hex = letter == 'H' || letter == 'h';
      const size_t per_byte = hex ? 2 : 8;
      const size_t digits =
          all ? rest_.size() * per_byte : std::min(count, rest_.size() * per_byte);
      Push(ToDigits(rest_, digits, hex, letter == 'H' || letter == 'B'), false);
      rest_.remove_prefix(std::min(rest_.size(), (digits + per_byte - 1) / per_byte));
      return;
    }
    BytesView text = rest_.substr(0, all ? rest_.size() : count);
    size_t taken = text.size();
    if (letter == 'Z') {
      const size_t end = text.find('\0');
      if (end != BytesView::npos) {
        // With * the next value begins after the zero.
        if (all) taken = end + 1;
        text = text.substr(0, end);
      }
    }
    while (letter == 'A' && !text.empty() && (text.back() == ' ' || text.back() == '\0')) {
      text.remove_suffix(1);
    }
    Push(Bytes(text), true);
    rest_.remove_prefix(taken);
  }

  void Push(Bytes text, bool binary) {
    values_.emplace_back(heap_.Make<String>(std::move(text), binary));
  }

  Heap& heap_;
  BytesView rest_;
  Values values_;
};

}  // namespace

PackedText Pack(const Heap& heap, const Values& values, BytesView pattern) {
  return Packer(heap, values).Run(pattern);
}

Values Unpack(Heap& heap, BytesView text, BytesView pattern) {
  return Unpacker(heap, text).Run(pattern);
}

}  // namespace basalt::shell::ruby
