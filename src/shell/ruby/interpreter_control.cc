#include <utility>

#include "shell/ruby/compare.h"
#include "shell/ruby/interpreter.h"
#include "shell/ruby/iteration.h"

namespace basalt::shell::ruby {

Value Interpreter::EvaluateWhile(const Node& node, Frame& frame) {
  const uint64_t outer = std::exchange(frame.break_tag, next_tag_++);
  const uint64_t tag = frame.break_tag;
  try {
    bool first = node.flag;
    while (first || Evaluate(node.items[0], frame).Truthy()) {
      first = false;
      try {
        Evaluate(node.items[1], frame);
      } catch (const NextSignal&) {
        frame.break_tag = tag;
      }
    }
  } catch (BreakSignal& signal) {
    frame.break_tag = outer;
    if (signal.tag != tag) throw;
    return std::move(signal.value);
  } catch (...) {
    frame.break_tag = outer;
    throw;
  }
  frame.break_tag = outer;
  return {};
}

Value Interpreter::EvaluateFor(const Node& node, Frame& frame) {
  const Value iterated = Evaluate(node.items[1], frame);
  const uint64_t outer = std::exchange(frame.break_tag, next_tag_++);
  const uint64_t tag = frame.break_tag;
  try {
    Each(*this, iterated, [&](Values values) {
      const Value value =
          values.size() == 1 ? std::move(values[0]) : Value(heap_.Make<Array>(std::move(values)));
      AssignAll(node.items[0].items, node.items[0].items.size(), value, frame);
      try {
        Evaluate(node.items[2], frame);
      } catch (const NextSignal&) {
        frame.break_tag = tag;
      }
      return true;
    });
  } catch (BreakSignal& signal) {
    frame.break_tag = outer;
    if (signal.tag != tag) throw;
    return std::move(signal.value);
  } catch (...) {
    frame.break_tag = outer;
    throw;
  }
  frame.break_tag = outer;
  return iterated;
}

Value Interpreter::EvaluateCase(const Node& node, Frame& frame) {
  const Value subject = node.flag ? Value(true) : Evaluate(node.items[0], frame);
  for (size_t i = 1; i + 1 < node.items.size(); ++i) {
    const Node& when = node.items[i];
    for (size_t j = 0; j + 1 < when.items.size(); ++j) {
      const Value pattern = Evaluate(when.items[j], frame);
      const bool match = node.flag ? pattern.Truthy() : Matches(pattern, subject);
      if (match) return Evaluate(when.items.back(), frame);
    }
  }
  return Evaluate(node.items.back(), frame);
}

Value Interpreter::EvaluateBegin(const Node& node, Frame& frame) {
  const Node& ensure = node.items.back();
  if (ensure.kind != Node::Kind::kSequence) return EvaluateGuarded(node, frame);
  Value value;
  try {
    value = EvaluateGuarded(node, frame);
  } catch (const RubyError& error) {
    // The script may not go on.
    if (!error.fatal) Evaluate(ensure, frame);
    throw;
  } catch (...) {
    Evaluate(ensure, frame);
    throw;
  }
  Evaluate(ensure, frame);
  return value;
}

// The body with its rescue clauses.
Value Interpreter::EvaluateGuarded(const Node& node, Frame& frame) {
  const size_t rescues_end = node.items.size() - 2;
  const uint64_t break_tag = frame.break_tag;
  Value value;
  try {
    value = Evaluate(node.items[0], frame);
  } catch (RubyError& error) {
    frame.break_tag = break_tag;
    if (error.fatal) throw;
    for (size_t i = 1; i < rescues_end; ++i) {
      const Node& rescue = node.items[i];
      if (!Rescues(rescue, error, frame)) continue;
      if (!rescue.name.empty()) {
        Node target;
        target.kind = rescue.name[0] == '@' ? Node::Kind::kInstance : Node::Kind::kVariable;
        target.name = rescue.name;
        Assign(target, ErrorRef(std::make_shared<RubyError>(error)), frame);
      }
      return Evaluate(rescue.items.back(), frame);
    }
    throw;
  }
  const Node& other = node.items[rescues_end];
  return other.kind == Node::Kind::kSequence ? Evaluate(other, frame) : value;
}

bool Interpreter::Rescues(const Node& rescue, const RubyError& error, Frame& frame) {
  if (rescue.items.size() == 1) return IsKindOfError(error.kind, "StandardError");
  for (size_t i = 0; i + 1 < rescue.items.size(); ++i) {
    const Value wanted = Evaluate(rescue.items[i], frame);
    const Module* module = wanted.As<Module>();
    if (module == nullptr) ThrowTypeError("class or module required for rescue clause");
    if (IsKindOfError(error.kind, module->name)) return true;
  }
  return false;
}

Value Interpreter::EvaluateJump(const Node& node, Frame& frame) {
  Value value = node.items.empty() ? Value() : Evaluate(node.items[0], frame);
  if (node.kind == Node::Kind::kNext) throw NextSignal{std::move(value)};
  if (node.kind == Node::Kind::kReturn) throw ReturnSignal{frame.return_tag, std::move(value)};
  if (frame.break_tag == 0) throw RubyError("LocalJumpError", "break from proc-closure");
  throw BreakSignal{frame.break_tag, std::move(value)};
}

}  // namespace basalt::shell::ruby
