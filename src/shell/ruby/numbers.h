// Arithmetic by Ruby's rules: division rounds down, and what does not fit into 64 bits is a
// RangeError. Pure functions; throw RubyError.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shell/ruby/value.h"

namespace basalt::shell::ruby {

// + - * / % ** of numbers. nullopt: `sign` is not one of them.
std::optional<Value> Arithmetic(std::string_view sign, const Value& left, const Value& right);
// & | ^ << >> of integers. nullopt: `sign` is not one of them.
std::optional<Value> BitArithmetic(std::string_view sign, int64_t left, const Value& right);
int64_t FloorDivide(int64_t left, int64_t right);
int64_t FloorModulo(int64_t left, int64_t right);
// The float as an integer, cut off; throws for NaN, infinities and large ones.
int64_t ToInteger(double value);
// Ruby's to_s(base).
std::string InBase(int64_t value, int64_t base);
// The number at the beginning of the text, 0 if there is none: Ruby's to_i(base). `strict`: nullopt
// unless the whole text is a number.
std::optional<int64_t> ParseInteger(std::string_view text, int64_t base, bool strict);
std::optional<double> ParseFloat(std::string_view text, bool strict);

}  // namespace basalt::shell::ruby
