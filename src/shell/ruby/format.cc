#include "shell/ruby/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include <fmt/format.h>

#include "shell/ruby/inspect.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/numbers.h"
#include "shell/ruby/text_index.h"

namespace basalt::shell::ruby {
namespace {

struct Spec {
  bool minus = false;
  bool plus = false;
  bool space = false;
  bool zero = false;
  bool alternative = false;
  int64_t width = 0;
  int64_t precision = -1;
  // Of %1$s: from 1. Of %<name>d: a name.
  int64_t index = 0;
  std::optional<Bytes> name;
};

constexpr int64_t kMaxWidth = 1 << 20;

class Formatter {
 public:
  Formatter(Interpreter& ruby, BytesView pattern, const Values& values)
      : ruby_(ruby), pattern_(pattern), values_(values) {}

  Bytes Run() {
    while (at_ < pattern_.size()) {
      const size_t percent = std::min(pattern_.find('%', at_), pattern_.size());
      out_ += pattern_.substr(at_, percent - at_);
      at_ = percent + 1;
      if (percent < pattern_.size()) ReadDirective();
      ruby_.heap().CheckRoom(out_.size());
    }
    return std::move(out_);
  }

 private:
  void ReadDirective() {
    Spec spec;
    if (ReadPrefix(spec)) return;
    if (at_ >= pattern_.size())
      ThrowArgumentError("incomplete format specifier; use %% (double %) instead");
    Convert(pattern_[at_++], spec);
  }

  // Flags, width and precision. True: it was %{name}, which is complete.
  bool ReadPrefix(Spec& spec) {
    for (; at_ < pattern_.size(); ++at_) {
      switch (pattern_[at_]) {
        case '-': spec.minus = true; continue;
        case '+': spec.plus = true; continue;
        case ' ': spec.space = true; continue;
        case '0': spec.zero = true; continue;
        case '#': spec.alternative = true; continue;
        case '<': ReadName(spec, '>'); continue;
        case '{':
          ReadName(spec, '}');
          ++at_;
          Pad(TextOf(Next(spec)), spec);
          return true;
        case '*':
          spec.width = IntegerOrThrow(Next({}));
          if (spec.width < 0) {
            spec.minus = true;
            spec.width = -std::max(spec.width, -kMaxWidth);
          }
          continue;
        case '.':
          ++at_;
          if (at_ < pattern_.size() && pattern_[at_] == '*') {
            spec.precision = std::clamp<int64_t>(IntegerOrThrow(Next({})), 0, kMaxWidth);
          } else {
            spec.precision = ReadCount();
            --at_;
          }
          continue;
        default: break;
      }
      if (pattern_[at_] < '1' || pattern_[at_] > '9') break;
      const int64_t count = ReadCount();
      if (at_ < pattern_.size() && pattern_[at_] == '$') {
        spec.index = count;
      } else {
        spec.width = count;
        --at_;
      }
    }
    if (spec.width > kMaxWidth) ThrowArgumentError("width too big");
    return false;
  }

  int64_t ReadCount() {
    int64_t count = 0;
    while (at_ < pattern_.size() && pattern_[at_] >= '0' && pattern_[at_] <= '9') {
      count = std::min(count * 10 + (pattern_[at_++] - '0'), kMaxWidth + 1);
    }
    return count;
  }

  void ReadName(Spec& spec, char closing) {
    const size_t end = pattern_.find(closing, at_);
    if (end == BytesView::npos) ThrowArgumentError("malformed name - unmatched parenthesis");
    spec.name = Bytes(pattern_.substr(at_ + 1, end - at_ - 1));
    at_ = end;
  }

  const Value& Next(const Spec& spec) {
    if (spec.name) {
      if (values_.size() != 1 || values_[0].As<HashRef>() == nullptr) {
        ThrowArgumentError("one hash required");
      }
      const Value* found = (*values_[0].As<HashRef>())->Find(Symbol{*spec.name});
      if (found == nullptr) {
        throw RubyError("KeyError", fmt::format("key<{}> not found", *spec.name));
      }
      return *found;
    }
    const auto index = spec.index > 0 ? static_cast<size_t>(spec.index - 1) : next_++;
    if (index >= values_.size()) ThrowArgumentError("too few arguments");
    return values_[index];
  }

  void Convert(char letter, const Spec& spec) {
    switch (letter) {
      case '%': out_.push_back('%'); return;
      case '\n': out_ += "%\n"; return;
      case 's': return PadText(TextOf(Next(spec)), spec);
      case 'p': return PadText(InspectValue(Next(spec)), spec);
      case 'c': return ConvertCharacter(spec);
      case 'd':
      case 'i':
      case 'u': return ConvertInteger(10, spec, false, "");
      case 'x': return ConvertInteger(16, spec, false, "0x");
      case 'X': return ConvertInteger(16, spec, true, "0X");
      case 'o': return ConvertInteger(8, spec, false, "0");
      case 'b': return ConvertInteger(2, spec, false, "0b");
      case 'B': return ConvertInteger(2, spec, false, "0B");
      case 'f':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a': return ConvertFloat(letter, spec);
      default: ThrowArgumentError(fmt::format("malformed format string - %{}", letter));
    }
  }

  void PadText(Bytes text, const Spec& spec) {
    if (spec.precision >= 0) {
      text.resize(ByteOffset(text, static_cast<size_t>(spec.precision), false));
    }
    Pad(text, spec);
  }

