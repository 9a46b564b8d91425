#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "shell/ruby/interpreter.h"

namespace basalt::shell::ruby {
namespace {

struct ParameterCount {
  int required = 0;
  int optional = 0;
  bool rest = false;
};

ParameterCount CountParameters(const std::vector<Parameter>& parameters) {
  ParameterCount count;
  for (const Parameter& parameter : parameters) {
    switch (parameter.kind) {
      case Parameter::Kind::kRequired:
      case Parameter::Kind::kGroup: ++count.required; break;
      case Parameter::Kind::kOptional: ++count.optional; break;
      case Parameter::Kind::kRest: count.rest = true; break;
      case Parameter::Kind::kBlock: break;
    }
  }
  return count;
}

// An array is several values, anything else is one.
Values Apart(const Value& value) {
  if (const auto* array = value.As<ArrayRef>()) return (*array)->items;
  return {value};
}

}  // namespace

Value Interpreter::Assign(const Node& target, Value value, Frame& frame) {
  switch (target.kind) {
    case Node::Kind::kVariable:
      if (Value* variable = frame.scope->Find(target.name)) {
        *variable = value;
      } else {
        frame.scope->Define(target.name, value);
      }
      return value;
    case Node::Kind::kInstance: instances_[target.name] = value; return value;
    case Node::Kind::kConstant:
      if (host_.FindName(target.name, heap_)) {
        throw RubyError("NameError",
                        fmt::format("{} has a meaning of its own in this shell", target.name));
      }
      constants_[target.name] = value;
      return value;
    case Node::Kind::kMultiAssign:
      AssignAll(target.items, target.items.size(), value, frame);
      return value;
    default: {
      const Value receiver = Evaluate(target.receiver[0], frame);
      Values arguments = EvaluateItems(target.items, frame);
      arguments.push_back(value);
      Call(receiver, "[]=", std::move(arguments));
      return value;
    }
  }
}

// x += 1, x ||= 1, a[i] += 1.
Value Interpreter::EvaluateUpdate(const Node& node, Frame& frame) {
  const Node& target = node.items[0];
  const bool index = target.kind == Node::Kind::kCall;
  Value receiver;
  Values arguments;
  Value before;
  if (index) {
    receiver = Evaluate(target.receiver[0], frame);
    arguments = EvaluateItems(target.items, frame);
    before = Call(receiver, "[]", arguments);
  } else if (target.kind != Node::Kind::kConstant || constants_.contains(target.name)) {
    before = Evaluate(target, frame);
  }
  Value after;
  if (node.name == "||" || node.name == "&&") {
    if (before.Truthy() == (node.name == "||")) return before;
    after = Evaluate(node.items[1], frame);
  } else {
    after = Call(before, node.name, {Evaluate(node.items[1], frame)});
  }
  if (!index) return Assign(target, std::move(after), frame);
  arguments.push_back(after);
  Call(receiver, "[]=", std::move(arguments));
  return after;
}

Value Interpreter::EvaluateMultiAssign(const Node& node, Frame& frame) {
  const Value value = Evaluate(node.items.back(), frame);
  AssignAll(node.items, node.items.size() - 1, value, frame);
  return value;
}

void Interpreter::AssignAll(const std::vector<Node>& targets, size_t count, const Value& value,
                            Frame& frame) {
  if (count == 1 && targets[0].kind != Node::Kind::kSplat) {
    Assign(targets[0], value, frame);
    return;
  }
  const Values values = Apart(value);
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    if (targets[i].kind != Node::Kind::kSplat) {
      Assign(targets[i], next < values.size() ? values[next] : Value(), frame);
      ++next;
      continue;
    }
    const size_t after = count - i - 1;
    Values rest;
    while (next + after < values.size()) rest.push_back(values[next++]);
    Assign(targets[i].items[0], heap_.Make<Array>(std::move(rest)), frame);
  }
}

void Interpreter::Bind(const Function& function, Values arguments, const BlockRef& block,
                       Frame& frame) {
  const ParameterCount count = CountParameters(function.parameters);
  if (function.strict) {
    const auto given = static_cast<int>(arguments.size());
    const int most = count.rest ? -1 : count.required + count.optional;
    if (given < count.required || (most >= 0 && given > most)) {
      ThrowCountError(arguments.size(), count.required, most);
    }
  } else if (arguments.size() == 1 &&
             (count.required + count.optional > 1 ||
              (count.rest && count.required + count.optional > 0)) &&
             arguments[0].As<ArrayRef>() != nullptr) {
    // A block with several parameters takes an array apart.
    arguments = Values((*arguments[0].As<ArrayRef>())->items);
  }
  BindAll(function.parameters, arguments, block, frame);
}

void Interpreter::BindAll(const std::vector<Parameter>& parameters, const Values& arguments,
                          const BlockRef& block, Frame& frame) {
  const ParameterCount count = CountParameters(parameters);
  const auto given = static_cast<int>(arguments.size());
  int for_optional = std::clamp(given - count.required, 0, count.optional);
  int for_rest = std::max(0, given - count.required - count.optional);
  size_t next = 0;
  const auto take = [&] { return next < arguments.size() ? arguments[next++] : Value(); };
  for (const Parameter& parameter : parameters) {
    switch (parameter.kind) {
      case Parameter::Kind::kRequired: frame.scope->Define(parameter.name, take()); break;
      case Parameter::Kind::kOptional: {
        const bool present = for_optional-- > 0;
        frame.scope->Define(parameter.name,
                            present ? take() : Evaluate(parameter.default_value[0], frame));
        break;
      }
      case Parameter::Kind::kRest: {
        Values rest;
        for (; for_rest > 0; --for_rest) rest.push_back(take());
        frame.scope->Define(parameter.name, heap_.Make<Array>(std::move(rest)));
        break;
      }
      case Parameter::Kind::kGroup: BindAll(parameter.group, Apart(take()), nullptr, frame); break;
      case Parameter::Kind::kBlock:
        frame.scope->Define(parameter.name, block == nullptr ? Value() : Value(ProcOf(block)));
        break;
    }
  }
}

}  // namespace basalt::shell::ruby
