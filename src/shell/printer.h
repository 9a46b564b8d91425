// Printer: prints the output of commands in the HBase shell's layout, or as structured data.
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
  kShell,  // the HBase shell's layout
  kTable,  // aligned columns with rules
  kCsv,    // RFC 4180
  kJson,   // one object per row and line
};

// A cell of a table: text, or a number, which JSON prints as such.
struct Field {
  std::string text;
  bool number = false;
  // The text is JSON, an object or an array.
  bool json = false;
  static Field Json(std::string value) {
    Field field(std::move(value));
    field.json = true;
    return field;
  }
  Field(std::string value) : text(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Field(std::string_view value) : text(value) {}        // NOLINT(google-explicit-constructor)
  Field(const char* value) : text(value) {}             // NOLINT(google-explicit-constructor)
  Field(int64_t value)
      : text(std::to_string(value)), number(true) {}  // NOLINT(google-explicit-constructor)
};

class Printer {
 public:
  // `width`: columns of the terminal, at which kShell breaks lines; 0: no breaks. `aligned`:
  // without breaks, columns are aligned as on a terminal of 80 columns; otherwise a blank separates
  // them, as HBase prints to a file. `notes` gets the lines that are not data in the other formats.
  Printer(std::ostream& out, std::ostream& notes, Format format, int width, bool aligned = true)
      : out_(out), notes_(notes), format_(format), width_(width), aligned_(aligned) {}

  // Not kShell: commands print every value in its own column.
  bool structured() const { return format_ != Format::kShell; }
  Format format() const { return format_; }
  std::ostream& out() { return out_; }

  // `first_percent`: the first of two columns' share of the width.
  void Header(std::vector<std::string> names, int first_percent = 25);
  void Row(std::vector<Field> fields);
  // "5 row(s)".
  void Footer(int64_t rows);
  // Rows since the header.
  int64_t row_count() const { return rows_; }

  // Prints a line of text.
  void Line(std::string_view text);
  // Prints a remark that is not part of HBase's output.
  void Note(std::string_view text) { notes_ << text << '\n'; }
  // Called at the end of a command; prints buffered tables.
  void Flush();
  // Called before a statement: no table has been printed yet.
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
  bool aligned_;
  int first_percent_ = 25;
  std::vector<std::string> names_;
  std::vector<std::vector<Field>> waiting_;  // kTable
  int64_t rows_ = 0;
  bool printed_table_ = false;
};

// A CSV field, quoted if necessary.
std::string CsvField(std::string_view text);

}  // namespace basalt::shell
