#include "transfer/piece_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace basalt::transfer {
namespace {

// Of a line that is too long.
constexpr size_t kRejectedHead = 1000;
// The longest header line, with comments before it.
constexpr size_t kHeaderBytes = 1 << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

PieceReader::PieceReader(InputSpec spec, std::istream* standard_input)
    : spec_(std::move(spec)), standard_input_(standard_input) {}

Status PieceReader::OpenFile() {
  const std::string& path = spec_.files[position_.file];
  if (path != "-") {
    BASALT_ASSIGN_OR_RETURN(source_, TextSource::Open(path, spec_.compression));
  } else if (standard_input_ == nullptr) {
    return Status::InvalidArgument("there is no standard input");
  } else {
    source_ = std::make_unique<TextSource>("standard input", *standard_input_, spec_.compression);
  }
  buffer_.clear();
  start_ = 0;
  damage_ = {};
  damage_reported_ = false;
  position_.offset = 0;
  position_.line = 1;
  BASALT_RETURN_IF_ERROR(Fill(kByteOrderMark.size()));
  if (buffer_.starts_with(kByteOrderMark)) Skip(kByteOrderMark.size(), 0);
  return ReadHeader().WithContext(source_->name());
}

Status PieceReader::ReadHeader() {
  auto columns = std::make_shared<FileColumns>();
  columns->file = source_->name();
  columns->names = spec_.columns;
  while (spec_.header && spec_.format.format != TextFormat::kJsonLines) {
    BASALT_RETURN_IF_ERROR(Fill(kHeaderBytes));
    const auto place = FindRecord(buffer_, start_, spec_.format, whole());
    if (!place) return Status::InvalidArgument("the header line cannot be read");
    const std::string_view record = std::string_view(buffer_).substr(start_, place->end - start_);
    if (start_ == buffer_.size() && source_->at_end()) break;  // an empty file
    if (!IsSkipped(record, spec_.format)) {
      std::vector<Field> fields;
      RecordParser parser(spec_.format);
      BASALT_RETURN_IF_ERROR(parser.Parse(record, fields).WithContext("the header line"));
      columns->header = record;
      for (const Field& field : fields) columns->names.emplace_back(field.text);
      Skip(place->next - start_, place->lines);
      break;
    }
    Skip(place->next - start_, place->lines);
  }
  columns_ = std::move(columns);
  return {};
}

Status PieceReader::Fill(size_t bytes) {
  while (damage_.ok() && !source_->at_end() && buffer_.size() - start_ < bytes) {
    if (start_ > 0) {
      buffer_.erase(0, start_);
      start_ = 0;
    }
    Status status = source_->Read(bytes - buffer_.size(), buffer_);
    if (status.code() == StatusCode::kCorruption) {
      damage_ = status;
    } else if (!status.ok()) {
      return status;
    }
  }
  return {};
}

void PieceReader::Skip(size_t bytes, uint64_t lines) {
  start_ += bytes;
  position_.offset += bytes;
  position_.line += lines;
}

Status PieceReader::Seek(const InputPosition& position) {
  position_.file = position.file;
  for (size_t i = 0; i < position.file; ++i) {
    // Standard input is one of them only if it has been read to its end.
    if (spec_.files[i] != "-") continue;
    return Status::InvalidArgument("standard input has been read already");
  }
  if (position_.file >= spec_.files.size()) return {};
  BASALT_RETURN_IF_ERROR(OpenFile());
  if (position.offset <= position_.offset) return {};
  while (position_.offset < position.offset) {
    BASALT_RETURN_IF_ERROR(Fill(1));
    const size_t bytes =
        std::min<uint64_t>(position.offset - position_.offset, buffer_.size() - start_);
    if (bytes == 0) {
      return Status::InvalidArgument(
          fmt::format("{} is shorter than when the load began", source_->name()));
    }
    Skip(bytes, 0);
  }
  position_.line = position.line;
  return {};
}

void PieceReader::AddReject(Piece& piece, std::string_view text, std::string reason) {
  piece.rejects.push_back({columns_->file, position_.line, std::move(reason),
                           std::string(text.substr(0, kRejectedHead))});
}

Status PieceReader::RejectLine(Piece& piece) {
  const RecordPlace line = FindLine(buffer_, start_);
  const std::string_view text = std::string_view(buffer_).substr(start_, line.end - start_);
  const bool ended = source_->at_end() || !damage_.ok();
  const bool too_long = text.size() > spec_.format.max_record_bytes;
  if (line.next < buffer_.size() || (line.next > line.end && buffer_[line.next - 1] == '\n')) {
    const bool far = buffer_.size() - start_ > spec_.format.max_record_bytes;
    AddReject(
        piece, text,
        too_long ? fmt::format("longer than {} bytes", spec_.format.max_record_bytes)
        : far ? fmt::format("a quote is not closed within {} bytes", spec_.format.max_record_bytes)
              : "a quote is not closed");
    Skip(line.next - start_, 1);
    return {};
  }
  if (ended && !too_long) {
    AddReject(piece, text, damage_.ok() ? "a quote is not closed" : damage_.message());
    damage_reported_ = true;
    Skip(buffer_.size() - start_, 1);
    return {};
  }
  AddReject(piece, text, fmt::format("longer than {} bytes", spec_.format.max_record_bytes));
  for (;;) {
    const size_t end = buffer_.find('\n', start_);
    if (end != std::string::npos) {
      Skip(end + 1 - start_, 1);
      return {};
    }
    Skip(buffer_.size() - start_, 0);
    BASALT_RETURN_IF_ERROR(Fill(64 << 10));
    if (start_ == buffer_.size()) return {};
  }
}

Result<bool> PieceReader::Next(Piece& piece) {
  piece = Piece();
  for (;;) {
    if (source_ == nullptr) {
      if (position_.file >= spec_.files.size()) return false;
      BASALT_RETURN_IF_ERROR(OpenFile());
    }
    BASALT_RETURN_IF_ERROR(Fill(spec_.piece_bytes));
    piece.columns = columns_;
    piece.first_line = position_.line;
    size_t end = start_;
    uint64_t lines = 0;
    while (end < buffer_.size() && end - start_ < spec_.piece_bytes) {
      const auto place = FindRecord(buffer_, end, spec_.format, whole());
      if (!place) break;
      end = place->next;
      lines += place->lines;
    }
    const bool stuck = end == start_ && end < buffer_.size();
    piece.text.assign(buffer_, start_, end - start_);
    Skip(end - start_, lines);
    if (stuck) {
      // A longer record than the piece, or none at all.
      BASALT_RETURN_IF_ERROR(Fill(spec_.format.max_record_bytes + 2));
      if (!FindRecord(buffer_, start_, spec_.format, whole())) {
        BASALT_RETURN_IF_ERROR(RejectLine(piece));
      } else {
        continue;
      }
    }
    const bool file_ends = start_ == buffer_.size() && (source_->at_end() || !damage_.ok());
    if (file_ends && !damage_.ok() && !damage_reported_) AddReject(piece, {}, damage_.message());
    piece.file_bytes = earlier_files_bytes_ + source_->file_bytes();
    if (file_ends) {
      earlier_files_bytes_ += source_->file_bytes();
      source_.reset();
      ++position_.file;
      position_.offset = 0;
      position_.line = 1;
    }
    piece.end = position_;
    if (piece.text.empty() && piece.rejects.empty()) continue;
    piece.number = next_number_++;
    return true;
  }
}

}  // namespace basalt::transfer
