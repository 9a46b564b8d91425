// Methods of the language's own classes, in tables by class. Each file *_methods.cc has one table.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "shell/ruby/interpreter.h"
#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

// A call of a method. Borrows everything.
struct Invocation {
  Interpreter& ruby;
  const Value& self;
  std::string_view name;
  Values& arguments;
  const BlockRef& block;

  size_t count() const { return arguments.size(); }
  // nil if there is no such argument.
  const Value& operator[](size_t index) const;
  // The argument as a number or text; throw TypeError.
  int64_t Integer(size_t index) const;
  int64_t Integer(size_t index, int64_t otherwise) const;
  const Bytes& Text(size_t index) const;
  // Calls the block; throws LocalJumpError if there is none.
  Value Yield(Values values) const;
  // New objects.
  Heap& heap() const { return ruby.heap(); }
  Value NewText(Bytes text, bool binary = false) const;
  Value NewArray(Values items) const;
  ArrayRef NewArray() const { return heap().Make<Array>(); }
  HashRef NewHash() const { return heap().Make<Hash>(); }
};

using MethodFunction = Value (*)(Invocation& call);

constexpr int kAnyCount = -1;

struct Method {
  std::string_view name;
  int min_arguments;
  // kAnyCount: no limit.
  int max_arguments;
  MethodFunction run;
  // Without a block the call gives an enumerator.
  bool wants_block = false;
};

class MethodTable {
 public:
  MethodTable(std::initializer_list<Method> methods) {
    for (const Method& method : methods) methods_.emplace(method.name, method);
  }
  const Method* Find(std::string_view name) const {
    const auto found = methods_.find(name);
    return found == methods_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string_view, Method> methods_;
};

const MethodTable& KernelMethods();
// Of every value.
const MethodTable& ObjectMethods();
const MethodTable& ComparableMethods();
const MethodTable& IntegerMethods();
const MethodTable& FloatMethods();
const MethodTable& StringMethods();
// Searching, splitting and replacing.
const MethodTable& StringSearchMethods();
const MethodTable& SymbolMethods();
const MethodTable& ArrayMethods();
// Those that change the array.
const MethodTable& ArrayChangeMethods();
const MethodTable& HashMethods();
const MethodTable& RangeMethods();
const MethodTable& EnumerableMethods();
// Order, groups and parts.
const MethodTable& EnumerableOrderMethods();
const MethodTable& EnumeratorMethods();
const MethodTable& ProcMethods();
const MethodTable& ErrorMethods();
const MethodTable& TimeMethods();
const MethodTable& NilMethods();
const MethodTable& ModuleMethods();
const MethodTable& HostObjectMethods();

// nullptr: the value has no such method.
const Method* FindMethod(const Value& receiver, std::string_view name);
// Checks the number of arguments and calls the method.
Value Invoke(Interpreter& ruby, const Method& method, const Value& receiver, std::string_view name,
             Values arguments, const BlockRef& block);

// Classes and modules: Integer, Digest::MD5, ArgumentError.
bool IsModule(std::string_view name);
// Float::INFINITY.
std::optional<Value> ModuleConstant(std::string_view name);

// Conversions; throw TypeError: no implicit conversion of String into Integer.
int64_t IntegerOrThrow(const Value& value);
double FloatOrThrow(const Value& value);
const StringRef& StringOrThrow(const Value& value);
const ArrayRef& ArrayOrThrow(const Value& value);
const HashRef& HashOrThrow(const Value& value);
// "nil", "true", or the class: how messages name a value.
std::string NameForMessage(const Value& value);

}  // namespace basalt::shell::ruby
