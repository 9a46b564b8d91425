// Worker: what one thread of a load does: chooses operations, does them, counts. Used by one
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

  // Chooses and does one operation. Returns which.
  Operation Next(Status& status);
  // Checks a row that was read; good when it need not be checked.
  Status CheckRow(uint64_t number, const RowResult& row) const;

  std::array<metrics::Histogram, kOperations> latencies;
  uint64_t operations = 0;
  uint64_t errors = 0;
  std::map<std::string, uint64_t> error_texts;
  void CountError(const Status& status);
  // All columns of a row, new values.
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
