#include "shell/evaluator.h"

#include <utility>

#include <fmt/format.h>

#include "basalt/filters.h"
#include "shell/constants.h"
#include "shell/converters.h"
#include "shell/errors.h"

namespace basalt::shell {
namespace {

bool IsValue(const Outcome& outcome) { return std::holds_alternative<Value>(outcome); }

SyntaxError NameError(const Expression& expression, std::string message, std::string hint) {
  return {expression.position, std::move(message), std::move(hint), false, "NameError"};
}

SyntaxError NoMethod(const Expression& expression, const Value& receiver, std::string hint) {
  return {expression.position,
          fmt::format("undefined method `{}' for {}", expression.name, Inspect(receiver)),
          std::move(hint), false, "NoMethodError"};
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

Result<Value> AsValue(Result<FilterPtr> filter) {
  if (!filter.ok()) return filter.status();
  return Value(*std::move(filter));
}

Result<Value> MakeFilter(std::string_view name, const std::vector<Value>& arguments) {
  const auto text = [&](size_t i) { return i < arguments.size() ? ToText(arguments[i]) : Bytes(); };
  const auto number = [&](size_t i) {
    return i < arguments.size() ? AsInteger(arguments[i]).value_or(0) : 0;
  };
  if (name == "PrefixFilter") return AsValue(filters::Prefix(text(0)));
  if (name == "ColumnPrefixFilter") return AsValue(filters::ColumnPrefix(text(0)));
  if (name == "InclusiveStopFilter") return AsValue(filters::InclusiveStop(text(0)));
  if (name == "KeyOnlyFilter") return AsValue(filters::KeyOnly());
  if (name == "FirstKeyOnlyFilter") return AsValue(filters::FirstKeyOnly());
  if (name == "PageFilter") return AsValue(filters::Page(number(0)));
  if (name == "ColumnCountGetFilter") {
    return AsValue(filters::ColumnCountGet(static_cast<int32_t>(number(0))));
  }
  if (name == "ColumnPaginationFilter") {
    return AsValue(filters::ColumnPagination(static_cast<int32_t>(number(0)),
                                             static_cast<int32_t>(number(1))));
  }
  if (name == "RandomRowFilter") {
    const double* chance = arguments.empty() ? nullptr : arguments[0].As<double>();
    return AsValue(filters::RandomRow(static_cast<float>(chance != nullptr ? *chance : number(0))));
  }
  return Status(StatusCode::kNotSupported,
                fmt::format("objects of the class {} cannot be made here", name));
}

// The Java classes that the shell supports: Bytes.toBytes('x'), PrefixFilter.new('x').
// kNotSupported for other classes and methods.
Result<Value> CallClass(const ClassPath& path, std::string_view method,
                        const std::vector<Value>& arguments) {
  const std::string_view name = path.class_name();
  if (method == "new") return MakeFilter(name, arguments);
  if (name == "Bytes" && arguments.size() == 1) {
    if (method == "toBytes") {
      if (const int64_t* number = arguments[0].As<int64_t>()) return Value(EncodeLong(*number));
      return Value(ToText(arguments[0]));
    }
    if (method == "toBytesBinary") return Value(FromStringBinary(ToText(arguments[0])));
    if (IsConverter(method)) {
      BASALT_ASSIGN_OR_RETURN(std::string text, Convert(ToText(arguments[0]), method));
      return Value(std::move(text));
    }
  }
  return Status(StatusCode::kNotSupported, fmt::format("{} has no method {} here", name, method));
}

}  // namespace

Outcome Evaluator::Run(const Statement& statement) {
  Outcome outcome = Evaluate(statement.expression);
  if (!statement.variable.empty() && IsValue(outcome)) {
    variables_[statement.variable] = std::get<Value>(outcome);
  }
  return outcome;
}

std::vector<std::string> Evaluator::VariableNames() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : variables_) names.push_back(name);
  return names;
}

Outcome Evaluator::Evaluate(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::kLiteral: return expression.literal;
    case Expression::Kind::kConstant: return EvaluateConstant(expression);
    case Expression::Kind::kCall: return EvaluateCall(expression);
    case Expression::Kind::kHash: return EvaluateHash(expression);
    case Expression::Kind::kArray: break;
  }
  Array array;
  for (const Expression& item : expression.items) {
    Outcome value = Evaluate(item);
    if (!IsValue(value)) return value;
    array.push_back(std::get<Value>(std::move(value)));
  }
  return Value(std::move(array));
}

Outcome Evaluator::EvaluateHash(const Expression& expression) {
  Hash hash;
  for (const auto& [key, value] : expression.pairs) {
    Outcome key_outcome = Evaluate(key);
    if (!IsValue(key_outcome)) return key_outcome;
    Outcome value_outcome = Evaluate(value);
    if (!IsValue(value_outcome)) return value_outcome;
    hash.Set(ToText(std::get<Value>(key_outcome)), std::get<Value>(std::move(value_outcome)));
  }
  return Value(std::move(hash));
}

