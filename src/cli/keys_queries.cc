#include "cli/keys_queries.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/keys_input.h"

namespace basalt::cli {

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

}  // namespace basalt::cli
