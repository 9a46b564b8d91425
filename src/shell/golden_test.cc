// Compares the output of HBase's own shell (tests/clients/shell/golden.txt), command by command,
// with this shell on a fresh directory, or on the fresh server at BASALT_GOLDEN_URL.
// tests/shell/golden_exceptions.txt lists what may differ, and why; a listed command that does not
// differ is an error, too.
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "shell/command.h"
#include "shell/test_shell.h"

namespace basalt::shell {
namespace {

const std::string kSource = BASALT_SOURCE_DIR;

struct Entry {
  std::string command;
  std::vector<std::string> lines;
};

// Removes what differs between runs, as tests/clients does for HBase's output.
std::string Clean(std::string line) {
  static const std::pair<std::regex, const char*> kRules[] = {
      {std::regex(R"((localhost|127\.0\.0\.1),\d+,\d+)"), "SERVER"},
      {std::regex(R"((localhost|127\.0\.0\.1):\d+)"), "HOST:PORT"},
      {std::regex(R"(\b[0-9a-f]{32}\b)"), "ENCODED"},
      {std::regex(R"(\b1[0-9]{12}\b)"), "TIME"},
      {std::regex(R"(20\d\d-\d\d-\d\dT[0-9:.]+)"), "NOW"},
      {std::regex(R"( [01]\.0 \|$)"), " N |"},
      {std::regex(R"( *[-]{5,})"), " ---"},
      {std::regex(R"(HOST:PORT +)"), "HOST:PORT "},
      {std::regex(R"(:0x[0-9a-f]+)"), ":0xID"},
  };
  for (const auto& [pattern, replacement] : kRules) {
    line = std::regex_replace(line, pattern, replacement);
  }
  return line;
}

std::string Strip(std::string line) {
  line.erase(line.find_last_not_of(" \r") + 1);
  return line;
}

void AddLine(Entry& entry, const std::string& text) {
  const std::string line = Strip(text);
  // A continuation of the second column.
  if (line.starts_with(std::string(20, ' ')) && !entry.lines.empty()) {
    entry.lines.back() = Clean(entry.lines.back() + line.substr(line.find_first_not_of(' ')));
    return;
  }
  if (line.empty()) return;
  entry.lines.push_back(Strip(Clean(line)));
}

std::vector<Entry> ReadGolden() {
  std::ifstream file(kSource + "/tests/clients/shell/golden.txt");
  EXPECT_TRUE(file.good());
  static const std::regex kPrompt(R"(^hbase:\d{3,}:\d+> (.*)$)");
  std::vector<Entry> entries;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    // regex_match would run out of stack on the longest lines.
    if (line.starts_with("hbase:") && std::regex_search(line, match, kPrompt)) {
      entries.push_back({Strip(match[1]), {}});
    } else if (!entries.empty() && line.size() < 2000) {
      AddLine(entries.back(), line);
    }
  }
  EXPECT_FALSE(entries.empty());
  if (!entries.empty()) entries.pop_back();  // exit
  return entries;
}

// "== why" above the commands it is about; "== On a directory: why" or "== On a server: why" when
// it is about one kind of target. A why may have several lines. The result: the commands with their
// reasons.
std::map<std::string, std::string> ReadExceptions(bool server) {
  std::ifstream file(kSource + "/tests/shell/golden_exceptions.txt");
  EXPECT_TRUE(file.good());
  std::map<std::string, std::string> commands;
  std::string reason;
  bool in_reason = false;
  for (std::string line; std::getline(file, line);) {
    const bool is_reason = line.starts_with("== ");
    if (is_reason) {
      reason = (in_reason ? reason + " " : "") + line.substr(3);
    } else if (!line.empty() && !line.starts_with("# ")) {
      const bool counts = !reason.starts_with(server ? "On a directory: " : "On a server: ");
      const bool first = !counts || commands.emplace(line, reason).second;
      EXPECT_TRUE(first) << "listed twice: " << line;
    }
    in_reason = is_reason;
  }
  return commands;
}

// For tests/clients/compatibility: a line for each command, in the file BASALT_GOLDEN_RESULTS.
class Results {
 public:
  explicit Results(bool server) : target_(server ? "server" : "directory") {
    if (const char* file = std::getenv("BASALT_GOLDEN_RESULTS")) file_.open(file);
  }

  void Add(const std::string& command, bool equal, const std::string& reason) {
    static const std::regex kWord(R"(^\s*(?:t\d* = |t\d*\.)?([A-Za-z_]+))");
    std::smatch match;
    const bool found = std::regex_search(command, match, kWord);
    const bool known = found && FindCommand(match[1].str()) != nullptr;
    const nlohmann::ordered_json row = {{"suite", "shell_test"},
                                        {"case", command},
                                        {"target", target_},
                                        {"outcome", equal ? "works" : "differs"},
                                        {"kind", "basalt shell"},
                                        {"name", known ? match[1].str() : "other"},
                                        {"message", equal ? "" : reason}};
    file_ << row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  }

 private:
  const std::string target_;
  std::ofstream file_;
};

bool Failed(const Entry& entry) {
  for (const std::string& line : entry.lines) {
    if (line.starts_with("ERROR")) return true;
  }
  return false;
}

// "# loose" commands show the server's state, of "# vague" ones only success counts.
bool Same(const Entry& want, const Entry& got) {
  if (want.command.ends_with("# vague")) return Failed(want) == Failed(got);
  if (want.command.ends_with("# loose")) {
    const bool both = !want.lines.empty() && !got.lines.empty();
    return Failed(want) == Failed(got) && want.lines.empty() == got.lines.empty() &&
           (!both || want.lines[0] == got.lines[0]);
  }
  return want.lines == got.lines;
}

std::string Text(const std::vector<std::string>& lines, const char* mark) {
  std::string text;
  for (const std::string& line : lines) text += mark + line + "\n";
  return text;
}

TEST(GoldenTest, PrintsWhatHBasesShellPrints) {
  SessionOptions options;
  options.width = 80;
  options.interactive = true;
  const char* url = std::getenv("BASALT_GOLDEN_URL");
  TestShell shell(options, url == nullptr ? "" : url);
  const auto exceptions = ReadExceptions(url != nullptr);
  Results results(url != nullptr);
  std::map<std::string, bool> differed;
  int same = 0;
  for (const Entry& want : ReadGolden()) {
    shell.answers = {"y"};
    // Only servers that work asynchronously need to wait.
    if (want.command.starts_with("sleep ")) continue;
    Entry got{want.command, {}};
    std::istringstream output(shell.Output(want.command));
    for (std::string line; std::getline(output, line);) AddLine(got, line);
    const bool equal = Same(want, got);
    same += equal ? 1 : 0;
    const auto exception = exceptions.find(want.command);
    results.Add(want.command, equal, exception == exceptions.end() ? "" : exception->second);
    if (exception != exceptions.end()) {
      differed[want.command] |= !equal;
    } else {
      EXPECT_TRUE(equal) << want.command << "\n"
                         << Text(want.lines, "  - ") << Text(got.lines, "  + ");
    }
  }
  for (const auto& [command, reason] : exceptions) {
    EXPECT_TRUE(differed[command]) << "listed as different, but is the same: " << command;
  }
  RecordProperty("same", same);
  EXPECT_GT(same, 1000);
}

}  // namespace
}  // namespace basalt::shell
