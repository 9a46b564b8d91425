// Equality, order and hashes of values, by Ruby's rules. Pure functions; values nested too deep
// throw RubyError.
#pragma once

#include <cstddef>
#include <optional>

#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

// Ruby's ==: 1 == 1.0.
bool Equal(const Value& a, const Value& b);
// Ruby's eql?, for keys of hashes and uniq.
bool Eql(const Value& a, const Value& b);
// Ruby's <=>; nullopt: the values have no order.
std::optional<int> Compare(const Value& a, const Value& b);
// The same; throws ArgumentError: comparison of Integer with String failed.
int CompareOrThrow(const Value& a, const Value& b);
size_t HashOf(const Value& value);
// Ruby's === of `case`: ranges and classes contain values.
bool Matches(const Value& pattern, const Value& value);

}  // namespace basalt::shell::ruby
