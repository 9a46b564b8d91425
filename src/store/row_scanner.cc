#include "store/row_scanner.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <rocksdb/options.h>

#include "filter/make.h"
#include "store/cached_row_reader.h"
#include "store/cell_codec.h"
#include "store/damage_registry.h"
#include "store/engine.h"
#include "store/family_cursor.h"
#include "store/heap_size.h"
#include "store/maintenance.h"
#include "store/row_cache.h"

namespace basalt::store {
namespace {

// HBase's hbase.table.max.rowsize.
constexpr size_t kMaxRowBytes = 1ULL << 30;
// Deleted keys that a move of an iterator may pass on a thread that must not wait.
constexpr uint64_t kMaxSkippedKeys = 1000;

ReadShape ShapeFor(const Query& query, const Bytes& family) {
  ReadShape shape;
  shape.max_versions = query.max_versions();
  const auto range = query.column_family_time_ranges().find(family);
  shape.time_range =
      range == query.column_family_time_ranges().end() ? query.time_range() : range->second;
  shape.has_filter = query.filter() != nullptr;
  const auto columns = query.columns().find(family);
  if (columns != query.columns().end()) {
    shape.columns.reserve(columns->second.size());
    for (const Bytes& qualifier : columns->second) shape.columns.push_back(EncodeRow(qualifier));
  }
  return shape;
}

// Whether the row cache has what the get asks for. A read of a range of time may see versions that
// no plain read does.
bool MayUseRowCache(Store& store, std::span<const FamilyView* const> families, const Query& query) {
  if (!store.row_cache().enabled() || !query.time_range().is_all_time() ||
      !query.column_family_time_ranges().empty()) {
    return false;
  }
  return std::all_of(families.begin(), families.end(),
                     [](const FamilyView* view) { return CachedRowReader::Supports(*view); });
}

}  // namespace

struct RowScanner::Source {
  Source(const FamilyView& family, std::unique_ptr<rocksdb::Iterator> iterator,
         Visibility visibility, FamilyCursor::Direction direction, const Query& query)
      : cursor(family.name, std::move(iterator), std::move(visibility), direction,
               query.max_results_per_column_family(), query.row_offset_per_column_family(),
               family.row_order),
        family(family.family.get()) {}

