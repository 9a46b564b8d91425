#include "store/family_cursor.h"

#include <cstring>
#include <utility>

#include "store/cell_codec.h"
#include "store/engine.h"

namespace basalt::store {
namespace {

// A seek costs about as much as nine steps.
constexpr int kMaxSteps = 8;
// Columns skipped by seeks alone before steps are tried again.
constexpr int kSeeksInARow = 16;
// A larger row is not buffered in reverse but read forwards after a seek.
constexpr size_t kMaxBufferedCells = 1024;
constexpr size_t kMaxBufferedBytes = 256 * 1024;

}  // namespace

FamilyCursor::FamilyCursor(BytesView family, std::unique_ptr<rocksdb::Iterator> iterator,
                           Visibility visibility, Direction direction, int32_t store_limit,
                           int32_t store_offset, RowOrder row_order)
    : family_(family),
      iterator_(std::move(iterator)),
      visibility_(std::move(visibility)),
      direction_(direction),
      store_limit_(store_limit),
      store_offset_(store_offset),
      row_order_(row_order),
      step_budget_(kMaxSteps) {}

Status FamilyCursor::status() const {
  if (!error_.ok()) return error_;
  if (iterator_->Valid()) return {};
  const rocksdb::Status status = iterator_->status();
  if (status.ok()) return {};
  // What comes next is not in memory, or behind very many deleted keys.
  if (status.IsIncomplete() && !base::MayWait(budget_)) return budget_->BeforeWait();
  return FromEngine(status, "reading family '" + ToStringBinary(family_) + "'");
}

void FamilyCursor::ReportDamage(BytesView key, std::string_view what) {
  Fail(Status(StatusCode::kCorruption, "family '" + ToStringBinary(family_) + "': " +
                                           std::string(what) + " at " + ToStringBinary(key)));
}

void FamilyCursor::Fail(Status error) {
  error_ = std::move(error);
  at_end_ = true;
  left_row_ = true;
}

inline void FamilyCursor::LookAtSource() {
  if (buffered_) {
    source_valid_ = buffer_at_ > 0;
    if (source_valid_) source_key_ = buffer_[buffer_at_ - 1].key;
  } else {
    source_valid_ = iterator_->Valid();
    if (source_valid_) source_key_ = ToView(iterator_->key());
  }
}

inline BytesView FamilyCursor::SourceValue() const {
  return buffered_ ? BytesView(buffer_[buffer_at_ - 1].value) : ToView(iterator_->value());
}

inline void FamilyCursor::SourceStep() {
  if (buffered_) {
    --buffer_at_;
  } else {
    iterator_->Next();
  }
  LookAtSource();
}

void FamilyCursor::SourceSeek(BytesView target) {
  if (buffered_) {
    while (buffer_at_ > 0 && BytesView(buffer_[buffer_at_ - 1].key) < target) --buffer_at_;
  } else {
    iterator_->Seek(ToSlice(target));
  }
  LookAtSource();
}

void FamilyCursor::SeekToFirst(BytesView lower) {
  if (direction_ == Direction::kBackward) {
    iterator_->SeekToLast();
    CollectRowBackwards();
  } else {
    SourceSeek(lower);
    LoadRow();
  }
}

void FamilyCursor::LoadRow() {
  move_ = Move::kNone;
  qualifier_.clear();
  at_end_ = !source_valid_;
  if (at_end_) return;
  const size_t row_end = FindEscapedEnd(source_key_, 0);
  if (row_end == BytesView::npos) {
    ReportDamage(source_key_, "a key that is not a cell's");
  } else {
    row_.assign(source_key_.data(), row_end);
  }
}

void FamilyCursor::CollectRowBackwards() {
  buffered_ = false;
  LookAtSource();
  LoadRow();
  if (at_end_) return;
  size_t bytes = 0;
  buffer_size_ = 0;
  while (InRow()) {
    if (buffer_size_ == kMaxBufferedCells || bytes > kMaxBufferedBytes) {
      SourceSeek(row_);
      return;
    }
    if (buffer_size_ == buffer_.size()) buffer_.emplace_back();
    BufferedCell& cell = buffer_[buffer_size_++];
    cell.key.assign(source_key_);
    cell.value.assign(ToView(iterator_->value()));
    bytes += cell.key.size() + cell.value.size();
    iterator_->Prev();
    LookAtSource();
  }
  // A row truncated by a read error must not look complete.
  if (!source_valid_ && !iterator_->status().ok()) {
    at_end_ = true;
    return;
  }
  buffered_ = true;
  buffer_at_ = buffer_size_;
  LookAtSource();
}

void FamilyCursor::SeekPreviousRow(BytesView row) {
  buffered_ = false;
  iterator_->SeekForPrev(ToSlice(row));
  CollectRowBackwards();
}

void FamilyCursor::BeginRow(BytesView raw_row) {
  raw_row_ = raw_row;
  visibility_.StartRow();
  qualifier_.clear();
  included_ = 0;
  move_ = Move::kNone;
  left_row_ = false;
  limit_reached_ = false;
}

void FamilyCursor::StepOrSeek(BytesView target) {
  for (int i = 0; i < step_budget_; ++i) {
    if (!source_valid_ || source_key_ >= target) {
      step_budget_ = kMaxSteps;
      return;
    }
    SourceStep();
  }
  if (!source_valid_ || source_key_ >= target) return;
  SeekInsteadOfSteps(target);
}

void FamilyCursor::SeekInsteadOfSteps(BytesView target) {
  if (step_budget_ > 0) {
    step_budget_ /= 2;
    if (step_budget_ == 0) seeks_before_steps_ = kSeeksInARow;
  } else if (--seeks_before_steps_ == 0) {
    step_budget_ = 1;
  }
  SourceSeek(target);
}

bool FamilyCursor::ColumnSkipped() const {
  const Bytes* wanted = visibility_.NextWantedColumn();
  return wanted == nullptr ? IsNewColumn(source_key_)
                           : source_key_.substr(row_.size()) >= BytesView(*wanted);
}

void FamilyCursor::SkipColumn() {
  const bool by_seek = step_budget_ == 0;
  if (!by_seek) {
    SourceStep();
    if (!InRow() || ColumnSkipped()) {
      step_budget_ = kMaxSteps;
      return;
    }
  }
  const Bytes* wanted = visibility_.NextWantedColumn();
  if (wanted != nullptr) {
    seek_scratch_.assign(row_).append(*wanted);
  } else {
    seek_scratch_.assign(row_).append(qualifier_);
    seek_scratch_.back() = 0x02;
  }
  if (by_seek) {
    SeekInsteadOfSteps(seek_scratch_);
  } else {
    StepOrSeek(seek_scratch_);
  }
}

void FamilyCursor::FollowMove() {
  switch (std::exchange(move_, Move::kNone)) {
    case Move::kNone: break;
    case Move::kStep: SourceStep(); break;
    case Move::kNextColumn: SkipColumn(); break;
    case Move::kNextRow: LeaveRow(); break;
  }
}

bool FamilyCursor::MoreInRow() {
  FollowMove();
  return !left_row_ && InRow();
}

void FamilyCursor::LeaveRow() {
  if (left_row_) return;
  left_row_ = true;
  if (direction_ == Direction::kOneRow) {
    // The scan does not need the next row.
    at_end_ = true;
  } else if (direction_ == Direction::kForward) {
    if (InRow()) {
      seek_scratch_.assign(row_);
      seek_scratch_.back() = 0x02;
      SourceStep();
      StepOrSeek(seek_scratch_);
    }
    LoadRow();
  } else if (buffered_) {
    // The iterator is already positioned before the row.
    CollectRowBackwards();
  } else {
    seek_scratch_.assign(row_);
    SeekPreviousRow(seek_scratch_);
  }
}

inline bool FamilyCursor::EnterColumn(BytesView key) {
  const size_t begin = row_.size();
  const size_t suffix_length = KeySuffixLength(key);
  if (key.size() < begin + kTerminatorLength + suffix_length) return false;
  const size_t length = key.size() - suffix_length - begin;
  if (qualifier_.size() != length) qualifier_.resize(length);
  std::memcpy(qualifier_.data(), key.data() + begin, length);
  // The first zero belongs to the terminator, unless the qualifier contains a zero.
  if (FindZero(key, begin) == begin + length - kTerminatorLength && qualifier_.back() == 0x01) {
    raw_qualifier_ = {qualifier_.data(), length - kTerminatorLength};
    return true;
  }
  if (FindEscapedEnd(qualifier_, 0) != length) return false;
  raw_qualifier_ = Unescape(qualifier_, qualifier_scratch_);
  return true;
}

FamilyCursor::Outcome FamilyCursor::NextCell(Filter* filter, CellView& cell) {
  if (move_ == Move::kStep) {
    move_ = Move::kNone;
    SourceStep();
  } else {
    FollowMove();
  }
  while (true) {
    if (left_row_ || !InRow()) {
      LeaveRow();
      // HBase calls the filter for the next row's first cell, too, while its state is of this row.
      const bool asks = filter != nullptr && !at_end_ && !std::exchange(limit_reached_, false);
      return asks && filter->FilterAllRemaining() ? Outcome::kScanDone : Outcome::kRowDone;
    }
    if (filter != nullptr && filter->FilterAllRemaining()) return Outcome::kScanDone;

    const BytesView key = source_key_;
    const bool new_column = IsNewColumn(key);
    if (new_column && !EnterColumn(key)) {
      ReportDamage(key, "a key that is not a cell's");
      return Outcome::kRowDone;
    }
    const BytesView qualifier = qualifier_;
    const int64_t timestamp = DecodeTimestamp(key);
    const CellType type = DecodeType(key);
    const BytesView stored = SourceValue();
    if (budget_ != nullptr && !budget_->Charge(key.size() + stored.size())) {
      Fail(budget_->status());
      return Outcome::kRowDone;
    }
    ++cells_seen_;
    const int64_t ttl = HasTags(stored) ? CellTtl(stored) : kNoTtl;

    Verdict verdict =
        visibility_.Judge(qualifier, new_column, timestamp, type, ttl, DecodeOrder(key));
    if (Keeps(verdict)) {
      ParsedValue value;
      if (!ParseValue(stored, value)) {
        ReportDamage(key, "a value that is not a cell's");
        return Outcome::kRowDone;
      }
      cell.row = raw_row_;
      cell.family = family_;
      cell.qualifier = raw_qualifier_;
      cell.timestamp = timestamp;
      cell.type = type;
      cell.value = value.value;
      cell.tags = value.tags;
      if (filter != nullptr) {
        const Filter::ReturnCode code = filter->FilterCell(cell);
        if (code == Filter::ReturnCode::kSeekNextUsingHint) {
          const std::optional<Cell> hint = filter->NextCellHint(cell);
          if (!hint || !FollowHint(*hint, cell)) SourceStep();
          continue;
        }
        verdict = visibility_.MergeFilter(verdict, code, qualifier);
        if (Keeps(verdict)) {
          stored_size_ = SerializedCellSize(cell);
          const char* const stored_value = cell.value.data();
          cell = filter->TransformCell(cell);
          stripped_ = cell.value.data() != stored_value;
          cell.row = raw_row_;  // a result holds one row, whatever the filter makes of the cell
        }
      }
    }
    switch (verdict) {
      case Verdict::kKeep: move_ = Move::kStep; break;
      case Verdict::kKeepThenNextColumn: move_ = Move::kNextColumn; break;
      case Verdict::kKeepThenNextRow: move_ = Move::kNextRow; break;
      case Verdict::kHide: SourceStep(); continue;
      case Verdict::kNextColumn: SkipColumn(); continue;
      case Verdict::kNextRow: LeaveRow(); continue;
    }
    if (++included_ > store_offset_) {
      if (store_limit_ >= 0 && included_ >= store_limit_ + store_offset_) {
        move_ = Move::kNextRow;
        limit_reached_ = true;
      }
      return Outcome::kCell;
    }
    FollowMove();
  }
}

size_t FamilyCursor::HeapBytes(const CellView& cell, CellPlace place) const {
  if (stored_size_ == 0) return HeapSize(SerializedCellSize(cell), place);
  const size_t size = HeapSize(stored_size_, place);
  return stripped_ ? StrippedHeapSize(size, place) : size;
}

bool FamilyCursor::FollowHint(const Cell& hint, const CellView& cell) {
  const int row_order = CompareRows(hint.row, cell.row, row_order_);
  const auto order = row_order == 0  ? CompareCells(hint.view(), cell)
                     : row_order < 0 ? std::strong_ordering::less
                                     : std::strong_ordering::greater;
  if (direction_ == Direction::kBackward) {
    if (order >= 0 || row_order >= 0) return false;
    seek_scratch_ = AfterPrefix(EncodeRow(hint.row, row_order_));
    left_row_ = true;
    SeekPreviousRow(seek_scratch_);
    return true;
  }
  if (order <= 0) return false;
  const int family_order = BytesView(hint.family).compare(family_);
  if (family_order > 0) {
    // Beyond this family's cells of that row.
    seek_scratch_ = AfterPrefix(EncodeRow(hint.row, row_order_));
  } else if (family_order < 0) {
    seek_scratch_ = EncodeRow(hint.row, row_order_);
  } else {
    seek_scratch_ = EncodeRow(hint.row, row_order_);
    AppendEscaped(seek_scratch_, hint.qualifier);
    AppendSeekSuffix(seek_scratch_, hint.timestamp, hint.type);
  }
  StepOrSeek(seek_scratch_);
  if (row_order > 0 || family_order > 0) {
    left_row_ = true;
    LoadRow();
  }
  return true;
}

}  // namespace basalt::store
