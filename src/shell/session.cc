#include "shell/session.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shell/command_values.h"
#include "shell/completion.h"
#include "shell/converters.h"
#include "shell/errors.h"
#include "shell/pasted_prompt.h"
#include "shell/ruby/inspect.h"
#include "shell/ruby/parser.h"

namespace basalt::shell {
namespace {

nlohmann::ordered_json JsonOf(const Value& value) {
  if (value.is_nil()) return nullptr;
  if (const bool* flag = value.As<bool>()) return *flag;
  if (const int64_t* number = value.As<int64_t>()) return *number;
  if (const double* real = value.As<double>()) return *real;
  if (const Array* array = value.As<Array>()) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Value& item : *array) list.push_back(JsonOf(item));
    return list;
  }
  if (const Hash* hash = value.As<Hash>()) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (size_t i = 0; i < hash->keys().size(); ++i) {
      object[ReadableText(hash->keys()[i])] = JsonOf(hash->values()[i]);
    }
    return object;
  }
  return ReadableText(ToText(value));
}

}  // namespace

Session::Session(Connection& connection, std::ostream& out, std::ostream& err,
                 SessionOptions options)
    : options_(std::move(options)),
      out_(out),
      err_(err),
      printer_(out, err, options_.format, options_.width, options_.aligned),
      directory_(connection.admin().cluster() == nullptr
                     ? std::make_unique<DirectoryCluster>(connection.admin())
                     : nullptr),
      context_{connection,           printer_,
               options_.target,      CallOptions{.cancellation = cancellation_.token()},
               options_.read_answer, {},
               options_.keys,        directory_ ? directory_.get() : connection.admin().cluster()},
      evaluator_(context_, options_.limits) {}

std::chrono::nanoseconds Session::Waited() const {
  return options_.waited ? options_.waited() : std::chrono::nanoseconds();
}

std::string Session::Prompt() const {
  return fmt::format("hbase:{:03}:{} ", number_, pending_.empty() ? "0>" : "1*");
}

Session::Fed Session::Feed(std::string_view line) {
  if (options_.echo) out_ << Prompt() << line << '\n';
  ++lines_;
  if (pending_.empty()) {
    command_line_ = lines_;
    line = WithoutPrompt(line);
  }
  std::string text = pending_.empty() ? std::string(line) : pending_ + "\n" + std::string(line);
  if (const auto parsed = ruby::Parse(text, evaluator_.VariableNames());
      std::holds_alternative<SyntaxError>(parsed)) {
    if (std::get<SyntaxError>(parsed).incomplete) {
      pending_ = std::move(text);
      return Fed::kMore;
    }
  }
  pending_.clear();
  return RunText(text);
}

Session::Fed Session::Finish() {
  if (pending_.empty()) return Fed::kDone;
  const std::string text = std::exchange(pending_, {});
  return RunText(text);
}

void Session::Forget() { pending_.clear(); }

Session::Fed Session::RunText(const std::string& text) {
  auto parsed = ruby::Parse(text, evaluator_.VariableNames());
  if (auto* error = std::get_if<SyntaxError>(&parsed)) {
    ++number_;
    Show(Outcome(std::move(*error)), text);
    return Fed::kError;
  }
  const auto& statements = std::get<std::vector<ruby::Node>>(parsed);
  if (!statements.empty()) ++number_;
  for (const ruby::Node& statement : statements) {
    printer_.Begin();
    const auto start = std::chrono::steady_clock::now() - Waited();
    const Outcome outcome = evaluator_.Run(statement);
    if (context_.exit_code) return Fed::kExit;
    const bool is_error = !std::holds_alternative<ruby::Value>(outcome);
    if (is_error) Show(outcome, text);
    if (options_.timing) {
      const std::chrono::duration<double> took =
          std::chrono::steady_clock::now() - Waited() - start;
      printer_.Line(fmt::format("Took {:.4f} seconds", took.count()));
    }
    if (is_error) return Fed::kError;
    Show(outcome, text);
  }
  return Fed::kDone;
}

void Session::ShowValue(const ruby::Value& value) {
  try {
    if (printer_.format() == Format::kJson) {
      if (!printer_.printed_table()) out_ << JsonOf(ToCommandValue(value)).dump() << '\n';
    } else if (options_.interactive && !printer_.structured()) {
      out_ << "=> " << ruby::InspectValue(value) << '\n';
    }
  } catch (const ruby::RubyError& error) {
    out_ << fmt::format("=> ({})\n", error.message);
  }
  out_.flush();
}

bool Session::Show(const Outcome& outcome, const std::string& text) {
  if (const ruby::Value* value = std::get_if<ruby::Value>(&outcome)) {
    if (!value->is_nil()) ShowValue(*value);
    return true;
  }
  if (const SyntaxError* error = std::get_if<SyntaxError>(&outcome)) {
    // In a script lines are numbered from its beginning.
    const int first_line = options_.interactive ? 1 : command_line_;
    (options_.interactive ? out_ : err_) << Render(*error, text, first_line) << std::endl;
    return false;
  }
  const auto& error = std::get<CommandError>(outcome);
  if (options_.interactive && error.status.code() == StatusCode::kCancelled) {
    out_ << '\n' << error.message << std::endl;
    return false;
  }
  const auto [message, hint] = SplitHint(error.message);
  if (options_.interactive && !printer_.structured()) {
    out_ << fmt::format("\nERROR: {}\n\nFor usage try 'help \"{}\"'\n\n", message, error.command)
         << std::flush;
  } else {
    err_ << "ERROR: " << message << std::endl;
  }
  // Not with HBase's text: programs may compare that.
  if (!hint.empty()) err_ << hint << std::endl;
  return false;
}

std::vector<std::string> Session::Complete(std::string_view text) {
  // Servers are asked for their tables; Ctrl-C ends the wait for one that is silent.
  return CompleteLine(context_, evaluator_.VariableNames(), text);
}

}  // namespace basalt::shell
