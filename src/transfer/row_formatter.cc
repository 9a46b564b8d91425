#include "transfer/row_formatter.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hex.h"
#include "transfer/text_codec.h"

namespace basalt::transfer {
namespace {

using Kind = ValueType::Kind;
using Target = MapItem::Target;

bool IsNumber(Kind kind) {
  return kind == Kind::kByte || kind == Kind::kShort || kind == Kind::kInt || kind == Kind::kLong;
}

std::vector<std::string> NamesOf(const RowFormat& format) {
  std::vector<std::string> names;
  if (format.mapping) {
    for (const MapItem& item : format.mapping->items) {
      names.push_back(format.targets_as_names ? item.TargetText() : item.source);
    }
    return names;
  }
  const bool json = format.format.format == TextFormat::kJsonLines;
  const std::string type = json || format.type == ValueType() ? "" : ":" + format.type.name();
  names = {"row" + type, "column" + type, "timestamp"};
  if (format.types) names.emplace_back("type");
  names.push_back("value" + type);
  if (format.tags) names.emplace_back("tags");
  return names;
}

std::string JsonText(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

RowFormatter::RowFormatter(RowFormat format, KeyTable* keys)
    : format_(std::move(format)), keys_(keys), names_(NamesOf(format_)) {}

std::string RowFormatter::Header() const {
  if (!format_.header || format_.format.format == TextFormat::kJsonLines) return "";
  std::string line;
  for (const std::string& name : names_) {
    if (!line.empty()) line += format_.format.delimiter;
    if (format_.format.format == TextFormat::kCsv) {
      AppendCsvField(line, name, false, format_.format.delimiter);
    } else {
      line += name;
    }
  }
  return line + "\n";
}

Status RowFormatter::Append(const RowResult& row, std::string& out) {
  if (format_.mapping) return AppendMapped(row, out);
  for (const CellView cell : row) {
    const Status status = AppendCell(cell, out);
    if (!status.ok()) return status.WithContext(ToString(cell));
  }
  return {};
}

Status RowFormatter::AppendCell(const CellView& cell, std::string& out) {
  values_.assign(names_.size(), {});
  size_t at = 0;
  const Bytes column = fmt::format("{}:{}", cell.family, cell.qualifier);
  BASALT_RETURN_IF_ERROR(Print(cell.row, format_.type, values_[at++]));
  BASALT_RETURN_IF_ERROR(Print(column, format_.type, values_[at++]));
  values_[at].number = true;
  values_[at++].text = std::to_string(cell.timestamp);
  if (format_.types) values_[at++].text = CellTypeName(cell.type);
  BASALT_RETURN_IF_ERROR(Print(cell.value, format_.type, values_[at++]));
  if (format_.tags) {
    values_[at].text = base::ToHex(cell.tags);
    values_[at].absent = cell.tags.empty();
  }
  AppendRecord(values_, out);
  return {};
}

Status RowFormatter::AppendMapped(const RowResult& row, std::string& out) {
  if (row.empty()) return {};
  std::optional<KeyRecord> key;
  if (format_.mapping->Has(Target::kKeyField)) {
    BASALT_ASSIGN_OR_RETURN(key, keys_->Record(row.row()));
  }
  values_.assign(names_.size(), {});
  for (size_t i = 0; i < format_.mapping->items.size(); ++i) {
    const MapItem& item = format_.mapping->items[i];
    const Status status = MappedValue(item, row, key, values_[i]);
    if (!status.ok()) {
      return status.WithContext(
          fmt::format("row '{}', {}", ToStringBinary(row.row()), item.TargetText()));
    }
  }
  AppendRecord(values_, out);
  return {};
}

Status RowFormatter::MappedValue(const MapItem& item, const RowResult& row,
                                 const std::optional<KeyRecord>& key, Value& value) const {
  switch (item.target) {
    case Target::kKey: return Print(row.row(), item.type, value);
    case Target::kKeyField: {
      const auto place = keys_->schema().FieldIndex(item.field);
      value.absent = !place || std::holds_alternative<std::monostate>((*key)[*place]);
      if (!value.absent) value.text = keys_->schema().PrintValue(*place, (*key)[*place]);
      return {};
    }
    case Target::kColumn: {
      const auto cell = row.GetLatest(item.family, item.qualifier);
      value.absent = !cell;
      return cell ? Print(cell->value, item.type, value) : Status();
    }
    case Target::kTimestamp: {
      int64_t newest = 0;
      for (const CellView cell : row) newest = std::max(newest, cell.timestamp);
      value.text = std::to_string(newest);
      value.number = true;
      return {};
    }
    case Target::kTtl: {
      std::optional<int64_t> ttl;
      for (const CellView cell : row) ttl = ttl ? ttl : TtlFromTags(cell.tags);
      value.absent = !ttl;
      value.number = true;
      if (ttl) value.text = std::to_string(*ttl);
      return {};
    }
    default: return Status::InvalidArgument("is only for records per cell");
  }
}

Status RowFormatter::Print(BytesView bytes, const ValueType& type, Value& value) const {
  if (format_.format.format == TextFormat::kJsonLines) {
    // UTF-8 is left alone; what is not has its type in the member's name.
    if (type.kind() == Kind::kText) {
      const bool plain = IsUtf8(bytes);
      value.text = plain ? std::string(bytes) : ToBase64(bytes);
      if (!plain) value.type = "base64";
      return {};
    }
    value.number = IsNumber(type.kind());
    if (!format_.mapping) value.type = type.name();
    return type.ToText(bytes, value.text);
  }
  const bool tsv = format_.format.format == TextFormat::kTsv;
  if (type.kind() != Kind::kEscaped) {
    BASALT_RETURN_IF_ERROR(type.ToText(bytes, value.text));
    const bool splits = value.text.find(format_.format.delimiter) != std::string::npos ||
                        value.text.find_first_of("\r\n") != std::string::npos;
    if (tsv && (splits || (value.text.empty() && format_.mapping))) {
      return Status::InvalidArgument("TSV cannot hold the value as it is; use the type escaped");
    }
    return {};
  }
  AppendEscaped(value.text, bytes, tsv ? Whitespace::kEscaped : Whitespace::kKept,
                tsv && format_.mapping.has_value());
  const char delimiter = format_.format.delimiter;
  if (!tsv || delimiter == '\t') return {};
  // Other delimiters of TSV are not among the escapes.
  std::string escaped;
  for (const char c : value.text) {
    if (c == delimiter) {
      escaped += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    } else {
      escaped += c;
    }
  }
  value.text = std::move(escaped);
  return {};
}

void RowFormatter::AppendRecord(const std::vector<Value>& values, std::string& out) const {
  const RecordFormat& format = format_.format;
  bool first = true;
  if (format.format == TextFormat::kJsonLines) out += '{';
  for (size_t i = 0; i < values.size(); ++i) {
    const Value& value = values[i];
    if (format.format == TextFormat::kJsonLines) {
      if (value.absent) continue;
      if (!std::exchange(first, false)) out += ',';
      out += JsonText(value.type.empty() ? names_[i] : names_[i] + ":" + value.type);
      out += ':';
      out += value.number ? value.text : JsonText(value.text);
      continue;
    }
    if (!std::exchange(first, false)) out += format.delimiter;
    if (format.format == TextFormat::kCsv) {
      AppendCsvField(out, value.text, value.absent, format.delimiter);
    } else if (!value.absent) {
      out += value.text;
    }
  }
  if (format.format == TextFormat::kJsonLines) out += '}';
  out += '\n';
}

}  // namespace basalt::transfer
