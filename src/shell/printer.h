// Printer: what commands show, as the HBase shell lays it out or as data for programs.
//
// A command prints one table (Header, Row..., Footer) or lines, or both. Used by one thread;
// borrows its streams.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace basalt::shell {

enum class Format : uint8_t {
  kShell,  // HBase's
  kTable,  // columns as wide as what is in them, with rules
  kCsv,    // RFC 4180
  kJson,   // one object per row and line
};

// A cell of a table: text, or a number that JSON shows as one.
struct Field {
  std::string text;
  bool number = false;
  Field(std::string value) : text(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Field(std::string_view value) : text(value) {}        // NOLINT(google-explicit-constructor)
  Field(const char* value) : text(value) {}             // NOLINT(google-explicit-constructor)
  Field(int64_t value)
      : text(std::to_string(value)), number(true) {}  // NOLINT(google-explicit-constructor)
};

class Printer {
 public:
  // `width`: columns of the terminal, at which HBase's form breaks lines; 0: no breaks. `notes`
  // gets the lines that are not data when the format is not HBase's.
  Printer(std::ostream& out, std::ostream& notes, Format format, int width)
      : out_(out), notes_(notes), format_(format), width_(width) {}

  // Anything but HBase's form: then commands give every fact a column of its own.
  bool structured() const { return format_ != Format::kShell; }
  Format format() const { return format_; }
  std::ostream& out() { return out_; }

  void Header(std::vector<std::string> names);
  void Row(std::vector<Field> fields);
  // "5 row(s)".
  void Footer(int64_t rows);
  // Rows since the header.
  int64_t row_count() const { return rows_; }

  // A sentence.
  void Line(std::string_view text);
  // What a command ends with; tables that wait for their last row are printed.
  void Flush();
  // Before a statement: no table has been printed.
  void Begin() { printed_table_ = false; }
  bool printed_table() const { return printed_table_; }

 private:
  void ShellRow(const std::vector<Field>& fields, bool inset);
  void CsvRow(const std::vector<Field>& fields);
  void JsonRow(const std::vector<Field>& fields);

  std::ostream& out_;
  std::ostream& notes_;
  Format format_;
  int width_;
  std::vector<std::string> names_;
  std::vector<std::vector<Field>> waiting_;  // kTable
  int64_t rows_ = 0;
  bool printed_table_ = false;
};

// Text as CSV has it: in quotes when it needs them.
std::string CsvField(std::string_view text);

}  // namespace basalt::shell
