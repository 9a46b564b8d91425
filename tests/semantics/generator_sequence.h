// One sequence of a generated table: the rows it owns, and its next operation. Used by
// generator.cc.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "generator.h"
#include "random.h"

namespace basalt::semantics {

// What all sequences of a table have in common.
struct TableTraits {
  std::string name;
  std::vector<std::string> families;
  // Closing a store may flush or may not. A cell that expires in between is in a file or is not,
  // which a major compaction can tell by the oldest put in its files. So tables that are reopened
  // with cells in memory have none.
  bool cells_expire = true;
};

class Sequence {
 public:
  // `table` must outlive the sequence.
  Sequence(uint64_t seed, int64_t number, const TableTraits& table, const Dialect& dialect);

  // The next operation's line, without its time.
  std::string Next();
  // The timestamps in use, in order.
  static const std::vector<std::string>& Timestamps();
  static std::string SomeRange(Random& random);

 private:
  // Where several changes of a row stand.
  enum class Within : uint8_t { kRow, kCheck, kBatch };

  std::string Row() { return random_.Of(rows_); }
  std::string Column();
  std::string DeletableColumn();
  std::string Columns(size_t most);
  std::string Value();
  std::string Put(const std::string& row, bool may_have_ttl = true);
  std::string PutColumn(const std::string& row, bool with_ttl);
  std::string Delete(const std::string& row);
  std::pair<std::string, std::string> Delta(const std::string& row);
  std::string Changes(const std::string& row, size_t count, Within within);
  std::string Check(const std::string& row);
  std::string Batch();
  std::string ReadOptions();
  std::string Get(const std::string& row);
  std::string Scan();

  Random random_;
  std::string tag_;
  std::string prefix_;
  const TableTraits& table_;
  Dialect dialect_;
  std::vector<std::string> rows_;
  std::vector<std::string> qualifiers_;
  // Coordinates of puts with an explicit timestamp: all, and those with a TTL.
  std::set<std::string> written_;
  std::set<std::string> mortal_;
};

}  // namespace basalt::semantics
