// Writes: Put, Delete, Increment, Append, RowMutations and CheckAndMutate.
//
// Builders with HBase's names: SetX() changes, x() reads. All four kinds are a Mutation, a value
// that can be copied into a batch; the derived classes only add the setters of their kind. A
// malformed mutation is refused when it is applied, with HBase's message, and nothing of it is
// written.
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

// What all kinds have in common, and how they are kept in batches. Made by one of the classes
// below. What a getter returns by reference is valid until the mutation is changed or destroyed.
class BASALT_EXPORT Mutation {
 public:
  // For the columns that are added later without one. Milliseconds; kLatestTimestamp: the server's
  // clock.
  Mutation& SetTimestamp(int64_t timestamp);
  // The lifetime of each cell in milliseconds; cannot prolong it past the family's TTL.
  Mutation& SetTtl(int64_t ttl_ms);
  Mutation& SetDurability(Durability durability);
  // Carried along, for coprocessors and the like.
  Mutation& SetAttribute(std::string name, Bytes value);

  MutationType type() const { return type_; }
  const Bytes& row() const { return row_; }
  int64_t timestamp() const { return timestamp_; }
  const std::optional<int64_t>& ttl() const { return ttl_ms_; }
  Durability durability() const { return durability_; }
  const std::map<std::string, Bytes>& attributes() const { return attributes_; }
  const std::vector<MutationCell>& cells() const { return cells_; }
  // For cells that the builders do not make, such as those with tags.
  std::vector<MutationCell>& mutable_cells() { return cells_; }
  // Increment and Append: which existing versions may be built upon, and whether to return the new.
  const TimeRange& time_range() const { return time_range_; }
  bool return_results() const { return return_results_; }

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

// The setters of Mutation, which return the type they are called on: Self, which derives from it.
template <typename Self>
class BASALT_EXPORT MutationBuilder : public Mutation {
 public:
  Self& SetTimestamp(int64_t timestamp) { return Me(Mutation::SetTimestamp(timestamp)); }
  Self& SetTtl(int64_t ttl_ms) { return Me(Mutation::SetTtl(ttl_ms)); }
  Self& SetDurability(Durability durability) { return Me(Mutation::SetDurability(durability)); }
  Self& SetAttribute(std::string name, Bytes value) {
    return Me(Mutation::SetAttribute(std::move(name), std::move(value)));
  }

 protected:
  using Mutation::Mutation;

 private:
  static Self& Me(Mutation& mutation) { return static_cast<Self&>(mutation); }
};

// What Increment and Append add.
template <typename Self>
class BASALT_EXPORT ReadModifyWriteBuilder : public MutationBuilder<Self> {
 public:
  // Only versions in the range may be built upon.
  Self& SetTimeRange(const TimeRange& range) {
    this->time_range_ = range;
    return static_cast<Self&>(*this);
  }
  // False: the new cells are not returned.
  Self& SetReturnResults(bool return_results) {
    this->return_results_ = return_results;
    return static_cast<Self&>(*this);
  }

 protected:
  using MutationBuilder<Self>::MutationBuilder;
};

class BASALT_EXPORT Put : public MutationBuilder<Put> {
 public:
  // `timestamp` is for the columns added without one.
  explicit Put(Bytes row, int64_t timestamp = kLatestTimestamp);
  Put& AddColumn(BytesView family, BytesView qualifier, BytesView value);
  Put& AddColumn(BytesView family, BytesView qualifier, int64_t timestamp, BytesView value);
};

// A Delete without any Add… deletes the whole row: every family, up to its timestamp.
class BASALT_EXPORT Delete : public MutationBuilder<Delete> {
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
};

class BASALT_EXPORT Increment : public ReadModifyWriteBuilder<Increment> {
 public:
  explicit Increment(Bytes row);
  // A column that does not exist counts from zero; one whose value is not 8 bytes is an error.
  Increment& AddColumn(BytesView family, BytesView qualifier, int64_t amount);
};

class BASALT_EXPORT Append : public ReadModifyWriteBuilder<Append> {
 public:
  explicit Append(Bytes row);
  Append& AddColumn(BytesView family, BytesView qualifier, BytesView suffix);
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
