// RowResult: the cells of one row (HBase's Result), in HBase's order, in one buffer.
#pragma once

#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <vector>

#include "basalt/cell.h"
#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// Owns its bytes; the CellViews it hands out are valid until it is changed or destroyed.
// Reusing one object for many rows reuses its buffer. Not thread safe.
class BASALT_EXPORT RowResult {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = CellView;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = CellView;
    Iterator(const RowResult* result, size_t index) : result_(result), index_(index) {}
    CellView operator*() const { return (*result_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    Iterator operator++(int) { return {result_, index_++}; }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const RowResult* result_;
    size_t index_;
  };

  // The row's key; empty for a row that was not found.
  BytesView row() const { return {buffer_.data(), row_length_}; }
  // Whether there are no cells.
  bool empty() const { return cells_.empty(); }
  // The number of cells.
  size_t size() const { return cells_.size(); }
  // A cell. REQUIRES: index < size().
  CellView operator[](size_t index) const {
    const Entry& entry = cells_[index];
    const char* bytes = buffer_.data() + entry.offset;
    return {row(),
            FamilyOf(entry),
            {bytes, entry.qualifier_length},
            entry.timestamp,
            entry.type,
            {bytes + entry.qualifier_length, entry.value_length},
            {bytes + entry.qualifier_length + entry.value_length, entry.tags_length}};
  }
  // The cells in HBase's order: by family, qualifier, and newest version first. Iterators borrow
  // the result.
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, cells_.size()}; }

  // The newest returned version of the column, if the row has one.
  std::optional<CellView> GetLatest(BytesView family, BytesView qualifier) const;
  // The value of that version.
  std::optional<BytesView> GetValue(BytesView family, BytesView qualifier) const;

  // The row continues in the next result, because of the scan's batch or size limit.
  bool partial() const { return partial_; }
  // For Get::SetCheckExistenceOnly: whether anything matched. Otherwise the same as !empty().
  bool exists() const { return exists_ || !empty(); }
  // The memory in bytes that the row key and the cells take in the buffer.
  size_t byte_size() const { return used_; }

  // Building one; used by readers and by filters that change rows.

  // Makes it empty and keeps the buffer.
  void Clear();
  // Makes it an empty result of this row, whose key is copied.
  void StartRow(BytesView row);
  // Copies a cell behind the others. REQUIRES: StartRow was called; the cell belongs to that row,
  // is after the others in HBase's order, and does not view this object.
  void Append(const CellView& cell);
  // Keeps the cells for which `keep` (called with each CellView) is true.
  template <typename Keep>
  void Retain(Keep keep) {
    size_t kept = 0;
    for (size_t i = 0; i < cells_.size(); ++i) {
      if (keep((*this)[i])) cells_[kept++] = cells_[i];
    }
    cells_.resize(kept);
  }
  // What partial() returns.
  void set_partial(bool partial) { partial_ = partial; }
  // What exists() returns for a result without cells.
  void set_exists(bool exists) { exists_ = exists; }

 private:
  // Offsets into buffer_: qualifier, value and tags follow one another from `offset`.
  // The family's bytes are shared by consecutive cells.
  struct Entry {
    uint32_t family_offset;
    uint32_t offset;
    uint32_t qualifier_length;
    uint32_t value_length;
    uint32_t tags_length;
    uint8_t family_length;
    CellType type;
    int64_t timestamp;
  };
  static constexpr size_t kMaxBufferSize = std::numeric_limits<uint32_t>::max();

  BytesView FamilyOf(const Entry& entry) const {
    return {buffer_.data() + entry.family_offset, entry.family_length};
  }

  // Returns where `length` more bytes can be written.
  char* Extend(size_t length);

  // Filled up to used_; the rest is capacity that is kept from row to row.
  Bytes buffer_;
  size_t used_ = 0;
  std::vector<Entry> cells_;
  uint32_t row_length_ = 0;
  bool partial_ = false;
  bool exists_ = false;
};

}  // namespace v1
}  // namespace basalt
