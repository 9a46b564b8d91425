#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/key_splits.h"
#include "cli/keys_command.h"
#include "cli/keys_input.h"
#include "design/sample_check.h"

namespace basalt::cli {
namespace {

struct CheckKeysOptions {
  KeysArguments arguments;
  design::CheckOptions check;
};

Status Check(CheckKeysOptions options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(const KeySchema schema, options.arguments.TakeSchema());
  const auto& words = options.arguments.words;
  if (words.size() > 1) return {StatusCode::kInvalidArgument, "one sample is wanted"};
  BASALT_ASSIGN_OR_RETURN(KeysInput input, KeysInput::Open(env, words.empty() ? "" : words[0]));
  design::RecordReader reader(input.stream(), design::FieldNames(schema),
                              options.arguments.record_format());
  design::SampleCheck check(schema, options.check);
  BASALT_RETURN_IF_ERROR(
      ForEachRecord(env, reader, [&](const design::SampleRecord& record) -> Status {
        check.Add(record);
        return {};
      }));
  const design::CheckResult result = check.Finish();
  env.out << (options.arguments.json ? JsonReport(result) : TextReport(result));
  if (result.errors() == 0) return {};
  return {StatusCode::kInvalidArgument,
          fmt::format("the sample and the schema do not go together: {} error{}", result.errors(),
                      result.errors() == 1 ? "" : "s")};
}

}  // namespace

void AddKeysCheck(CLI::App& keys, Work& work) {
  auto options = std::make_shared<CheckKeysOptions>();
  CLI::App* command = keys.add_subcommand(
      "check",
      "Run a sample of records through a schema and say what is wrong with it: collisions, hot\n"
      "regions, keys that only grow, weak buckets, separators in values, length.\n"
      "Nothing is written. Exit code 1: records are broken or would be lost.");
  options->arguments.AddTo(
      *command, ", then a file of records\n(CSV or JSON lines; default: standard input)");
  options->arguments.AddFormatTo(*command);
  command->add_option("--regions", options->check.regions, "That the table would have")
      ->check(CLI::Range(2, kMaxSplitRegions))
      ->capture_default_str();
  command->add_option("--rows", options->check.rows, "That the table would have, for sizes")
      ->capture_default_str();
  command->add_option("--shown", options->check.shown, "Broken lines and collisions to show")
      ->capture_default_str();
  command
      ->add_option("--max-keys", options->check.max_keys,
                   "Collisions are exact up to so many keys, at 80 bytes each")
      ->capture_default_str();
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Check(*options, env); };
  });
}

}  // namespace basalt::cli
