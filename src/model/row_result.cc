#include "basalt/row_result.h"

#include <algorithm>
#include <compare>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace basalt {
inline namespace v1 {
namespace {

constexpr size_t kFirstCellsOfRow = 8;
constexpr size_t kFirstBytes = 512;
constexpr size_t kShort = 8;

// Names of families and qualifiers are mostly a few bytes long; for those a call of the C library
// would cost more than the work.
bool SameBytes(BytesView a, BytesView b) {
  if (a.size() != b.size()) return false;
  if (a.size() > kShort) return a == b;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

void CopyTo(char* place, BytesView bytes) {
  if (bytes.size() > kShort) {
    std::memcpy(place, bytes.data(), bytes.size());
    return;
  }
  for (size_t i = 0; i < bytes.size(); ++i) place[i] = bytes[i];
}

}  // namespace

std::optional<CellView> RowResult::GetLatest(BytesView family, BytesView qualifier) const {
  // Cells are in HBase's order, so the first one not before the column is its newest version.
  size_t low = 0;
  size_t high = cells_.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const CellView cell = (*this)[middle];
    const auto order = cell.family <=> family;
    if (std::is_lt(order) || (std::is_eq(order) && cell.qualifier < qualifier)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == cells_.size()) return std::nullopt;
  const CellView cell = (*this)[low];
  if (cell.family != family || cell.qualifier != qualifier) return std::nullopt;
  return cell;
}

std::optional<BytesView> RowResult::GetValue(BytesView family, BytesView qualifier) const {
  const auto cell = GetLatest(family, qualifier);
  if (!cell) return std::nullopt;
  return cell->value;
}

void RowResult::Clear() {
  used_ = 0;
  cells_.clear();
  row_length_ = 0;
  partial_ = false;
  exists_ = false;
}

inline char* RowResult::Extend(size_t length) {
  if (length > buffer_.size() - used_) {
    if (length > kMaxBufferSize || used_ > kMaxBufferSize - length) {
      // Readers bound what they collect far below this; going on would damage earlier cells.
      std::fprintf(stderr, "basalt: a row result cannot hold more than 4 GB\n");
      std::abort();
    }
    buffer_.resize(std::max({used_ + length, 2 * buffer_.size(), kFirstBytes}));
  }
  char* const place = buffer_.data() + used_;
  used_ += length;
  return place;
}

void RowResult::StartRow(BytesView row) {
  Clear();
  CopyTo(Extend(row.size()), row);
  row_length_ = static_cast<uint32_t>(row.size());
}

void RowResult::Append(const CellView& cell) {
  // The previous cell's family is usually this one's too; its bytes are stored once.
  uint32_t family_offset = 0;
  if (!cells_.empty() && SameBytes(FamilyOf(cells_.back()), cell.family)) {
    family_offset = cells_.back().family_offset;
  } else {
    if (cells_.capacity() == 0) cells_.reserve(kFirstCellsOfRow);
    family_offset = static_cast<uint32_t>(used_);
    CopyTo(Extend(cell.family.size()), cell.family);
  }
  const auto offset = static_cast<uint32_t>(used_);
  char* const place = Extend(cell.qualifier.size() + cell.value.size() + cell.tags.size());
  CopyTo(place, cell.qualifier);
  CopyTo(place + cell.qualifier.size(), cell.value);
  CopyTo(place + cell.qualifier.size() + cell.value.size(), cell.tags);
  cells_.push_back({.family_offset = family_offset,
                    .offset = offset,
                    .qualifier_length = static_cast<uint32_t>(cell.qualifier.size()),
                    .value_length = static_cast<uint32_t>(cell.value.size()),
                    .tags_length = static_cast<uint32_t>(cell.tags.size()),
                    .family_length = static_cast<uint8_t>(cell.family.size()),
                    .type = cell.type,
                    .timestamp = cell.timestamp});
}

}  // namespace v1
}  // namespace basalt
