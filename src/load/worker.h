// Worker: one thread of a benchmark: chooses and executes operations, and counts. Used by one
// thread.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <string>

#include "basalt/table.h"
#include "load/key_chooser.h"
#include "load/runner.h"
#include "load/workload.h"
#include "metrics/histogram.h"

namespace basalt::load {

std::string FamilyName(int family);
std::string ColumnName(int column);

class Runner::Worker {
 public:
  Worker(Runner& runner, Table& table, int thread);

  // Chooses and executes one operation. Returns its kind.
  Operation Next(Status& status);
  // Verifies a row that was read; OK if verification is off.
  Status CheckRow(uint64_t number, const RowResult& row) const;

  std::array<metrics::Histogram, kOperations> latencies;
  uint64_t operations = 0;
  uint64_t errors = 0;
  std::map<std::string, uint64_t> error_texts;
  void CountError(const Status& status);
  // A put of all columns of a row with new values.
  Put MakePut(uint64_t number);

 private:
  Operation Choose();
  Status Do(Operation operation);
  uint64_t ChooseRow();

  Status Read(uint64_t number);
  Status MultiGet();
  Status MultiPut();
  Status ScanSome();
  Status Insert();
  Status ReadModifyWrite();
  Status CheckAndPut();

  Runner& runner_;
  const LoadSpec& spec_;
  Table& table_;
  KeyChooser chooser_;
  uint64_t turn_;
  Bytes value_;
};

}  // namespace basalt::load
