// RecordReader: reads the records of a sample, line by line, from CSV with a header or JSON lines.
// Broken lines are marked, and reading continues. Used by one thread; borrows the stream.
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
  kAny,  // JSON lines if the first line begins with a brace, otherwise CSV
  kCsv,
  kJsonLines,
};

// "csv", "jsonl".
std::optional<RecordFormat> ParseRecordFormat(std::string_view name);

struct SampleRecord {
  uint64_t line = 0;
  std::string text;  // the line
  // The values of the requested columns, in their order; nullopt if absent.
  std::vector<std::optional<std::string>> values;
  // Not OK if the line is broken; `values` is unspecified then.
  Status broken;
};

class RecordReader {
 public:
  // Longer lines are broken, so that memory is bounded.
  static constexpr size_t kMaxLine = 1 << 20;

  RecordReader(std::istream& in, std::vector<std::string> columns,
               RecordFormat format = RecordFormat::kAny);

  // Fills `record`; false at the end. Fails if the header lacks a column.
  Result<bool> Next(SampleRecord& record);

  // Bytes read so far.
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
  std::vector<size_t> positions_;   // of the columns in a CSV line
  std::vector<std::string> cells_;  // of the current line; reused
};

// Splits a CSV line: comma separated, quotes around cells with commas, "" for a quote. No cell
// spans lines.
Status SplitCsv(std::string_view line, std::vector<std::string>& cells);

// The names of the schema's fields: the columns to read.
std::vector<std::string> FieldNames(const KeySchema& schema);
// The record's values in the schema's types. Fails on a broken line, too; errors name the line.
Result<KeyRecord> ParseRecord(const KeySchema& schema, const SampleRecord& record);

}  // namespace basalt::design
