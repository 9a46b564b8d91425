// Workload: the operation mix of a benchmark: YCSB's six, and one per single operation. Value
// types.
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
  kPut,     // of an existing row
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
  // Percentage per kind of operation.
  std::array<int, kOperations> share{};
  Distribution distribution = Distribution::kUniform;
  // Row keys in order instead of scattered, and chosen in turn.
  bool sequential = false;

  int Share(Operation operation) const { return share[static_cast<size_t>(operation)]; }
};

const std::vector<Workload>& Workloads();
// The error lists the known workloads.
Result<Workload> FindWorkload(std::string_view name);

// The options of a benchmark run.
struct LoadSpec {
  Workload workload;
  std::string table = "basalt_bench";
  // Rows loaded before the measured phase.
  uint64_t rows = 100'000;
  size_t value_bytes = 100;
  int columns = 1;
  int families = 1;
  // Rows per multi-get and multi-put, and per batch while loading.
  int batch = 100;
  int scan_rows = 50;
  int regions = 8;
  int threads = 4;
  // Target operations per second over all threads, sent on schedule; 0: each thread sends its next
  // operation when it has the response.
  double rate = 0;
  double warm_up_s = 2;
  double duration_s = 10;
  // Reads are compared with what was written; at the end all rows are read back.
  bool verify = false;
  uint64_t seed = 1;

  // Fails if an option is invalid.
  Status Check() const;
};

// The key of row `number`.
std::string RowKey(const Workload& workload, uint64_t number);

}  // namespace basalt::load
