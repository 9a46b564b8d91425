// CachedRow: the visible cells of one family's row, in their stored form and in one block of
// memory, as of one moment. CachedRowIterator: shows them to a FamilyCursor like cells read from
// files.
//
// A row is immutable once it is built, and shared by the cache and the reads that use it. It holds
// what a read of all columns and all versions of the family would return, so that any read of fewer
// columns or versions, with or without a filter, gets the same answer from it as from the files.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <rocksdb/iterator.h>

#include "basalt/cell.h"
#include "store/engine.h"
#include "store/visibility.h"

namespace basalt::store {

class CachedRow {
 public:
  // `rules`: those by which the cells are visible. `family_stamp`: the family's bulk_changes() from
  // before they were read.
  CachedRow(BytesView row, const FamilyRules& rules, uint64_t family_stamp, int64_t now_ms)
      : rules_(rules), family_stamp_(family_stamp), from_ms_(now_ms), bytes_(row) {
    ends_.push_back(static_cast<uint32_t>(bytes_.size()));
  }

  // While it is built: cells in key order, and when the row will look different because of a TTL.
  void Append(const CellView& cell);
  void set_until_ms(int64_t until_ms) { until_ms_ = until_ms; }

  BytesView row() const { return Part(0, ends_[0]); }
  size_t size() const { return (ends_.size() - 1) / 2; }
  BytesView key(size_t i) const { return Part(ends_[2 * i], ends_[2 * i + 1]); }
  BytesView value(size_t i) const { return Part(ends_[2 * i + 1], ends_[2 * i + 2]); }
  uint64_t family_stamp() const { return family_stamp_; }
  // Whether a read by these rules, at this time, would see these cells. The clock may step back.
  bool Serves(const FamilyRules& rules, int64_t now_ms) const {
    return rules == rules_ && now_ms >= from_ms_ && now_ms < until_ms_;
  }
  size_t memory_bytes() const {
    return sizeof(*this) + bytes_.capacity() + ends_.capacity() * sizeof(uint32_t);
  }
  void ShrinkToFit() {
    bytes_.shrink_to_fit();
    ends_.shrink_to_fit();
  }

 private:
  BytesView Part(size_t begin, size_t end) const {
    return BytesView(bytes_).substr(begin, end - begin);
  }

  const FamilyRules rules_;
  const uint64_t family_stamp_;
  const int64_t from_ms_;
  int64_t until_ms_ = std::numeric_limits<int64_t>::max();
  Bytes bytes_;                 // the row, then key and value of each cell
  std::vector<uint32_t> ends_;  // of each of these
};

class CachedRowIterator : public rocksdb::Iterator {
 public:
  explicit CachedRowIterator(std::shared_ptr<const CachedRow> row) : row_(std::move(row)) {}

  bool Valid() const override { return at_ < row_->size(); }
  void SeekToFirst() override { at_ = 0; }
  void SeekToLast() override { at_ = row_->size() - 1; }
  void Seek(const rocksdb::Slice& target) override;
  void SeekForPrev(const rocksdb::Slice& target) override;
  void Next() override { ++at_; }
  // Before the first cell it wraps around to a position that is not valid.
  void Prev() override { --at_; }
  rocksdb::Slice key() const override { return ToSlice(row_->key(at_)); }
  rocksdb::Slice value() const override { return ToSlice(row_->value(at_)); }
  rocksdb::Status status() const override { return {}; }

 private:
  const std::shared_ptr<const CachedRow> row_;
  size_t at_ = 0;
};

}  // namespace basalt::store
