// A host without commands, and a function that runs text on it. Included by *_test.cc files only.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "shell/command_values.h"
#include "shell/java_classes.h"
#include "shell/ruby/host.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/interpreter.h"
#include "shell/ruby/parser.h"

namespace basalt::shell::ruby {

// Has `java` and the classes of HBase's, but no tables.
class TestHost final : public Host {
 public:
  bool HasCommand(std::string_view /*name*/) const override { return false; }
  Value RunCommand(std::string_view /*name*/, Values /*arguments*/, Heap& /*heap*/) override {
    return {};
  }
  Value CallObject(const HostRef& object, std::string_view name, Values arguments,
                   Heap& heap) override {
    const ClassPath path = *object->As<ClassPath>();
    const char first = path.class_name()[0];
    if (first >= 'a' && first <= 'z') {
      return HostRef(
          std::make_shared<const shell::Value>(ClassPath{path.path + "." + std::string(name)}));
    }
    std::vector<shell::Value> converted;
    for (const Value& argument : arguments) converted.push_back(ToCommandValue(argument));
    auto result = CallClass(path, name, converted);
    if (!result.ok()) throw RubyError("NoMethodError", result.status().message());
    return FromCommandValue(*result, heap);
  }
  std::optional<Value> FindName(std::string_view name, Heap& /*heap*/) override {
    if (name != "java" && name != "org" && name != "Bytes") return std::nullopt;
    return HostRef(std::make_shared<const shell::Value>(ClassPath{std::string(name)}));
  }
  std::string HintFor(std::string_view /*name*/, bool /*constant*/) override { return ""; }
  void Print(std::string_view text) override {
    printed += text;
    if (cancel_at > 0 && printed.size() >= cancel_at) is_cancelled = true;
  }
  bool cancelled() const override { return is_cancelled; }
  int64_t NowNanos() const override { return 1'700'000'000'500'000'000; }

  std::string printed;
  bool is_cancelled = false;
  // Printed bytes at which Ctrl-C is pressed; 0: never.
  size_t cancel_at = 0;
};

class TestRuby {
 public:
  explicit TestRuby(Limits limits = {}) : interpreter_(host, limits) {}

  // What irb would print: the output, then "=> value", or "Error: message".
  std::string Run(std::string_view text) {
    host.printed.clear();
    auto parsed = Parse(text, interpreter_.VariableNames());
    if (const auto* error = std::get_if<SyntaxError>(&parsed)) {
      return "SyntaxError: " + error->message + "\n";
    }
    std::string shown;
    for (const Node& statement : std::get<std::vector<Node>>(parsed)) {
      auto result = interpreter_.Run(statement);
      if (const auto* error = std::get_if<RubyError>(&result)) {
        shown = error->kind + ": " + error->message + "\n";
        position = error->position.value_or(Position());
        break;
      }
      const Value& value = std::get<Value>(result);
      shown = value.is_nil() ? "" : "=> " + InspectValue(value) + "\n";
    }
    if (!host.printed.empty() && !host.printed.ends_with('\n')) host.printed += '\n';
    return host.printed + shown;
  }

  TestHost host;
  // Where the last error was.
  Position position;

 private:
  Interpreter interpreter_;
};

}  // namespace basalt::shell::ruby
