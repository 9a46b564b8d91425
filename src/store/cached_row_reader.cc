#include "store/cached_row_reader.h"

#include <limits>

#include "store/cell_codec.h"
#include "store/family_cursor.h"
#include "store/store.h"

namespace basalt::store {

CachedRowReader::CachedRowReader(Store& store, std::span<const FamilyView* const> families,
                                 BytesView row, const rocksdb::ReadOptions& read, int64_t now_ms,
                                 base::CallBudget* budget)
    : store_(store), families_(families), row_(row), read_(read), now_ms_(now_ms), budget_(budget) {
  handles_.reserve(families.size());
  for (const FamilyView* view : families) handles_.push_back(view->family.get());
}

bool CachedRowReader::Supports(const FamilyView& view) {
  const FamilyControl& control = view.family->control();
  return view.rows_cacheable && view.row_order == RowOrder::kPlain &&
         view.rules.min_versions == 0 && view.rules.keep_deleted == KeepDeletedCells::kFalse &&
         !control.rules_changed() && !control.orders_cells() && control.caches_blocks();
}

Result<bool> CachedRowReader::Find(bool may_install) {
  RowCache& cache = store_.row_cache();
  moment_ = cache.Look(row_, handles_);
  rows_.resize(families_.size());
  bool complete = true;
  for (size_t i = 0; i < families_.size() && complete; ++i) {
    rows_[i] = cache.Find(*handles_[i], row_, families_[i]->rules, now_ms_);
    complete = rows_[i] != nullptr;
  }
  // Between two look-ups a write to several families may have happened.
  if (complete && (families_.size() == 1 || cache.Look(row_, handles_) == moment_)) return true;
  if (!may_install || !moment_.quiet || !cache.Wants(*handles_[0], row_)) return false;
  return ReadAndInstall();
}

Result<bool> CachedRowReader::ReadAndInstall() {
  RowCache& cache = store_.row_cache();
  std::vector<uint64_t> stamps;
  for (const Family* family : handles_) stamps.push_back(family->bulk_changes().value());
  std::vector<std::unique_ptr<rocksdb::Iterator>> iterators;
  if (families_.size() == 1) {
    iterators.push_back(store_.NewIterator(read_, *handles_[0]));
  } else {
    iterators = store_.NewIterators(std::vector(families_.size(), read_), handles_);
  }
  for (size_t i = 0; i < families_.size(); ++i) {
    rows_[i] = ReadWhole(*families_[i], std::move(iterators[i]), stamps[i]);
    if (rows_[i] != nullptr) continue;
    if (budget_ != nullptr && !budget_->status().ok()) return budget_->status();
    // The get reads what it asks for, which may be less than the row.
    cache.Reject(*handles_[0], row_);
    return false;
  }
  for (size_t i = 0; i < families_.size(); ++i) cache.Install(*handles_[i], rows_[i], moment_);
  return true;
}

RowCache::Row CachedRowReader::ReadWhole(const FamilyView& view,
                                         std::unique_ptr<rocksdb::Iterator> iterator,
                                         uint64_t family_stamp) {
  ReadShape shape;
  shape.max_versions = view.rules.max_versions;
  FamilyCursor cursor(view.name, std::move(iterator),
                      Visibility(view.rules, Purpose::kRead, std::move(shape), now_ms_),
                      FamilyCursor::Direction::kOneRow, -1, 0);
  cursor.set_budget(budget_);
  auto row = std::make_shared<CachedRow>(row_, view.rules, family_stamp, now_ms_);
  cursor.SeekToFirst(EncodeRow(row_));
  if (!cursor.at_end()) {
    cursor.BeginRow(row_);
    CellView cell;
    while (cursor.NextCell(nullptr, cell) == FamilyCursor::Outcome::kCell) {
      row->Append(cell);
      if (row->memory_bytes() > RowCache::kMaxRowBytes) return nullptr;
    }
  }
  if (!cursor.status().ok()) return nullptr;
  constexpr int64_t kForever = std::numeric_limits<int64_t>::max();
  const int64_t last_ms = cursor.unchanged_until_ms();
  row->set_until_ms(last_ms == kForever ? kForever : last_ms + 1);
  row->ShrinkToFit();
  return row;
}

}  // namespace basalt::store
