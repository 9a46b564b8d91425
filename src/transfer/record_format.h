// The formats of text files: CSV (RFC 4180), TSV and JSON lines; where a record ends, and its
// fields.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/status.h"

namespace basalt::transfer {

enum class TextFormat : uint8_t { kCsv, kTsv, kJsonLines };

// "csv", "tsv", "jsonl".
std::optional<TextFormat> ParseTextFormat(std::string_view name);
std::string_view TextFormatName(TextFormat format);
// By the name of a file, also below .gz and .zst.
std::optional<TextFormat> FormatOfName(std::string_view file);

struct RecordFormat {
  TextFormat format = TextFormat::kCsv;
  // Between the fields of CSV and TSV.
  char delimiter = ',';
  // Lines that begin with this are skipped; empty: none.
  std::string comment;
  // The limit of a record's length.
  size_t max_record_bytes = 64 << 20;
};

// Where a record is in a text.
struct RecordPlace {
  size_t end = 0;   // without its line end
  size_t next = 0;  // where the next record begins
  uint64_t lines = 0;
};

// The record that begins at `begin`. nullopt when the text has not its end, or that is too far
// away: it ends at a line end outside of quotes, or where the text ends if that is all of it
// (`whole`).
std::optional<RecordPlace> FindRecord(std::string_view text, size_t begin,
                                      const RecordFormat& format, bool whole);
// The line that begins at `begin`, whatever quotes it has; the end of the text ends it, too.
RecordPlace FindLine(std::string_view text, size_t begin);
bool IsSkipped(std::string_view record, const RecordFormat& format);

// Views are valid until the next Parse, and while the record's text is.
struct Field {
  // Of JSON lines: the member's name. Of the others the fields are in order.
  std::string_view name;
  std::string_view text;
  // Absent: not quoted and empty, or null.
  bool absent = false;
};

// Parses records. One thread at a time.
class RecordParser {
 public:
  explicit RecordParser(RecordFormat format) : format_(std::move(format)) {}
  // Replaces `fields`. kInvalidArgument when the record is malformed.
  Status Parse(std::string_view record, std::vector<Field>& fields);

 private:
  Status ParseCsv(std::string_view record, std::vector<Field>& fields);
  Status ParseJson(std::string_view record, std::vector<Field>& fields);

  const RecordFormat format_;
  // Texts that are not in the record as they are.
  std::deque<std::string> texts_;
};

// Appends one field of CSV, quoted where that is needed; `absent` is not quoted.
void AppendCsvField(std::string& out, std::string_view text, bool absent, char delimiter);

}  // namespace basalt::transfer
