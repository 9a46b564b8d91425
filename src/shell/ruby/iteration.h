// Loops over values that have elements. Throw RubyError.
#pragma once

#include <functional>

#include "shell/ruby/interpreter.h"
#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

// What a block gets: one value, or several.
using Visit = std::function<bool(Values values)>;

// Calls `visit` with each element of an array, hash, range or enumerator until it returns false.
void Each(Interpreter& ruby, const Value& iterated, const Visit& visit);
// Several values are one array.
Value Packed(Heap& heap, Values values);
// The elements. nil has none, a value without elements is the only one.
ArrayRef ToArray(Interpreter& ruby, const Value& value);

}  // namespace basalt::shell::ruby