Outcome Evaluator::EvaluateConstant(const Expression& expression) {
  if (const std::string_view* value = FindConstant(expression.name)) return Value(Bytes(*value));
  if (IsKnownClass(expression.name)) return Value(ClassPath{expression.name});
  const auto constants = Constants();
  const auto like = MostLike(expression.name, {constants.begin(), constants.end()});
  std::string hint = "Text stands in quotes.";
  if (like) {
    hint = fmt::format("Did you mean {}?", *like);
  } else if (expression.name.ends_with("Filter")) {
    hint = "Filters are written as text: FILTER => \"PrefixFilter('a')\"; show_filters lists them.";
  }
  return NameError(expression, fmt::format("uninitialized constant {}", expression.name),
                   std::move(hint));
}

Outcome Evaluator::EvaluateCall(const Expression& expression) {
  std::vector<Value> arguments;
  Value receiver;
  if (!expression.receiver.empty()) {
    Outcome outcome = Evaluate(expression.receiver.front());
    if (!IsValue(outcome)) return outcome;
    receiver = std::get<Value>(std::move(outcome));
  }
  for (const Expression& item : expression.items) {
    Outcome value = Evaluate(item);
    if (!IsValue(value)) return value;
    arguments.push_back(std::get<Value>(std::move(value)));
  }
  if (!expression.receiver.empty()) {
    return CallMethod(receiver, expression, std::move(arguments));
  }
  if (arguments.empty()) {
    const auto variable = variables_.find(expression.name);
    if (variable != variables_.end()) return variable->second;
    if (expression.name == "org" || expression.name == "java") {
      return Value(ClassPath{expression.name});
    }
  }
  const Command* command = FindCommand(expression.name);
  if (command == nullptr) return Unknown(expression);
  return RunCommand(*command, std::move(arguments));
}

Outcome Evaluator::Unknown(const Expression& expression) {
  if (const auto why = WhyMissing(expression.name)) {
    // HBase's message when these features are off.
    const bool disabled = why->starts_with("DISABLED: ");
    return CommandError{expression.name,
                        disabled ? std::string(*why)
                                 : fmt::format("{} is not offered here: {}", expression.name, *why),
                        Status(StatusCode::kNotSupported, std::string(*why))};
  }
  const auto like = MostLike(expression.name, CommandNames());
  return NameError(expression, fmt::format("undefined command or variable `{}'", expression.name),
                   like ? fmt::format("Did you mean {}?", *like)
                        : "help lists the commands; text stands in quotes.");
}

Outcome Evaluator::CallMethod(const Value& receiver, const Expression& expression,
                              std::vector<Value> args) {
  const std::string& name = expression.name;
  if (const TableHandle* table = receiver.As<TableHandle>()) {
    const Command* command = FindCommand(name);
    if (command != nullptr && command->on_table) {
      args.insert(args.begin(), receiver);
      return RunCommand(*command, std::move(args));
    }
    if (name == "help") {
      if (args.empty()) return RunCommand(*FindCommand("table_help"), {});
      return RunCommand(*FindCommand("help"), std::move(args));
    }
    if (name == "name" || name == "to_s") return Value(Bytes(table->name));
    return NoMethod(expression, receiver, "table_help says what a table's handle can do.");
  }
  if (const auto* region = receiver.As<std::shared_ptr<const RegionHandle>>()) {
    if (auto member = RegionMember(*region, name)) return *std::move(member);
  }
  if (const ClassPath* path = receiver.As<ClassPath>()) {
    const std::string_view class_name = path->class_name();
    const bool is_class = class_name[0] >= 'A' && class_name[0] <= 'Z';
    if (!is_class) return Value(ClassPath{path->path + "." + name});
    auto result = CallClass(*path, name, args);
    if (result.ok()) return *std::move(result);
    return NoMethod(expression, receiver,
                    fmt::format("{}. Filters can be written as text: FILTER => "
                                "\"PrefixFilter('a')\".",
                                result.status().message()));
  }
  if (name == "to_s") return Value(ToText(receiver));
  if (name == "getServerName" && receiver.As<Bytes>() != nullptr) return receiver;
  return NoMethod(expression, receiver, "The shell reads HBase's commands, not all of Ruby.");
}

Outcome Evaluator::RunCommand(const Command& command, std::vector<Value> values) {
  Arguments arguments(std::move(values));
  const auto given = static_cast<int>(arguments.size());
  const bool fits = given >= command.min_arguments &&
                    (command.max_arguments == kAnyNumber || given <= command.max_arguments);
  if (!fits) {
    return CommandError{std::string(command.name), CountText(command, arguments.size()),
                        Complaint(CountText(command, arguments.size()))};
  }
  Arguments working = arguments;
  auto result = command.run(context_, working);
  context_.printer.Flush();
  if (result.ok()) return *std::move(result);
  // Whatever it was that the cancellation made fail.
  if (context_.cancelled()) result = Cancelled();
  std::string message = ErrorText(result.status(), arguments);
  if (const auto name = arguments.Name(0);
      result.status().code() == StatusCode::kTableNotFound && name.ok()) {
    message = WithHint(message, SimilarTable(context_.admin(), *name, context_.call));
  }
  return CommandError{std::string(command.name), std::move(message), result.status()};
}

}  // namespace basalt::shell
