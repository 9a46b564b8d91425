#include "store/row_scanner.h"

#include <fmt/format.h>
#include <rocksdb/options.h>

#include <utility>

#include "store/cell_codec.h"
#include "store/engine.h"
#include "store/family_cursor.h"

namespace basalt::store {
namespace {

// HBase's hbase.table.max.rowsize.
constexpr size_t kMaxRowBytes = 1ULL << 30;

ReadShape ShapeFor(const Query& query, const Bytes& family) {
  ReadShape shape;
  shape.max_versions = query.max_versions;
  const auto range = query.family_time_ranges.find(family);
  shape.time_range = range == query.family_time_ranges.end() ? query.time_range : range->second;
  shape.has_filter = query.filter != nullptr;
  const auto columns = query.columns.find(family);
  if (columns != query.columns.end()) {
    for (const Bytes& qualifier : columns->second) shape.columns.push_back(EncodeRow(qualifier));
  }
  return shape;
}

}  // namespace

struct RowScanner::Bounds {
  rocksdb::Slice lower;
  rocksdb::Slice upper;
};

RowScanner::RowScanner(std::shared_ptr<Store> store, std::vector<FamilyView> families, Range range)
    : store_(std::move(store)),
      families_(std::move(families)),
      range_(std::move(range)),
      bounds_(std::make_unique<Bounds>(Bounds{ToSlice(range_.lower), ToSlice(range_.upper)})) {}

RowScanner::~RowScanner() = default;

Result<std::unique_ptr<RowScanner>> RowScanner::OpenScan(std::shared_ptr<Store> store,
                                                         std::vector<FamilyView> families,
                                                         const Scan& scan) {
  Range range;
  range.reversed = scan.reversed;
  range.raw = scan.raw;
  range.batch = scan.batch;
  range.limit = scan.limit;
  const auto lower_bound = [](const Bytes& row, bool inclusive) {
    if (row.empty()) return Bytes();
    return inclusive ? EncodeRow(row) : AfterPrefix(EncodeRow(row));
  };
  const auto upper_bound = [](const Bytes& row, bool inclusive) {
    if (row.empty()) return Bytes();
    return inclusive ? AfterPrefix(EncodeRow(row)) : EncodeRow(row);
  };
  if (scan.reversed) {
    range.upper = upper_bound(scan.start_row, scan.include_start_row);
    range.lower = lower_bound(scan.stop_row, scan.include_stop_row);
  } else {
    range.lower = lower_bound(scan.start_row, scan.include_start_row);
    range.upper = upper_bound(scan.stop_row, scan.include_stop_row);
  }
  return Open(std::move(store), std::move(families), scan, std::move(range));
}

Result<std::unique_ptr<RowScanner>> RowScanner::OpenGet(std::shared_ptr<Store> store,
                                                        std::vector<FamilyView> families,
                                                        const Get& get) {
  Range range;
  range.lower = EncodeRow(get.row);
  range.single_row = true;
  range.first_cell_only = get.check_existence_only && get.filter == nullptr;
  return Open(std::move(store), std::move(families), get, std::move(range));
}

Result<std::unique_ptr<RowScanner>> RowScanner::Open(std::shared_ptr<Store> store,
                                                     std::vector<FamilyView> families,
                                                     const Query& query, Range range) {
  std::unique_ptr<RowScanner> scanner(
      new RowScanner(std::move(store), std::move(families), std::move(range)));
  const Range& bounds = scanner->range_;
  if (query.filter != nullptr) {
    scanner->filter_ = query.filter->Clone();
    scanner->filter_->SetReversed(bounds.reversed);
    if (bounds.batch > 0 && scanner->filter_->HasFilterRow()) {
      return Status(StatusCode::kDoNotRetry,
                    "Cannot set batch on a scan using a filter that returns true for "
                    "filter.hasFilterRow");
    }
  }
  // An empty range would trip the iterators' bounds.
  if (!bounds.upper.empty() && bounds.lower >= bounds.upper) {
    scanner->done_ = true;
    return scanner;
  }

  std::vector<rocksdb::ReadOptions> options;
  std::vector<Family*> handles;
  for (const FamilyView& view : scanner->families_) {
    rocksdb::ReadOptions read;
    read.fill_cache = query.cache_blocks && view.family->control().settings().block_cache;
    // A get stays within one row, so that bloom filters can rule files out; a scan must not.
    read.prefix_same_as_start = bounds.single_row;
    read.total_order_seek = !bounds.single_row;
    if (!bounds.single_row && !bounds.lower.empty()) {
      read.iterate_lower_bound = &scanner->bounds_->lower;
    }
    if (!bounds.upper.empty()) read.iterate_upper_bound = &scanner->bounds_->upper;
    options.push_back(read);
    handles.push_back(view.family.get());
  }
  auto iterators = scanner->store_->NewIterators(options, handles);

  const int64_t now_ms = scanner->store_->clock().NowMs();
  const Purpose purpose = bounds.raw ? Purpose::kRawRead : Purpose::kRead;
  scanner->cursors_.reserve(iterators.size());
  for (size_t i = 0; i < iterators.size(); ++i) {
    const FamilyView& view = scanner->families_[i];
    scanner->cursors_.emplace_back(
        view.name, std::move(iterators[i]),
        Visibility(view.rules, purpose, ShapeFor(query, view.name), now_ms), bounds.reversed,
        query.store_limit, query.store_offset);
    scanner->cursors_.back().SeekToFirst(bounds.lower);
  }
  scanner->has_row_.resize(scanner->cursors_.size());
  BASALT_RETURN_IF_ERROR(scanner->CursorStatus());
  return scanner;
}

Status RowScanner::CursorStatus() const {
  for (const FamilyCursor& cursor : cursors_) {
    if (cursor.at_end()) BASALT_RETURN_IF_ERROR(cursor.status());
  }
  return {};
}

bool RowScanner::EnterRow() {
  const FamilyCursor* chosen = nullptr;
  for (const FamilyCursor& cursor : cursors_) {
    if (cursor.at_end()) continue;
    if (chosen == nullptr || (range_.reversed ? cursor.row() > chosen->row()
                                              : cursor.row() < chosen->row())) {
      chosen = &cursor;
    }
  }
  if (chosen == nullptr) return false;
  escaped_row_.assign(chosen->row());
  raw_row_ = Unescape(escaped_row_, row_scratch_);
  for (size_t i = 0; i < cursors_.size(); ++i) {
    has_row_[i] = !cursors_[i].at_end() && cursors_[i].row() == escaped_row_;
    if (has_row_[i]) cursors_[i].BeginRow(raw_row_);
  }
  cursor_at_ = 0;
  in_row_ = true;
  return true;
}

void RowScanner::LeaveRow() {
  for (size_t i = 0; i < cursors_.size(); ++i) {
    if (has_row_[i]) cursors_[i].LeaveRow();
  }
  in_row_ = false;
  if (filter_) filter_->Reset();
  if (range_.single_row) done_ = true;
}

RowScanner::Fill RowScanner::FillRow(RowResult& row) {
  CellView cell;
  for (; cursor_at_ < cursors_.size(); ++cursor_at_) {
    if (!has_row_[cursor_at_]) continue;
    FamilyCursor& cursor = cursors_[cursor_at_];
    while (true) {
      const FamilyCursor::Outcome outcome = cursor.NextCell(filter_.get(), cell);
      if (outcome == FamilyCursor::Outcome::kScanDone) return Fill::kScanDone;
      if (outcome == FamilyCursor::Outcome::kRowDone) break;
      row.Append(cell);
      if (range_.first_cell_only) return Fill::kRowDone;
      if (range_.batch > 0 && row.size() >= static_cast<size_t>(range_.batch)) {
        return Fill::kBatchFull;
      }
      if (row.byte_size() > kMaxRowBytes) return Fill::kRowDone;
    }
  }
  return Fill::kRowDone;
}

bool RowScanner::MoreInRow() {
  for (; cursor_at_ < cursors_.size(); ++cursor_at_) {
    if (has_row_[cursor_at_] && cursors_[cursor_at_].MoreInRow()) return true;
  }
  return false;
}

bool RowScanner::PassesRowFilter(RowResult& row) {
  if (!filter_) return !row.empty();
  const bool any_cell_passed = !row.empty();
  if (!filter_->HasFilterRow()) return any_cell_passed && !filter_->FilterRow();
  // Asked even about rows without cells, as HBase does: filters keep state.
  filter_->FilterRowCells(row);
  return !row.empty() && !filter_->FilterRow();
}

Result<bool> RowScanner::Next(RowResult& row) {
  row.Clear();
  while (!done_) {
    if (range_.limit > 0 && rows_returned_ >= range_.limit) break;
    if (filter_ && filter_->FilterAllRemaining()) break;
    if (!in_row_ && !EnterRow()) break;
    if (filter_ && filter_->FilterRowKey(raw_row_)) {
      if (filter_->FilterAllRemaining()) break;
      LeaveRow();
      BASALT_RETURN_IF_ERROR(CursorStatus());
      continue;
    }
    row.StartRow(raw_row_);
    const Fill fill = FillRow(row);
    if (row.byte_size() > kMaxRowBytes) {
      done_ = true;
      return Status(StatusCode::kRowTooBig,
                    fmt::format("Max row size allowed: {}, but the row is bigger than that, the row "
                                "info: {}",
                                kMaxRowBytes, ToStringBinary(raw_row_)));
    }
    if (fill == Fill::kBatchFull && MoreInRow()) {
      row.set_partial(true);
      return true;
    }
    const bool passes = PassesRowFilter(row);
    LeaveRow();
    if (const Status status = CursorStatus(); !status.ok()) {
      done_ = true;
      return status;
    }
    if (passes) {
      ++rows_returned_;
      return true;
    }
    row.Clear();
  }
  done_ = true;
  row.Clear();
  return false;
}

}  // namespace basalt::store
