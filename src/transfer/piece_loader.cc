#include "transfer/piece_loader.h"

#include <utility>

#include <fmt/format.h>

#include "transfer/text_codec.h"

namespace basalt::transfer {
namespace {

// Of one mutation of several records.
constexpr size_t kGroupCells = 1000;
constexpr size_t kPreviewBytes = 80;

std::string Shown(BytesView bytes) {
  std::string text;
  AppendEscaped(text, bytes.substr(0, kPreviewBytes), Whitespace::kEscaped, false);
  if (bytes.size() > kPreviewBytes) text += "…";
  return text;
}

}  // namespace

PieceLoader::PieceLoader(const LoadSpec& spec, MapperContext context, RowSink* sink)
    : spec_(spec), context_(std::move(context)), sink_(sink), parser_(spec.input.format) {}

Status PieceLoader::UseColumns(const std::shared_ptr<const FileColumns>& columns) {
  if (columns_ == columns) return {};
  columns_ = columns;
  std::optional<Mapping> mapping = spec_.mapping;
  if (spec_.input.format.format == TextFormat::kJsonLines) {
    if (mapping) {
      if (context_.schema != nullptr) mapping->AddKeyFields(*context_.schema);
      BASALT_RETURN_IF_ERROR(mapping->Check(context_.schema));
    }
    mapper_ = RecordMapper::ForMembers(mapping, context_);
    // Without a mapping it shows in the records.
    grouping_ = !mapping || mapping->of_cells();
    return {};
  }
  if (!mapping) {
    BASALT_ASSIGN_OR_RETURN(mapping,
                            Mapping::OfNames(columns->names, spec_.fallback, context_.schema));
  } else if (context_.schema != nullptr) {
    mapping->AddKeyFields(*context_.schema);
  }
  BASALT_RETURN_IF_ERROR(mapping->Check(context_.schema));
  BASALT_ASSIGN_OR_RETURN(auto mapper,
                          RecordMapper::ForColumns(*mapping, columns->names, context_));
  mapper_ = std::move(mapper);
  grouping_ = mapping->of_cells();
  return {};
}

Result<PieceOutcome> PieceLoader::Load(const Piece& piece) {
  outcome_ = PieceOutcome();
  outcome_.header = piece.columns->header;
  outcome_.end = piece.end;
  outcome_.file_bytes = piece.file_bytes;
  outcome_.counts.text_bytes = piece.text.size();
  BASALT_RETURN_IF_ERROR(UseColumns(piece.columns).WithContext(piece.columns->file));
  BASALT_RETURN_IF_ERROR(LoadText(piece.text, piece.first_line));
  BASALT_RETURN_IF_ERROR(EndGroup());
  if (sink_ != nullptr) {
    BASALT_RETURN_IF_ERROR(sink_->Finish());
    BASALT_RETURN_IF_ERROR(HandleRefused());
    outcome_.prepared = sink_->TakePrepared();
  }
  // Those of the piece's end come last.
  outcome_.rejects.insert(outcome_.rejects.end(), piece.rejects.begin(), piece.rejects.end());
  outcome_.counts.rejects = outcome_.rejects.size();
  return std::move(outcome_);
}

Status PieceLoader::LoadText(std::string_view text, uint64_t line) {
  // Of a malformed record with several lines only the first is rejected, since a quote too many
  // joins lines that are not of one record; the rest is read again. The ends of such records:
  std::vector<size_t> ends = {text.size()};
  for (size_t at = 0; at < text.size();) {
    while (at >= ends.back()) ends.pop_back();
    const std::string_view readable = text.substr(0, ends.back());
    const auto place = FindRecord(readable, at, spec_.input.format, true);
    if (!place) {
      const RecordPlace first = FindLine(readable, at);
      AddReject({text.substr(at, first.end - at), line}, "a quote is not closed");
      at = first.next;
      ++line;
      continue;
    }
    const SourceRecord record{text.substr(at, place->end - at), line};
    bool good = true;
    if (!IsSkipped(record.text, spec_.input.format)) {
      BASALT_ASSIGN_OR_RETURN(good, LoadRecord(record));
    }
    if (good || place->lines == 1) {
      at = place->next;
      line += place->lines;
      continue;
    }
    const RecordPlace first = FindLine(readable, at);
    at = first.next;
    ++line;
    ends.push_back(place->next);
  }
  return {};
}

Result<bool> PieceLoader::LoadRecord(const SourceRecord& record) {
  if (const Status parsed = parser_.Parse(record.text, fields_); !parsed.ok()) {
    const size_t line_end = FindLine(record.text, 0).end;
    AddReject({record.text.substr(0, line_end), record.line}, parsed.message());
    return false;
  }
  if (const Status mapped = mapper_->Map(fields_, row_); !mapped.ok()) {
    AddReject(record, mapped.message());
    return true;
  }
  BASALT_RETURN_IF_ERROR(AddRow(record));
  return true;
}

Status PieceLoader::AddRow(const SourceRecord& record) {
  const bool joins = grouping_ && group_ && group_->row.row == row_.row &&
                     group_->row.is_delete == row_.is_delete && group_->row.ttl_ms == row_.ttl_ms &&
                     !group_->row.cells.empty() && !row_.cells.empty() &&
                     group_->row.cells.size() < kGroupCells;
  if (joins) {
    for (MutationCell& cell : row_.cells) group_->row.cells.push_back(std::move(cell));
    group_->records.push_back(record);
    return {};
  }
  BASALT_RETURN_IF_ERROR(EndGroup());
  group_.emplace();
  std::swap(group_->row, row_);
  group_->records.push_back(record);
  return {};
}

Status PieceLoader::EndGroup() {
  if (!group_) return {};
  Group group = *std::move(group_);
  group_.reset();
  return Emit(std::move(group));
}

Status PieceLoader::Emit(Group group) {
  ++outcome_.counts.rows;
  outcome_.counts.cells += group.row.cells.size();
  if (sink_ == nullptr) {
    if (outcome_.preview.size() < spec_.preview_rows) Preview(group.row);
    return {};
  }
  BASALT_RETURN_IF_ERROR(sink_->Add(group.row.TakeMutation(), std::move(group.records)));
  return HandleRefused();
}

Status PieceLoader::HandleRefused() {
  for (RefusedRow& refused : sink_->TakeRefused()) {
    if (refused.records.size() == 1) {
      --outcome_.counts.rows;
      AddReject(refused.records[0], refused.status.message());
      continue;
    }
    --outcome_.counts.rows;
    for (const SourceRecord& record : refused.records) {
      MappedRecord row;
      BASALT_RETURN_IF_ERROR(parser_.Parse(record.text, fields_));
      BASALT_RETURN_IF_ERROR(mapper_->Map(fields_, row));
      ++outcome_.counts.rows;
      BASALT_RETURN_IF_ERROR(sink_->Add(row.TakeMutation(), {record}));
    }
    BASALT_RETURN_IF_ERROR(sink_->Finish());
    BASALT_RETURN_IF_ERROR(HandleRefused());
  }
  return {};
}

void PieceLoader::AddReject(const SourceRecord& record, const std::string& reason) {
  outcome_.rejects.push_back({columns_->file, record.line, reason, std::string(record.text)});
}

void PieceLoader::Preview(const MappedRecord& row) {
  const std::string key =
      context_.schema != nullptr ? context_.schema->Print(row.row) : Shown(row.row);
  std::string line = key + ":";
  if (row.is_delete && row.cells.empty()) line += fmt::format(" DeleteRow @{}", row.timestamp);
  for (const MutationCell& cell : row.cells) {
    line += fmt::format(" {}:{}@{}", ToStringBinary(cell.family), Shown(cell.qualifier),
                        cell.timestamp);
    line += cell.type == CellType::kPut ? "='" + Shown(cell.value) + "'"
                                        : " " + std::string(CellTypeName(cell.type));
  }
  outcome_.preview.push_back(std::move(line));
}

}  // namespace basalt::transfer
