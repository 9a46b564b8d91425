#include "transfer/record_format.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace basalt::transfer {
namespace {

using nlohmann::json;

std::string_view WithoutCompression(std::string_view file) {
  for (const std::string_view ending : {".gz", ".zst", ".zstd"}) {
    if (file.ends_with(ending)) return file.substr(0, file.size() - ending.size());
  }
  return file;
}

RecordPlace PlaceOf(std::string_view text, size_t begin, size_t line_end, uint64_t lines) {
  size_t end = std::min(line_end, text.size());
  const size_t next = line_end < text.size() ? line_end + 1 : end;
  if (end > begin && text[end - 1] == '\r') --end;
  return {end, next, lines};
}

// The JSON library prints nested values recursively.
constexpr int kMaxJsonDepth = 64;

bool IsNestedTooDeep(std::string_view record) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < record.size(); ++i) {
    const char c = record[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxJsonDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

// Members of objects within objects have names with dots.
void Flatten(const json& object, const std::string& prefix, std::deque<std::string>& texts,
             std::vector<Field>& fields) {
  for (const auto& [name, value] : object.items()) {
    const std::string_view whole = texts.emplace_back(prefix + name);
    if (value.is_object()) {
      Flatten(value, std::string(whole) + ".", texts, fields);
      continue;
    }
    Field& field = fields.emplace_back();
    field.name = whole;
    field.absent = value.is_null();
    if (value.is_string()) {
      field.text = texts.emplace_back(value.get_ref<const std::string&>());
    } else if (!value.is_null()) {
      field.text = texts.emplace_back(value.dump());
    }
  }
}

}  // namespace

std::optional<TextFormat> ParseTextFormat(std::string_view name) {
  if (name == "csv") return TextFormat::kCsv;
  if (name == "tsv") return TextFormat::kTsv;
  if (name == "jsonl" || name == "ndjson") return TextFormat::kJsonLines;
  return std::nullopt;
}

std::string_view TextFormatName(TextFormat format) {
  switch (format) {
    case TextFormat::kCsv: return "csv";
    case TextFormat::kTsv: return "tsv";
    case TextFormat::kJsonLines: break;
  }
  return "jsonl";
}

std::optional<TextFormat> FormatOfName(std::string_view file) {
  const std::string_view name = WithoutCompression(file);
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::nullopt : ParseTextFormat(name.substr(dot + 1));
}

RecordPlace FindLine(std::string_view text, size_t begin) {
  return PlaceOf(text, begin, text.find('\n', begin), 1);
}

std::optional<RecordPlace> FindRecord(std::string_view text, size_t begin,
                                      const RecordFormat& format, bool whole) {
  const bool comment = !format.comment.empty() && text.substr(begin).starts_with(format.comment);
  const bool quotes = format.format == TextFormat::kCsv && !comment;
  uint64_t lines = 0;
  bool inside = false;
  for (size_t at = begin;;) {
    const size_t line_end = text.find('\n', at);
    ++lines;
    if (quotes) {
      const std::string_view line = text.substr(at, line_end - at);
      for (size_t quote = line.find('"'); quote != std::string_view::npos;
           quote = line.find('"', quote + 1)) {
        inside = !inside;
      }
    }
    if (std::min(line_end, text.size()) - begin > format.max_record_bytes) return std::nullopt;
    if (line_end == std::string_view::npos) {
      if (!whole || inside) return std::nullopt;
      return PlaceOf(text, begin, line_end, lines);
    }
    if (!inside) return PlaceOf(text, begin, line_end, lines);
    at = line_end + 1;
  }
}

bool IsSkipped(std::string_view record, const RecordFormat& format) {
  if (record.empty()) return true;
  return !format.comment.empty() && record.starts_with(format.comment);
}

Status RecordParser::Parse(std::string_view record, std::vector<Field>& fields) {
  fields.clear();
  texts_.clear();
  if (format_.format == TextFormat::kJsonLines) return ParseJson(record, fields);
  if (format_.format == TextFormat::kCsv) return ParseCsv(record, fields);
  for (size_t begin = 0;;) {
    const size_t end = std::min(record.find(format_.delimiter, begin), record.size());
    fields.push_back({{}, record.substr(begin, end - begin), end == begin});
    if (end == record.size()) return {};
    begin = end + 1;
  }
}

Status RecordParser::ParseCsv(std::string_view record, std::vector<Field>& fields) {
  for (size_t begin = 0;;) {
    const auto wrong = [&](const char* what) {
      return Status::InvalidArgument(fmt::format("field {}: {}", fields.size() + 1, what));
    };
    if (begin == record.size() || record[begin] != '"') {
      const size_t end = std::min(record.find(format_.delimiter, begin), record.size());
      const std::string_view text = record.substr(begin, end - begin);
      if (text.find('"') != std::string_view::npos) {
        return wrong("a quote within a field that does not begin with one");
      }
      fields.push_back({{}, text, text.empty()});
      if (end == record.size()) return {};
      begin = end + 1;
      continue;
    }
    size_t from = begin + 1;
    size_t end = from;
    std::string* unquoted = nullptr;
    for (;;) {
      end = record.find('"', end);
      if (end == std::string_view::npos) return wrong("the quote is not closed");
      if (end + 1 == record.size() || record[end + 1] != '"') break;
      // Two quotes stand for one.
      if (unquoted == nullptr) unquoted = &texts_.emplace_back();
      unquoted->append(record, from, end + 1 - from);
      end = from = end + 2;
    }
    if (end + 1 < record.size() && record[end + 1] != format_.delimiter) {
      return wrong("text after the closing quote");
    }
    if (unquoted != nullptr) {
      unquoted->append(record, from, end - from);
      fields.push_back({{}, *unquoted, false});
    } else {
      fields.push_back({{}, record.substr(from, end - from), false});
    }
    ++end;
    if (end == record.size()) return {};
    begin = end + 1;
  }
}

Status RecordParser::ParseJson(std::string_view record, std::vector<Field>& fields) {
  if (IsNestedTooDeep(record)) return Status::InvalidArgument("nested too deep");
  // The parser throws when the text is not JSON.
  try {
    const json object = json::parse(record);
    if (!object.is_object()) return Status::InvalidArgument("not a JSON object");
    Flatten(object, "", texts_, fields);
    return {};
  } catch (const json::parse_error& error) {
    return Status::InvalidArgument(fmt::format("not JSON: error at byte {}", error.byte));
  } catch (const std::exception& error) {
    return Status::InvalidArgument(fmt::format("not JSON: {}", error.what()));
  }
}

void AppendCsvField(std::string& out, std::string_view text, bool absent, char delimiter) {
  if (absent) return;
  const bool plain = !text.empty() && std::none_of(text.begin(), text.end(), [&](char c) {
    return c == '"' || c == delimiter || c == '\n' || c == '\r';
  });
  if (plain) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace basalt::transfer
