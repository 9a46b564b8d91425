// The expected queries of `basalt keys check`: --query and --queries. Used by one thread.
#pragma once

#include <string>
#include <vector>

#include "cli/environment.h"
#include "design/queries/workload_query.h"

namespace CLI {
class App;
}

namespace basalt::cli {

struct KeysQueries {
  std::vector<std::string> texts;
  std::string file;  // "-" is standard input

  void AddTo(CLI::App& command);
  bool given() const { return !texts.empty() || !file.empty(); }
  // Those of the command line come first.
  Result<std::vector<design::WorkloadQuery>> Read(const Environment& env,
                                                  const KeySchema& schema) const;
};

}  // namespace basalt::cli
