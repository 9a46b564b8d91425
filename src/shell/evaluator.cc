#include "shell/evaluator.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "shell/command_values.h"
#include "shell/constants.h"
#include "shell/errors.h"
#include "shell/java_classes.h"

namespace basalt::shell {
namespace {

[[noreturn]] void ThrowNoMethod(std::string_view name, const Value& receiver, std::string hint) {
  throw ruby::RubyError("NoMethodError",
                        fmt::format("undefined method `{}' for {}", name, Inspect(receiver)),
                        std::move(hint));
}

std::vector<std::string_view> CommandNames() {
  std::vector<std::string_view> names;
  for (const CommandGroup& group : CommandGroups()) {
    for (const Command& command : group.commands) names.push_back(command.name);
  }
  return names;
}

// Ruby's message for a wrong number of arguments.
std::string CountText(const Command& command, size_t given) {
  std::string expected = fmt::to_string(command.min_arguments);
  if (command.max_arguments == kAnyNumber) {
    expected += "+";
  } else if (command.max_arguments != command.min_arguments) {
    expected += fmt::format("..{}", command.max_arguments);
  }
  return fmt::format("wrong number of arguments (given {}, expected {})", given, expected);
}

// The members of HRegionLocation, RegionInfo and ServerName.
std::optional<Value> RegionMember(const std::shared_ptr<const RegionHandle>& region,
                                  std::string_view name) {
  if (name == "getRegion" || name == "getRegionInfo") return Value(region);
  if (name == "getEncodedName") return Value(Bytes(region->encoded_name));
  if (name == "getRegionName") return Value(region->name);
  if (name == "getRegionNameAsString") return Value(ToStringBinary(region->name));
  if (name == "getStartKey") return Value(region->start_key);
  if (name == "getEndKey") return Value(region->end_key);
  if (name == "getServerName") return Value(Bytes(region->server));
  if (name == "getHostnamePort") return Value(Bytes(region->host));
  return std::nullopt;
}

Value CallJava(const ClassPath& path, std::string_view name, const std::vector<Value>& arguments) {
  const std::string_view class_name = path.class_name();
  const bool is_class = class_name[0] >= 'A' && class_name[0] <= 'Z';
  if (!is_class) return Value(ClassPath{fmt::format("{}.{}", path.path, name)});
  auto result = CallClass(path, name, arguments);
  if (result.ok()) return *std::move(result);
  ThrowNoMethod(name, Value(path),
                fmt::format("{}. Filters can be written as text: FILTER => "
                            "\"PrefixFilter('a')\".",
                            result.status().message()));
}

std::vector<Value> Converted(const ruby::Values& values) {
  std::vector<Value> converted;
  for (const ruby::Value& value : values) converted.push_back(ToCommandValue(value));
  return converted;
}

}  // namespace

Outcome Evaluator::Run(const ruby::Node& statement) {
  auto result = interpreter_.Run(statement);
  if (auto* value = std::get_if<ruby::Value>(&result)) return std::move(*value);
  auto& error = std::get<ruby::RubyError>(result);
  if (error.kind == "Interrupt") {
    return CommandError{"", Cancelled().message(), Cancelled()};
  }
  if (!error.command.empty()) return std::move(failed_);
  SyntaxError shown;
  shown.position = error.position.value_or(statement.position);
  shown.message = std::move(error.message);
  shown.hint = std::move(error.hint);
  shown.kind = std::move(error.kind);
  return shown;
}

void Evaluator::Fail(CommandError error) {
  ruby::RubyError thrown("RuntimeError", error.message);
  thrown.command = error.command;
  thrown.fatal = error.status.code() == StatusCode::kCancelled;
  failed_ = std::move(error);
  throw thrown;
}

ruby::Value Evaluator::RunCommand(std::string_view name, ruby::Values arguments, ruby::Heap& heap) {
  return FromCommandValue(CallCommand(*FindCommand(name), Converted(arguments)), heap);
}

ruby::Value Evaluator::CallObject(const ruby::HostRef& object, std::string_view name,
                                  ruby::Values arguments, ruby::Heap& heap) {
  const Value& receiver = *object;
  if (receiver.As<TableHandle>() != nullptr) {
    return FromCommandValue(CallTable(receiver, name, Converted(arguments)), heap);
  }
  if (const ClassPath* path = receiver.As<ClassPath>()) {
    return FromCommandValue(CallJava(*path, name, Converted(arguments)), heap);
  }
  if (const auto* region = receiver.As<std::shared_ptr<const RegionHandle>>()) {
    if (auto member = RegionMember(*region, name)) return FromCommandValue(*member, heap);
  }
  if (name == "to_s") return heap.Make<ruby::String>(ToText(receiver));
  ThrowNoMethod(name, receiver, "");
}

Value Evaluator::CallTable(const Value& table, std::string_view name,
                           std::vector<Value> arguments) {
  const Command* command = FindCommand(name);
  if (command != nullptr && command->on_table) {
    arguments.insert(arguments.begin(), table);
    return CallCommand(*command, std::move(arguments));
  }
  if (name == "help") {
    if (arguments.empty()) return CallCommand(*FindCommand("table_help"), {});
    return CallCommand(*FindCommand("help"), std::move(arguments));
  }
  if (name == "name" || name == "to_s") return Value(Bytes(table.As<TableHandle>()->name));
  ThrowNoMethod(name, table, "table_help says what a table's handle can do.");
}

std::optional<ruby::Value> Evaluator::FindName(std::string_view name, ruby::Heap& heap) {
  if (const std::string_view* value = FindConstant(name)) {
    return heap.Make<ruby::String>(Bytes(*value));
  }
  const bool package = name == "org" || name == "java";
  if (!package && !IsKnownClass(name)) return std::nullopt;
  return ruby::HostRef(std::make_shared<const Value>(ClassPath{std::string(name)}));
}

std::string Evaluator::HintFor(std::string_view name, bool constant) {
  if (constant) {
    const auto constants = Constants();
    if (const auto like = MostLike(name, {constants.begin(), constants.end()})) {
      return fmt::format("Did you mean {}?", *like);
    }
    if (!name.ends_with("Filter")) return "Text stands in quotes.";
    return "Filters are written as text: FILTER => \"PrefixFilter('a')\"; show_filters lists them.";
  }
  if (const auto why = WhyMissing(name)) {
    // HBase's message when these features are off.
    const bool disabled = why->starts_with("DISABLED: ");
    Fail(CommandError{
        std::string(name),
        disabled ? std::string(*why) : fmt::format("{} is not offered here: {}", name, *why),
        Status(StatusCode::kNotSupported, std::string(*why))});
  }
  const auto like = MostLike(name, CommandNames());
  return like ? fmt::format("Did you mean {}?", *like)
              : "help lists the commands; text stands in quotes.";
}

void Evaluator::Print(std::string_view text) {
  context_.printer.out() << text;
  context_.printer.out().flush();
}

int64_t Evaluator::NowNanos() const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

Value Evaluator::CallCommand(const Command& command, std::vector<Value> values) {
  Arguments arguments(std::move(values));
  const auto given = static_cast<int>(arguments.size());
  const bool fits = given >= command.min_arguments &&
                    (command.max_arguments == kAnyNumber || given <= command.max_arguments);
  if (!fits) {
    Fail(CommandError{std::string(command.name), CountText(command, arguments.size()),
                      Complaint(CountText(command, arguments.size()))});
  }
  Arguments working = arguments;
  auto result = command.run(context_, working);
  context_.printer.Flush();
  if (result.ok()) {
    if (!context_.exit_code) return *std::move(result);
    // The session ends.
    ruby::RubyError exit("SystemExit", "exit");
    exit.fatal = true;
    throw exit;
  }
  // Whatever it was that the cancellation made fail.
  if (context_.cancelled()) result = Cancelled();
  std::string message = ErrorText(result.status(), arguments);
  if (const auto name = arguments.Name(0);
      result.status().code() == StatusCode::kTableNotFound && name.ok()) {
    message = WithHint(message, SimilarTable(context_.admin(), *name, context_.call));
  }
  Fail(CommandError{std::string(command.name), std::move(message), result.status()});
}

}  // namespace basalt::shell
