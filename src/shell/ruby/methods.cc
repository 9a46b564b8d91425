#include "shell/ruby/methods.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <fmt/format.h>

namespace basalt::shell::ruby {
namespace {

// The tables of a value's class, the most special one first.
std::span<const MethodTable* const> TablesOf(const Value& value) {
  static const std::array kNil{&NilMethods(), &ObjectMethods()};
  static const std::array kInteger{&IntegerMethods(), &ComparableMethods(), &ObjectMethods()};
  static const std::array kFloat{&FloatMethods(), &ComparableMethods(), &ObjectMethods()};
  static const std::array kString{&StringMethods(), &StringSearchMethods(), &ComparableMethods(),
                                  &ObjectMethods()};
  static const std::array kSymbol{&SymbolMethods(), &ComparableMethods(), &ObjectMethods()};
  static const std::array kArray{&ArrayMethods(), &ArrayChangeMethods(), &EnumerableMethods(),
                                 &EnumerableOrderMethods(), &ObjectMethods()};
  static const std::array kHash{&HashMethods(), &EnumerableMethods(), &EnumerableOrderMethods(),
                                &ObjectMethods()};
  static const std::array kRange{&RangeMethods(), &EnumerableMethods(), &EnumerableOrderMethods(),
                                 &ObjectMethods()};
  static const std::array kEnumerator{&EnumeratorMethods(), &EnumerableMethods(),
                                      &EnumerableOrderMethods(), &ObjectMethods()};
  static const std::array kProc{&ProcMethods(), &ObjectMethods()};
  static const std::array kError{&ErrorMethods(), &ObjectMethods()};
  static const std::array kTime{&TimeMethods(), &ComparableMethods(), &ObjectMethods()};
  static const std::array kModule{&ModuleMethods(), &ObjectMethods()};
  static const std::array kOther{&ObjectMethods()};
  if (value.is_nil()) return kNil;
  if (value.As<int64_t>() != nullptr) return kInteger;
  if (value.As<double>() != nullptr) return kFloat;
  if (value.As<StringRef>() != nullptr) return kString;
  if (value.As<Symbol>() != nullptr) return kSymbol;
  if (value.As<ArrayRef>() != nullptr) return kArray;
  if (value.As<HashRef>() != nullptr) return kHash;
  if (value.As<RangeRef>() != nullptr) return kRange;
  if (value.As<EnumeratorRef>() != nullptr) return kEnumerator;
  if (value.As<ProcRef>() != nullptr) return kProc;
  if (value.As<ErrorRef>() != nullptr) return kError;
  if (value.As<Time>() != nullptr) return kTime;
  if (value.As<Module>() != nullptr) return kModule;
  return kOther;
}

[[noreturn]] void ThrowNoConversion(const Value& value, std::string_view wanted) {
  ThrowTypeError(
      fmt::format("no implicit conversion of {} into {}", NameForMessage(value), wanted));
}

}  // namespace

const Value& Invocation::operator[](size_t index) const {
  static const Value kNothing;
  return index < arguments.size() ? arguments[index] : kNothing;
}

int64_t Invocation::Integer(size_t index) const { return IntegerOrThrow((*this)[index]); }

int64_t Invocation::Integer(size_t index, int64_t otherwise) const {
  return index < arguments.size() ? Integer(index) : otherwise;
}

const Bytes& Invocation::Text(size_t index) const { return StringOrThrow((*this)[index])->bytes; }

Value Invocation::Yield(Values values) const {
  if (block == nullptr) throw RubyError("LocalJumpError", "no block given (yield)");
  return block->call(std::move(values));
}

Value Invocation::NewText(Bytes text, bool binary) const {
  return heap().Make<String>(std::move(text), binary);
}

Value Invocation::NewArray(Values items) const { return heap().Make<Array>(std::move(items)); }

const Method* FindMethod(const Value& receiver, std::string_view name) {
  for (const MethodTable* table : TablesOf(receiver)) {
    if (const Method* method = table->Find(name)) return method;
  }
  return nullptr;
}

Value Invoke(Interpreter& ruby, const Method& method, const Value& receiver, std::string_view name,
             Values arguments, const BlockRef& block) {
  const auto given = static_cast<int>(arguments.size());
  if (given < method.min_arguments ||
      (method.max_arguments != kAnyCount && given > method.max_arguments)) {
    ThrowCountError(arguments.size(), method.min_arguments, method.max_arguments);
  }
  if (method.wants_block && block == nullptr) {
    return ruby.heap().Make<Enumerator>(receiver, std::string(name), std::move(arguments));
  }
  Invocation call{ruby, receiver, name, arguments, block};
  Value result = method.run(call);
  // What the method added to the object counts.
  if (const auto* text = receiver.As<StringRef>()) {
    (*text)->Recharge();
  } else if (const auto* array = receiver.As<ArrayRef>()) {
    (*array)->Recharge();
  }
  return result;
}

std::string NameForMessage(const Value& value) {
  if (value.is_nil()) return "nil";
  if (const bool* flag = value.As<bool>()) return *flag ? "true" : "false";
  return ClassName(value);
}

int64_t IntegerOrThrow(const Value& value) {
  if (const int64_t* number = value.As<int64_t>()) return *number;
  if (const double* real = value.As<double>()) {
    if (std::isnan(*real) || std::fabs(*real) >= 9.2e18) {
      throw RubyError("RangeError", "the number does not fit into 64 bits");
    }
    return static_cast<int64_t>(*real);
  }
  if (value.is_nil()) ThrowTypeError("no implicit conversion from nil to integer");
  ThrowNoConversion(value, "Integer");
}

double FloatOrThrow(const Value& value) {
  if (const int64_t* number = value.As<int64_t>()) return static_cast<double>(*number);
  if (const double* real = value.As<double>()) return *real;
  ThrowTypeError(fmt::format("can't convert {} into Float", NameForMessage(value)));
}

const StringRef& StringOrThrow(const Value& value) {
  if (const auto* text = value.As<StringRef>()) return *text;
  ThrowNoConversion(value, "String");
}

const ArrayRef& ArrayOrThrow(const Value& value) {
  if (const auto* array = value.As<ArrayRef>()) return *array;
  ThrowNoConversion(value, "Array");
}

const HashRef& HashOrThrow(const Value& value) {
  if (const auto* hash = value.As<HashRef>()) return *hash;
  ThrowNoConversion(value, "Hash");
}

}  // namespace basalt::shell::ruby