  FamilyCursor cursor;
  Family* family;
  // HBase counts cells differently in its memstore and in files. Here the cells of a scan are
  // mixed; they count as a memstore's if there is any.
  CellPlace place = CellPlace::kMemstore;
  // Whether the family has cells in the current row.
  bool has_row = false;
};

struct RowScanner::Bounds {
  explicit Bounds(const Range& range) : lower(ToSlice(range.lower)), upper(ToSlice(range.upper)) {}
  rocksdb::Slice lower;
  rocksdb::Slice upper;
};

RowScanner::RowScanner(Range range) : range_(std::move(range)) {}

RowScanner::~RowScanner() = default;

Result<std::unique_ptr<RowScanner>> RowScanner::OpenScan(std::shared_ptr<Store> store,
                                                         std::vector<FamilyView> families,
                                                         const Scan& scan) {
  Range range;
  range.reversed = scan.reversed();
  range.raw = scan.raw();
  range.batch = scan.batch();
  range.limit = scan.limit();
  const RowOrder order = families.empty() ? RowOrder::kPlain : families.front().row_order;
  range.row_order = order;
  const auto lower_bound = [order](const Bytes& row, bool inclusive) {
    if (row.empty()) return Bytes();
    return inclusive ? EncodeRow(row, order) : AfterPrefix(EncodeRow(row, order));
  };
  const auto upper_bound = [order](const Bytes& row, bool inclusive) {
    if (row.empty()) return Bytes();
    return inclusive ? AfterPrefix(EncodeRow(row, order)) : EncodeRow(row, order);
  };
  if (scan.reversed()) {
    range.upper = upper_bound(scan.start_row(), scan.include_start_row());
    range.lower = lower_bound(scan.stop_row(), scan.include_stop_row());
  } else {
    range.lower = lower_bound(scan.start_row(), scan.include_start_row());
    range.upper = upper_bound(scan.stop_row(), scan.include_stop_row());
  }
  std::unique_ptr<RowScanner> scanner(new RowScanner(std::move(range)));
  scanner->store_ = std::move(store);
  scanner->families_ = std::move(families);
  std::vector<const FamilyView*> views;
  views.reserve(scanner->families_.size());
  for (const FamilyView& view : scanner->families_) views.push_back(&view);
  scanner->bounds_ = std::make_unique<Bounds>(scanner->range_);
  BASALT_RETURN_IF_ERROR(scanner->Open(*scanner->store_, views, scan, *scanner->bounds_, nullptr));
  return scanner;
}

Result<bool> RowScanner::ReadRow(Store& store, std::span<const FamilyView* const> families,
                                 const Get& get, RowResult& row, base::CallBudget* budget) {
  Range range;
  range.row_order = families.empty() ? RowOrder::kPlain : families.front()->row_order;
  range.lower = EncodeRow(get.row(), range.row_order);
  range.upper = AfterPrefix(range.lower);
  range.single_row = true;
  range.first_cell_only = get.check_existence_only() && get.filter() == nullptr;
  RowScanner scanner(std::move(range));
  // The only row there can be.
  scanner.raw_row_ = get.row();
  const Bounds bounds(scanner.range_);
  BASALT_RETURN_IF_ERROR(scanner.Open(store, families, get, bounds, budget));
  StepLimits limits;
  limits.budget = budget;
  BASALT_ASSIGN_OR_RETURN(const Step step, scanner.Next(row, limits));
  return step == Step::kRow;
}

Status RowScanner::Open(Store& store, std::span<const FamilyView* const> families,
                        const Query& query, const Bounds& bounds, base::CallBudget* budget) {
  if (query.filter() != nullptr) {
    filter_ = query.filter()->Clone();
    filter_->SetReversed(range_.reversed);
    filter_asks_budget_ = filter::SetBudget(*filter_, budget);
    if (range_.batch > 0 && filter_->HasFilterRow()) {
      return {StatusCode::kDoNotRetry,
              "Cannot set batch on a scan using a filter that returns true for "
              "filter.hasFilterRow"};
    }
  }
  // An empty range would violate the iterators' bounds.
  if (!range_.upper.empty() && range_.lower >= range_.upper) {
    done_ = true;
    return {};
  }

  rocksdb::ReadOptions read;
  // Within one row RocksDB may use its bloom filters; the upper bound keeps the iterator there.
  read.total_order_seek = !range_.single_row;
  if (!range_.single_row && !range_.lower.empty()) read.iterate_lower_bound = &bounds.lower;
  if (!range_.upper.empty()) read.iterate_upper_bound = &bounds.upper;
  if (!base::MayWait(budget)) {
    read.read_tier = rocksdb::kBlockCacheTier;
    read.max_skippable_internal_keys = kMaxSkippedKeys;
  }

  damage_ = &store.damage();
  sources_.reserve(families.size());
  const int64_t now_ms = store.clock().NowMs();
  if (range_.single_row && MayUseRowCache(store, families, query)) {
    BASALT_ASSIGN_OR_RETURN(const bool cached,
                            OpenCached(store, families, query, read, now_ms, budget));
    if (cached) return {};
  }
  if (families.size() == 1) {
    read.fill_cache = query.cache_blocks() && families[0]->family->control().caches_blocks();
    AddCursor(store, *families[0], store.NewIterator(read, *families[0]->family), query, now_ms,
              budget);
  } else {
    std::vector<rocksdb::ReadOptions> options(families.size(), read);
    std::vector<Family*> handles(families.size());
    for (size_t i = 0; i < families.size(); ++i) {
      handles[i] = families[i]->family.get();
      options[i].fill_cache = query.cache_blocks() && handles[i]->control().caches_blocks();
    }
    auto iterators = store.NewIterators(options, handles);
    for (size_t i = 0; i < families.size(); ++i) {
      AddCursor(store, *families[i], std::move(iterators[i]), query, now_ms, budget);
    }
  }
  return CursorStatus();
}

Result<bool> RowScanner::OpenCached(Store& store, std::span<const FamilyView* const> families,
                                    const Query& query, const rocksdb::ReadOptions& read,
                                    int64_t now_ms, base::CallBudget* budget) {
  CachedRowReader reader(store, families, raw_row_, read, now_ms, budget);
  BASALT_ASSIGN_OR_RETURN(const bool found, reader.Find(query.cache_blocks()));
  if (!found) return false;
  for (size_t i = 0; i < families.size(); ++i) {
    AddCursor(store, *families[i], std::make_unique<CachedRowIterator>(reader.TakeRow(i)), query,
              now_ms, budget);
  }
  return true;
}

void RowScanner::AddCursor(Store& store, const FamilyView& view,
                           std::unique_ptr<rocksdb::Iterator> iterator, const Query& query,
                           int64_t now_ms, base::CallBudget* budget) {
  const Purpose purpose = range_.raw ? Purpose::kRawRead : Purpose::kRead;
  const auto direction = range_.single_row ? FamilyCursor::Direction::kOneRow
                         : range_.reversed ? FamilyCursor::Direction::kBackward
                                           : FamilyCursor::Direction::kForward;
  sources_.emplace_back(view, std::move(iterator),
                        Visibility(view.rules, purpose, ShapeFor(query, view.name), now_ms),
                        direction, query);
  if (!range_.single_row && EntriesInMemory(store, *view.family) == 0) {
    sources_.back().place = CellPlace::kFile;
  }
  sources_.back().cursor.set_budget(budget);
  sources_.back().cursor.SeekToFirst(range_.lower);
}

void RowScanner::UseBudget(base::CallBudget* budget) {
  for (Source& source : sources_) source.cursor.set_budget(budget);
  if (filter_asks_budget_) filter::SetBudget(*filter_, budget);
}

Status RowScanner::CursorStatus() const {
  for (const Source& source : sources_) {
    if (!source.cursor.at_end()) continue;
    const Status status = source.cursor.status();
    if (!status.ok()) return damage_->Explain(*source.family, status);
  }
  return {};
}

bool RowScanner::EnterRow() {
  const FamilyCursor* chosen = nullptr;
  for (const Source& source : sources_) {
    const FamilyCursor& cursor = source.cursor;
    if (cursor.at_end()) continue;
    if (chosen == nullptr ||
        (range_.reversed ? cursor.row() > chosen->row() : cursor.row() < chosen->row())) {
      chosen = &cursor;
    }
  }
  if (chosen == nullptr) return false;
  if (!range_.single_row) {
    escaped_row_.assign(chosen->row());
    raw_row_ = DecodeRow(escaped_row_, range_.row_order, row_scratch_);
  }
  for (Source& source : sources_) {
    source.has_row = &source.cursor == chosen ||
                     (!source.cursor.at_end() && source.cursor.row() == chosen->row());
    if (source.has_row) source.cursor.BeginRow(raw_row_);
  }
  source_at_ = 0;
  in_row_ = true;
  return true;
}

void RowScanner::LeaveRow() {
  for (Source& source : sources_) {
    if (source.has_row) source.cursor.LeaveRow();
  }
  in_row_ = false;
  if (filter_) filter_->Reset();
  if (range_.single_row) done_ = true;
}

RowScanner::Fill RowScanner::FillRow(RowResult& row, size_t row_bytes, size_t heap_bytes) {
  CellView cell;
  heap_bytes_ = 0;
  for (; source_at_ < sources_.size(); ++source_at_) {
    if (!sources_[source_at_].has_row) continue;
    FamilyCursor& cursor = sources_[source_at_].cursor;
    while (true) {
      const FamilyCursor::Outcome outcome = cursor.NextCell(filter_.get(), cell);
      if (outcome == FamilyCursor::Outcome::kScanDone) cursor.Finish();
      if (outcome != FamilyCursor::Outcome::kCell) break;
      row.Append(cell);
      if (!range_.single_row) heap_bytes_ += cursor.HeapBytes(cell, sources_[source_at_].place);
      if (range_.first_cell_only) return Fill::kRowDone;
      if (range_.batch > 0 && row.size() >= static_cast<size_t>(range_.batch)) {
        return Fill::kBatchFull;
      }
      if (row.byte_size() >= row_bytes || heap_bytes_ >= heap_bytes) return Fill::kBatchFull;
      if (row.byte_size() > kMaxRowBytes) return Fill::kRowDone;
    }
  }
  return Fill::kRowDone;
}

void RowScanner::MeasureRow(const RowResult& row) {
  const CellPlace place = sources_.empty() ? CellPlace::kMemstore : sources_.front().place;
  heap_bytes_ = 0;
  for (const CellView& cell : row) heap_bytes_ += HeapSize(SerializedCellSize(cell), place);
}

uint64_t RowScanner::cells_seen() const {
  uint64_t cells = 0;
  for (const Source& source : sources_) cells += source.cursor.cells_seen();
  return cells;
}

MeanBlock RowScanner::ReadMeanBlock() const {
  uint64_t blocks = 0;
  MeanBlock mean;
  for (const FamilyView& view : families_) {
    const BlockTotals totals = ReadBlockTotals(*store_, *view.family);
    blocks += totals.blocks;
    mean.stored_bytes += totals.stored_bytes;
    mean.raw_bytes += totals.raw_bytes;
  }
  if (blocks == 0) return {};
  return {mean.stored_bytes / blocks, mean.raw_bytes / blocks};
}

void RowScanner::ShowRowToFilter() {
  CellView cell;
  for (; source_at_ < sources_.size(); ++source_at_) {
    if (!sources_[source_at_].has_row) continue;
    FamilyCursor& cursor = sources_[source_at_].cursor;
    FamilyCursor::Outcome outcome = FamilyCursor::Outcome::kCell;
    while (outcome == FamilyCursor::Outcome::kCell) outcome = cursor.NextCell(filter_.get(), cell);
    if (outcome == FamilyCursor::Outcome::kScanDone) cursor.Finish();
  }
}

Status RowScanner::FilterStatus() {
  Status status = filter_ ? filter_->status() : Status();
  if (!status.ok()) done_ = true;
  return status;
}

bool RowScanner::MoreInRow() {
  for (; source_at_ < sources_.size(); ++source_at_) {
    Source& source = sources_[source_at_];
    if (source.has_row && source.cursor.MoreInRow()) return true;
  }
  return false;
}

bool RowScanner::PassesRowFilter(RowResult& row) {
  if (!filter_) return !row.empty();
  const bool any_cell_passed = !row.empty();
  if (!filter_->HasFilterRow()) return any_cell_passed && !filter_->FilterRow();
  // Called even for rows without cells, as in HBase: filters keep state.
  filter_->FilterRowCells(row);
  return !row.empty() && !filter_->FilterRow();
}

Result<bool> RowScanner::Next(RowResult& row) {
  BASALT_ASSIGN_OR_RETURN(const Step step, Next(row, StepLimits()));
  return step == Step::kRow;
}

bool RowScanner::needs_whole_rows() const { return filter_ != nullptr && filter_->HasFilterRow(); }

bool RowScanner::FilterDone() const { return filter_ && filter_->FilterAllRemaining(); }

bool RowScanner::AtEnd() const {
  if (done_) return true;
  if (in_row_) return false;
  if (range_.limit > 0 && rows_returned_ >= range_.limit) return true;
  if (FilterDone()) return true;
  for (const Source& source : sources_) {
    if (!source.cursor.at_end()) return false;
  }
  return true;
}

Result<RowScanner::Step> RowScanner::Next(RowResult& row, const StepLimits& limits) {
  const bool has_deadline = limits.deadline != std::chrono::steady_clock::time_point::max();
  const bool whole_rows = needs_whole_rows();
  constexpr size_t kUnlimited = std::numeric_limits<size_t>::max();
  const size_t row_bytes = whole_rows ? kUnlimited : limits.row_bytes;
  const size_t heap_bytes = whole_rows ? kUnlimited : limits.heap_bytes;
  row.Clear();
  UseBudget(limits.budget);
  while (!done_) {
    if (range_.limit > 0 && rows_returned_ >= range_.limit) break;
    if (filter_ && filter_->FilterAllRemaining()) break;
    if (!in_row_) {
      // The clock is read every 64 rows, as it costs more than a row.
      if (has_deadline &&
          ((limits.budget != nullptr && limits.budget->last_look() >= limits.deadline) ||
           (rows_seen_ % 64 == 63 && std::chrono::steady_clock::now() >= limits.deadline))) {
        return Step::kTimeUp;
      }
      if (!EnterRow()) break;
      ++rows_seen_;
    }
    if (filter_ && filter_->FilterRowKey(raw_row_)) {
      CountFilteredRow();
      if (filter_->FilterAllRemaining()) {
        --rows_seen_;  // HBase does not count the row at which a filter ends the scan
        break;
      }
      ShowRowToFilter();
      BASALT_RETURN_IF_ERROR(FilterStatus());
      LeaveRow();
      BASALT_RETURN_IF_ERROR(CursorStatus());
      continue;
    }
    row.StartRow(raw_row_);
    const Fill fill = FillRow(row, row_bytes, heap_bytes);
    BASALT_RETURN_IF_ERROR(FilterStatus());
    if (row.byte_size() > kMaxRowBytes) {
      done_ = true;
      return Status(
          StatusCode::kRowTooBig,
          fmt::format("Max row size allowed: {}, but the row is bigger than that, the row "
                      "info: {}",
                      kMaxRowBytes, ToStringBinary(raw_row_)));
    }
    if (fill == Fill::kBatchFull && MoreInRow()) {
      row.set_partial(true);
      returned_part_ = true;
      return Step::kRow;
    }
    const bool passes = PassesRowFilter(row);
    if (whole_rows) MeasureRow(row);
    LeaveRow();
    if (const Status status = CursorStatus(); !status.ok()) {
      done_ = true;
      return status;
    }
    // A row also counts if nothing visible was left after its last partial result.
    if (std::exchange(returned_part_, false) || passes) ++rows_returned_;
    if (passes) return Step::kRow;
    CountFilteredRow();
    row.Clear();
  }
  done_ = true;
  row.Clear();
  BASALT_RETURN_IF_ERROR(FilterStatus());
  return Step::kEnd;
}

}  // namespace basalt::store
