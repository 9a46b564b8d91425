#include "store/cell_batch.h"

#include <rocksdb/iterator.h>
#include <rocksdb/options.h>
#include <rocksdb/write_batch.h>

#include "store/cell_codec.h"
#include "store/cell_table.h"
#include "store/engine.h"
#include "store/maintenance.h"
#include "store/row_order.h"

namespace basalt::store {
namespace {

// All keys of the family that begin with `prefix`, an escaped row or column.
Status ErasePrefix(Store& store, const Family& family, const Bytes& prefix,
                   rocksdb::WriteBatch& batch) {
  rocksdb::ReadOptions read;
  read.total_order_seek = true;
  const Bytes end = AfterPrefix(prefix);
  const rocksdb::Slice upper = ToSlice(end);
  read.iterate_upper_bound = &upper;
  const auto iterator = store.NewIterator(read, family);
  for (iterator->Seek(ToSlice(prefix)); iterator->Valid(); iterator->Next()) {
    BASALT_RETURN_IF_ERROR(FromEngine(batch.Delete(family.handle(), iterator->key()), "erasing"));
  }
  return FromEngine(iterator->status(), "erasing");
}

}  // namespace

CellBatch::CellBatch() : batch_(std::make_unique<rocksdb::WriteBatch>()) {}
CellBatch::~CellBatch() = default;
CellBatch::CellBatch(CellBatch&&) noexcept = default;
CellBatch& CellBatch::operator=(CellBatch&&) noexcept = default;

bool CellBatch::empty() const { return batch_->Count() == 0; }

Status CellBatch::Put(const CellTable& table, BytesView row, BytesView family, BytesView qualifier,
                      int64_t timestamp, BytesView value) {
  const FamilyView* view = table.FindFamily(family);
  if (view == nullptr) return table.NoSuchFamily(family);
  Bytes key = EncodeRow(row, view->row_order);
  AppendEscaped(key, qualifier);
  AppendKeySuffix(key, timestamp, CellType::kPut);
  Bytes stored;
  AppendValue(stored, value, {});
  families_.insert(view->family);
  return FromEngine(batch_->Put(view->family->handle(), key, stored), "writing");
}

Status CellBatch::EraseRow(const CellTable& table, BytesView row) {
  for (const FamilyView& view : table.families()) {
    families_.insert(view.family);
    BASALT_RETURN_IF_ERROR(
        ErasePrefix(*table.store(), *view.family, EncodeRow(row, view.row_order), *batch_));
  }
  return {};
}

Status CellBatch::EraseRows(const CellTable& table, BytesView start, BytesView stop) {
  for (const FamilyView& view : table.families()) {
    families_.insert(view.family);
    KeyRange keys = ToKeys({Bytes(start), Bytes(stop), view.row_order});
    if (keys.upper.empty()) {
      // The engine's range deletions need an end.
      const auto iterator = table.store()->NewIterator({}, *view.family);
      iterator->SeekToLast();
      BASALT_RETURN_IF_ERROR(FromEngine(iterator->status(), "erasing"));
      if (!iterator->Valid()) continue;
      keys.upper = Bytes(ToView(iterator->key())) + '\0';
    }
    if (keys.upper <= keys.lower) continue;
    BASALT_RETURN_IF_ERROR(FromEngine(
        batch_->DeleteRange(view.family->handle(), ToSlice(keys.lower), ToSlice(keys.upper)),
        "erasing"));
  }
  return {};
}

Status CellBatch::EraseColumn(const CellTable& table, BytesView row, BytesView family,
                              BytesView qualifier) {
  const FamilyView* view = table.FindFamily(family);
  if (view == nullptr) return table.NoSuchFamily(family);
  families_.insert(view->family);
  Bytes column = EncodeRow(row, view->row_order);
  AppendEscaped(column, qualifier);
  return ErasePrefix(*table.store(), *view->family, column, *batch_);
}

}  // namespace basalt::store
