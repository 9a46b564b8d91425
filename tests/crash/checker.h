// Checker: opens a store after its writer was killed and compares it with the expected state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "basalt/connection.h"
#include "expected.h"

namespace basalt::crash {

// What the checks of a whole run have found.
struct Findings {
  uint64_t operations = 0;
  uint64_t lost = 0;       // something acknowledged that is not there, or something that never was
  uint64_t half_rows = 0;  // part of an operation on a row
  // Allowed, and told for interest: unlogged rows with one family newer than the other.
  uint64_t parted_free_rows = 0;
  std::vector<std::string> problems;
};

class Checker {
 public:
  // All three must outlive the checker.
  Checker(Connection& connection, Expected& expected, Findings& findings)
      : connection_(connection), expected_(expected), findings_(findings) {}

  // Compares everything; what was under way is settled by what is seen.
  void Check();

 private:
  Status CheckTables();
  Status ReadTables(Tables& seen);
  Status ReadRows(const std::string& table, std::map<Bytes, RowState>& rows);
  Status CheckOtherReads(const std::string& table, const std::map<Bytes, RowState>& rows);
  // Whether operations under way on tables happened decides what is expected.
  void SettleDdl(const Tables& seen);
  void CheckRows(const std::string& table, const std::map<Bytes, RowState>& seen);
  void CheckRow(const std::string& table, const Bytes& row, const RowState& seen);
  void CheckCounters(const std::map<Bytes, RowState>& seen);
  void CheckFreeRows(const std::map<Bytes, RowState>& seen);
  void CheckFreeRow(const Bytes& row, FreeRow& free_row, const RowState& seen);
  void Lost(std::string what);
  void Half(std::string what);

  Connection& connection_;
  Expected& expected_;
  Findings& findings_;
};

}  // namespace basalt::crash
