#include "shell/ruby/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "shell/ruby/methods.h"

namespace basalt::shell::ruby {
namespace {

[[noreturn]] void ThrowOverflow() {
  throw RubyError("RangeError", "the result does not fit into 64 bits",
                  "Integers of this shell go from -9223372036854775808 to 9223372036854775807.");
}

[[noreturn]] void ThrowDivided() { throw RubyError("ZeroDivisionError", "divided by 0"); }

int64_t Power(int64_t base, int64_t exponent) {
  int64_t result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) ThrowOverflow();
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) {
      if (base == 0 || base == 1) continue;
      ThrowOverflow();
    }
  }
  return result;
}

std::optional<Value> IntegerArithmetic(char sign, int64_t left, int64_t right) {
  int64_t result = 0;
  switch (sign) {
    case '+':
      if (__builtin_add_overflow(left, right, &result)) ThrowOverflow();
      return result;
    case '-':
      if (__builtin_sub_overflow(left, right, &result)) ThrowOverflow();
      return result;
    case '*':
      if (__builtin_mul_overflow(left, right, &result)) ThrowOverflow();
      return result;
    case '/': return FloorDivide(left, right);
    case '%': return FloorModulo(left, right);
    case 'p':
      if (right < 0) return std::pow(static_cast<double>(left), static_cast<double>(right));
      return Power(left, right);
    default: return std::nullopt;
  }
}

std::optional<Value> FloatArithmetic(char sign, double left, double right) {
  switch (sign) {
    case '+': return left + right;
    case '-': return left - right;
    case '*': return left * right;
    case '/': return left / right;
    case '%': {
      const double rest = std::fmod(left, right);
      return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
    }
    case 'p': return std::pow(left, right);
    default: return std::nullopt;
  }
}

int64_t Shift(int64_t value, int64_t by) {
  if (by >= 0) {
    if (value == 0) return 0;
    if (by >= 63) ThrowOverflow();
    int64_t result = 0;
    if (__builtin_mul_overflow(value, int64_t{1} << by, &result)) ThrowOverflow();
    return result;
  }
  return by <= -63 ? (value < 0 ? -1 : 0) : value >> -by;
}

int Digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

std::string_view Trimmed(std::string_view text) {
  const size_t start = text.find_first_not_of(" \t\r\n\f\v");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r\n\f\v") - start + 1);
}

}  // namespace

std::optional<Value> Arithmetic(std::string_view sign, const Value& left, const Value& right) {
  const char code = sign == "**" ? 'p' : sign.size() == 1 ? sign[0] : '\0';
  if (std::string_view("+-*/%p").find(code) == std::string_view::npos) return std::nullopt;
  const int64_t* x = left.As<int64_t>();
  const int64_t* y = right.As<int64_t>();
  if (x != nullptr && y != nullptr) return IntegerArithmetic(code, *x, *y);
  if (y == nullptr && right.As<double>() == nullptr) {
    ThrowTypeError(
        fmt::format("{} can't be coerced into {}", NameForMessage(right), ClassName(left)));
  }
  return FloatArithmetic(code, FloatOrThrow(left), FloatOrThrow(right));
}

std::optional<Value> BitArithmetic(std::string_view sign, int64_t left, const Value& right) {
  const bool shift = sign == "<<" || sign == ">>";
  if (!shift && sign != "&" && sign != "|" && sign != "^") return std::nullopt;
  const int64_t* other = right.As<int64_t>();
  if (other == nullptr) {
    ThrowTypeError(fmt::format("{} can't be coerced into Integer", NameForMessage(right)));
  }
  if (sign == "&") return left & *other;
  if (sign == "|") return left | *other;
  if (sign == "^") return left ^ *other;
  if (*other == std::numeric_limits<int64_t>::min()) ThrowOverflow();
  return Shift(left, sign == "<<" ? *other : -*other);
}

int64_t FloorDivide(int64_t left, int64_t right) {
  if (right == 0) ThrowDivided();
  if (right == -1) {
    if (left == std::numeric_limits<int64_t>::min()) ThrowOverflow();
    return -left;
  }
  const int64_t quotient = left / right;
  return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

int64_t FloorModulo(int64_t left, int64_t right) {
  if (right == 0) ThrowDivided();
  if (right == -1) return 0;
  const int64_t rest = left % right;
  return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

int64_t ToInteger(double value) {
  if (std::isnan(value)) throw RubyError("FloatDomainError", "NaN");
  if (std::isinf(value)) throw RubyError("FloatDomainError", value < 0 ? "-Infinity" : "Infinity");
  if (std::fabs(value) >= 9223372036854775807.0) ThrowOverflow();
  return static_cast<int64_t>(value);
}

std::string InBase(int64_t value, int64_t base) {
  if (base < 2 || base > 36) ThrowArgumentError(fmt::format("invalid radix {}", base));
  auto rest = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  std::string digits;
  do {
    digits.push_back("0123456789abcdefghijklmnopqrstuvwxyz"[rest % static_cast<uint64_t>(base)]);
    rest /= static_cast<uint64_t>(base);
  } while (rest > 0);
  if (value < 0) digits.push_back('-');
  std::ranges::reverse(digits);
  return digits;
}

std::optional<int64_t> ParseInteger(std::string_view text, int64_t base, bool strict) {
  if (base != 0 && (base < 2 || base > 36))
    ThrowArgumentError(fmt::format("invalid radix {}", base));
  std::string_view rest = Trimmed(text);
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  const auto prefix = [&](std::string_view small, std::string_view large, int64_t of) {
    if ((rest.starts_with(small) || rest.starts_with(large)) && (base == of || base == 0)) {
      rest.remove_prefix(2);
      base = of;
    }
  };
  prefix("0x", "0X", 16);
  prefix("0b", "0B", 2);
  prefix("0o", "0O", 8);
  if (base == 0) base = rest.size() > 1 && rest[0] == '0' ? 8 : 10;
  int64_t value = 0;
  size_t at = 0;
  for (; at < rest.size(); ++at) {
    if (rest[at] == '_' && at > 0 && at + 1 < rest.size() && Digit(rest[at + 1]) < base) continue;
    const int digit = Digit(rest[at]);
    if (digit >= base) break;
    if (__builtin_mul_overflow(value, base, &value) ||
        __builtin_sub_overflow(value, digit, &value)) {
      ThrowOverflow();
    }
  }
  if (strict && (at == 0 || at < rest.size())) return std::nullopt;
  // Counted downwards, because there is one negative number more.
  if (!negative && value == std::numeric_limits<int64_t>::min()) ThrowOverflow();
  return negative ? value : -value;
}

std::optional<double> ParseFloat(std::string_view text, bool strict) {
  std::string digits;
  for (const char c : Trimmed(text)) {
    if (c != '_') digits.push_back(c);
  }
  const size_t start = digits.starts_with('+') ? 1 : 0;
  const size_t first = digits.starts_with('-') ? 1 : start;
  double value = 0;
  // from_chars knows words such as inf.
  const bool point = first + 1 < digits.size() && digits[first] == '.' && !strict;
  const bool number = first < digits.size() && Digit(digits[first + (point ? 1 : 0)]) < 10;
  const char* end = digits.data() + digits.size();
  const auto result = number ? std::from_chars(digits.data() + start, end, value)
                             : std::from_chars_result{digits.data(), std::errc()};
  if (strict && (!number || result.ptr != end || result.ec != std::errc())) return std::nullopt;
  return value;
}

}  // namespace basalt::shell::ruby
