#include "basalt/row_result.h"

#include <compare>
#include <cstdio>
#include <cstdlib>

namespace basalt {

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
  buffer_.clear();
  cells_.clear();
  row_length_ = 0;
  partial_ = false;
  exists_ = false;
}

void RowResult::StartRow(BytesView row) {
  Clear();
  buffer_.append(row);
  row_length_ = static_cast<uint32_t>(row.size());
}

void RowResult::Append(const CellView& cell) {
  // The previous cell's family is usually this one's too; its bytes are stored once.
  uint32_t family_offset = 0;
  if (!cells_.empty() && FamilyOf(cells_.back()) == cell.family) {
    family_offset = cells_.back().family_offset;
  } else {
    family_offset = static_cast<uint32_t>(buffer_.size());
    buffer_.append(cell.family);
  }
  const size_t offset = buffer_.size();
  const size_t length = cell.qualifier.size() + cell.value.size() + cell.tags.size();
  if (length > kMaxBufferSize || offset > kMaxBufferSize - length) {
    // Readers bound what they collect far below this; going on would damage earlier cells.
    std::fprintf(stderr, "basalt: a row result cannot hold more than 4 GB\n");
    std::abort();
  }
  buffer_.append(cell.qualifier);
  buffer_.append(cell.value);
  if (!cell.tags.empty()) buffer_.append(cell.tags);
  cells_.push_back({.family_offset = family_offset,
                    .offset = static_cast<uint32_t>(offset),
                    .qualifier_length = static_cast<uint32_t>(cell.qualifier.size()),
                    .value_length = static_cast<uint32_t>(cell.value.size()),
                    .tags_length = static_cast<uint32_t>(cell.tags.size()),
                    .family_length = static_cast<uint8_t>(cell.family.size()),
                    .type = cell.type,
                    .timestamp = cell.timestamp});
}

}  // namespace basalt
