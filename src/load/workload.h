// Workload: what a load is made of. YCSB's six, and one for each single operation. Values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/status.h"
#include "load/key_chooser.h"

namespace basalt::load {

enum class Operation : uint8_t {
  kGet,
  kMultiGet,
  kScan,
  kPut,     // of a row that is there
  kInsert,  // of a new row
  kReadModifyWrite,
  kIncrement,
  kAppend,
  kCheckAndPut,
  kMultiPut,
};
inline constexpr size_t kOperations = 10;

std::string_view OperationName(Operation operation);

struct Workload {
  std::string name;
  std::string description;
  // How many of a hundred operations are which.
  std::array<int, kOperations> share{};
  Distribution distribution = Distribution::kUniform;
  // Rows one after the other instead of scattered, and chosen in turn.
  bool sequential = false;

  int Share(Operation operation) const { return share[static_cast<size_t>(operation)]; }
};

const std::vector<Workload>& Workloads();
// The error lists what there is.
Result<Workload> FindWorkload(std::string_view name);

// The whole of a load.
struct LoadSpec {
  Workload workload;
  std::string table = "basalt_bench";
  // Rows that are there before the measured part begins.
  uint64_t rows = 100'000;
  size_t value_bytes = 100;
  int columns = 1;
  int families = 1;
  // Rows of a multi-get and of a multi-put, and of the puts that fill the table.
  int batch = 100;
  int scan_rows = 50;
  int regions = 8;
  int threads = 4;
  // Operations in a second, over all threads, sent when they are due; 0: each thread sends its next
  // when it has the answer.
  double rate = 0;
  double warm_up_s = 2;
  double duration_s = 10;
  // Reads are compared with what was written, and at the end all rows are.
  bool verify = false;
  uint64_t seed = 1;

  // What is wrong with it, if anything.
  Status Check() const;
};

// The key of the row of that number.
std::string RowKey(const Workload& workload, uint64_t number);

}  // namespace basalt::load
