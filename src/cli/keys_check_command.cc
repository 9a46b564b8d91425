#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "basalt/key_splits.h"
#include "cli/keys_command.h"
#include "cli/keys_input.h"
#include "design/check/sample_check.h"
#include "design/check/stored_check.h"
#include "design/queries/workload_query.h"
#include "design/sample/stored_sample.h"

namespace basalt::cli {
namespace {

// The expected queries: --query and --queries.
struct KeysQueries {
  std::vector<std::string> texts;
  std::string file;  // "-" is standard input

  void AddTo(CLI::App& command);
  bool given() const { return !texts.empty() || !file.empty(); }
  // Those of the command line come first.
  Result<std::vector<design::WorkloadQuery>> Read(const Environment& env,
                                                  const KeySchema& schema) const;
};

void KeysQueries::AddTo(CLI::App& command) {
  command
      .add_option(
          "--query", texts,
          "An expected query in the language of keys plan; ? stands for an unknown value, a\n"
          "prefix such as 50x: is its weight. May be given several times")
      ->option_text("QUERY")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--queries", file, "File of queries, one per line; # starts a comment")
      ->option_text("FILE");
}

Result<std::vector<design::WorkloadQuery>> KeysQueries::Read(const Environment& env,
                                                             const KeySchema& schema) const {
  std::vector<design::WorkloadQuery> queries;
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string place = fmt::format("query {}", i + 1);
    BASALT_RETURN_IF_ERROR(design::CheckQueryCount(i + 1, place));
    BASALT_ASSIGN_OR_RETURN(design::WorkloadQuery query,
                            design::ParseWorkloadQuery(schema, texts[i], place));
    queries.push_back(std::move(query));
  }
  if (file.empty()) return queries;
  BASALT_ASSIGN_OR_RETURN(KeysInput input, KeysInput::Open(env, file));
  BASALT_RETURN_IF_ERROR(design::ReadWorkloadQueries(schema, input.stream(), file, queries));
  if (!queries.empty()) return queries;
  return Status(StatusCode::kInvalidArgument, fmt::format("{} has no queries", file));
}

struct CheckKeysOptions {
  KeysArguments arguments;
  design::CheckOptions check;
  bool stored = false;
  design::StoredSampleOptions sample;
  KeysQueries queries;
};

Status Print(const CheckKeysOptions& options, const Environment& env,
             const design::CheckResult& result) {
  env.out << (options.arguments.json ? JsonReport(result) : TextReport(result));
  if (result.errors() == 0) return {};
  return {StatusCode::kInvalidArgument,
          fmt::format("the {} not fit the schema: {} error{}",
                      result.sampled ? "sample does" : "queries do", result.errors(),
                      result.errors() == 1 ? "" : "s")};
}

// Checks stored rows of a table instead of records.
Status CheckStored(CheckKeysOptions& options, const Environment& env) {
  KeysArguments& arguments = options.arguments;
  if (options.queries.given()) {
    return {StatusCode::kInvalidArgument, "--query needs records, not --stored"};
  }
  BASALT_ASSIGN_OR_RETURN(const TableName name, TableName::Parse(arguments.table));
  BASALT_ASSIGN_OR_RETURN(const std::optional<KeySchema> schema, arguments.TakeSchemaIfAny());
  if (!arguments.words.empty()) {
    return {StatusCode::kInvalidArgument,
            "--stored takes its rows from the table, not from a file"};
  }
  BASALT_ASSIGN_OR_RETURN(Connection * connection, arguments.Connect());
  BASALT_ASSIGN_OR_RETURN(const auto starts, design::RegionStarts(*connection, name));
  design::StoredCheck check(name.ToString(), schema, starts, arguments.dictionary());
  design::StoredSampleHooks hooks;
  hooks.row = [&](BytesView key, int64_t timestamp) { check.Add(key, timestamp); };
  if (env.out_is_terminal) {
    hooks.progress = [&](uint64_t rows, size_t done, size_t regions) {
      env.err << fmt::format("\r\x1b[K{} rows of {} of {} regions", rows, done, regions)
              << std::flush;
    };
  }
  const Status status = design::SampleStoredRows(*connection, name, starts, options.sample, hooks);
  if (env.out_is_terminal) env.err << "\r\x1b[K" << std::flush;
  BASALT_RETURN_IF_ERROR(status);
  const design::StoredResult result = check.Finish(options.check.rows);
  env.out << (arguments.json ? JsonReport(result) : TextReport(result));
  if (result.errors() == 0) return {};
  return {StatusCode::kInvalidArgument, "the rows do not fit the schema"};
}

Status Check(CheckKeysOptions options, const Environment& env) {
  if (options.stored) return CheckStored(options, env);
  BASALT_ASSIGN_OR_RETURN(const KeySchema schema, options.arguments.TakeSchema());
  const auto& words = options.arguments.words;
  if (words.size() > 1) return {StatusCode::kInvalidArgument, "give one sample only"};
  BASALT_ASSIGN_OR_RETURN(const auto queries, options.queries.Read(env, schema));
  if (words.empty() && options.queries.given()) {
    design::CheckResult result;
    result.schema = schema.text();
    result.sampled = false;
    result.AddQueries(design::FitQueries(schema, queries, nullptr));
    return Print(options, env, result);
  }
  BASALT_ASSIGN_OR_RETURN(KeysInput input, KeysInput::Open(env, words.empty() ? "" : words[0]));
  design::RecordReader reader(input.stream(), design::FieldNames(schema),
                              options.arguments.record_format());
  design::SampleCheck check(schema, options.check);
  design::QuerySample rows(schema);
  BASALT_RETURN_IF_ERROR(
      ForEachRecord(env, reader, [&](const design::SampleRecord& record) -> Status {
        check.Add(record);
        if (options.queries.given()) rows.Add(record);
        return {};
      }));
  design::CheckResult result = check.Finish();
  if (options.queries.given()) {
    rows.Sort();
    result.AddQueries(design::FitQueries(schema, queries, &rows));
  }
  return Print(options, env, result);
}

}  // namespace

