// Generators of the writer threads' operations. RowGenerator for threads that write rows of the
// main table, DdlGenerator for the thread that changes tables. Each is used by one thread.
#pragma once

#include <string>
#include <vector>

#include "basalt/connection.h"
#include "operation.h"
#include "random.h"

namespace basalt::crash {

class RowGenerator {
 public:
  // `connection` must outlive the generator.
  RowGenerator(Connection& connection, int thread, uint64_t seed)
      : connection_(connection), thread_(thread), random_(seed), written_(seed << 24) {}

  Operation Next();

 private:
  std::string OwnRow();
  Bytes Value();
  Bytes AnyFamily();
  Bytes AnyQualifier();
  Edit PutEdit(Bytes family, Bytes qualifier);
  std::vector<Edit> PutOverFamilies();
  Durability Logged();

  void FillMany(Operation& operation);
  void FillRowMutations(Operation& operation);
  void FillDelete(Operation& operation);
  void FillCheckAndPut(Operation& operation);
  void FillFreePut(Operation& operation);
  Operation Write(Kind kind, std::string row, std::vector<Edit> edits);

  Connection& connection_;
  const int thread_;
  Random random_;
  // Makes every value different, also from those of other runs: each has its own seed.
  uint64_t written_;
};

class DdlGenerator {
 public:
  DdlGenerator(Connection& connection, uint64_t seed)
      : connection_(connection), random_(seed), written_(seed << 24) {}

  Operation Next();

 private:
  Operation NextOnMain();
  Operation NextOnScratch(const std::string& table);
  Operation PutRow(const std::string& table, const std::string& prefix,
                   const std::vector<Bytes>& families);
  Operation ChangeFamily(const std::string& table, const Bytes& family);
  static Operation OnTable(Kind kind, const std::string& table);

  Connection& connection_;
  Random random_;
  // Makes every value different, also from those of other runs: each has its own seed.
  uint64_t written_;
};

}  // namespace basalt::crash
