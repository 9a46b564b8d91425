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

Mutation& Mutation::SetTimestamp(int64_t timestamp) {
  timestamp_ = timestamp;
  return *this;
}

Mutation& Mutation::SetTtl(int64_t ttl_ms) {
  ttl_ms_ = ttl_ms;
  return *this;
}

Mutation& Mutation::SetDurability(Durability durability) {
  durability_ = durability;
  return *this;
}

Mutation& Mutation::SetAttribute(std::string name, Bytes value) {
  attributes_[std::move(name)] = std::move(value);
  return *this;
}

Put::Put(Bytes row, int64_t timestamp)
    : MutationBuilder(MutationType::kPut, std::move(row), timestamp) {}

Put& Put::AddColumn(BytesView family, BytesView qualifier, BytesView value) {
  return AddColumn(family, qualifier, timestamp(), value);
}

Put& Put::AddColumn(BytesView family, BytesView qualifier, int64_t timestamp, BytesView value) {
  // Constructed in place, with spare capacity: moving cells would dominate the cost of a put.
  std::vector<MutationCell>& cells = mutable_cells();
  if (cells.size() == cells.capacity() && cells.size() < kManyCells) {
    cells.reserve(std::max(kFirstCells, cells.size() * kGrowth));
  }
  MutationCell& cell = cells.emplace_back();
  cell.family.assign(family);
  cell.qualifier.assign(qualifier);
  cell.timestamp = timestamp;
  cell.value.assign(value);
  return *this;
}

Delete::Delete(Bytes row, int64_t timestamp)
    : MutationBuilder(MutationType::kDelete, std::move(row), timestamp) {}

Delete& Delete::AddColumn(BytesView family, BytesView qualifier) {
  return AddColumn(family, qualifier, timestamp());
}

Delete& Delete::AddColumn(BytesView family, BytesView qualifier, int64_t timestamp) {
  mutable_cells().push_back(MakeCell(family, qualifier, timestamp, CellType::kDelete));
  return *this;
}

Delete& Delete::AddColumns(BytesView family, BytesView qualifier) {
  return AddColumns(family, qualifier, timestamp());
}

Delete& Delete::AddColumns(BytesView family, BytesView qualifier, int64_t timestamp) {
  mutable_cells().push_back(MakeCell(family, qualifier, timestamp, CellType::kDeleteColumn));
  return *this;
}

Delete& Delete::AddFamily(BytesView family) { return AddFamily(family, timestamp()); }

Delete& Delete::AddFamily(BytesView family, int64_t timestamp) {
  // As in HBase, a family marker replaces everything added for the family before.
  std::erase_if(mutable_cells(),
                [family](const MutationCell& cell) { return cell.family == family; });
  mutable_cells().push_back(MakeCell(family, {}, timestamp, CellType::kDeleteFamily));
  return *this;
}

Delete& Delete::AddFamilyVersion(BytesView family, int64_t timestamp) {
  mutable_cells().push_back(MakeCell(family, {}, timestamp, CellType::kDeleteFamilyVersion));
  return *this;
}

Increment::Increment(Bytes row)
    : ReadModifyWriteBuilder(MutationType::kIncrement, std::move(row), kLatestTimestamp) {}

Increment& Increment::AddColumn(BytesView family, BytesView qualifier, int64_t amount) {
  mutable_cells().push_back(
      MakeCell(family, qualifier, timestamp(), CellType::kPut, EncodeLong(amount)));
  return *this;
}

Append::Append(Bytes row)
    : ReadModifyWriteBuilder(MutationType::kAppend, std::move(row), kLatestTimestamp) {}

Append& Append::AddColumn(BytesView family, BytesView qualifier, BytesView suffix) {
  mutable_cells().push_back(MakeCell(family, qualifier, timestamp(), CellType::kPut, suffix));
  return *this;
}

}  // namespace v1
}  // namespace basalt
