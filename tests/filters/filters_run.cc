// filters_run generate SEED TABLES SCANS   a random script
// filters_run compare ANSWERS              executes the script in ANSWERS, and says where Basalt's
//                                          answers differ; exit code 1 if they do
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "filter_script.h"
#include "recorded.h"

namespace {

using basalt::filter_script::Generate;
using basalt::filter_script::ReadRecorded;
using basalt::filter_script::Recorded;
using basalt::filter_script::Runner;

int Compare(const std::string& path) {
  Runner runner;
  int answers = 0;
  int errors = 0;
  int differences = 0;
  for (const Recorded& recorded : ReadRecorded(path)) {
    const std::vector<std::string> ours = runner.Execute(recorded.line);
    if (!recorded.line.starts_with("scan")) continue;
    if (recorded.failed()) {
      ++errors;
      continue;
    }
    ++answers;
    if (ours == recorded.answers) continue;
    ++differences;
    std::cout << recorded.line << "\n  expected " << recorded.answers.size() << " cells, got "
              << ours.size() << "\n";
  }
  std::cout << answers << " answers compared, " << differences << " differences (" << errors
            << " scans failed in HBase)\n";
  return differences == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 4 && arguments[0] == "generate") {
    for (const std::string& line :
         Generate(std::stoull(arguments[1]), std::stoi(arguments[2]), std::stoi(arguments[3]))) {
      std::cout << line << "\n";
    }
    return 0;
  }
  if (arguments.size() == 2 && arguments[0] == "compare") return Compare(arguments[1]);
  std::cerr << "filters_run: the first lines of filters_run.cc say what there is\n";
  return 2;
}
