// Examples of the documentation, extracted from the page and run: blocks of ```console with
// commands after "$ basalt " and what they print, and of ```csv with a file's name and content.
// Included by *_test.cc files only.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "cli/temporary_directory.h"

namespace basalt::cli {

// In expected output: the rest of the line is not compared. A line with only this stands for all
// following lines.
inline constexpr std::string_view kAnything = "…";

class DocExample {
 public:
  // `path`: the page.
  explicit DocExample(const std::string& path) {
    constexpr std::string_view kPrompt = "$ basalt ";
    std::ifstream file(path);
    bool inside = false;
    std::ofstream example;
    for (std::string line; std::getline(file, line);) {
      if (line == "```console") {
        inside = true;
      } else if (line.starts_with("```csv ")) {
        // A file of the example, with its name.
        example.open(directory_.path() + "/" + line.substr(7));
      } else if (line == "```") {
        inside = false;
        example.close();
      } else if (example.is_open()) {
        example << line << '\n';
      } else if (inside && line.starts_with(kPrompt)) {
        steps_.push_back({line.substr(kPrompt.size()), {}});
      } else if (inside && steps_.back().command.ends_with('\\')) {
        steps_.back().command.back() = ' ';
        steps_.back().command += line;
      } else if (inside) {
        steps_.back().lines.push_back(line);
      }
    }
  }

  size_t size() const { return steps_.size(); }
  // The directory that replaces "./" in the page's commands.
  const std::string& directory() const { return directory_.path(); }

  // Standard output and standard error, line by line.
  std::vector<std::string> Run(const std::string& command) {
    std::vector<std::string> words = Words(command);
    words.insert(words.begin(), "basalt");
    std::vector<const char*> argv;
    for (std::string& word : words) {
      // The page's files are in the test's directory.
      if (word.starts_with("./")) word = directory_.path() + word.substr(1);
      argv.push_back(word.c_str());
    }
    std::ostringstream text;
    RunProgram(static_cast<int>(argv.size()), argv.data(), {.out = text, .err = text});
    std::vector<std::string> lines;
    std::istringstream printed(text.str());
    for (std::string line; std::getline(printed, line);) lines.push_back(line);
    return lines;
  }

  void RunAll() {
    for (const Step& step : steps_) Compare(step, Run(step.command));
  }

 private:
  struct Step {
    std::string command;
    std::vector<std::string> lines;
  };

  // Splits the command as a shell does, with both kinds of quotes.
  static std::vector<std::string> Words(const std::string& command) {
    std::vector<std::string> words;
    char quote = 0;
    bool begun = false;
    for (const char c : command) {
      if (quote != 0 ? c == quote : c == '"' || c == '\'') {
        quote = quote != 0 ? '\0' : c;
        if (!begun) words.emplace_back();
        begun = true;
      } else if (c == ' ' && quote == 0) {
        begun = false;
      } else {
        if (!begun) words.emplace_back();
        begun = true;
        words.back() += c;
      }
    }
    return words;
  }

  static void Compare(const Step& step, const std::vector<std::string>& printed) {
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

  const TemporaryDirectory directory_ = *TemporaryDirectory::Create("basalt-page");
  std::vector<Step> steps_;
};

}  // namespace basalt::cli
