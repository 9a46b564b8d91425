#include "store/range_size.h"

#include <algorithm>
#include <memory>

#include <rocksdb/db.h>
#include <rocksdb/metadata.h>

#include "base/check.h"
#include "store/cell_codec.h"
#include "store/engine.h"

namespace basalt::store {
namespace {

// Smaller ranges are read completely; their middle is exact.
constexpr uint64_t kReadThroughBytes = 4 << 20;
// The number of bytes after the common prefix used to find the middle.
constexpr size_t kWidth = 8;

std::unique_ptr<rocksdb::Iterator> NewIterator(Store& store, const Family& family,
                                               const rocksdb::Slice* upper) {
  rocksdb::ReadOptions read;
  read.total_order_seek = true;
  read.fill_cache = false;
  read.iterate_upper_bound = upper;
  return store.NewIterator(read, family);
}

// The last key of the family; empty if there is none.
Result<Bytes> LastKey(Store& store, const Family& family) {
  const auto iterator = NewIterator(store, family, nullptr);
  iterator->SeekToLast();
  if (iterator->Valid()) return Bytes(ToView(iterator->key()));
  BASALT_RETURN_IF_ERROR(FromEngine(iterator->status(), "measuring a family"));
  return Bytes();
}

Result<uint64_t> Approximate(Store& store, const Family& family, BytesView lower, BytesView upper,
                             bool memstore) {
  rocksdb::SizeApproximationOptions options;
  options.include_files = !memstore;
  options.include_memtables = memstore;
  options.files_size_error_margin = -1;
  const rocksdb::Range range(ToSlice(lower), ToSlice(upper));
  uint64_t size = 0;
  BASALT_RETURN_IF_ERROR(
      FromEngine(store.engine().GetApproximateSizes(options, family.handle(), &range, 1, &size),
                 "measuring a family"));
  return size;
}

// Determined once per family, however many ranges are measured.
struct FamilyExtent {
  const FamilyView& view;
  Bytes end;  // after the last key; empty: there is none
  rocksdb::ColumnFamilyMetaData metadata;
};

Result<FamilyExtent> ExtentOf(Store& store, const FamilyView& view) {
  BASALT_DCHECK(view.family->db() == &store.engine(), "The families are of this store.");
  FamilyExtent extent{view, {}, {}};
  BASALT_ASSIGN_OR_RETURN(extent.end, LastKey(store, *view.family));
  if (extent.end.empty()) return extent;
  extent.end.push_back('\0');
  store.engine().GetColumnFamilyMetaData(view.family->handle(), &extent.metadata);
  return extent;
}

Result<FamilySize> Measure(Store& store, const FamilyExtent& extent, const KeyRange& keys) {
  const Family& family = *extent.view.family;
  FamilySize size;
  size.family = extent.view.name;
  const Bytes& upper = keys.upper.empty() ? extent.end : std::min(extent.end, keys.upper);
  if (upper <= keys.lower) return size;
  BASALT_ASSIGN_OR_RETURN(size.disk_bytes, Approximate(store, family, keys.lower, upper, false));
  BASALT_ASSIGN_OR_RETURN(size.memstore_bytes, Approximate(store, family, keys.lower, upper, true));
  for (const rocksdb::LevelMetaData& level : extent.metadata.levels) {
    size.store_files += static_cast<int>(
        std::count_if(level.files.begin(), level.files.end(), [&](const auto& file) {
          return BytesView(file.largestkey) >= keys.lower && BytesView(file.smallestkey) < upper;
        }));
  }
  return size;
}

Result<FamilySize> MeasureFamily(Store& store, const FamilyView& view, const KeyRange& keys) {
  BASALT_ASSIGN_OR_RETURN(const FamilyExtent extent, ExtentOf(store, view));
  return Measure(store, extent, keys);
}

// The escaped row of a key, or empty.
BytesView RowPrefixOf(BytesView key) {
  const size_t end = FindEscapedEnd(key, 0);
  return end == BytesView::npos ? BytesView() : key.substr(0, end);
}

// Iterates over the range and calls `visit(escaped row, bytes before it)` at every row until it
// returns false.
template <typename Visit>
Result<uint64_t> WalkRows(Store& store, const Family& family, const KeyRange& keys, Visit visit) {
  const rocksdb::Slice upper = ToSlice(keys.upper);
  const auto iterator = NewIterator(store, family, keys.upper.empty() ? nullptr : &upper);
  Bytes row;
  uint64_t bytes = 0;
  for (iterator->Seek(ToSlice(keys.lower)); iterator->Valid(); iterator->Next()) {
    const BytesView key = ToView(iterator->key());
    if (const BytesView its_row = RowPrefixOf(key); its_row != row) {
      row.assign(its_row);
      if (!visit(row, bytes)) return bytes;
    }
    bytes += key.size() + iterator->value().size();
  }
  BASALT_RETURN_IF_ERROR(FromEngine(iterator->status(), "looking for the middle of a region"));
  return bytes;
}

Result<Bytes> MiddleByReading(Store& store, const Family& family, const KeyRange& keys) {
  BASALT_ASSIGN_OR_RETURN(const uint64_t total,
                          WalkRows(store, family, keys, [](auto&&...) { return true; }));
  Bytes middle;
  BASALT_ASSIGN_OR_RETURN(const uint64_t before,
                          WalkRows(store, family, keys, [&](const Bytes& row, uint64_t bytes) {
                            if (bytes > 0) middle = row;
                            return bytes == 0 || 2 * bytes < total;
                          }));
  (void)before;
  return middle;
}

// The bytes after the common prefix as a number, for bisection.
uint64_t Position(BytesView key, size_t shared) {
  uint64_t number = 0;
  for (size_t i = 0; i < kWidth; ++i) {
    const size_t at = shared + i;
    number = number << 8 | (at < key.size() ? static_cast<uint8_t>(key[at]) : 0);
  }
  return number;
}

Bytes KeyAt(BytesView prefix, uint64_t position) {
  Bytes key(prefix);
  key.append(EncodeLong(static_cast<int64_t>(position)));
  return key;
}

// The result when an iterator is at its end.
Result<Bytes> NoKey(const rocksdb::Iterator& iterator) {
  BASALT_RETURN_IF_ERROR(FromEngine(iterator.status(), "looking for the middle of a region"));
  return Bytes();
}

Result<Bytes> MiddleByEstimate(Store& store, const Family& family, const KeyRange& keys,
                               uint64_t total) {
  // Bisects between the first and the last key of the range.
  const rocksdb::Slice upper = ToSlice(keys.upper);
  const auto iterator = NewIterator(store, family, keys.upper.empty() ? nullptr : &upper);
  iterator->Seek(ToSlice(keys.lower));
  if (!iterator->Valid()) return NoKey(*iterator);
  const Bytes first(ToView(iterator->key()));
  iterator->SeekToLast();
  if (!iterator->Valid()) return NoKey(*iterator);
  const Bytes last(ToView(iterator->key()));
  const size_t shared = static_cast<size_t>(
      std::mismatch(first.begin(), first.end(), last.begin(), last.end()).first - first.begin());
  const BytesView prefix = BytesView(first).substr(0, shared);

  uint64_t low = Position(first, shared);
  uint64_t high = Position(last, shared);
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    BASALT_ASSIGN_OR_RETURN(const uint64_t before,
                            Approximate(store, family, first, KeyAt(prefix, middle), false));
    (2 * before < total ? low : high) = middle;
  }
  iterator->Seek(KeyAt(prefix, high));
  const Bytes first_row(RowPrefixOf(first));
  while (iterator->Valid()) {
    const BytesView row = RowPrefixOf(ToView(iterator->key()));
    if (row != first_row) return Bytes(row);
    iterator->Seek(AfterPrefix(first_row));
  }
  return NoKey(*iterator);
}

}  // namespace

