#include "store/sweep.h"

#include <vector>

#include "base/check.h"
#include "store/cell_codec.h"
#include "store/engine.h"
#include "store/family.h"
#include "store/store.h"

namespace basalt::store {
namespace {

// A row with very many hidden cells is swept in steps of this size.
constexpr size_t kMaxBatchBytes = 1 << 20;
// The cells that hide a cell may be unlogged. A deletion without the log cannot outlive them:
// memtables are flushed in write order. The flush after the sweep makes both durable.
constexpr Durability kSweepDurability = Durability::kSkipWal;

}  // namespace

Sweep::Sweep(Store& store, uint64_t table_id, Family& family, int64_t earliest_put,
             RowOrder row_order)
    : store_(store),
      table_id_(table_id),
      family_(family),
      earliest_put_(earliest_put),
      row_order_(row_order) {
  ++family_.control().sweeps_under_way;
}

Sweep::~Sweep() { --family_.control().sweeps_under_way; }

Visibility Sweep::NewVisibility() const {
  return {family_.control().rules(), Purpose::kMajor, store_.clock().NowMs(), earliest_put_};
}

template <typename Drop>
Status Sweep::JudgeRow(rocksdb::Iterator& iterator, Visibility& visibility, const Bytes& row,
                       Drop drop) {
  visibility.StartRow();
  Bytes column;
  bool column_over = false;
  for (; iterator.Valid() && iterator.key().starts_with(row); iterator.Next()) {
    ParsedKey parsed;
    if (!ParseKey(ToView(iterator.key()), parsed)) {
      return {StatusCode::kCorruption, "family " + family_.label() + " has a key that is not a " +
                                           "cell's: " + ToStringBinary(ToView(iterator.key()))};
    }
    const bool new_column = column != parsed.qualifier;
    if (new_column) {
      column.assign(parsed.qualifier);
      column_over = false;
    }
    if (!column_over) {
      const Verdict verdict =
          visibility.Judge(parsed.qualifier, new_column, parsed.timestamp, parsed.type,
                           CellTtl(ToView(iterator.value())), parsed.order);
      column_over = verdict == Verdict::kNextColumn || verdict == Verdict::kKeepThenNextColumn;
      if (Keeps(verdict)) continue;
    }
    BASALT_RETURN_IF_ERROR(drop(iterator.key(), parsed.type));
  }
  return FromEngine(iterator.status(), "sweeping family " + family_.label());
}

Status Sweep::SweepRow(const Bytes& row) {
  Bytes scratch;
  const BytesView locked = DecodeRow(row, row_order_, scratch);
  const auto guard = store_.row_locks().LockOne(table_id_, locked, true);
  BASALT_DCHECK(store_.row_locks().Covers(guard, table_id_, locked, true),
                "The row is locked alone: nothing is written between judging and deleting.");
  rocksdb::ReadOptions read;
  read.prefix_same_as_start = true;
  read.fill_cache = false;
  const std::unique_ptr<rocksdb::Iterator> iterator(
      store_.engine().NewIterator(read, family_.handle()));
  iterator->Seek(row);

  // Markers are deleted last: until then they hide what has not been deleted yet. With
  // NEW_VERSION_BEHAVIOR puts hide others, too, so all of them are deleted at once.
  const bool at_once = family_.control().rules().new_version_behavior;
  rocksdb::WriteBatch batch;
  std::vector<Bytes> markers;
  const auto write_when_large = [&]() -> Status {
    if (at_once || batch.GetDataSize() < kMaxBatchBytes) return {};
    BASALT_RETURN_IF_ERROR(store_.Write(batch, kSweepDurability));
    batch.Clear();
    return {};
  };
  Visibility visibility = NewVisibility();
  BASALT_RETURN_IF_ERROR(
      JudgeRow(*iterator, visibility, row, [&](const rocksdb::Slice& key, CellType type) -> Status {
        ++cells_dropped_;
        if (IsDeleteMarker(type)) {
          markers.emplace_back(ToView(key));
          return {};
        }
        BASALT_RETURN_IF_ERROR(FromEngine(batch.Delete(family_.handle(), key), "sweeping"));
        return write_when_large();
      }));
  for (const Bytes& marker : markers) {
    BASALT_RETURN_IF_ERROR(FromEngine(batch.Delete(family_.handle(), marker), "sweeping"));
  }
  return batch.Count() > 0 ? store_.Write(batch, kSweepDurability) : Status();
}

Status Sweep::Run(const Bytes& lower, const Bytes& upper, const base::CallLimits& limits) {
  rocksdb::ReadOptions read;
  read.total_order_seek = true;
  read.fill_cache = false;
  const rocksdb::Slice upper_slice = ToSlice(upper);
  read.iterate_upper_bound = &upper_slice;
  const std::unique_ptr<rocksdb::Iterator> iterator(
      store_.engine().NewIterator(read, family_.handle()));
  Visibility visibility = NewVisibility();
  Bytes row;
  iterator->Seek(lower);
  while (iterator->Valid()) {
    BASALT_RETURN_IF_ERROR(limits.Check());
    const BytesView key = ToView(iterator->key());
    const size_t row_end = FindEscapedEnd(key, 0);
    if (row_end == BytesView::npos) {
      return {
          StatusCode::kCorruption,
          "family " + family_.label() + " has a key that is not a cell's: " + ToStringBinary(key)};
    }
    row.assign(key.substr(0, row_end));
    bool any = false;
    BASALT_RETURN_IF_ERROR(
        JudgeRow(*iterator, visibility, row, [&any](const rocksdb::Slice&, CellType) -> Status {
          any = true;
          return {};
        }));
    if (any) BASALT_RETURN_IF_ERROR(SweepRow(row));
  }
  return FromEngine(iterator->status(), "sweeping family " + family_.label());
}

}  // namespace basalt::store
