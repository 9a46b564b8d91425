// Scripts with the recorded results of Apache HBase.
#pragma once

#include <fstream>
#include <string>
#include <vector>

namespace basalt::filter_script {

struct Recorded {
  std::string line;
  std::vector<std::string> answers;
  // HBase's own code failed on it.
  bool failed() const { return !answers.empty() && answers[0] == "error"; }
};

inline std::vector<Recorded> ReadRecorded(const std::string& path) {
  std::vector<Recorded> recorded;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("  ")) {
      recorded.back().answers.push_back(line.substr(2));
    } else {
      recorded.push_back({line, {}});
    }
  }
  return recorded;
}

}  // namespace basalt::filter_script
