// Writes: Put, Delete, Increment, Append, RowMutations and CheckAndMutate.
//
// All four kinds are a Mutation, a plain value that can be copied into a batch; the derived classes
// only add the builders that make sense for their kind. What is wrong with a mutation is reported
// when it is applied, with HBase's message, and then nothing of it has been written.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "basalt/cell.h"
#include "basalt/export.h"
#include "basalt/filter.h"
#include "basalt/time_range.h"

namespace basalt {
inline namespace v1 {

enum class MutationType : uint8_t { kPut, kDelete, kIncrement, kAppend };

// What must have happened to a write before it is acknowledged.
enum class Durability : uint8_t {
  kUseDefault,  // the table's, which itself defaults to kSyncWal
  kSkipWal,     // in memory only: lost at a crash, kept at a clean close
  kAsyncWal,    // in the log, handed to the operating system
  kSyncWal,     // the same: survives the process, not the machine's power
  kFsyncWal,    // in the log and on the disk
};

// One cell of a mutation; its row is the mutation's.
struct BASALT_EXPORT MutationCell {
  Bytes family;
  Bytes qualifier;
  int64_t timestamp = kLatestTimestamp;
  CellType type = CellType::kPut;
  Bytes value;
  Bytes tags;
};

class BASALT_EXPORT Mutation {
 public:
  MutationType type() const { return type_; }
  const Bytes& row() const { return row_; }
  int64_t timestamp() const { return timestamp_; }
  const std::vector<MutationCell>& cells() const { return cells_; }
  std::vector<MutationCell>& mutable_cells() { return cells_; }
  Durability durability() const { return durability_; }
  // Lifetime of each cell in milliseconds; cannot prolong it past the family's TTL.
  const std::optional<int64_t>& ttl_ms() const { return ttl_ms_; }
  const std::map<std::string, Bytes>& attributes() const { return attributes_; }
  // Increment and Append: which existing versions may be built upon, and whether to return the new.
  const TimeRange& time_range() const { return time_range_; }
  bool return_results() const { return return_results_; }

  void set_durability(Durability durability) { durability_ = durability; }
  void set_ttl_ms(int64_t ttl_ms) { ttl_ms_ = ttl_ms; }
  void set_attribute(std::string name, Bytes value) {
    attributes_[std::move(name)] = std::move(value);
  }

 protected:
  Mutation(MutationType type, Bytes row, int64_t timestamp)
      : type_(type), row_(std::move(row)), timestamp_(timestamp) {}
  void AddCell(MutationCell cell) { cells_.push_back(std::move(cell)); }

  MutationType type_;
  Bytes row_;
  int64_t timestamp_;
  std::vector<MutationCell> cells_;
  Durability durability_ = Durability::kUseDefault;
  std::optional<int64_t> ttl_ms_;
  std::map<std::string, Bytes> attributes_;
  TimeRange time_range_;
  bool return_results_ = true;
};

class BASALT_EXPORT Put : public Mutation {
 public:
  // `timestamp` is for the columns added without one.
  explicit Put(Bytes row, int64_t timestamp = kLatestTimestamp);
  Put& AddColumn(BytesView family, BytesView qualifier, BytesView value);
  Put& AddColumn(BytesView family, BytesView qualifier, int64_t timestamp, BytesView value);
  Put& SetTtlMs(int64_t ttl_ms);
  Put& SetDurability(Durability durability);
};

// A Delete without any Add… deletes the whole row: every family, up to its timestamp.
class BASALT_EXPORT Delete : public Mutation {
 public:
  explicit Delete(Bytes row, int64_t timestamp = kLatestTimestamp);
  // One version: at the timestamp, or the newest there is when none is given.
  Delete& AddColumn(BytesView family, BytesView qualifier);
  Delete& AddColumn(BytesView family, BytesView qualifier, int64_t timestamp);
  // All versions up to the timestamp.
  Delete& AddColumns(BytesView family, BytesView qualifier);
  Delete& AddColumns(BytesView family, BytesView qualifier, int64_t timestamp);
  // All columns of the family up to the timestamp.
  Delete& AddFamily(BytesView family);
  Delete& AddFamily(BytesView family, int64_t timestamp);
  // All columns of the family at exactly the timestamp.
  Delete& AddFamilyVersion(BytesView family, int64_t timestamp);
  Delete& SetDurability(Durability durability);
};

class BASALT_EXPORT Increment : public Mutation {
 public:
  explicit Increment(Bytes row);
  // A column that does not exist counts from zero; one whose value is not 8 bytes is an error.
  Increment& AddColumn(BytesView family, BytesView qualifier, int64_t amount);
  Increment& SetTimeRange(const TimeRange& range);
  Increment& SetTimestamp(int64_t timestamp);
  Increment& SetTtlMs(int64_t ttl_ms);
  Increment& SetReturnResults(bool return_results);
  Increment& SetDurability(Durability durability);
};

class BASALT_EXPORT Append : public Mutation {
 public:
  explicit Append(Bytes row);
  Append& AddColumn(BytesView family, BytesView qualifier, BytesView suffix);
  Append& SetTimeRange(const TimeRange& range);
  Append& SetTimestamp(int64_t timestamp);
  Append& SetTtlMs(int64_t ttl_ms);
  Append& SetReturnResults(bool return_results);
  Append& SetDurability(Durability durability);
};

// Mutations of one row that happen together or not at all, in the order given.
class BASALT_EXPORT RowMutations {
 public:
  explicit RowMutations(Bytes row) : row_(std::move(row)) {}
  RowMutations& Add(Mutation mutation) {
    mutations_.push_back(std::move(mutation));
    return *this;
  }
  const Bytes& row() const { return row_; }
  const std::vector<Mutation>& mutations() const { return mutations_; }

 private:
  Bytes row_;
  std::vector<Mutation> mutations_;
};

enum class CompareOperator : uint8_t {
  kLess,
  kLessOrEqual,
  kEqual,
  kNotEqual,
  kGreaterOrEqual,
  kGreater,
  kNoOp,
};

// "If the row looks like this, apply that": one atomic step.
//
//   CheckAndMutate check("row");
//   check.IfMatches("f", "q", CompareOperator::kEqual, "old").Then(Put("row").AddColumn(...));
class BASALT_EXPORT CheckAndMutate {
 public:
  explicit CheckAndMutate(Bytes row) : row_(std::move(row)) {}

  CheckAndMutate& IfNotExists(BytesView family, BytesView qualifier);
  CheckAndMutate& IfEquals(BytesView family, BytesView qualifier, BytesView value);
  // Holds when `value OP column's value` holds, in that order, as HBase reads it.
  CheckAndMutate& IfMatches(BytesView family, BytesView qualifier, CompareOperator op,
                            BytesView value);
  // Holds when the row has a cell that passes the filter.
  CheckAndMutate& IfMatches(FilterPtr filter);
  CheckAndMutate& SetTimeRange(const TimeRange& range);
  CheckAndMutate& Then(Mutation mutation);
  CheckAndMutate& Then(const RowMutations& mutations);

  const Bytes& row() const { return row_; }
  const Bytes& family() const { return family_; }
  const Bytes& qualifier() const { return qualifier_; }
  CompareOperator compare_operator() const { return operator_; }
  // nullopt: the column must not exist (or, with kNotEqual, must exist).
  const std::optional<Bytes>& value() const { return value_; }
  const FilterPtr& filter() const { return filter_; }
  const TimeRange& time_range() const { return time_range_; }
  const std::vector<Mutation>& mutations() const { return mutations_; }

 private:
  Bytes row_;
  Bytes family_;
  Bytes qualifier_;
  CompareOperator operator_ = CompareOperator::kEqual;
  std::optional<Bytes> value_;
  FilterPtr filter_;
  TimeRange time_range_;
  std::vector<Mutation> mutations_;
};

}  // namespace v1
}  // namespace basalt
