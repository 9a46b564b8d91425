// What the parser makes of a text: statements and the expressions in them. Plain values.
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
  // Of a constant, or of what is called.
  std::string name;
  // The elements of an array, or the arguments of a call.
  std::vector<Expression> items;
  std::vector<std::pair<Expression, Expression>> pairs;
  // What the call is made on: none or one.
  std::vector<Expression> receiver;
};

struct Statement {
  // `name = expression`; empty: just the expression.
  std::string variable;
  Expression expression;
};

}  // namespace basalt::shell
