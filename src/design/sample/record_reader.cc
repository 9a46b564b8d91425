#include "design/sample/record_reader.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace basalt::design {
namespace {

using nlohmann::json;

Status Broken(std::string message) { return {StatusCode::kInvalidArgument, std::move(message)}; }

}  // namespace

std::optional<RecordFormat> ParseRecordFormat(std::string_view name) {
  if (name == "csv") return RecordFormat::kCsv;
  if (name == "jsonl") return RecordFormat::kJsonLines;
  return std::nullopt;
}

Status SplitCsv(std::string_view line, std::vector<std::string>& cells) {
  size_t count = 0;
  const auto next_cell = [&]() -> std::string& {
    if (count == cells.size()) cells.emplace_back();
    cells[count].clear();
    return cells[count++];
  };
  size_t at = 0;
  while (true) {
    std::string& cell = next_cell();
    if (at < line.size() && line[at] == '"') {
      ++at;
      while (true) {
        const size_t quote = line.find('"', at);
        if (quote == std::string_view::npos) return Broken("a quote is not closed");
        cell.append(line.substr(at, quote - at));
        at = quote + 1;
        if (at == line.size() || line[at] != '"') break;
        cell.push_back('"');
        ++at;
      }
      if (at < line.size() && line[at] != ',') return Broken("text after a closing quote");
    } else {
      const size_t comma = std::min(line.find(',', at), line.size());
      cell.assign(line.substr(at, comma - at));
      at = comma;
    }
    if (at == line.size()) break;
    ++at;
  }
  cells.resize(count);
  return Status::Ok();
}

RecordReader::RecordReader(std::istream& in, std::vector<std::string> columns, RecordFormat format)
    : in_(in), columns_(std::move(columns)), format_(format) {}

// Reads a line without its end; bytes beyond the longest line are dropped.
bool RecordReader::ReadLine(std::string& line) {
  line.clear();
  std::streambuf* buffer = in_.rdbuf();
  bool any = false;
  for (int c = buffer->sbumpc(); c != EOF; c = buffer->sbumpc()) {
    any = true;
    ++bytes_;
    if (c == '\n') break;
    if (line.size() <= kMaxLine) line.push_back(static_cast<char>(c));
  }
  if (!any) return false;
  ++line_;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  return true;
}

Status RecordReader::ReadHeader(std::string_view line) {
  BASALT_RETURN_IF_ERROR(SplitCsv(line, cells_).WithContext("the header line"));
  has_header_ = true;
  header_size_ = cells_.size();
  for (const std::string& column : columns_) {
    const auto found = std::find(cells_.begin(), cells_.end(), column);
    if (found == cells_.end()) {
      return Broken(fmt::format("the header line has no column '{}'; it has {}", column,
                                fmt::join(cells_, ", ")));
    }
    if (std::find(found + 1, cells_.end(), column) != cells_.end()) {
      return Broken(fmt::format("the header line has the column '{}' twice", column));
    }
    positions_.push_back(static_cast<size_t>(found - cells_.begin()));
  }
  return Status::Ok();
}

Status RecordReader::ParseCsv(SampleRecord& record) {
  BASALT_RETURN_IF_ERROR(SplitCsv(record.text, cells_));
  if (cells_.size() != header_size_) {
    return Broken(fmt::format("{} columns instead of {}", cells_.size(), header_size_));
  }
  for (size_t i = 0; i < positions_.size(); ++i) record.values[i] = cells_[positions_[i]];
  return Status::Ok();
}

Status RecordReader::ParseJson(SampleRecord& record) const {
  const json object = json::parse(record.text, nullptr, false);
  if (!object.is_object()) return Broken("not a JSON object");
  for (size_t i = 0; i < columns_.size(); ++i) {
    const auto found = object.find(columns_[i]);
    if (found == object.end() || found->is_null()) continue;
    if (found->is_string()) {
      record.values[i] = found->get<std::string>();
    } else if (found->is_number() || found->is_boolean()) {
      record.values[i] = found->dump();
    } else {
      return Broken(fmt::format("'{}' is neither a text nor a number", columns_[i]));
    }
  }
  return Status::Ok();
}

Result<bool> RecordReader::Next(SampleRecord& record) {
  record.values.assign(columns_.size(), std::nullopt);
  record.broken = Status::Ok();
  do {
    if (!ReadLine(record.text)) return false;
    if (record.text.empty()) continue;
    if (format_ == RecordFormat::kAny) {
      format_ = record.text[0] == '{' ? RecordFormat::kJsonLines : RecordFormat::kCsv;
    }
    if (format_ == RecordFormat::kCsv && !has_header_) {
      BASALT_RETURN_IF_ERROR(ReadHeader(record.text));
      record.text.clear();
    }
  } while (record.text.empty());
  record.line = line_;
  record.broken = record.text.size() > kMaxLine
                      ? Broken(fmt::format("longer than {} bytes", kMaxLine))
                  : format_ == RecordFormat::kCsv ? ParseCsv(record)
                                                  : ParseJson(record);
  return true;
}

std::vector<std::string> FieldNames(const KeySchema& schema) {
  std::vector<std::string> names;
  for (const KeySchema::Field& field : schema.fields()) names.push_back(field.name);
  return names;
}

Result<KeyRecord> ParseRecord(const KeySchema& schema, const SampleRecord& record) {
  const auto at_line = [&](const Status& status) {
    return status.WithContext(fmt::format("line {}", record.line));
  };
  if (!record.broken.ok()) return at_line(record.broken);
  KeyRecord values(record.values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (!record.values[i]) continue;  // Encode() reports the missing field
    auto value = schema.ParseValue(i, *record.values[i]);
    if (!value.ok()) return at_line(value.status());
    values[i] = std::move(*value);
  }
  return values;
}

}  // namespace basalt::design
