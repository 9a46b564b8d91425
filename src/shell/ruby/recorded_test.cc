// Compares what JRuby, the Ruby of HBase's shell, printed for tests/shell/ruby/language.rb with
// this interpreter.
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "shell/ruby/test_host.h"

namespace basalt::shell::ruby {
namespace {

struct Recorded {
  std::string text;
  std::string printed;
};

// "> " begins a chunk, "* " continues it, what follows was printed.
std::vector<Recorded> ReadRecording() {
  std::ifstream file(std::string(BASALT_SOURCE_DIR) + "/tests/shell/ruby/language.txt");
  EXPECT_TRUE(file.good());
  std::vector<Recorded> chunks;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("> ")) {
      chunks.push_back({line.substr(2), ""});
    } else if (line.starts_with("* ")) {
      chunks.back().text += "\n" + line.substr(2);
    } else if (!chunks.empty()) {
      chunks.back().printed += line + "\n";
    }
  }
  return chunks;
}

// The recording has no blanks at the ends of lines.
std::string WithoutBlanks(std::string text) {
  for (size_t end = text.find(" \n"); end != std::string::npos; end = text.find(" \n")) {
    text.erase(end, 1);
  }
  return text;
}

TEST(RecordedTest, PrintsWhatJrubyPrints) {
  TestRuby ruby;
  const std::vector<Recorded> chunks = ReadRecording();
  EXPECT_GT(chunks.size(), 400U);
  for (const Recorded& chunk : chunks) {
    EXPECT_EQ(WithoutBlanks(ruby.Run(chunk.text)), chunk.printed) << chunk.text;
  }
}

}  // namespace
}  // namespace basalt::shell::ruby
