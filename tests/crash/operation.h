// Operation: one step of the crash test's writer, as a value that is written to the journal before
// it runs and read back by the checking process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/mutation.h"
#include "basalt/status.h"

namespace basalt::crash {

enum class Kind : uint8_t {
  kNone,
  // Writes of rows that belong to one thread.
  kPut,
  kPutMany,
  kBatch,
  kRowMutations,
  kDelete,
  kIncrement,
  kAppend,
  kCheckAndPut,
  // Writes of rows of their own kind: see rows.h.
  kCount,
  kFreePut,
  // Reads.
  kScan,
  // Maintenance.
  kFlush,
  kCompact,
  kMajorCompact,
  // Changes of tables.
  kCreateTable,
  kDropTable,
  kTruncateTable,
  kEnableTable,
  kDisableTable,
  kAddFamily,
  kDropFamily,
  kAlterFamily,
};
constexpr int kKinds = static_cast<int>(Kind::kAlterFamily) + 1;
std::string_view KindName(Kind kind);
constexpr bool IsMaintenance(Kind kind) {
  return kind >= Kind::kFlush && kind <= Kind::kMajorCompact;
}
constexpr bool IsDdl(Kind kind) { return kind >= Kind::kCreateTable; }

// One change of a row.
struct Edit {
  enum class Type : uint8_t { kPut, kDeleteColumn, kDeleteFamily, kDeleteRow, kIncrement, kAppend };
  Type type = Type::kPut;
  Bytes family;
  Bytes qualifier;
  Bytes value;         // of a put or append
  int64_t amount = 0;  // of an increment
};

struct RowEdit {
  Bytes row;
  std::vector<Edit> edits;
};

struct Operation {
  Kind kind = Kind::kNone;
  Durability durability = Durability::kUseDefault;
  std::string table;
  std::vector<RowEdit> rows;
  // kCheckAndPut: what kCheckedColumn must hold; `check_absent`: nothing.
  bool check_absent = false;
  Bytes check_value;
  // kAddFamily, kDropFamily, kAlterFamily.
  Bytes family;
  int32_t versions = 1;

  std::string Encode() const;
  // REQUIRES: bytes that Encode made.
  static Operation Decode(std::string_view bytes);
  // For people.
  std::string ToString() const;
};

// What came of an operation.
struct Outcome {
  Status status;
  // kCheckAndPut: whether the condition held.
  bool success = false;
  // kIncrement, kAppend: the new values, in the order of the row's edits.
  std::vector<Bytes> values;

  std::string Encode() const;
  static Outcome Decode(std::string_view bytes);
};

}  // namespace basalt::crash
