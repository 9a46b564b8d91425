#include "copy/row_batch.h"

#include <utility>

namespace basalt::copy {
namespace {

MutationCell OwnedCell(const CellView& cell) {
  return {.family = Bytes(cell.family),
          .qualifier = Bytes(cell.qualifier),
          .timestamp = cell.timestamp,
          .type = cell.type,
          .value = Bytes(cell.value),
          .tags = Bytes(cell.tags)};
}

bool HasType(const std::vector<MutationCell>& cells, CellType type) {
  for (const MutationCell& cell : cells) {
    if (cell.type == type) return true;
  }
  return false;
}

}  // namespace

void RowBatch::Add(const RowResult& part) {
  if (part.empty()) return;
  if (part.row() != row_) {
    EndRow();
    row_ = part.row();
  }
  for (const CellView cell : part) {
    AddCell(cell);
    if (row_bytes_ >= max_row_bytes_) FinishPart();
  }
}

void RowBatch::AddCell(const CellView& cell) {
  if (continued_) RepeatMarkers(cell);
  NoteMarker(cell);
  row_bytes_ += SerializedCellSize(cell);
  ++row_cells_;
  (cell.type == CellType::kPut ? row_puts_ : row_markers_).push_back(OwnedCell(cell));
}

void RowBatch::RepeatMarkers(const CellView& next) {
  continued_ = false;
  if (next.family != family_) return;
  row_markers_ = family_markers_;
  if (next.qualifier == qualifier_) {
    row_markers_.insert(row_markers_.end(), column_markers_.begin(), column_markers_.end());
  }
}

void RowBatch::NoteMarker(const CellView& cell) {
  if (cell.family != family_) {
    family_ = cell.family;
    qualifier_ = cell.qualifier;
    family_markers_.clear();
    column_markers_.clear();
  } else if (cell.qualifier != qualifier_) {
    qualifier_ = cell.qualifier;
    column_markers_.clear();
  }
  if (!IsDeleteMarker(cell.type)) return;
  auto& markers = IsFamilyMarker(cell.type) ? family_markers_ : column_markers_;
  // Newer markers come first, and cover at least as much as later ones.
  const bool reaches_down =
      cell.type == CellType::kDeleteFamily || cell.type == CellType::kDeleteColumn;
  if (reaches_down && HasType(markers, cell.type)) return;
  if (cell.type == CellType::kDelete) {
    // A kDelete marker hides the next cell or none.
    std::erase_if(markers, [](const auto& marker) { return marker.type == CellType::kDelete; });
  }
  markers.push_back(OwnedCell(cell));
}

void RowBatch::FinishPart() {
  if (row_cells_ == 0) return;
  Put put(row_);
  Delete del(row_);
  put.mutable_cells() = std::exchange(row_puts_, {});
  del.mutable_cells() = std::exchange(row_markers_, {});
  if (del.cells().empty()) {
    puts_.push_back(std::move(put));
  } else if (put.cells().empty()) {
    deletes_.push_back(std::move(del));
  } else {
    mixed_.emplace_back(RowMutations(row_).Add(std::move(put)).Add(std::move(del)));
  }
  bytes_ += std::exchange(row_bytes_, 0);
  cells_ += std::exchange(row_cells_, 0);
  continued_ = true;
}

void RowBatch::EndRow() {
  if (row_.empty()) return;
  FinishPart();
  ++rows_;
  last_row_ = std::exchange(row_, {});
  continued_ = false;
  family_.clear();
  qualifier_.clear();
  family_markers_.clear();
  column_markers_.clear();
}

Status RowBatch::WriteTo(Table& table) {
  if (!puts_.empty()) BASALT_RETURN_IF_ERROR(table.Put(puts_));
  if (!deletes_.empty()) BASALT_RETURN_IF_ERROR(table.Delete(deletes_));
  if (!mixed_.empty()) {
    for (const auto& outcome : table.Batch(mixed_)) BASALT_RETURN_IF_ERROR(outcome.status());
  }
  puts_.clear();
  deletes_.clear();
  mixed_.clear();
  bytes_ = cells_ = rows_ = 0;
  return {};
}

void RowBatch::Clear() { *this = RowBatch(max_row_bytes_); }

}  // namespace basalt::copy