void AddKeysCheck(CLI::App& keys, Work& work) {
  auto options = std::make_shared<CheckKeysOptions>();
  CLI::App* command = keys.add_subcommand(
      "check",
      "Encode a sample of records with a key schema and report problems: collisions, hot\n"
      "regions, monotonic keys, uneven buckets, separators in values, key length.\n"
      "With --query: how well the key serves the expected queries, and which need another key.\n"
      "Nothing is written. Exit code 1: a record is invalid or would be lost, or a query cannot\n"
      "be planned.");
  options->arguments.AddTo(*command,
                           ", then a file of records\n(CSV or JSON lines; default: standard input, "
                           "or none with --query)");
  options->arguments.AddFormatTo(*command);
  options->queries.AddTo(*command);
  command->add_option("--regions", options->check.regions, "Number of regions of the planned table")
      ->check(CLI::Range(2, kMaxSplitRegions))
      ->capture_default_str();
  command
      ->add_option("--rows", options->check.rows,
                   "Number of rows of the planned table, for size estimates")
      ->capture_default_str();
  command
      ->add_option("--shown", options->check.shown, "Number of broken lines and collisions to show")
      ->capture_default_str();
  command
      ->add_option("--max-keys", options->check.max_keys,
                   "Number of keys up to which collisions are exact, at 80 bytes each")
      ->capture_default_str();
  CLI::Option* stored = command->add_flag(
      "--stored", options->stored,
      "Check a sample of the rows of --table in the order of their timestamps: whether they were\n"
      "inserted in key order, and which regions hold the newest rows. Works with the table's key\n"
      "schema, a given schema, or none");
  stored->needs(command->get_option("--on"));
  command
      ->add_option("--sample", options->sample.rows,
                   "Approximate maximum of rows that --stored reads")
      ->check(CLI::Range(100, 10'000'000))
      ->needs(stored)
      ->capture_default_str();
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Check(*options, env); };
  });
}

}  // namespace basalt::cli
