// Methods of every value, and of values that have an order; nil, symbols, errors, lambdas, times.
#include <cmath>

#include <fmt/format.h>

#include "shell/ruby/compare.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/iteration.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/utf8.h"

namespace basalt::shell::ruby {
namespace {

Value Is(Invocation& call) {
  const Module* module = call[0].As<Module>();
  if (module == nullptr) ThrowTypeError("class or module required");
  return IsA(call.self, module->name);
}

// A copy; strings, arrays and hashes are shared otherwise.
Value Duplicate(Invocation& call) {
  if (const auto* text = call.self.As<StringRef>()) {
    return call.NewText((*text)->bytes, (*text)->binary);
  }
  if (const auto* array = call.self.As<ArrayRef>()) return call.NewArray(Values((*array)->items));
  if (const auto* hash = call.self.As<HashRef>()) {
    const HashRef copy = call.NewHash();
    copy->default_value = (*hash)->default_value;
    for (const auto& [key, value] : (*hash)->entries()) copy->Set(key, value);
    return copy;
  }
  return call.self;
}

Value SameValue(Invocation& call) { return call.self; }

template <typename Test>
Value Ordered(const Invocation& call, Test test) {
  return test(CompareOrThrow(call.self, call[0]));
}

Value Clamp(Invocation& call) {
  if (CompareOrThrow(call.self, call[0]) < 0) return call[0];
  return CompareOrThrow(call.self, call[1]) > 0 ? call[1] : call.self;
}

// The method of a string with the same name, on the symbol's text.
Value AsText(Invocation& call) {
  const Value text = call.NewText(call.self.As<Symbol>()->name);
  return call.ruby.Call(text, call.name, call.arguments, call.block);
}

Value AsSymbol(Invocation& call) { return Symbol{TextOf(AsText(call))}; }

Value CallProcMethod(Invocation& call) {
  return call.ruby.BlockOf(call.self)->call(std::move(call.arguments));
}

double Seconds(const Value& value) {
  const Time* time = value.As<Time>();
  return static_cast<double>(time->nanos) / 1e9;
}

Value SubtractTime(Invocation& call) {
  if (call[0].As<Time>() != nullptr) return Seconds(call.self) - Seconds(call[0]);
  const double nanos = FloatOrThrow(call[0]) * 1e9;
  if (!(std::fabs(nanos) < 4e18)) throw RubyError("RangeError", "the time is out of range");
  const auto shift = static_cast<int64_t>(nanos);
  int64_t sum = call.self.As<Time>()->nanos;
  if (__builtin_add_overflow(sum, call.name == "-" ? -shift : shift, &sum)) {
    throw RubyError("RangeError", "the time is out of range");
  }
  return Time{sum};
}

}  // namespace

const MethodTable& ObjectMethods() {
  static const MethodTable kTable{
      {"==", 1, 1, [](Invocation& c) { return Value(Equal(c.self, c[0])); }},
      {"!=", 1, 1, [](Invocation& c) { return Value(!Equal(c.self, c[0])); }},
      {"===", 1, 1, [](Invocation& c) { return Value(Matches(c.self, c[0])); }},
      {"eql?", 1, 1, [](Invocation& c) { return Value(Eql(c.self, c[0])); }},
      {"equal?", 1, 1, [](Invocation& c) { return Value(Eql(c.self, c[0])); }},
      {"<=>", 1, 1,
       [](Invocation& c) {
         const auto order = Compare(c.self, c[0]);
         return order ? Value(int64_t{*order}) : Value();
       }},
      {"!", 0, 0, [](Invocation& c) { return Value(!c.self.Truthy()); }},
      {"&", 1, 1, [](Invocation& c) { return Value(c.self.Truthy() && c[0].Truthy()); }},
      {"|", 1, 1, [](Invocation& c) { return Value(c.self.Truthy() || c[0].Truthy()); }},
      {"^", 1, 1, [](Invocation& c) { return Value(c.self.Truthy() != c[0].Truthy()); }},
      {"nil?", 0, 0, [](Invocation& c) { return Value(c.self.is_nil()); }},
      {"to_s", 0, 0, [](Invocation& c) { return c.NewText(TextOf(c.self)); }},
      {"inspect", 0, 0, [](Invocation& c) { return c.NewText(InspectValue(c.self)); }},
      {"class", 0, 0, [](Invocation& c) { return Value(Module{ClassName(c.self)}); }},
      {"is_a?", 1, 1, Is},
      {"kind_of?", 1, 1, Is},
      {"instance_of?", 1, 1,
       [](Invocation& c) {
         const Module* module = c[0].As<Module>();
         return Value(module != nullptr && module->name == ClassName(c.self));
       }},
      {"respond_to?", 1, 2,
       [](Invocation& c) { return Value(c.ruby.RespondsTo(c.self, TextOf(c[0]))); }},
      {"hash", 0, 0,
       [](Invocation& c) { return Value(static_cast<int64_t>(HashOf(c.self) >> 1)); }},
      {"dup", 0, 0, Duplicate},
      {"clone", 0, 0, Duplicate},
      {"freeze", 0, 0, SameValue},
      {"itself", 0, 0, SameValue},
      {"frozen?", 0, 0,
       [](Invocation& c) {
         return Value(c.self.As<StringRef>() == nullptr && c.self.As<ArrayRef>() == nullptr &&
                      c.self.As<HashRef>() == nullptr);
       }},
      {"tap", 0, 0,
       [](Invocation& c) {
         c.Yield({c.self});
         return c.self;
       }},
      {"then", 0, 0, [](Invocation& c) { return c.Yield({c.self}); }},
      {"instance_variable_defined?", 1, 1, [](Invocation&) { return Value(false); }},
  };
  return kTable;
}

const MethodTable& ComparableMethods() {
  static const MethodTable kTable{
      {"<", 1, 1, [](Invocation& c) { return Ordered(c, [](int order) { return order < 0; }); }},
      {"<=", 1, 1, [](Invocation& c) { return Ordered(c, [](int order) { return order <= 0; }); }},
      {">", 1, 1, [](Invocation& c) { return Ordered(c, [](int order) { return order > 0; }); }},
      {">=", 1, 1, [](Invocation& c) { return Ordered(c, [](int order) { return order >= 0; }); }},
      {"between?", 2, 2,
       [](Invocation& c) {
         return Value(CompareOrThrow(c.self, c[0]) >= 0 && CompareOrThrow(c.self, c[1]) <= 0);
       }},
      {"clamp", 2, 2, Clamp},
  };
  return kTable;
}

const MethodTable& NilMethods() {
  static const MethodTable kTable{
      {"to_a", 0, 0, [](Invocation& c) { return Value(c.NewArray()); }},
      {"to_h", 0, 0, [](Invocation& c) { return Value(c.NewHash()); }},
      {"to_i", 0, 0, [](Invocation&) { return Value(int64_t{0}); }},
      {"to_f", 0, 0, [](Invocation&) { return Value(0.0); }},
  };
  return kTable;
}

const MethodTable& SymbolMethods() {
  static const MethodTable kTable{
      {"to_sym", 0, 0, SameValue},
      {"to_proc", 0, 0, [](Invocation& c) { return Value(c.ruby.ProcOf(c.ruby.BlockOf(c.self))); }},
      {"length", 0, 0, AsText},
      {"size", 0, 0, AsText},
      {"[]", 1, 2, AsText},
      {"start_with?", 0, kAnyCount, AsText},
      {"end_with?", 0, kAnyCount, AsText},
      {"empty?", 0, 0, AsText},
      {"upcase", 0, 0, AsSymbol},
      {"downcase", 0, 0, AsSymbol},
      {"capitalize", 0, 0, AsSymbol},
      {"succ", 0, 0, AsSymbol},
  };
  return kTable;
}

const MethodTable& ProcMethods() {
  static const MethodTable kTable{
      {"call", 0, kAnyCount, CallProcMethod},
      {"()", 0, kAnyCount, CallProcMethod},
      {"[]", 0, kAnyCount, CallProcMethod},
      {"yield", 0, kAnyCount, CallProcMethod},
      {"===", 0, kAnyCount, CallProcMethod},
      {"to_proc", 0, 0, SameValue},
      {"lambda?", 0, 0,
       [](Invocation& c) {
         const ProcRef& proc = *c.self.As<ProcRef>();
         return Value(proc->function != nullptr && proc->function->strict);
       }},
  };
  return kTable;
}

const MethodTable& ErrorMethods() {
  static const MethodTable kTable{
      {"message", 0, 0, [](Invocation& c) { return c.NewText((*c.self.As<ErrorRef>())->message); }},
      {"full_message", 0, 0,
       [](Invocation& c) {
         const ErrorRef& error = *c.self.As<ErrorRef>();
         return c.NewText(fmt::format("{} ({})", error->message, error->kind));
       }},
      {"backtrace", 0, 0, [](Invocation& c) { return Value(c.NewArray()); }},
  };
  return kTable;
}

const MethodTable& TimeMethods() {
  static const MethodTable kTable{
      {"to_i", 0, 0, [](Invocation& c) { return Value(c.self.As<Time>()->nanos / 1'000'000'000); }},
      {"to_f", 0, 0, [](Invocation& c) { return Value(Seconds(c.self)); }},
      {"usec", 0, 0,
       [](Invocation& c) { return Value(c.self.As<Time>()->nanos / 1000 % 1'000'000); }},
      {"nsec", 0, 0, [](Invocation& c) { return Value(c.self.As<Time>()->nanos % 1'000'000'000); }},
      {"-", 1, 1, SubtractTime},
      {"+", 1, 1, SubtractTime},
      {"utc", 0, 0, SameValue},
  };
  return kTable;
}

// Of tables' handles and the like, beside what the host offers.
const MethodTable& HostObjectMethods() {
  static const MethodTable kTable{
      {"==", 1, 1, [](Invocation& c) { return Value(Equal(c.self, c[0])); }},
      {"nil?", 0, 0, [](Invocation&) { return Value(false); }},
      {"inspect", 0, 0, [](Invocation& c) { return c.NewText(InspectValue(c.self)); }},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