  void Pad(const Bytes& text, const Spec& spec) {
    const auto length = static_cast<int64_t>(CountCharacters(text, false));
    const auto missing = static_cast<size_t>(std::max<int64_t>(0, spec.width - length));
    if (!spec.minus) out_.append(missing, ' ');
    out_ += text;
    if (spec.minus) out_.append(missing, ' ');
  }

  void ConvertCharacter(const Spec& spec) {
    const Value& value = Next(spec);
    if (const auto* text = value.As<StringRef>()) {
      const auto characters = Characters((*text)->bytes, (*text)->binary);
      if (characters.empty()) ThrowArgumentError("%c requires a character");
      return Pad(Bytes(characters[0]), spec);
    }
    const auto character = FromCodePoint(IntegerOrThrow(value));
    if (!character) ThrowArgumentError("invalid character");
    Pad(*character, spec);
  }

  static int64_t WholeNumber(const Value& value) {
    if (const double* real = value.As<double>()) return ToInteger(std::floor(*real));
    if (const auto* text = value.As<StringRef>()) {
      const auto number = ParseInteger((*text)->bytes, 0, true);
      if (!number) {
        ThrowArgumentError(fmt::format("invalid value for Integer(): {}", InspectValue(value)));
      }
      return *number;
    }
    if (value.is_nil()) ThrowTypeError("can't convert nil into Integer");
    return IntegerOrThrow(value);
  }

  std::string Sign(bool negative, const Spec& spec) const {
    return negative ? "-" : spec.plus ? "+" : spec.space ? " " : "";
  }

  // Puts a sign and the digits together, with zeros or blanks.
  void PadNumber(const std::string& sign, std::string digits, const Spec& spec, bool zeros) {
    const auto length = static_cast<int64_t>(sign.size() + digits.size());
    if (zeros && !spec.minus && length < spec.width) {
      digits.insert(0, static_cast<size_t>(spec.width - length), '0');
    }
    Pad(sign + digits, spec);
  }

  void ConvertInteger(int base, const Spec& spec, bool upper, std::string_view prefix) {
    const int64_t number = WholeNumber(Next(spec));
    if (number < 0 && base != 10 && !spec.plus && !spec.space)
      return ConvertNegative(number, base, spec, upper);
    std::string digits = InBase(number, base);
    if (number < 0) digits.erase(0, 1);
    if (upper) std::ranges::transform(digits, digits.begin(), ::toupper);
    if (static_cast<int64_t>(digits.size()) < spec.precision) {
      digits.insert(0, static_cast<size_t>(spec.precision) - digits.size(), '0');
    }
    std::string sign = Sign(number < 0, spec);
    if (spec.alternative && base != 10) sign += prefix;
    PadNumber(sign, std::move(digits), spec, spec.zero && spec.precision < 0);
  }

  // Ruby shows the two's complement, which begins with infinitely many digits: %x of -255 is ..f01.
  void ConvertNegative(int64_t number, int base, const Spec& spec, bool upper) {
    const auto bits = static_cast<uint64_t>(number);
    const int width = base == 16 ? 4 : base == 8 ? 3 : 1;
    const char top = base == 16 ? 'f' : base == 8 ? '7' : '1';
    std::string digits;
    for (int shift = 0; shift < 64; shift += width) {
      // The sign goes on above the highest bit.
      const auto part = static_cast<uint64_t>(static_cast<int64_t>(bits) >> shift);
      digits.push_back("0123456789abcdef"[part & ((1U << width) - 1)]);
    }
    std::ranges::reverse(digits);
    const size_t start = digits.find_first_not_of(top);
    digits = top + (start == std::string::npos ? "" : digits.substr(start));
    if (upper) std::ranges::transform(digits, digits.begin(), ::toupper);
    Pad(".." + digits, spec);
  }

  void ConvertFloat(char letter, const Spec& spec) {
    const Value& value = Next(spec);
    double number = 0;
    if (const auto* text = value.As<StringRef>()) {
      const auto parsed = ParseFloat((*text)->bytes, true);
      if (!parsed) {
        ThrowArgumentError(fmt::format("invalid value for Float(): {}", InspectValue(value)));
      }
      number = *parsed;
    } else {
      number = FloatOrThrow(value);
    }
    const std::string sign = Sign(std::signbit(number) && !std::isnan(number), spec);
    if (!std::isfinite(number)) {
      return PadNumber(sign, std::isnan(number) ? "NaN" : "Inf", spec, false);
    }
    const int precision =
        spec.precision < 0 ? 6 : static_cast<int>(std::min<int64_t>(spec.precision, 1000));
    const std::string pattern = fmt::format("%{}.*{}", spec.alternative ? "#" : "", letter);
    std::array<char, 2000> buffer{};
    // The format is made above, of a known letter.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    std::snprintf(buffer.data(), buffer.size(), pattern.c_str(), precision, std::fabs(number));
#pragma GCC diagnostic pop
    PadNumber(sign, buffer.data(), spec, spec.zero);
  }

  Interpreter& ruby_;
  BytesView pattern_;
  const Values& values_;
  size_t at_ = 0;
  size_t next_ = 0;
  Bytes out_;
};

}  // namespace

Bytes FormatText(Interpreter& ruby, BytesView pattern, const Values& values) {
  return Formatter(ruby, pattern, values).Run();
}

}  // namespace basalt::shell::ruby
