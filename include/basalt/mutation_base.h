// Mutation: what Put, Delete, Increment and Append have in common. basalt/mutation.h has these four
// and is the header to include.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "basalt/cell.h"
#include "basalt/durability.h"
#include "basalt/export.h"
#include "basalt/time_range.h"

namespace basalt {
inline namespace v1 {

// Which of the four kinds a Mutation is.
enum class MutationType : uint8_t { kPut, kDelete, kIncrement, kAppend };

// One cell of a mutation; its row is the mutation's. Owns its bytes.
struct BASALT_EXPORT MutationCell {
  // The column family's name.
  Bytes family;
  // The column within the family; may be empty.
  Bytes qualifier;
  // Milliseconds since 1970; kLatestTimestamp: the server's clock when the mutation is applied.
  int64_t timestamp = kLatestTimestamp;
  // kPut, or the kind of delete marker. Increment and Append have kPut.
  CellType type = CellType::kPut;
  // What is written: for an Increment the amount as an 8-byte long, for an Append the suffix.
  Bytes value;
  // HBase's serialised tags, as in CellView::tags.
  Bytes tags;
};

// A value that can be copied into a batch, made by one of the four derived classes, which add
// setters but no members: a Put can be passed and stored as a Mutation. Owns its bytes. What a
// getter returns by reference is valid until the mutation is changed or destroyed. Not
// synchronised.
class BASALT_EXPORT Mutation {
 public:
  // For the columns that are added later without one. Milliseconds; kLatestTimestamp: the server's
  // clock.
  Mutation& SetTimestamp(int64_t timestamp);
  // The lifetime of each cell in milliseconds; cannot prolong it past the family's TTL.
  Mutation& SetTtl(int64_t ttl_ms);
  // Default: kUseDefault, the table's own durability.
  Mutation& SetDurability(Durability durability);
  // An operation attribute, sent to the server with the mutation, for coprocessors and the like.
  Mutation& SetAttribute(std::string name, Bytes value);

  // Which of the derived classes made this mutation.
  MutationType type() const { return type_; }
  // The row that is changed: 1 to kMaxRowLength bytes, checked when the mutation is applied.
  const Bytes& row() const { return row_; }
  // The timestamp of columns that are added without one.
  int64_t timestamp() const { return timestamp_; }
  // The cells' lifetime in milliseconds; nullopt when SetTtl was not called.
  const std::optional<int64_t>& ttl() const { return ttl_ms_; }
  // What must have happened to the write before it is acknowledged.
  Durability durability() const { return durability_; }
  // The operation attributes by name.
  const std::map<std::string, Bytes>& attributes() const { return attributes_; }
  // The cells in the order in which they were added; none for the Delete of a whole row.
  const std::vector<MutationCell>& cells() const { return cells_; }
  // For cells that the builders do not make, such as those with tags.
  std::vector<MutationCell>& mutable_cells() { return cells_; }
  // Increment and Append: only versions with a timestamp in this range are read and built upon.
  const TimeRange& time_range() const { return time_range_; }
  // Increment and Append: whether the call returns the new cells.
  bool return_results() const { return return_results_; }

 protected:
  // For the derived builders, which fix the type.
  Mutation(MutationType type, Bytes row, int64_t timestamp)
      : type_(type), row_(std::move(row)), timestamp_(timestamp) {}

 private:
  template <typename Self>
  friend class ReadModifyWriteBuilder;

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
  // The setter of Mutation; returns *this, so that calls can be chained.
  Self& SetTimestamp(int64_t timestamp) { return Me(Mutation::SetTimestamp(timestamp)); }
  Self& SetTtl(int64_t ttl_ms) { return Me(Mutation::SetTtl(ttl_ms)); }
  Self& SetDurability(Durability durability) { return Me(Mutation::SetDurability(durability)); }
  Self& SetAttribute(std::string name, Bytes value) {
    return Me(Mutation::SetAttribute(std::move(name), std::move(value)));
  }

 protected:
  // For the derived builders.
  using Mutation::Mutation;

 private:
  static Self& Me(Mutation& mutation) { return static_cast<Self&>(mutation); }
};

// The setters that Increment and Append add.
template <typename Self>
class BASALT_EXPORT ReadModifyWriteBuilder : public MutationBuilder<Self> {
 public:
  // Only versions in the range are read and built upon. Default: all of time.
  Self& SetTimeRange(const TimeRange& range) {
    this->time_range_ = range;
    return static_cast<Self&>(*this);
  }
  // False: the call returns an empty result instead of the new cells. Default: true.
  Self& SetReturnResults(bool return_results) {
    this->return_results_ = return_results;
    return static_cast<Self&>(*this);
  }

 protected:
  // For the derived builders.
  using MutationBuilder<Self>::MutationBuilder;
};

}  // namespace v1
}  // namespace basalt
