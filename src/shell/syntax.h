// The syntax tree: statements and their expressions. Plain values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "shell/syntax_error.h"
#include "shell/value.h"

namespace basalt::shell {

struct Expression {
  enum class Kind : uint8_t {
    kLiteral,
    kArray,
    kHash,
    kConstant,  // VERSIONS
    kCall,      // a command, a variable, a method of `receiver`
  };
  Kind kind = Kind::kLiteral;
  Position position;
  Value literal;
  // The name of a constant, command, variable or method.
  std::string name;
  // The elements of an array, or the arguments of a call.
  std::vector<Expression> items;
  std::vector<std::pair<Expression, Expression>> pairs;
  // The receiver of a call: none or one.
  std::vector<Expression> receiver;
};

struct Statement {
  // `name = expression`; empty: no assignment.
  std::string variable;
  Expression expression;
};

}  // namespace basalt::shell
