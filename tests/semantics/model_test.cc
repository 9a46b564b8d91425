// Random sequences of operations on Basalt and on the model must give the same answers.
//
// The seed comes from the date, or from BASALT_SEMANTICS_SEED; it is printed.
// BASALT_SEMANTICS_SCALE multiplies the number of sequences. A failure leaves the table's script in
// the temporary directory and says how to run it again.
#include "model.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "basalt_system.h"
#include "difference.h"
#include "generator.h"
#include "script.h"
#include "system.h"

namespace basalt::semantics {
namespace {

constexpr int64_t kShards = 4;
constexpr int64_t kSequencesPerShard = 2600;
constexpr int64_t kSequencesPerTable = 50;
// A directory holds this many tables before a fresh one is begun.
constexpr int64_t kTablesPerStore = 8;

uint64_t Setting(const char* name, uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

uint64_t Seed() {
  auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  return Setting("BASALT_SEMANTICS_SEED", static_cast<uint64_t>(today.time_since_epoch().count()));
}

std::string Transcript(const std::vector<Command>& script, System& system) {
  std::ostringstream out;
  Runner runner(system);
  for (const Command& command : script) runner.Run(command, out);
  return out.str();
}

std::string KeepScript(const std::string& script, const std::string& table) {
  auto path = std::filesystem::temp_directory_path() / ("semantics-" + table + ".script");
  std::ofstream(path) << script;
  return path.string();
}

class ModelTest : public testing::TestWithParam<int64_t> {};

// R1-R16 as far as random operations reach them.
TEST_P(ModelTest, RandomSequencesAnswerAsTheModelDoes) {
  uint64_t seed = Seed();
  std::printf("seed %llu, shard %lld\n", static_cast<unsigned long long>(seed),
              static_cast<long long>(GetParam()));
  auto total = static_cast<int64_t>(Setting("BASALT_SEMANTICS_SCALE", 1)) * kSequencesPerShard;
  std::unique_ptr<BasaltSystem> basalt;
  int64_t answers = 0;
  int64_t sequences = 0;
  for (int64_t index = 0; sequences < total; ++index) {
    if (index % kTablesPerStore == 0) basalt = std::make_unique<BasaltSystem>();
    TablePlan plan{.seed = (seed * kShards + static_cast<uint64_t>(GetParam())) * 1'000'003 +
                           static_cast<uint64_t>(index),
                   .table = "t" + std::to_string(GetParam()) + "_" + std::to_string(index),
                   .first_sequence = sequences,
                   // Some rules look at a whole family: every eighth table has one sequence only.
                   .sequences = index % 8 == 7 ? 1 : kSequencesPerTable};
    std::string text = Generate(plan);
    std::vector<Command> script = ParseScript(text);
    Model model;
    std::string expected = Transcript(script, model);
    Comparison comparison = Compare(expected, "model", Transcript(script, *basalt), "basalt");
    answers += comparison.answers;
    sequences += plan.sequences;
    if (comparison.differences == 0) continue;
    for (const std::string& excerpt : comparison.excerpts) ADD_FAILURE() << excerpt;
    FAIL() << comparison.differences << " differences; semantics_run run --script "
           << KeepScript(text, plan.table);
  }
  std::printf("%lld sequences, %lld answers compared\n", static_cast<long long>(sequences),
              static_cast<long long>(answers));
}

INSTANTIATE_TEST_SUITE_P(Shards, ModelTest, testing::Range<int64_t>(0, kShards));

}  // namespace
}  // namespace basalt::semantics
