#include "basalt/mutation.h"

#include <algorithm>

namespace basalt {
inline namespace v1 {
namespace {

constexpr size_t kFirstCells = 4;
constexpr size_t kGrowth = 4;
constexpr size_t kManyCells = 64;

MutationCell MakeCell(BytesView family, BytesView qualifier, int64_t timestamp, CellType type,
                      BytesView value = {}) {
  return {Bytes(family), Bytes(qualifier), timestamp, type, Bytes(value), {}};
}

}  // namespace

Put::Put(Bytes row, int64_t timestamp) : Mutation(MutationType::kPut, std::move(row), timestamp) {}

Put& Put::AddColumn(BytesView family, BytesView qualifier, BytesView value) {
  return AddColumn(family, qualifier, timestamp_, value);
}

Put& Put::AddColumn(BytesView family, BytesView qualifier, int64_t timestamp, BytesView value) {
  // Built in place and seldom moved: puts are many, and a cell is large.
  if (cells_.size() == cells_.capacity() && cells_.size() < kManyCells) {
    cells_.reserve(std::max(kFirstCells, cells_.size() * kGrowth));
  }
  MutationCell& cell = cells_.emplace_back();
  cell.family.assign(family);
  cell.qualifier.assign(qualifier);
  cell.timestamp = timestamp;
  cell.value.assign(value);
  return *this;
}

Put& Put::SetTtlMs(int64_t ttl_ms) {
  set_ttl_ms(ttl_ms);
  return *this;
}

Put& Put::SetDurability(Durability durability) {
  set_durability(durability);
  return *this;
}

Delete::Delete(Bytes row, int64_t timestamp)
    : Mutation(MutationType::kDelete, std::move(row), timestamp) {}

Delete& Delete::AddColumn(BytesView family, BytesView qualifier) {
  return AddColumn(family, qualifier, timestamp_);
}

Delete& Delete::AddColumn(BytesView family, BytesView qualifier, int64_t timestamp) {
  AddCell(MakeCell(family, qualifier, timestamp, CellType::kDelete));
  return *this;
}

Delete& Delete::AddColumns(BytesView family, BytesView qualifier) {
  return AddColumns(family, qualifier, timestamp_);
}

Delete& Delete::AddColumns(BytesView family, BytesView qualifier, int64_t timestamp) {
  AddCell(MakeCell(family, qualifier, timestamp, CellType::kDeleteColumn));
  return *this;
}

Delete& Delete::AddFamily(BytesView family) { return AddFamily(family, timestamp_); }

Delete& Delete::AddFamily(BytesView family, int64_t timestamp) {
  // As in HBase a family marker takes the place of all that was asked for the family before.
  std::erase_if(cells_, [family](const MutationCell& cell) { return cell.family == family; });
  AddCell(MakeCell(family, {}, timestamp, CellType::kDeleteFamily));
  return *this;
}

Delete& Delete::AddFamilyVersion(BytesView family, int64_t timestamp) {
  AddCell(MakeCell(family, {}, timestamp, CellType::kDeleteFamilyVersion));
  return *this;
}

Delete& Delete::SetDurability(Durability durability) {
  set_durability(durability);
  return *this;
}

Increment::Increment(Bytes row)
    : Mutation(MutationType::kIncrement, std::move(row), kLatestTimestamp) {}

Increment& Increment::AddColumn(BytesView family, BytesView qualifier, int64_t amount) {
  AddCell(MakeCell(family, qualifier, timestamp_, CellType::kPut, EncodeLong(amount)));
  return *this;
}

Increment& Increment::SetTimeRange(const TimeRange& range) {
  time_range_ = range;
  return *this;
}

Increment& Increment::SetTimestamp(int64_t timestamp) {
  timestamp_ = timestamp;
  return *this;
}

Increment& Increment::SetTtlMs(int64_t ttl_ms) {
  set_ttl_ms(ttl_ms);
  return *this;
}

Increment& Increment::SetReturnResults(bool return_results) {
  return_results_ = return_results;
  return *this;
}

Increment& Increment::SetDurability(Durability durability) {
  set_durability(durability);
  return *this;
}

Append::Append(Bytes row) : Mutation(MutationType::kAppend, std::move(row), kLatestTimestamp) {}

Append& Append::AddColumn(BytesView family, BytesView qualifier, BytesView suffix) {
  AddCell(MakeCell(family, qualifier, timestamp_, CellType::kPut, suffix));
  return *this;
}

Append& Append::SetTimeRange(const TimeRange& range) {
  time_range_ = range;
  return *this;
}

Append& Append::SetTimestamp(int64_t timestamp) {
  timestamp_ = timestamp;
  return *this;
}

Append& Append::SetTtlMs(int64_t ttl_ms) {
  set_ttl_ms(ttl_ms);
  return *this;
}

Append& Append::SetReturnResults(bool return_results) {
  return_results_ = return_results;
  return *this;
}

Append& Append::SetDurability(Durability durability) {
  set_durability(durability);
  return *this;
}

CheckAndMutate& CheckAndMutate::IfNotExists(BytesView family, BytesView qualifier) {
  family_ = family;
  qualifier_ = qualifier;
  operator_ = CompareOperator::kEqual;
  value_.reset();
  return *this;
}

CheckAndMutate& CheckAndMutate::IfEquals(BytesView family, BytesView qualifier, BytesView value) {
  return IfMatches(family, qualifier, CompareOperator::kEqual, value);
}

CheckAndMutate& CheckAndMutate::IfMatches(BytesView family, BytesView qualifier, CompareOperator op,
                                          BytesView value) {
  family_ = family;
  qualifier_ = qualifier;
  operator_ = op;
  value_ = Bytes(value);
  return *this;
}

CheckAndMutate& CheckAndMutate::IfMatches(FilterPtr filter) {
  filter_ = std::move(filter);
  return *this;
}

CheckAndMutate& CheckAndMutate::SetTimeRange(const TimeRange& range) {
  time_range_ = range;
  return *this;
}

CheckAndMutate& CheckAndMutate::Then(Mutation mutation) {
  mutations_.push_back(std::move(mutation));
  return *this;
}

CheckAndMutate& CheckAndMutate::Then(const RowMutations& mutations) {
  mutations_.insert(mutations_.end(), mutations.mutations().begin(), mutations.mutations().end());
  return *this;
}

}  // namespace v1
}  // namespace basalt
