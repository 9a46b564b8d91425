#include "transfer/mapping_file.h"

#include <cerrno>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "base/file_ops.h"

namespace basalt::transfer {
namespace {

Status Wrong(std::string_view name, std::string_view what) {
  return Status::InvalidArgument(fmt::format("'{}' {}", name, what));
}

Status ReadText(const toml::node& node, std::string_view name, std::optional<std::string>& text) {
  const auto value = node.value<std::string>();
  if (!value || !node.is_string()) return Wrong(name, "is not a text");
  text = *value;
  return {};
}

// "column", or { column = "c", type = "t" }.
Status ReadSource(const toml::node& node, std::string_view name, const ValueType& fallback,
                  MapItem& item) {
  item.type = fallback;
  const toml::table* table = node.as_table();
  const toml::node* column = table == nullptr ? &node : table->get("column");
  const bool good = column != nullptr && (column->is_string() || column->is_integer());
  if (!good) return Wrong(name, "has no column");
  item.source = column->is_integer() ? std::to_string(*column->value<int64_t>())
                                     : *column->value<std::string>();
  if (table == nullptr) return {};
  for (const auto& [key, value] : *table) {
    if (key.str() == "column") continue;
    if (key.str() != "type" || !value.is_string()) return Wrong(key.str(), "is not an option");
    BASALT_ASSIGN_OR_RETURN(item.type, ValueType::Parse(*value.value<std::string>()));
  }
  return {};
}

std::optional<MapItem::Target> TargetOf(std::string_view name) {
  using Target = MapItem::Target;
  if (name == "key") return Target::kKey;
  if (name == "timestamp") return Target::kTimestamp;
  if (name == "ttl") return Target::kTtl;
  if (name == "cell_type") return Target::kCellType;
  if (name == "column") return Target::kCellColumn;
  if (name == "value") return Target::kCellValue;
  if (name == "tags") return Target::kCellTags;
  return std::nullopt;
}

Status ReadColumns(const toml::table& columns, const ValueType& fallback, Mapping& mapping) {
  for (const auto& [key, value] : columns) {
    MapItem item;
    item.target = MapItem::Target::kColumn;
    const std::string name(key.str());
    const size_t colon = name.find(':');
    if (colon == std::string::npos || colon == 0) return Wrong(name, "is not family:qualifier");
    BASALT_RETURN_IF_ERROR(ReadSource(value, name, fallback, item));
    item.family = FromStringBinary(name.substr(0, colon));
    item.qualifier = FromStringBinary(name.substr(colon + 1));
    mapping.items.push_back(std::move(item));
  }
  return {};
}

Status ReadKeyFields(const toml::table& fields, Mapping& mapping) {
  for (const auto& [key, value] : fields) {
    MapItem item;
    BASALT_RETURN_IF_ERROR(ReadSource(value, key.str(), ValueType(), item));
    item.target = MapItem::Target::kKeyField;
    item.field = key.str();
    mapping.items.push_back(std::move(item));
  }
  return {};
}

Status ReadOption(const std::string& name, const toml::node& node, MappingFile& file) {
  if (name == "format") {
    std::optional<std::string> text;
    BASALT_RETURN_IF_ERROR(ReadText(node, name, text));
    file.format = ParseTextFormat(*text);
    return file.format ? Status() : Wrong(name, "is none of csv, tsv, jsonl");
  }
  if (name == "delimiter") return ReadText(node, name, file.delimiter);
  if (name == "comment") return ReadText(node, name, file.comment);
  if (name == "type") return ReadText(node, name, file.type);
  if (name == "header") {
    file.header = node.value<bool>();
    return node.is_boolean() ? Status() : Wrong(name, "is not true or false");
  }
  return Wrong(name, "is not an option of a mapping file");
}

Result<MappingFile> ReadTable(const toml::table& table) {
  MappingFile file;
  Mapping mapping;
  ValueType fallback;
  if (const toml::node* type = table.get("type")) {
    BASALT_RETURN_IF_ERROR(ReadText(*type, "type", file.type));
    BASALT_ASSIGN_OR_RETURN(fallback, ValueType::Parse(*file.type));
  }
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    const toml::table* sub = node.as_table();
    if (name == "columns" && sub != nullptr) {
      BASALT_RETURN_IF_ERROR(ReadColumns(*sub, fallback, mapping));
    } else if (name == "columns" && node.is_array()) {
      for (const toml::node& column : *node.as_array()) {
        std::optional<std::string> text;
        BASALT_RETURN_IF_ERROR(ReadText(column, name, text));
        file.columns.push_back(*std::move(text));
      }
    } else if (name == "key_fields" && sub != nullptr) {
      BASALT_RETURN_IF_ERROR(ReadKeyFields(*sub, mapping));
    } else if (const auto target = TargetOf(name)) {
      MapItem item;
      BASALT_RETURN_IF_ERROR(ReadSource(node, name, fallback, item));
      item.target = *target;
      if (item.target == MapItem::Target::kCellTags) {
        item.type = ValueType::Of(ValueType::Kind::kHex);
      }
      mapping.items.push_back(std::move(item));
    } else {
      BASALT_RETURN_IF_ERROR(ReadOption(name, node, file));
    }
  }
  if (!mapping.items.empty()) file.mapping = std::move(mapping);
  return file;
}

}  // namespace

Result<MappingFile> ReadMappingFile(const std::string& path) {
  const auto text = base::ReadFile(path);
  if (!text) return base::FileError("read", path, errno);
  // The parser throws.
  try {
    auto file = ReadTable(toml::parse(*text, path));
    if (!file.ok()) return file.status().WithContext(path);
    return file;
  } catch (const toml::parse_error& error) {
    return Status::InvalidArgument(fmt::format("{}:{}: {}", path, error.source().begin.line,
                                               std::string(error.description())));
  }
}

}  // namespace basalt::transfer
