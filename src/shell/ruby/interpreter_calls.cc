#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "shell/ruby/inspect.h"
#include "shell/ruby/interpreter.h"
#include "shell/ruby/iteration.h"
#include "shell/ruby/methods.h"

namespace basalt::shell::ruby {

Values Interpreter::EvaluateItems(const std::vector<Node>& items, Frame& frame) {
  Values values;
  values.reserve(items.size());
  for (const Node& item : items) {
    if (item.kind != Node::Kind::kSplat) {
      values.push_back(Evaluate(item, frame));
      continue;
    }
    const ArrayRef spread = ToArray(*this, Evaluate(item.items[0], frame));
    values.insert(values.end(), spread->items.begin(), spread->items.end());
  }
  return values;
}

Value Interpreter::EvaluateCall(const Node& node, Frame& frame) {
  Value receiver;
  if (!node.receiver.empty()) {
    receiver = Evaluate(node.receiver[0], frame);
    if (node.safe && receiver.is_nil()) return {};
  }
  Values arguments = EvaluateItems(node.items, frame);
  BlockRef block;
  uint64_t tag = 0;
  if (node.function != nullptr) {
    tag = next_tag_++;
    block = MakeBlock(node, frame, tag);
  } else if (!node.block_argument.empty()) {
    block = BlockOf(Evaluate(node.block_argument[0], frame));
  } else if (node.receiver.empty() && node.name == "block_given?") {
    return frame.block != nullptr;
  }
  try {
    if (node.receiver.empty()) return CallPlain(node, std::move(arguments), block);
    return Call(receiver, node.name, std::move(arguments), block);
  } catch (BreakSignal& signal) {
    if (tag == 0 || signal.tag != tag) throw;
    return std::move(signal.value);
  }
}

Value Interpreter::EvaluateYield(const Node& node, Frame& frame) {
  Values arguments = EvaluateItems(node.items, frame);
  if (frame.block == nullptr) throw RubyError("LocalJumpError", "no block given (yield)");
  return frame.block->call(std::move(arguments));
}

// A call without a receiver: a method of the script, a command, or a function of the language.
Value Interpreter::CallPlain(const Node& node, Values arguments, const BlockRef& block) {
  if (const auto found = functions_.find(node.name); found != functions_.end()) {
    const auto function = found->second;
    return CallFunction(function, std::move(arguments), block);
  }
  if (host_.HasCommand(node.name)) {
    return host_.RunCommand(node.name, std::move(arguments), heap_);
  }
  if (const Method* method = KernelMethods().Find(node.name)) {
    return Invoke(*this, *method, Module{"main"}, node.name, std::move(arguments), block);
  }
  const bool has_arguments = !arguments.empty() || node.flag;
  if (!has_arguments) {
    if (const auto value = host_.FindName(node.name, heap_)) return *value;
  }
  ThrowUnknown(node, has_arguments);
}

void Interpreter::ThrowUnknown(const Node& node, bool has_arguments) {
  if (const std::string_view why = WhyRefused(node.name); !why.empty()) {
    throw RubyError("SecurityError", fmt::format("`{}' is refused: {}", node.name, why));
  }
  std::string hint = host_.HintFor(node.name, /*constant=*/false);
  if (has_arguments) {
    throw RubyError("NoMethodError",
                    fmt::format("undefined method `{}' for main:Object", node.name),
                    std::move(hint));
  }
  throw RubyError("NameError",
                  fmt::format("undefined local variable or method `{}' for main:Object", node.name),
                  std::move(hint));
}

Value Interpreter::CallFunction(const std::shared_ptr<const Function>& function, Values arguments,
                                const BlockRef& block) {
  Frame frame;
  frame.scope = heap_.Make<Scope>();
  frame.block = block;
  frame.return_tag = next_tag_++;
  try {
    Bind(*function, std::move(arguments), block, frame);
    try {
      return Evaluate(function->body, frame);
    } catch (RubyError& error) {
      // The method may be of an earlier text: the place is that of the call.
      error.position = std::nullopt;
      throw;
    }
  } catch (ReturnSignal& signal) {
    if (signal.tag != frame.return_tag) throw;
    return std::move(signal.value);
  } catch (NextSignal& signal) {
    return std::move(signal.value);
  }
}

Value Interpreter::CallProc(const Proc& proc, Values arguments) {
  if (proc.native != nullptr) return proc.native->call(std::move(arguments));
  Step();
  Frame frame = proc.frame;
  frame.scope = heap_.Make<Scope>(proc.frame.scope);
  const std::shared_ptr<const Function> function = proc.function;
  const uint64_t run_number = proc.run_number;
  // In a lambda, break and return end it.
  if (function->strict) frame.return_tag = frame.break_tag = next_tag_++;
  try {
    Bind(*function, std::move(arguments), nullptr, frame);
    return Evaluate(function->body, frame);
  } catch (NextSignal& signal) {
    return std::move(signal.value);
  } catch (ReturnSignal& signal) {
    if (!function->strict || signal.tag != frame.return_tag) throw;
    return std::move(signal.value);
  } catch (BreakSignal& signal) {
    if (!function->strict || signal.tag != frame.break_tag) throw;
    return std::move(signal.value);
  } catch (RubyError& error) {
    if (run_number != run_number_) error.position = std::nullopt;
    throw;
  }
}

// The block that is written after a call.
BlockRef Interpreter::MakeBlock(const Node& node, Frame& frame, uint64_t tag) {
  Frame around = frame;
  around.break_tag = tag;
  auto block = std::make_shared<Block>();
  block->proc = heap_.Make<Proc>(node.function, std::move(around), run_number_);
  block->call = [this, proc = block->proc](Values arguments) {
    return CallProc(*proc, std::move(arguments));
  };
  return block;
}

// &value.
BlockRef Interpreter::BlockOf(const Value& value) {
  if (value.is_nil()) return nullptr;
  auto block = std::make_shared<Block>();
  if (const auto* proc = value.As<ProcRef>()) {
    block->proc = *proc;
    block->call = [this, kept = *proc](Values arguments) {
      return CallProc(*kept, std::move(arguments));
    };
    return block;
  }
  if (const Symbol* symbol = value.As<Symbol>()) {
    block->call = [this, name = symbol->name](Values arguments) {
      if (arguments.empty()) ThrowArgumentError("no receiver given");
      const Value receiver = arguments[0];
      arguments.erase(arguments.begin());
      return Call(receiver, name, std::move(arguments));
    };
    return block;
  }
  ThrowTypeError(fmt::format("wrong argument type {} (expected Proc)", ClassName(value)));
}

ProcRef Interpreter::ProcOf(const BlockRef& block) {
  return block->proc != nullptr ? block->proc : heap_.Make<Proc>(block);
}

bool Interpreter::RespondsTo(const Value& receiver, std::string_view name) const {
  return FindMethod(receiver, name) != nullptr;
}

Value Interpreter::Call(const Value& receiver, std::string_view name, Values arguments,
                        const BlockRef& block) {
  Step();
  if (const auto* object = receiver.As<HostRef>()) {
    // The host's objects have few methods of Ruby's own.
    if (const Method* method = HostObjectMethods().Find(name)) {
      return Invoke(*this, *method, receiver, name, std::move(arguments), block);
    }
    return host_.CallObject(*object, name, std::move(arguments), heap_);
  }
  const Method* method = FindMethod(receiver, name);
  if (method != nullptr) {
    return Invoke(*this, *method, receiver, name, std::move(arguments), block);
  }
  if (const std::string_view why = WhyRefused(name); !why.empty()) {
    throw RubyError("SecurityError", fmt::format("`{}' is refused: {}", name, why));
  }
  const Module* module = receiver.As<Module>();
  if (module != nullptr && module->name == "main") {
    throw RubyError("NoMethodError", fmt::format("undefined method `{}' for main:Object", name));
  }
  std::string shown = InspectValue(receiver);
  constexpr size_t kLongest = 65;
  if (shown.size() > kLongest) shown = fmt::format("#<{}>", ClassName(receiver));
  const std::string suffix =
      module != nullptr ? fmt::format(":{}", ClassName(receiver)) : ":" + ClassName(receiver);
  throw RubyError("NoMethodError",
                  fmt::format("undefined method `{}' for {}{}", name, shown, suffix),
                  "docs/shell.md lists what of Ruby there is.");
}

std::string_view WhyRefused(std::string_view name) {
  static constexpr std::string_view kOutside =
      "scripts of this shell reach no files and no processes";
  static constexpr std::string_view kReflection =
      "scripts of this shell cannot look into the interpreter";
  static constexpr std::string_view kOutsideNames[] = {
      "File",      "IO",        "Dir",      "Process",  "Open3",     "Socket",
      "TCPSocket", "FileUtils", "ENV",      "ARGV",     "STDIN",     "STDOUT",
      "STDERR",    "Thread",    "Pathname", "Tempfile", "exec",      "fork",
      "spawn",     "system",    "open",     "load",     "gets",      "readline",
      "syscall",   "trap",      "abort",    "at_exit",  "readlines", "require_relative"};
  static constexpr std::string_view kReflectionNames[] = {"send",
                                                          "__send__",
                                                          "public_send",
                                                          "eval",
                                                          "instance_eval",
                                                          "class_eval",
                                                          "module_eval",
                                                          "instance_exec",
                                                          "binding",
                                                          "method",
                                                          "define_method",
                                                          "const_get",
                                                          "const_set",
                                                          "ObjectSpace",
                                                          "instance_variable_get",
                                                          "instance_variable_set",
                                                          "Kernel",
                                                          "Marshal",
                                                          "class_exec",
                                                          "method_missing",
                                                          "extend",
                                                          "include",
                                                          "singleton_class",
                                                          "remove_const",
                                                          "instance_variables",
                                                          "methods",
                                                          "GC",
                                                          "RubyVM"};
  if (std::ranges::count(kOutsideNames, name) > 0) return kOutside;
  if (std::ranges::count(kReflectionNames, name) > 0) return kReflection;
  return {};
}

}  // namespace basalt::shell::ruby
