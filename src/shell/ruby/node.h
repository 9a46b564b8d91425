// The syntax tree. Plain values; parts that outlive the text that was parsed, the bodies of methods
// and blocks, are shared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "basalt/bytes.h"
#include "shell/syntax_error.h"

namespace basalt::shell::ruby {

struct Node;

struct Parameter {
  enum class Kind : uint8_t {
    kRequired,
    kOptional,  // name = default
    kRest,      // *name
    kBlock,     // &name
    kGroup,     // (a, b): takes an array apart
  };
  Kind kind = Kind::kRequired;
  std::string name;
  // Of kOptional: one.
  std::vector<Node> default_value;
  std::vector<Parameter> group;
};

// The body of a method, a block or a lambda.
struct Function;

struct Node {
  enum class Kind : uint8_t {
    kLiteral,
    kSymbol,         // text
    kInterpolation,  // items: literals and expressions
    kArray,          // items, kSplat among them
    kHash,           // items: keys and values by turns; a kDoubleSplat has nil as its value
    kRange,          // items: from, to; `flag`: without the end
    kVariable,       // name
    kInstance,       // @name
    kConstant,       // VERSIONS
    kScope,          // receiver::NAME
    kSelf,
    kCall,         // a command, a variable, a method of `receiver`; operators are methods
    kSplat,        // *items[0]
    kDoubleSplat,  // **items[0]
    kAssign,       // items[0] = items[1]
    kUpdate,       // items[0] name= items[1], as in x += 1
    kMultiAssign,  // items: the targets, then the value
    kAnd,
    kOr,
    kNot,
    kDefined,
    kIf,      // items: condition, then, else
    kWhile,   // items: condition, body; `flag`: the body runs first
    kFor,     // items: target (a kMultiAssign without a value for several), iterated, body
    kCase,    // items: subject (nil literal if `flag`), kWhen..., the else part last
    kWhen,    // items: values, the body last
    kBegin,   // items: body, kRescue..., else, ensure
    kRescue,  // name: the variable; items: classes, the body last
    kSequence,
    kDef,     // name, function
    kLambda,  // function
    kReturn,  // items: none or the value; the same for kBreak and kNext
    kBreak,
    kNext,
    kYield,  // items: arguments
  };
  Kind kind = Kind::kLiteral;
  Position position;
  // nil, true, numbers, strings.
  std::variant<std::monostate, bool, int64_t, double, Bytes> literal;
  // The name of a constant, command, variable, method or operator.
  std::string name;
  std::vector<Node> items;
  // The receiver of a call: none or one.
  std::vector<Node> receiver;
  // &value at the end of a call's arguments: none or one.
  std::vector<Node> block_argument;
  // The block of a call, or what is defined.
  std::shared_ptr<const Function> function;
  // A kCall with parentheses, or see the kinds.
  bool flag = false;
  // Of a kCall: &. instead of the dot.
  bool safe = false;
};

struct Function {
  std::vector<Parameter> parameters;
  Node body;
  // Arguments are counted, and `return` ends it.
  bool strict = false;
};

}  // namespace basalt::shell::ruby