Result<std::vector<FamilySize>> MeasureRows(Store& store, const std::vector<FamilyView>& families,
                                            const RowRange& rows) {
  BASALT_ASSIGN_OR_RETURN(auto sizes, MeasureRanges(store, families, {rows}));
  return std::move(sizes.front());
}

Result<std::vector<std::vector<FamilySize>>> MeasureRanges(Store& store,
                                                           const std::vector<FamilyView>& families,
                                                           const std::vector<RowRange>& ranges) {
  std::vector<std::vector<FamilySize>> sizes(ranges.size());
  for (const FamilyView& view : families) {
    BASALT_ASSIGN_OR_RETURN(const FamilyExtent extent, ExtentOf(store, view));
    for (size_t i = 0; i < ranges.size(); ++i) {
      BASALT_ASSIGN_OR_RETURN(FamilySize size, Measure(store, extent, ToKeys(ranges[i])));
      sizes[i].push_back(std::move(size));
    }
  }
  return sizes;
}

Result<std::optional<Bytes>> MiddleRow(Store& store, const std::vector<FamilyView>& families,
                                       const RowRange& rows) {
  const KeyRange keys = ToKeys(rows);
  const FamilyView* largest = nullptr;
  uint64_t total = 0;
  for (const FamilyView& view : families) {
    BASALT_ASSIGN_OR_RETURN(FamilySize size, MeasureFamily(store, view, keys));
    if (size.memstore_bytes > 0) {
      BASALT_RETURN_IF_ERROR(FlushFamily(store, *view.family));
      BASALT_ASSIGN_OR_RETURN(size, MeasureFamily(store, view, keys));
    }
    if (largest != nullptr && size.disk_bytes <= total) continue;
    largest = &view;
    total = size.disk_bytes;
  }
  if (largest == nullptr) return std::optional<Bytes>();
  BASALT_ASSIGN_OR_RETURN(const Bytes middle,
                          total <= kReadThroughBytes
                              ? MiddleByReading(store, *largest->family, keys)
                              : MiddleByEstimate(store, *largest->family, keys, total));
  if (middle.empty()) return std::optional<Bytes>();
  Bytes scratch;
  return std::optional<Bytes>(Bytes(DecodeRow(middle, rows.order, scratch)));
}

}  // namespace basalt::store
