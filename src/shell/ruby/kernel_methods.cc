// Functions: puts, format, rand, loop, raise and others that are called without a receiver.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "shell/ruby/format.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/iteration.h"
#include "shell/ruby/methods.h"
#include "shell/ruby/numbers.h"

namespace basalt::shell::ruby {
namespace {

void PutLine(Interpreter& ruby, const Value& value, int depth) {
  if (const auto* array = value.As<ArrayRef>()) {
    if (depth > 100) ThrowArgumentError("recursive array");
    if ((*array)->items.empty()) ruby.host().Print("\n");
    for (const Value& item : Values((*array)->items)) {
      ruby.Step();
      PutLine(ruby, item, depth + 1);
    }
    return;
  }
  Bytes line = TextOf(value);
  if (!line.ends_with('\n')) line.push_back('\n');
  ruby.host().Print(line);
}

Value Puts(Invocation& call) {
  if (call.count() == 0) call.ruby.host().Print("\n");
  for (const Value& value : call.arguments) PutLine(call.ruby, value, 0);
  return {};
}

Value Print(Invocation& call) {
  for (const Value& value : call.arguments) call.ruby.host().Print(TextOf(value));
  return {};
}

Value PrintInspected(Invocation& call) {
  for (const Value& value : call.arguments) call.ruby.host().Print(InspectValue(value) + "\n");
  if (call.count() == 0) return {};
  return call.count() == 1 ? call[0] : call.NewArray(Values(call.arguments));
}

Value Format(Invocation& call) {
  const Values rest(call.arguments.begin() + 1, call.arguments.end());
  return call.NewText(FormatText(call.ruby, call.Text(0), rest));
}

Value Printf(Invocation& call) {
  call.ruby.host().Print(TextOf(Format(call)));
  return {};
}

// rand, rand(10), rand(1..6).
Value Random(Invocation& call) {
  auto& random = call.ruby.random();
  if (const auto* range = call[0].As<RangeRef>()) {
    const int64_t first = IntegerOrThrow((*range)->first);
    const int64_t last = IntegerOrThrow((*range)->last) - ((*range)->exclusive ? 1 : 0);
    if (last < first) return {};
    return std::uniform_int_distribution<int64_t>(first, last)(random);
  }
  const double* real = call[0].As<double>();
  const int64_t limit = real != nullptr || call[0].is_nil() ? 0 : call.Integer(0);
  if (limit == 0) {
    const double most = real != nullptr && *real > 0 ? *real : 1.0;
    return std::uniform_real_distribution<double>(0, most)(random);
  }
  const int64_t most =
      limit < 0 ? *(*Arithmetic("-", Value(int64_t{0}), Value(limit))).As<int64_t>() : limit;
  return std::uniform_int_distribution<int64_t>(0, most - 1)(random);
}

Value SeedRandom(Invocation& call) {
  return call.ruby.Seed(call.count() > 0 ? call.Integer(0)
                                         : static_cast<int64_t>(call.ruby.random()() >> 2));
}

Value Loop(Invocation& call) {
  while (true) {
    call.ruby.Step();
    try {
      call.Yield({});
    } catch (const RubyError& error) {
      if (error.kind == "StopIteration") return {};
      throw;
    }
  }
}

Value MakeLambda(Invocation& call) {
  if (call.block == nullptr) ThrowArgumentError("tried to create Proc object without a block");
  const ProcRef proc = call.ruby.ProcOf(call.block);
  if (call.name != "lambda" || proc->function == nullptr) return proc;
  auto function = std::make_shared<Function>(*proc->function);
  function->strict = true;
  return call.heap().Make<Proc>(std::move(function), proc->frame, proc->run_number);
}

// raise 'text', raise ArgumentError, raise ArgumentError, 'text'.
Value Raise(Invocation& call) {
  if (const auto* error = call[0].As<ErrorRef>()) throw RubyError(**error);
  if (const Module* module = call[0].As<Module>();
      module != nullptr && IsErrorClass(module->name)) {
    throw RubyError(module->name, call.count() > 1 ? TextOf(call[1]) : module->name);
  }
  if (call.count() == 0) throw RubyError("RuntimeError", "unhandled exception");
  if (call[0].As<StringRef>() == nullptr) ThrowTypeError("exception class/object expected");
  throw RubyError("RuntimeError", call.Text(0));
}

Value ConvertToInteger(Invocation& call) {
  if (const auto* text = call[0].As<StringRef>()) {
    const auto number = ParseInteger((*text)->bytes, call.Integer(1, 0), true);
    if (number) return *number;
    ThrowArgumentError(fmt::format("invalid value for Integer(): {}", InspectValue(call[0])));
  }
  if (const double* real = call[0].As<double>()) return ToInteger(*real);
  if (call[0].is_nil()) ThrowTypeError("can't convert nil into Integer");
  return call.Integer(0);
}

Value ConvertToFloat(Invocation& call) {
  if (const auto* text = call[0].As<StringRef>()) {
    const auto number = ParseFloat((*text)->bytes, true);
    if (number) return *number;
    ThrowArgumentError(fmt::format("invalid value for Float(): {}", InspectValue(call[0])));
  }
  return FloatOrThrow(call[0]);
}

// The libraries whose parts are always here.
Value Require(Invocation& call) {
  static constexpr auto kKnown = std::to_array<std::string_view>(
      {"digest", "digest/md5", "date", "time", "java", "json", "securerandom", "set", "bigdecimal",
       "base64", "pp", "stringio", "irb", "rubygems"});
  const Bytes& name = call.Text(0);
  if (std::ranges::count(kKnown, std::string_view(name)) == 0) {
    throw RubyError("SecurityError", fmt::format("`require' of {} is refused: {}",
                                                 InspectValue(call[0]), WhyRefused("load")));
  }
  return call.ruby.Require(name);
}

}  // namespace

const MethodTable& KernelMethods() {
  static const MethodTable kTable{
      {"puts", 0, kAnyCount, Puts},
      {"print", 0, kAnyCount, Print},
      {"p", 0, kAnyCount, PrintInspected},
      {"pp", 0, kAnyCount, PrintInspected},
      {"format", 1, kAnyCount, Format},
      {"sprintf", 1, kAnyCount, Format},
      {"printf", 1, kAnyCount, Printf},
      {"rand", 0, 1, Random},
      {"srand", 0, 1, SeedRandom},
      {"loop", 0, 0, Loop, true},
      {"lambda", 0, 0, MakeLambda},
      {"proc", 0, 0, MakeLambda},
      {"raise", 0, 2, Raise},
      {"fail", 0, 2, Raise},
      {"Integer", 1, 2, ConvertToInteger},
      {"Float", 1, 1, ConvertToFloat},
      {"String", 1, 1, [](Invocation& c) { return c.NewText(TextOf(c[0])); }},
      {"Array", 1, 1, [](Invocation& c) { return Value(ToArray(c.ruby, c[0])); }},
      {"require", 1, 1, Require},
      {"java_import", 1, kAnyCount, [](Invocation&) { return Value(); }},
      {"include_package", 1, 1, [](Invocation&) { return Value(); }},
  };
  return kTable;
}

}  // namespace basalt::shell::ruby
