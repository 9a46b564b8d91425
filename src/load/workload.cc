#include "load/workload.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace basalt::load {
namespace {

constexpr std::array<std::string_view, kOperations> kNames = {
    "get",       "multi-get", "scan",          "put",      "insert", "read-modify-write",
    "increment", "append",    "check-and-put", "multi-put"};

Workload Make(std::string name, std::string description,
              std::initializer_list<std::pair<Operation, int>> shares,
              Distribution distribution = Distribution::kUniform, bool sequential = false) {
  Workload workload;
  workload.name = std::move(name);
  workload.description = std::move(description);
  for (const auto& [operation, share] : shares) {
    workload.share[static_cast<size_t>(operation)] = share;
  }
  workload.distribution = distribution;
  workload.sequential = sequential;
  return workload;
}

}  // namespace

std::string_view OperationName(Operation operation) {
  return kNames[static_cast<size_t>(operation)];
}

const std::vector<Workload>& Workloads() {
  using enum Operation;
  static const std::vector<Workload> workloads = {
      Make("put", "updates of existing rows at random", {{kPut, 100}}),
      Make("put-sequential", "updates of existing rows in order", {{kPut, 100}},
           Distribution::kUniform, true),
      Make("multi-put", "many rows at random in one call", {{kMultiPut, 100}}),
      Make("insert", "new rows, scattered", {{kInsert, 100}}),
      Make("insert-sequential", "new rows, in order", {{kInsert, 100}}, Distribution::kUniform,
           true),
      Make("get", "rows at random", {{kGet, 100}}),
      Make("get-sequential", "rows in order", {{kGet, 100}}, Distribution::kUniform, true),
      Make("multi-get", "many rows at random in one call", {{kMultiGet, 100}}),
      Make("scan", "short scans from a random row", {{kScan, 100}}),
      Make("increment", "counters of rows at random", {{kIncrement, 100}}),
      Make("append", "eight bytes to values of rows at random", {{kAppend, 100}}),
      Make("check-and-put", "puts on condition of the current value", {{kCheckAndPut, 100}}),
      Make("ycsb-a", "half reads, half updates, Zipf", {{kGet, 50}, {kPut, 50}},
           Distribution::kZipfian),
      Make("ycsb-b", "95 reads, 5 updates, Zipf", {{kGet, 95}, {kPut, 5}}, Distribution::kZipfian),
      Make("ycsb-c", "reads, Zipf", {{kGet, 100}}, Distribution::kZipfian),
      Make("ycsb-d", "95 reads of the latest, 5 inserts", {{kGet, 95}, {kInsert, 5}},
           Distribution::kLatest),
      Make("ycsb-e", "95 short scans, 5 inserts, Zipf", {{kScan, 95}, {kInsert, 5}},
           Distribution::kZipfian),
      Make("ycsb-f", "half reads, half read-modify-writes, Zipf",
           {{kGet, 50}, {kReadModifyWrite, 50}}, Distribution::kZipfian),
  };
  return workloads;
}

Result<Workload> FindWorkload(std::string_view name) {
  std::string all;
  for (const Workload& workload : Workloads()) {
    if (workload.name == name) return workload;
    all += (all.empty() ? "" : ", ") + workload.name;
  }
  return Status(StatusCode::kInvalidArgument,
                fmt::format("unknown workload '{}'; use one of: {}", name, all));
}

Status LoadSpec::Check() const {
  const auto bad = [](std::string message) {
    return Status(StatusCode::kInvalidArgument, std::move(message));
  };
  if (std::accumulate(workload.share.begin(), workload.share.end(), 0) != 100) {
    return bad(fmt::format("the shares of {} do not add up to 100", workload.name));
  }
  if (threads < 1 || columns < 1 || families < 1 || batch < 1 || scan_rows < 1 || regions < 1) {
    return bad("threads, columns, families, batch, scan rows and regions must be positive");
  }
  if (rows < 1) return bad("a load needs at least one row");
  if (value_bytes < 1) return bad("a value needs at least one byte");
  if (verify && value_bytes < 24) return bad("--verify needs values of 24 bytes or more");
  if (verify && workload.Share(Operation::kAppend) > 0) {
    return bad("--verify does not work with appends, as they change the values");
  }
  if (rate < 0 || warm_up_s < 0 || duration_s <= 0) return bad("times and rates must be positive");
  return {};
}

std::string RowKey(const Workload& workload, uint64_t number) {
  return fmt::format("{:016x}", workload.sequential ? number : Scatter(number));
}

}  // namespace basalt::load
