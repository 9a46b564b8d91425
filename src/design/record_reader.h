// RecordReader: the records of a sample, line by line, from CSV with a header or from JSON lines.
// Lines that are broken are told apart and reading goes on. Used by one thread; borrows the stream.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/key_schema.h"
#include "basalt/status.h"

namespace basalt::design {

enum class RecordFormat : uint8_t {
  kAny,  // JSON lines when the first line begins with a brace
  kCsv,
  kJsonLines,
};

// "csv", "jsonl".
std::optional<RecordFormat> ParseRecordFormat(std::string_view name);

struct SampleRecord {
  uint64_t line = 0;
  std::string text;  // the line
  // Of the columns that were asked for, in their order; a field that is absent has none.
  std::vector<std::optional<std::string>> values;
  // What is wrong with the line; its values do not count then.
  Status broken;
};

class RecordReader {
 public:
  // A line longer than this is broken, so that memory is bounded.
  static constexpr size_t kMaxLine = 1 << 20;

  RecordReader(std::istream& in, std::vector<std::string> columns,
               RecordFormat format = RecordFormat::kAny);

  // Replaces `record`; false at the end. Fails when the header does not have all columns.
  Result<bool> Next(SampleRecord& record);

  // So far.
  uint64_t bytes() const { return bytes_; }

 private:
  bool ReadLine(std::string& line);
  Status ReadHeader(std::string_view line);
  Status ParseCsv(SampleRecord& record);
  Status ParseJson(SampleRecord& record) const;

  std::istream& in_;
  std::vector<std::string> columns_;
  RecordFormat format_;
  uint64_t line_ = 0;
  uint64_t bytes_ = 0;
  bool has_header_ = false;
  size_t header_size_ = 0;
  std::vector<size_t> positions_;   // of the columns in a line of CSV
  std::vector<std::string> cells_;  // of the line, kept for their memory
};

// Cells of a line of CSV: commas between them, quotes around those with commas, two quotes for one.
// A cell ends with its line.
Status SplitCsv(std::string_view line, std::vector<std::string>& cells);

// The names of the schema's fields: the columns to ask for.
std::vector<std::string> FieldNames(const KeySchema& schema);
// The record's values as the schema's types have them. Fails on a broken line too, naming the line.
Result<KeyRecord> ParseRecord(const KeySchema& schema, const SampleRecord& record);

}  // namespace basalt::design
