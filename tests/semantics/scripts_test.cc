// The scripts under scripts/: each with the answers Apache HBase gave to it. The model and Basalt
// must give the same; tests/oracle asks HBase again.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "basalt_system.h"
#include "difference.h"
#include "model.h"
#include "script.h"
#include "system.h"

namespace basalt::semantics {
namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string> Scripts() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(SEMANTICS_SCRIPTS)) {
    if (entry.path().extension() == ".script") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void ExpectRecordedAnswers(const std::string& name, System& system) {
  std::filesystem::path base = std::filesystem::path(SEMANTICS_SCRIPTS) / name;
  std::ostringstream out;
  Runner runner(system);
  for (const Command& command : ParseScript(ReadFile(base.string() + ".script"))) {
    runner.Run(command, out);
  }
  std::string recorded = ReadFile(base.string() + ".answers");
  ASSERT_FALSE(recorded.empty()) << "no answers recorded for " << name;
  Comparison comparison = Compare(recorded, "hbase", out.str(), "here");
  EXPECT_GT(comparison.answers, 0);
  for (const std::string& excerpt : comparison.excerpts) ADD_FAILURE() << excerpt;
}

class ScriptsTest : public testing::TestWithParam<std::string> {};

TEST_P(ScriptsTest, BasaltAnswersAsHBaseDid) {
  BasaltSystem basalt;
  ExpectRecordedAnswers(GetParam(), basalt);
}

TEST_P(ScriptsTest, ModelAnswersAsHBaseDid) {
  Model model;
  ExpectRecordedAnswers(GetParam(), model);
}

INSTANTIATE_TEST_SUITE_P(Recorded, ScriptsTest, testing::ValuesIn(Scripts()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace basalt::semantics
