#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "basalt/key_plan.h"
#include "cli/keys_command.h"
#include "cli/keys_input.h"

namespace basalt::cli {
namespace {

using Json = nlohmann::ordered_json;

struct PlanOptions {
  KeysArguments arguments;
  uint64_t max_ranges = 1024;
};

Json ToJson(const KeyPlan& plan) {
  Json ranges = Json::array();
  for (const KeyRange& range : plan.ranges()) {
    Json json = {{"start", ToStringBinary(range.start)}};
    if (!range.point) json["stop"] = ToStringBinary(range.stop);
    json["point"] = range.point;
    json["exact"] = range.exact;
    ranges.push_back(std::move(json));
  }
  Json json = {{"verdict", KeyVerdictName(plan.verdict())},
               {"fraction", plan.fraction()},
               {"ranges", std::move(ranges)},
               {"filter", plan.filter() != nullptr},
               {"ordered", plan.ordered()},
               {"reversed", plan.reversed()}};
  if (plan.limit()) json["limit"] = *plan.limit();
  json["notes"] = plan.notes();
  return json;
}

Status Plan(PlanOptions options, const Environment& env) {
  BASALT_ASSIGN_OR_RETURN(const KeySchema schema, options.arguments.TakeSchema());
  const auto& words = options.arguments.words;
  if (words.size() != 1) {
    return {StatusCode::kInvalidArgument,
            "give one query after the schema, as in \"user = 'alice' order newest limit 10\""};
  }
  BASALT_ASSIGN_OR_RETURN(const KeyQuery query, KeyQuery::Parse(schema, words[0]));
  BASALT_ASSIGN_OR_RETURN(const KeyPlan plan,
                          KeyPlan::Make(schema, query,
                                        {.dictionary = options.arguments.dictionary(),
                                         .max_ranges = options.max_ranges}));
  if (options.arguments.json) {
    env.out << ToJson(plan).dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  } else {
    env.out << plan.ToString();
  }
  return {};
}

}  // namespace

void AddKeysPlan(CLI::App& keys, Work& work) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App* command =
      keys.add_subcommand("plan",
                          "Plan a query: the key ranges to read, and a cost estimate:\n"
                          "point get, one range, n ranges or a full scan.");
  options->arguments.AddTo(*command,
                           ", then a query: field = value, in, <, between, prefix, and, or; then\n"
                           "order newest|oldest|key|reverse; then limit n. All in one argument");
  command
      ->add_option(
          "--max-ranges", options->max_ranges,
          "Maximum number of ranges; beyond it, fewer ranges are read and rows are filtered")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->callback([options, &work] {
    work = [options](const Environment& env) { return Plan(*options, env); };
  });
}

}  // namespace basalt::cli
