#include "store/cached_row.h"

#include <algorithm>

#include "store/cell_codec.h"

namespace basalt::store {

void CachedRow::Append(const CellView& cell) {
  bytes_.append(EncodeKey(cell.row, cell.qualifier, cell.timestamp, cell.type));
  ends_.push_back(static_cast<uint32_t>(bytes_.size()));
  AppendValue(bytes_, cell.value, cell.tags);
  ends_.push_back(static_cast<uint32_t>(bytes_.size()));
}

void CachedRowIterator::Seek(const rocksdb::Slice& target) {
  const BytesView wanted = ToView(target);
  size_t low = 0;
  size_t high = row_->size();
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (row_->key(middle) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  at_ = low;
}

void CachedRowIterator::SeekForPrev(const rocksdb::Slice& target) {
  Seek(target);
  if (!Valid() || row_->key(at_) != ToView(target)) Prev();
}

}  // namespace basalt::store
