// Classes and modules: what exists by name, and the methods they have themselves.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "base/hex.h"
#include "base/md5.h"
#include "shell/ruby/base64.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/numbers.h"

namespace basalt::shell::ruby {
namespace {

constexpr auto kModules = std::to_array<std::string_view>(
    {"Array",      "BasicObject", "Comparable", "Digest",    "Digest::MD5",  "Enumerable",
     "Enumerator", "FalseClass",  "Float",      "Hash",      "Integer",      "Math",
     "NilClass",   "Numeric",     "Object",     "Proc",      "Random",       "Range",
     "String",     "Symbol",      "Time",       "TrueClass", "SecureRandom", "Base64"});

const std::string& SelfModule(const Invocation& call) { return call.self.As<Module>()->name; }

[[noreturn]] void ThrowNoModuleMethod(const Invocation& call) {
  throw RubyError("NoMethodError",
                  fmt::format("undefined method `{}' for {}:Class", call.name, SelfModule(call)));
}

void RequireModule(const Invocation& call, std::string_view name) {
  if (SelfModule(call) != name) ThrowNoModuleMethod(call);
}

Value NewArrayOf(const Invocation& call) {
  if (const auto* other = call[0].As<ArrayRef>()) return call.NewArray(Values((*other)->items));
  const int64_t size = call.Integer(0, 0);
  if (size < 0) ThrowArgumentError("negative array size");
  if (static_cast<uint64_t>(size) > (uint64_t{1} << 40)) ThrowArgumentError("array size too big");
  call.heap().CheckRoom(static_cast<uint64_t>(size) * sizeof(Value));
  const ArrayRef result = call.NewArray();
  for (int64_t i = 0; i < size; ++i) {
    call.ruby.Step();
    result->Push(call.block == nullptr ? call[1] : call.Yield({i}));
  }
  return result;
}

Value New(Invocation& call) {
  const std::string& name = SelfModule(call);
  if (name == "Array") return NewArrayOf(call);
  if (name == "String") return call.NewText(call.count() > 0 ? call.Text(0) : Bytes());
  if (name == "Hash") {
    const HashRef hash = call.NewHash();
    hash->default_value = call.block == nullptr ? call[0] : Value(call.ruby.ProcOf(call.block));
    return hash;
  }
  if (IsErrorClass(name)) {
    return ErrorRef(std::make_shared<RubyError>(name, call.count() > 0 ? TextOf(call[0]) : name));
  }
  if (name == "Time") return Time{call.ruby.host().NowNanos()};
  if (name == "Range" && call.count() >= 2) {
    return RangeRef(std::make_shared<Range>(
        Range{IntegerOrThrow(call[0]), IntegerOrThrow(call[1]), call[2].Truthy()}));
  }
  ThrowNoModuleMethod(call);
}

Value Digested(Invocation& call, bool hex) {
  RequireModule(call, "Digest::MD5");
  const Bytes& text = call.Text(0);
  if (hex) return call.NewText(base::Md5Hex(text));
  const auto digest = base::Md5(text);
  return call.NewText(Bytes(digest.begin(), digest.end()), true);
}

Value TimeAt(Invocation& call) {
  RequireModule(call, "Time");
  const double nanos = FloatOrThrow(call[0]) * 1e9;
  if (!(std::fabs(nanos) < 9e18)) throw RubyError("RangeError", "the time is out of range");
  if (const int64_t* seconds = call[0].As<int64_t>()) return Time{*seconds * 1'000'000'000};
  return Time{static_cast<int64_t>(nanos)};
}

template <double (*Function)(double)>
Value OfMath(Invocation& call) {
  RequireModule(call, "Math");
  return Function(FloatOrThrow(call[0]));
}

double SquareRoot(double value) {
  if (value < 0) throw RubyError("ArgumentError", "Numerical argument is out of domain - \"sqrt\"");
  return std::sqrt(value);
}
double Log2(double value) { return std::log2(value); }
double Log10(double value) { return std::log10(value); }
double Sine(double value) { return std::sin(value); }
double Cosine(double value) { return std::cos(value); }

Value Logarithm(Invocation& call) {
  RequireModule(call, "Math");
  const double value = std::log(FloatOrThrow(call[0]));
  return call.count() > 1 ? value / std::log(FloatOrThrow(call[1])) : value;
}

Bytes RandomBytes(const Invocation& call, int64_t count) {
  if (count < 0 || count > (1 << 20)) ThrowArgumentError("the number of bytes is out of range");
  Bytes bytes;
  for (int64_t i = 0; i < count; ++i) bytes.push_back(static_cast<char>(call.ruby.random()()));
  return bytes;
}

Value RandomHex(Invocation& call) {
  RequireModule(call, "SecureRandom");
  return call.NewText(base::ToHex(RandomBytes(call, call.Integer(0, 16))));
}

Value RandomUuid(Invocation& call) {
  RequireModule(call, "SecureRandom");
  const std::string hex = base::ToHex(RandomBytes(call, 16));
  return call.NewText(fmt::format("{}-{}-4{}-a{}-{}", hex.substr(0, 8), hex.substr(8, 4),
                                  hex.substr(13, 3), hex.substr(17, 3), hex.substr(20, 12)));
}

Value RandomNumber(Invocation& call) {
  if (SelfModule(call) != "Random" && SelfModule(call) != "SecureRandom") ThrowNoModuleMethod(call);
  return KernelMethods().Find("rand")->run(call);
}

Value Base64Text(Invocation& call, bool strict) {
  RequireModule(call, "Base64");
  return call.NewText(ToBase64(call.Text(0), strict));
}

}  // namespace

bool IsModule(std::string_view name) {
  return std::ranges::count(kModules, name) > 0 || IsErrorClass(name);
}

std::optional<Value> ModuleConstant(std::string_view name) {
  if (name == "Float::INFINITY") return std::numeric_limits<double>::infinity();
  if (name == "Float::NAN") return std::numeric_limits<double>::quiet_NaN();
  if (name == "Float::MAX") return std::numeric_limits<double>::max();
  if (name == "Float::MIN") return std::numeric_limits<double>::min();
  if (name == "Float::EPSILON") return std::numeric_limits<double>::epsilon();
  if (name == "Math::PI") return std::numbers::pi;
  if (name == "Math::E") return std::numbers::e;
  return std::nullopt;
}

const MethodTable& ModuleMethods() {
  static const MethodTable kTable{
      {"new", 0, 3, New},
      {"name", 0, 0, [](Invocation& c) { return c.NewText(SelfModule(c)); }},
      {"now", 0, 0,
       [](Invocation& c) {
         RequireModule(c, "Time");
         return Value(Time{c.ruby.host().NowNanos()});
       }},
      {"at", 1, 1, TimeAt},
      {"hexdigest", 1, 1, [](Invocation& c) { return Digested(c, true); }},
      {"digest", 1, 1, [](Invocation& c) { return Digested(c, false); }},
      {"sqrt", 1, 1, OfMath<SquareRoot>},
      {"log", 1, 2, Logarithm},
      {"log2", 1, 1, OfMath<Log2>},
      {"log10", 1, 1, OfMath<Log10>},
      {"sin", 1, 1, OfMath<Sine>},
      {"cos", 1, 1, OfMath<Cosine>},
      {"rand", 0, 1, RandomNumber},
      {"random_number", 0, 1, RandomNumber},
      {"hex", 0, 1, RandomHex},
      {"uuid", 0, 0, RandomUuid},
      {"encode64", 1, 1, [](Invocation& c) { return Base64Text(c, false); }},
      {"strict_encode64", 1, 1, [](Invocation& c) { return Base64Text(c, true); }},
      {"decode64", 1, 1,
       [](Invocation& c) {
         RequireModule(c, "Base64");
         return c.NewText(FromBase64(c.Text(0)), true);
       }},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
