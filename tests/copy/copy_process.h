// `basalt copy` as a process, and tables for it to copy. Included by *_test.cc files only. One
// thread at a time.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "basalt/connection.h"
#include "copy/test_tables.h"

namespace basalt::copy {

struct Outcome {
  // The exit code; the signal's number below zero when one ended it.
  int code = 0;
  // Both streams.
  std::string text;
};

class CopyProcess {
 public:
  // Starts `basalt copy` with these arguments. `failpoint`: see base/failpoint.h.
  explicit CopyProcess(const std::vector<std::string>& arguments,
                       const std::string& failpoint = {});
  ~CopyProcess();
  CopyProcess(const CopyProcess&) = delete;
  CopyProcess& operator=(const CopyProcess&) = delete;

  void Signal(int signal) const;
  // Waits for its end.
  Outcome Wait();

 private:
  pid_t process_ = -1;
  int output_ = -1;
};

inline Outcome Copy(const std::vector<std::string>& arguments, const std::string& failpoint = {}) {
  return CopyProcess(arguments, failpoint).Wait();
}

// Makes a table with the families f and g and three regions, and writes to it at random: rows r10
// to r69, every kind of delete. Then `more_rows` rows "s<number>" with 500 bytes each.
void FillTable(const std::string& target, const std::string& table, uint64_t seed, int more_rows,
               RandomWriter::Empty empty = RandomWriter::Empty::kYes);
// Waits until one of the `more_rows` rows has been copied.
void WaitForRows(Connection& connection, const std::string& table);

}  // namespace basalt::copy
