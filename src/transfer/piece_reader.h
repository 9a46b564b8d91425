// PieceReader: reads text files in pieces of whole records, which can be parsed in parallel. Memory
// is bounded by the sizes of a piece and of a record. One thread at a time.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "basalt/status.h"
#include "transfer/record_format.h"
#include "transfer/text_file.h"

namespace basalt::transfer {

// Input that was not loaded.
struct Reject {
  std::string file;
  uint64_t line = 0;  // its first, from 1
  std::string reason;
  std::string text;  // as it is in the file, without the line end; long ones are cut
};

// A place in the input, from which a load can resume.
struct InputPosition {
  size_t file = 0;      // an index of the list of files
  uint64_t offset = 0;  // in the file's text, decompressed
  uint64_t line = 1;
};

// The columns of a file.
struct FileColumns {
  std::string file;
  // The header line as it is, without the line end; empty without a header.
  std::string header;
  // Of the header, or given; empty for JSON lines.
  std::vector<std::string> names;
};

struct Piece {
  uint64_t number = 0;
  std::shared_ptr<const FileColumns> columns;
  // Whole records.
  std::string text;
  uint64_t first_line = 1;
  // What follows the text and could not be read as a record.
  std::vector<Reject> rejects;
  // After the piece and its rejects.
  InputPosition end;
  // How much of all files, as they are on disk, has been read with this piece.
  uint64_t file_bytes = 0;
};

struct InputSpec {
  // "-": standard input.
  std::vector<std::string> files;
  RecordFormat format;
  // By the content of each file if unset.
  std::optional<FileCompression> compression;
  // The first record of each file has the names of its columns.
  bool header = true;
  // The names if there is no header.
  std::vector<std::string> columns;
  size_t piece_bytes = 32 << 20;
};

class PieceReader {
 public:
  // `standard_input` may be null if no file is "-"; borrowed.
  PieceReader(InputSpec spec, std::istream* standard_input);

  // Continues where an earlier reader of the same input was. Call before Next.
  Status Seek(const InputPosition& position);
  // False at the end. A file that cannot be opened, or whose header cannot be read, is an error;
  // compressed data that is damaged or incomplete is a reject.
  Result<bool> Next(Piece& piece);

 private:
  Status OpenFile();
  Status ReadHeader();
  // Reads until there are `bytes` after start_, or the end.
  Status Fill(size_t bytes);
  // Whether the text after start_ is all there is, and complete.
  bool whole() const { return source_->at_end() && damage_.ok(); }
  // No record can be read at start_: passes over one line.
  Status RejectLine(Piece& piece);
  void Skip(size_t bytes, uint64_t lines);
  void AddReject(Piece& piece, std::string_view text, std::string reason);

  const InputSpec spec_;
  std::istream* const standard_input_;
  std::unique_ptr<TextSource> source_;
  std::shared_ptr<const FileColumns> columns_;
  Status damage_;  // of the file's compressed data
  bool damage_reported_ = false;
  std::string buffer_;
  size_t start_ = 0;  // of what no piece has had yet
  InputPosition position_;
  uint64_t next_number_ = 0;
  uint64_t earlier_files_bytes_ = 0;
};

}  // namespace basalt::transfer
