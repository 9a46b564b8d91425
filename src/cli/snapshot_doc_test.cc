// The example of docs/snapshots.md, read from the page and run.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "cli/temporary_directory.h"

namespace basalt::cli {
namespace {

constexpr std::string_view kPrompt = "$ basalt ";
constexpr std::string_view kAnything = "…";

struct Step {
  std::string command;
  std::vector<std::string> lines;
};

std::vector<Step> ReadPage() {
  std::vector<Step> steps;
  std::ifstream file(BASALT_SOURCE_DIR "/docs/snapshots.md");
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "```console") {
      inside = true;
    } else if (line == "```") {
      inside = false;
    } else if (inside && line.starts_with(kPrompt)) {
      steps.push_back({line.substr(kPrompt.size()), {}});
    } else if (inside) {
      steps.back().lines.push_back(line);
    }
  }
  return steps;
}

class Example {
 public:
  // Both streams, line by line.
  std::vector<std::string> Run(const std::string& command) {
    std::vector<std::string> words = {"basalt"};
    std::istringstream parts(command);
    for (std::string word; parts >> word;) {
      // The page's files lie where it is read; the test's in its own directory.
      if (word.starts_with("./")) word = directory_.path() + word.substr(1);
      words.push_back(word);
    }
    std::vector<const char*> argv;
    for (const std::string& word : words) argv.push_back(word.c_str());
    std::ostringstream text;
    RunProgram(static_cast<int>(argv.size()), argv.data(), {.out = text, .err = text});
    std::vector<std::string> lines;
    std::istringstream printed(text.str());
    for (std::string line; std::getline(printed, line);) lines.push_back(line);
    return lines;
  }

 private:
  const TemporaryDirectory directory_ = *TemporaryDirectory::Create("basalt-snapshot-page");
};

// A line may end with anything; a line of nothing else stands for all that follow.
void Compare(const Step& step, const std::vector<std::string>& printed) {
  size_t at = 0;
  for (const std::string& line : step.lines) {
    if (line == kAnything) return;
    ASSERT_LT(at, printed.size()) << step.command;
    if (line.ends_with(kAnything)) {
      const std::string begin = line.substr(0, line.size() - kAnything.size());
      EXPECT_EQ(printed[at].substr(0, begin.size()), begin) << step.command;
    } else {
      EXPECT_EQ(printed[at], line) << step.command;
    }
    ++at;
  }
  EXPECT_EQ(at, printed.size()) << step.command << ": " << printed.back();
}

TEST(SnapshotDoc, TheExampleOfThePageIsTrue) {
  const std::vector<Step> steps = ReadPage();
  ASSERT_EQ(steps.size(), 11);
  Example example;
  ASSERT_FALSE(example.Run("tour --fast --dir ./data").empty());
  for (const Step& step : steps) Compare(step, example.Run(step.command));
}

}  // namespace
}  // namespace basalt::cli
