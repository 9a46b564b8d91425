#include "shell/printer.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace basalt::shell {
namespace {

// Columns are aligned as on this terminal if lines are not broken.
constexpr int kUsualWidth = 80;

std::vector<std::string_view> Split(std::string_view text, int width) {
  if (width <= 0) return {text};
  std::vector<std::string_view> parts;
  for (size_t at = 0; at < text.size(); at += width) parts.push_back(text.substr(at, width));
  return parts;
}

nlohmann::ordered_json JsonOf(const Field& field) {
  if (field.number || field.json) {
    return nlohmann::ordered_json::parse(field.text, nullptr, false);
  }
  return field.text;
}

}  // namespace

std::string CsvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

void Printer::Header(std::vector<std::string> names, int first_percent) {
  first_percent_ = first_percent;
  names_ = std::move(names);
  rows_ = 0;
  printed_table_ = true;
  const std::vector<Field> fields(names_.begin(), names_.end());
  if (format_ == Format::kShell) ShellRow(fields, false);
  if (format_ == Format::kCsv) CsvRow(fields);
}

void Printer::Row(std::vector<Field> fields) {
  ++rows_;
  switch (format_) {
    case Format::kShell: ShellRow(fields, true); break;
    case Format::kTable: waiting_.push_back(std::move(fields)); break;
    case Format::kCsv: CsvRow(fields); break;
    case Format::kJson: JsonRow(fields); break;
  }
}

void Printer::Footer(int64_t rows) {
  if (format_ == Format::kShell) out_ << rows << " row(s)\n";
}

void Printer::Line(std::string_view text) { (structured() ? notes_ : out_) << text << '\n'; }

void Printer::Flush() {
  if (format_ == Format::kTable && !names_.empty()) {
    std::vector<size_t> widths;
    for (const std::string& name : names_) widths.push_back(name.size());
    for (const auto& row : waiting_) {
      for (size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
        widths[i] = std::max(widths[i], row[i].text.size());
      }
    }
    const auto print = [&](const std::vector<Field>& row) {
      for (size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
        if (row[i].number) {
          out_ << fmt::format("| {:>{}} ", row[i].text, widths[i]);
        } else {
          out_ << fmt::format("| {:<{}} ", row[i].text, widths[i]);
        }
      }
      out_ << "|\n";
    };
    std::string rule;
    for (const size_t width : widths) rule += "+" + std::string(width + 2, '-');
    rule += "+\n";
    out_ << rule;
    print({names_.begin(), names_.end()});
    out_ << rule;
    for (const auto& row : waiting_) print(row);
    out_ << rule;
  }
  names_.clear();
  waiting_.clear();
  out_.flush();
}

// Two columns form a grid, the first a quarter of the width; one column is broken at the width;
// more are separated by blanks. Rows of several columns are indented by a blank.
void Printer::ShellRow(const std::vector<Field>& fields, bool inset) {
  if (fields.size() == 1) {
    for (const std::string_view part : Split(fields[0].text, width_)) out_ << part << '\n';
    return;
  }
  if (fields.size() > 2) {
    for (const Field& field : fields) out_ << ' ' << field.text;
    out_ << '\n';
    return;
  }
  const int first_width = (width_ > 0 ? width_ : aligned_ ? kUsualWidth : 0) * first_percent_ / 100;
  const auto first = Split(fields[0].text, width_ > 0 ? first_width : 0);
  const auto second = Split(fields[1].text, width_ > 0 ? width_ - first_width - 2 : 0);
  for (size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    const std::string_view left = i < first.size() ? first[i] : "";
    const std::string_view right = i < second.size() ? second[i] : "";
    out_ << (inset ? fmt::format(" {:<{}} ", left, first_width)
                   : fmt::format("{:<{}}  ", left, first_width))
         << right << '\n';
  }
}

void Printer::CsvRow(const std::vector<Field>& fields) {
  for (size_t i = 0; i < fields.size(); ++i) out_ << (i > 0 ? "," : "") << CsvField(fields[i].text);
  out_ << "\r\n";
}

void Printer::JsonRow(const std::vector<Field>& fields) {
  nlohmann::ordered_json row = nlohmann::ordered_json::object();
  for (size_t i = 0; i < std::min(fields.size(), names_.size()); ++i) {
    row[names_[i]] = JsonOf(fields[i]);
  }
  out_ << row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace basalt::shell
