#include "shell/ruby/interpreter.h"

#include <utility>

#include <fmt/format.h>

#include "shell/ruby/inspect.h"
#include "shell/ruby/methods.h"

namespace basalt::shell::ruby {
namespace {

// What recursion may use of the thread's stack, which has 8 MB.
constexpr size_t kMaxStackBytes = size_t{3} << 20;

const char* StackPointer() { return static_cast<const char*>(__builtin_frame_address(0)); }

}  // namespace

Interpreter::Interpreter(Host& host, Limits limits)
    : host_(host), limits_(limits), heap_(limits.memory_bytes) {
  main_.scope = heap_.Make<Scope>();
  Seed(static_cast<int64_t>(std::random_device()() & 0x7FFFFFFF));
}

int64_t Interpreter::Seed(int64_t seed) {
  random_.seed(static_cast<uint64_t>(seed));
  return std::exchange(seed_, seed);
}

std::variant<Value, RubyError> Interpreter::Run(const Node& statement) {
  steps_ = 0;
  ++run_number_;
  stack_base_ = StackPointer();
  main_.break_tag = 0;
  try {
    return Evaluate(statement, main_);
  } catch (RubyError& error) {
    if (!error.position) error.position = statement.position;
    return std::move(error);
  } catch (const BreakSignal&) {
    RubyError error("LocalJumpError", "break from proc-closure");
    error.position = statement.position;
    return error;
  } catch (const NextSignal& signal) {
    return signal.value;
  } catch (const ReturnSignal& signal) {
    return signal.value;
  } catch (const std::bad_alloc&) {
    RubyError error("NoMemoryError", "failed to allocate memory");
    error.position = statement.position;
    return error;
  }
}

void Interpreter::Step() {
  ++steps_;
  if (limits_.steps > 0 && steps_ > limits_.steps) {
    RubyError error("RuntimeError",
                    fmt::format("the statement took more than {} steps", limits_.steps),
                    "BASALT_SHELL_MAX_STEPS allows more; 0 is no limit.");
    error.fatal = true;
    throw error;
  }
  if (steps_ % 64 == 0 && host_.cancelled()) {
    RubyError error("Interrupt", "");
    error.fatal = true;
    throw error;
  }
}

Value Interpreter::Evaluate(const Node& node, Frame& frame) {
  Step();
  const auto used = static_cast<size_t>(std::abs(stack_base_ - StackPointer()));
  if (used > kMaxStackBytes) throw RubyError("SystemStackError", "stack level too deep");
  try {
    return EvaluateKind(node, frame);
  } catch (RubyError& error) {
    if (!error.position) error.position = node.position;
    throw;
  }
}

Value Interpreter::EvaluateKind(const Node& node, Frame& frame) {
  using Kind = Node::Kind;
  switch (node.kind) {
    case Kind::kLiteral: return EvaluateLiteral(node);
    case Kind::kSymbol:
    case Kind::kInterpolation: return EvaluateText(node, frame);
    case Kind::kArray: return heap_.Make<Array>(EvaluateItems(node.items, frame));
    case Kind::kHash: return EvaluateHash(node, frame);
    case Kind::kRange: return EvaluateRange(node, frame);
    case Kind::kVariable: {
      const Value* value = frame.scope->Find(node.name);
      return value == nullptr ? Value() : *value;
    }
    case Kind::kInstance: {
      const auto found = instances_.find(node.name);
      return found == instances_.end() ? Value() : found->second;
    }
    case Kind::kConstant: return Constant(node.name);
    case Kind::kScope: return EvaluateScope(node, frame);
    case Kind::kSelf: return Module{"main"};
    case Kind::kCall: return EvaluateCall(node, frame);
    case Kind::kAssign: return Assign(node.items[0], Evaluate(node.items[1], frame), frame);
    case Kind::kUpdate: return EvaluateUpdate(node, frame);
    case Kind::kMultiAssign: return EvaluateMultiAssign(node, frame);
    case Kind::kAnd: {
      Value left = Evaluate(node.items[0], frame);
      return left.Truthy() ? Evaluate(node.items[1], frame) : left;
    }
    case Kind::kOr: {
      Value left = Evaluate(node.items[0], frame);
      return left.Truthy() ? left : Evaluate(node.items[1], frame);
    }
    case Kind::kNot: return !Evaluate(node.items[0], frame).Truthy();
    case Kind::kDefined: return EvaluateDefined(node, frame);
    case Kind::kIf:
      return Evaluate(node.items[Evaluate(node.items[0], frame).Truthy() ? 1 : 2], frame);
    case Kind::kWhile: return EvaluateWhile(node, frame);
    case Kind::kFor: return EvaluateFor(node, frame);
    case Kind::kCase: return EvaluateCase(node, frame);
    case Kind::kBegin: return EvaluateBegin(node, frame);
    case Kind::kSequence: return EvaluateSequence(node, frame);
    case Kind::kDef: functions_[node.name] = node.function; return Symbol{node.name};
    case Kind::kLambda: return heap_.Make<Proc>(node.function, frame, run_number_);
    case Kind::kReturn:
    case Kind::kBreak:
    case Kind::kNext: return EvaluateJump(node, frame);
    case Kind::kYield: return EvaluateYield(node, frame);
    case Kind::kSplat:
    case Kind::kDoubleSplat:
    case Kind::kWhen:
    case Kind::kRescue: break;  // read by what they are part of
  }
  throw RubyError("SyntaxError", "this cannot stand here");
}

Value Interpreter::EvaluateLiteral(const Node& node) {
  if (const bool* flag = std::get_if<bool>(&node.literal)) return *flag;
  if (const int64_t* number = std::get_if<int64_t>(&node.literal)) return *number;
  if (const double* real = std::get_if<double>(&node.literal)) return *real;
  if (const Bytes* text = std::get_if<Bytes>(&node.literal)) return heap_.Make<String>(*text);
  return {};
}

Value Interpreter::EvaluateText(const Node& node, Frame& frame) {
  if (node.kind == Node::Kind::kSymbol) {
    if (node.items.empty()) return Symbol{std::get<Bytes>(node.literal)};
    return Symbol{TextOf(Evaluate(node.items[0], frame))};
  }
  Bytes text;
  bool binary = false;
  for (const Node& item : node.items) {
    const Value value = Evaluate(item, frame);
    const auto* part = value.As<StringRef>();
    binary |= part != nullptr && (*part)->binary;
    heap_.CheckRoom(text.size());
    text += TextOf(value);
  }
  return heap_.Make<String>(std::move(text), binary);
}

Value Interpreter::EvaluateHash(const Node& node, Frame& frame) {
  const HashRef hash = heap_.Make<Hash>();
  for (size_t i = 0; i + 1 < node.items.size(); i += 2) {
    if (node.items[i].kind == Node::Kind::kDoubleSplat) {
      const Value other = Evaluate(node.items[i].items[0], frame);
      for (const auto& [key, value] : HashOrThrow(other)->Snapshot()) hash->Set(key, value);
      continue;
    }
    const Value key = Evaluate(node.items[i], frame);
    hash->Set(key, Evaluate(node.items[i + 1], frame));
  }
  return hash;
}

Value Interpreter::EvaluateRange(const Node& node, Frame& frame) {
  auto range = std::make_shared<Range>();
  range->first = Evaluate(node.items[0], frame);
  range->last = Evaluate(node.items[1], frame);
  range->exclusive = node.flag;
  const bool numbers =
      range->first.As<int64_t>() != nullptr || range->first.As<double>() != nullptr;
  const bool ends = range->last.As<int64_t>() != nullptr || range->last.As<double>() != nullptr;
  const bool texts =
      range->first.As<StringRef>() != nullptr && range->last.As<StringRef>() != nullptr;
  if (!(numbers && (ends || range->last.is_nil())) && !texts) {
    ThrowArgumentError("bad value for range");
  }
  return RangeRef(std::move(range));
}

Value Interpreter::Constant(const std::string& name) {
  if (const auto found = constants_.find(name); found != constants_.end()) return found->second;
  if (const auto value = host_.FindName(name, heap_)) return *value;
  if (IsModule(name)) return Module{name};
  if (const std::string_view why = WhyRefused(name); !why.empty()) {
    throw RubyError("SecurityError", fmt::format("{} is refused: {}", name, why));
  }
  throw RubyError("NameError", fmt::format("uninitialized constant {}", name),
                  host_.HintFor(name, /*constant=*/true));
}

// Digest::MD5, java.lang.Long::MAX_VALUE.
Value Interpreter::EvaluateScope(const Node& node, Frame& frame) {
  const Value receiver = Evaluate(node.receiver[0], frame);
  if (const auto* object = receiver.As<HostRef>()) {
    return host_.CallObject(*object, node.name, {}, heap_);
  }
  const Module* module = receiver.As<Module>();
  if (module == nullptr) {
    ThrowTypeError(fmt::format("{} is not a class/module", InspectValue(receiver)));
  }
  const std::string name = module->name + "::" + node.name;
  if (const auto value = ModuleConstant(name)) return *value;
  if (IsModule(name)) return Module{name};
  throw RubyError("NameError", fmt::format("uninitialized constant {}", name));
}

Value Interpreter::EvaluateDefined(const Node& node, Frame& frame) {
  const Node& what = node.items[0];
  const char* text = "expression";
  if (what.kind == Node::Kind::kVariable) text = "local-variable";
  if (what.kind == Node::Kind::kAssign || what.kind == Node::Kind::kUpdate) text = "assignment";
  if (what.kind == Node::Kind::kInstance) {
    if (!instances_.contains(what.name)) return {};
    text = "instance-variable";
  }
  if (what.kind == Node::Kind::kCall && what.receiver.empty()) {
    const bool known = functions_.contains(what.name) || host_.HasCommand(what.name) ||
                       KernelMethods().Find(what.name) != nullptr;
    if (!known) return {};
    text = "method";
  }
  if (what.kind == Node::Kind::kConstant || what.kind == Node::Kind::kScope) {
    try {
      Evaluate(what, frame);
    } catch (const RubyError&) {
      return {};
    }
    text = "constant";
  }
  return heap_.Make<String>(text);
}

Value Interpreter::EvaluateSequence(const Node& node, Frame& frame) {
  Value value;
  for (const Node& statement : node.items) value = Evaluate(statement, frame);
  return value;
}

}  // namespace basalt::shell::ruby
