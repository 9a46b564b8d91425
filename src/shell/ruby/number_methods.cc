// Methods of integers and floats.
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "shell/ruby/compare.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/numbers.h"
#include "shell/ruby/utf8.h"

namespace basalt::shell::ruby {
namespace {

int64_t SelfInteger(const Invocation& call) { return *call.self.As<int64_t>(); }
double SelfFloat(const Invocation& call) { return *call.self.As<double>(); }

Value Calculate(Invocation& call) { return *Arithmetic(call.name, call.self, call[0]); }
Value CalculateBits(Invocation& call) {
  return *BitArithmetic(call.name, SelfInteger(call), call[0]);
}

Value Negate(const Value& value) { return *Arithmetic("-", Value(int64_t{0}), value); }

Value Divmod(Invocation& call) {
  if (call.self.As<int64_t>() != nullptr && call[0].As<int64_t>() != nullptr) {
    return call.NewArray({FloorDivide(SelfInteger(call), call.Integer(0)),
                          FloorModulo(SelfInteger(call), call.Integer(0))});
  }
  const double quotient = std::floor(FloatOrThrow(call.self) / FloatOrThrow(call[0]));
  return call.NewArray({ToInteger(quotient), *Arithmetic("%", call.self, call[0])});
}

Value CountTo(Invocation& call, int64_t step) {
  const int64_t last = call.Integer(0);
  for (int64_t i = SelfInteger(call); step > 0 ? i <= last : i >= last; i += step) {
    call.ruby.Step();
    call.Yield({i});
    if (i == last) break;
  }
  return call.self;
}

// 1.step(10, 4), also with floats.
Value StepTo(Invocation& call) {
  const Value by = call.count() > 1 ? call[1] : Value(int64_t{1});
  if (Equal(by, Value(int64_t{0}))) ThrowArgumentError("step can't be 0");
  const bool down = CompareOrThrow(by, Value(int64_t{0})) < 0;
  Value at = call.self;
  // One float makes all of them floats.
  if (by.As<double>() != nullptr || call[0].As<double>() != nullptr) at = FloatOrThrow(at);
  while (true) {
    const int order = CompareOrThrow(at, call[0]);
    if (down ? order < 0 : order > 0) return call.self;
    call.ruby.Step();
    call.Yield({at});
    at = *Arithmetic("+", at, by);
  }
}

Value Character(Invocation& call) {
  const int64_t code = SelfInteger(call);
  const auto out_of_range = [&] {
    throw RubyError("RangeError", fmt::format("{} out of char range", code));
  };
  if (code < 0 || (code > 255 && call.count() == 0)) out_of_range();
  if (call.count() == 0) {
    return call.NewText(Bytes(1, static_cast<char>(code)), /*binary=*/code > 127);
  }
  auto text = FromCodePoint(code);
  if (!text) out_of_range();
  return call.NewText(*std::move(text));
}

Value Digits(Invocation& call) {
  const int64_t base = call.Integer(0, 10);
  int64_t rest = SelfInteger(call);
  if (rest < 0) ThrowArgumentError("out of domain");
  if (base < 2) ThrowArgumentError(fmt::format("invalid radix {}", base));
  Values digits;
  do {
    digits.emplace_back(rest % base);
    rest /= base;
  } while (rest > 0);
  return call.NewArray(std::move(digits));
}

Value LeastMultiple(Invocation& call) {
  const int64_t other = call.Integer(0);
  if (SelfInteger(call) == 0 || other == 0) return int64_t{0};
  const int64_t common = std::gcd(SelfInteger(call), other);
  const Value product = *Arithmetic("*", Value(SelfInteger(call) / common), Value(other));
  return *product.As<int64_t>() < 0 ? Negate(product) : product;
}

int64_t BitLength(int64_t value) {
  const auto bits = static_cast<uint64_t>(value < 0 ? ~value : value);
  return bits == 0 ? 0 : 64 - __builtin_clzll(bits);
}

double Scaled(double value, int64_t digits, double (*rounding)(double)) {
  if (digits > 15) return value;
  const double scale = std::pow(10.0, static_cast<double>(digits));
  const double rounded = rounding(value * scale) / scale;
  return std::isfinite(rounded) ? rounded : value;
}

// round, floor, ceil, with a number of digits.
Value RoundFloat(Invocation& call, double (*rounding)(double)) {
  const int64_t digits = call.Integer(0, 0);
  if (digits > 0) return Scaled(SelfFloat(call), digits, rounding);
  return ToInteger(Scaled(SelfFloat(call), std::max<int64_t>(digits, -300), rounding));
}

Value RoundInteger(Invocation& call, double (*rounding)(double)) {
  const int64_t digits = call.Integer(0, 0);
  if (digits >= 0) return call.self;
  if (digits < -18) return int64_t{0};
  const auto scale = static_cast<int64_t>(std::pow(10.0, static_cast<double>(-digits)));
  const int64_t below = FloorDivide(SelfInteger(call), scale) * scale;
  const int64_t rest = SelfInteger(call) - below;
  const double chosen = rounding(static_cast<double>(rest) / static_cast<double>(scale));
  return *Arithmetic("+", Value(below), Value(chosen >= 1 ? scale : int64_t{0}));
}

double RoundHalfAway(double value) { return std::round(value); }
double RoundDown(double value) { return std::floor(value); }
double RoundUp(double value) { return std::ceil(value); }

Value SameNumber(Invocation& call) { return call.self; }

}  // namespace

const MethodTable& IntegerMethods() {
  static const MethodTable kTable{
      {"+", 1, 1, Calculate},
      {"-", 1, 1, Calculate},
      {"*", 1, 1, Calculate},
      {"/", 1, 1, Calculate},
      {"%", 1, 1, Calculate},
      {"**", 1, 1, Calculate},
      {"&", 1, 1, CalculateBits},
      {"|", 1, 1, CalculateBits},
      {"^", 1, 1, CalculateBits},
      {"<<", 1, 1, CalculateBits},
      {">>", 1, 1, CalculateBits},
      {"modulo", 1, 1, [](Invocation& c) { return *Arithmetic("%", c.self, c[0]); }},
      {"div", 1, 1, [](Invocation& c) { return Value(FloorDivide(SelfInteger(c), c.Integer(0))); }},
      {"pow", 1, 1, [](Invocation& c) { return *Arithmetic("**", c.self, c[0]); }},
      {"fdiv", 1, 1,
       [](Invocation& c) { return Value(FloatOrThrow(c.self) / FloatOrThrow(c[0])); }},
      {"divmod", 1, 1, Divmod},
      {"-@", 0, 0, [](Invocation& c) { return Negate(c.self); }},
      {"+@", 0, 0, SameNumber},
      {"~", 0, 0, [](Invocation& c) { return Value(~SelfInteger(c)); }},
      {"[]", 1, 1,
       [](Invocation& c) {
         const int64_t bit = c.Integer(0);
         return bit < 0 ? Value(int64_t{0})
                        : Value((SelfInteger(c) >> std::min<int64_t>(bit, 63)) & int64_t{1});
       }},
      {"times", 0, 0,
       [](Invocation& c) {
         for (int64_t i = 0; i < SelfInteger(c); ++i) {
           c.ruby.Step();
           c.Yield({i});
         }
         return c.self;
       },
       true},
      {"upto", 1, 1, [](Invocation& c) { return CountTo(c, 1); }, true},
      {"downto", 1, 1, [](Invocation& c) { return CountTo(c, -1); }, true},
      {"step", 1, 2, StepTo, true},
      {"to_s", 0, 1,
       [](Invocation& c) { return c.NewText(InBase(SelfInteger(c), c.Integer(0, 10))); }},
      {"to_i", 0, 0, SameNumber},
      {"to_int", 0, 0, SameNumber},
      {"to_f", 0, 0, [](Invocation& c) { return Value(FloatOrThrow(c.self)); }},
      {"chr", 0, 1, Character},
      {"ord", 0, 0, SameNumber},
      {"succ", 0, 0, [](Invocation& c) { return *Arithmetic("+", c.self, Value(int64_t{1})); }},
      {"next", 0, 0, [](Invocation& c) { return *Arithmetic("+", c.self, Value(int64_t{1})); }},
      {"pred", 0, 0, [](Invocation& c) { return *Arithmetic("-", c.self, Value(int64_t{1})); }},
      {"abs", 0, 0, [](Invocation& c) { return SelfInteger(c) < 0 ? Negate(c.self) : c.self; }},
      {"even?", 0, 0, [](Invocation& c) { return Value((SelfInteger(c) & 1) == 0); }},
      {"odd?", 0, 0, [](Invocation& c) { return Value((SelfInteger(c) & 1) != 0); }},
      {"zero?", 0, 0, [](Invocation& c) { return Value(SelfInteger(c) == 0); }},
      {"positive?", 0, 0, [](Invocation& c) { return Value(SelfInteger(c) > 0); }},
      {"negative?", 0, 0, [](Invocation& c) { return Value(SelfInteger(c) < 0); }},
      {"gcd", 1, 1, [](Invocation& c) { return Value(std::gcd(SelfInteger(c), c.Integer(0))); }},
      {"lcm", 1, 1, LeastMultiple},
      {"digits", 0, 1, Digits},
      {"bit_length", 0, 0, [](Invocation& c) { return Value(BitLength(SelfInteger(c))); }},
      {"size", 0, 0, [](Invocation&) { return Value(int64_t{8}); }},
      {"round", 0, 1, [](Invocation& c) { return RoundInteger(c, RoundHalfAway); }},
      {"floor", 0, 1, [](Invocation& c) { return RoundInteger(c, RoundDown); }},
      {"ceil", 0, 1, [](Invocation& c) { return RoundInteger(c, RoundUp); }},
      {"truncate", 0, 0, SameNumber},
      {"integer?", 0, 0, [](Invocation&) { return Value(true); }},
  };
  return kTable;
}

const MethodTable& FloatMethods() {
  static const MethodTable kTable{
      {"+", 1, 1, Calculate},
      {"-", 1, 1, Calculate},
      {"*", 1, 1, Calculate},
      {"/", 1, 1, Calculate},
      {"%", 1, 1, Calculate},
      {"**", 1, 1, Calculate},
      {"divmod", 1, 1, Divmod},
      {"fdiv", 1, 1,
       [](Invocation& c) { return *Arithmetic("/", c.self, Value(FloatOrThrow(c[0]))); }},
      {"-@", 0, 0, [](Invocation& c) { return Value(-SelfFloat(c)); }},
      {"+@", 0, 0, SameNumber},
      {"to_f", 0, 0, SameNumber},
      {"to_i", 0, 0, [](Invocation& c) { return Value(ToInteger(SelfFloat(c))); }},
      {"to_int", 0, 0, [](Invocation& c) { return Value(ToInteger(SelfFloat(c))); }},
      {"truncate", 0, 0, [](Invocation& c) { return Value(ToInteger(SelfFloat(c))); }},
      {"round", 0, 1, [](Invocation& c) { return RoundFloat(c, RoundHalfAway); }},
      {"floor", 0, 1, [](Invocation& c) { return RoundFloat(c, RoundDown); }},
      {"ceil", 0, 1, [](Invocation& c) { return RoundFloat(c, RoundUp); }},
      {"abs", 0, 0, [](Invocation& c) { return Value(std::fabs(SelfFloat(c))); }},
      {"zero?", 0, 0, [](Invocation& c) { return Value(SelfFloat(c) == 0); }},
      {"positive?", 0, 0, [](Invocation& c) { return Value(SelfFloat(c) > 0); }},
      {"negative?", 0, 0, [](Invocation& c) { return Value(SelfFloat(c) < 0); }},
      {"nan?", 0, 0, [](Invocation& c) { return Value(std::isnan(SelfFloat(c))); }},
      {"finite?", 0, 0, [](Invocation& c) { return Value(std::isfinite(SelfFloat(c))); }},
      {"infinite?", 0, 0,
       [](Invocation& c) {
         if (!std::isinf(SelfFloat(c))) return Value();
         return Value(int64_t{SelfFloat(c) < 0 ? -1 : 1});
       }},
      {"integer?", 0, 0, [](Invocation&) { return Value(false); }},
      {"step", 1, 2, StepTo, true},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
