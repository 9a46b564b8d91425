// Scripts of scans with filters: made at random, and executed on Basalt.
//
// A line is "table" (a new, empty table with the families f and g, of three versions), "put ROW
// FAMILY QUALIFIER TIMESTAMP VALUE", or a scan:
//
//   scan DIRECTION VERSIONS COLUMNS LIMIT OFFSET START FILTER
//
// with "forward" or "backward", columns as "f" or "f:a,f:b", the limit and offset per family, and
// the filter as HBase's protobuf message in hexadecimal. Bytes are printed as HBase's shell does;
// "-" stands for nothing. Under a scan come its answers, indented: cells as in "put", or "error".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "basalt/connection.h"
#include "base/testing.h"

namespace basalt::filter_script {

std::vector<std::string> Generate(uint64_t seed, int tables, int scans_per_table);

class Runner {
 public:
  Runner();
  // The answers, without indentation. Dies when the line cannot be understood.
  std::vector<std::string> Execute(const std::string& line);

 private:
  void NewTable();
  std::vector<std::string> RunScan(const std::vector<std::string>& words);

  base::TempDir directory_;
  base::ManualClock clock_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Table> table_;
  int tables_ = 0;
};

}  // namespace basalt::filter_script
