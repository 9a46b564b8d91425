#include "transfer/mapping.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace basalt::transfer {
namespace {

using Target = MapItem::Target;

constexpr std::array<std::pair<std::string_view, Target>, 14> kNames = {{
    {"key", Target::kKey},
    {"row", Target::kKey},
    {"HBASE_ROW_KEY", Target::kKey},
    {"ts", Target::kTimestamp},
    {"timestamp", Target::kTimestamp},
    {"HBASE_TS_KEY", Target::kTimestamp},
    {"ttl", Target::kTtl},
    {"HBASE_CELL_TTL", Target::kTtl},
    {"type", Target::kCellType},
    {"op", Target::kCellType},
    {"column", Target::kCellColumn},
    {"value", Target::kCellValue},
    {"tags", Target::kCellTags},
    {"cell_tags", Target::kCellTags},
}};

constexpr std::string_view kKeyFieldPrefix = "key.";

// Which targets have bytes, whose text can be of any type.
bool HasType(Target target) {
  return target == Target::kKey || target == Target::kColumn || target == Target::kCellColumn ||
         target == Target::kCellValue;
}

const std::pair<std::string_view, Target>* FindName(std::string_view name) {
  const auto found = std::find_if(kNames.begin(), kNames.end(),
                                  [&](const auto& known) { return known.first == name; });
  return found == kNames.end() ? nullptr : &*found;
}

// Words of a text, with quotes around spaces.
Result<std::vector<std::string>> Words(std::string_view text) {
  std::vector<std::string> words;
  char quote = 0;
  bool inside = false;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (quote == 0 && space) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (quote == 0 && c == '"') {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) return Status::InvalidArgument("mapping: a quote is not closed");
  return words;
}

std::string Quoted(const std::string& word) {
  return word.find_first_of(" \t") == std::string::npos ? word : '"' + word + '"';
}

}  // namespace

Result<MapItem> MapItem::ParseTarget(std::string_view text, const ValueType& fallback) {
  MapItem item;
  item.type = fallback;
  if (text.starts_with(kKeyFieldPrefix)) {
    item.target = Target::kKeyField;
    item.field = text.substr(kKeyFieldPrefix.size());
    return item;
  }
  const size_t colon = text.find(':');
  const std::string_view first = text.substr(0, colon);
  std::string_view type;
  if (const auto* known = FindName(first)) {
    item.target = known->second;
    if (colon != std::string_view::npos) type = text.substr(colon + 1);
    if (item.target == Target::kCellTags) item.type = ValueType::Of(ValueType::Kind::kHex);
    if (!type.empty() && !HasType(item.target)) {
      return Status::InvalidArgument(fmt::format("mapping: '{}' has no type", first));
    }
  } else if (colon == std::string_view::npos || colon == 0) {
    return Status::InvalidArgument(
        fmt::format("mapping: '{}' is not a column (family:qualifier) and none of key, key.FIELD, "
                    "ts, ttl, type, column, value, tags",
                    text));
  } else {
    item.target = Target::kColumn;
    std::string_view qualifier = text.substr(colon + 1);
    if (const size_t second = qualifier.find(':'); second != std::string_view::npos) {
      type = qualifier.substr(second + 1);
      qualifier = qualifier.substr(0, second);
    }
    item.family = FromStringBinary(first);
    item.qualifier = FromStringBinary(qualifier);
  }
  if (!type.empty()) {
    auto parsed = ValueType::Parse(type);
    if (!parsed.ok()) return parsed.status().WithContext(fmt::format("mapping: '{}'", text));
    item.type = *std::move(parsed);
  }
  return item;
}

std::string MapItem::TargetText() const {
  std::string text;
  switch (target) {
    case Target::kKeyField: return std::string(kKeyFieldPrefix) + field;
    case Target::kColumn:
      for (const Bytes* part : {&family, &qualifier}) {
        if (!text.empty()) text += ':';
        for (const char c : ToStringBinary(*part)) {
          // What separates the parts of a mapping.
          if (c == ':' || c == '=' || c == '"' || c == ' ') {
            text += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
          } else {
            text += c;
          }
        }
      }
      break;
    default:
      for (const auto& [name, known] : kNames) {
        if (known != target) continue;
        text = name;
        break;
      }
  }
  if (HasType(target) && type != ValueType()) text += ":" + type.name();
  return text;
}

Result<Mapping> Mapping::Parse(std::string_view text, const ValueType& fallback) {
  BASALT_ASSIGN_OR_RETURN(const auto words, Words(text));
  Mapping mapping;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos || equals + 1 == word.size()) {
      return Status::InvalidArgument(fmt::format("mapping: '{}' is not target=column", word));
    }
    BASALT_ASSIGN_OR_RETURN(MapItem item, MapItem::ParseTarget(word.substr(0, equals), fallback));
    item.source = word.substr(equals + 1);
    mapping.items.push_back(std::move(item));
  }
  return mapping;
}

Result<Mapping> Mapping::OfNames(const std::vector<std::string>& names, const ValueType& fallback,
                                 const KeySchema* schema) {
  Mapping mapping;
  for (const std::string& name : names) {
    auto item = MapItem::ParseTarget(name, fallback);
    if (schema != nullptr && schema->FieldIndex(name)) {
      item = MapItem();
      item->target = Target::kKeyField;
      item->field = name;
    }
    if (!item.ok()) return item.status().WithContext("without --map the columns' names tell it");
    item->source = name;
    mapping.items.push_back(*std::move(item));
  }
  return mapping;
}

void Mapping::AddKeyFields(const KeySchema& schema) {
  if (Has(Target::kKey)) return;
  for (const KeySchema::Field& field : schema.fields()) {
    const bool mapped = std::any_of(items.begin(), items.end(), [&](const MapItem& item) {
      return item.target == Target::kKeyField && item.field == field.name;
    });
    if (mapped) continue;
    MapItem item;
    item.target = Target::kKeyField;
    item.field = item.source = field.name;
    items.push_back(std::move(item));
  }
}

bool Mapping::Has(Target target) const {
  return std::any_of(items.begin(), items.end(),
                     [&](const MapItem& item) { return item.target == target; });
}

Status Mapping::Check(const KeySchema* schema) const {
  const auto wrong = [](const std::string& what) {
    return Status::InvalidArgument("mapping: " + what);
  };
  std::set<std::string> targets;
  for (const MapItem& item : items) {
    MapItem plain = item;
    plain.type = ValueType();
    if (!targets.insert(plain.TargetText()).second) {
      return wrong(fmt::format("'{}' is mapped twice", plain.TargetText()));
    }
    if (item.target != Target::kKeyField) continue;
    if (schema == nullptr)
      return wrong("the table has no key schema, so that key=COLUMN is needed");
    if (!schema->FieldIndex(item.field)) {
      return wrong(fmt::format("the key schema has no field '{}'", item.field));
    }
  }
  const bool fields = Has(Target::kKeyField);
  if (Has(Target::kKey) && fields) return wrong("the key is mapped whole and by fields");
  if (!Has(Target::kKey) && !fields) return wrong("no column is the row key (key=COLUMN)");
  if (of_cells() && !Families().empty()) return wrong("'column' and columns of the table");
  if (of_cells() != Has(Target::kCellValue)) return wrong("'column' and 'value' need each other");
  if (!of_cells() && Has(Target::kCellTags)) return wrong("'tags' needs 'column'");
  if (!of_cells() && Families().empty() && !Has(Target::kCellType)) {
    return wrong("no column of the table is mapped (family:qualifier=COLUMN)");
  }
  return {};
}

std::set<Bytes> Mapping::Families() const {
  std::set<Bytes> families;
  for (const MapItem& item : items) {
    if (item.target == Target::kColumn) families.insert(item.family);
  }
  return families;
}

std::string Mapping::ToString() const {
  std::vector<std::string> words;
  for (const MapItem& item : items) {
    words.push_back(Quoted(item.TargetText() + "=" + item.source));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

Result<size_t> FindSource(const std::string& source, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), source);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  size_t number = 0;
  const auto [end, error] = std::from_chars(source.data(), source.data() + source.size(), number);
  const bool is_number = error == std::errc() && end == source.data() + source.size();
  if (is_number && number >= 1 && (names.empty() || number <= names.size())) return number - 1;
  return Status::InvalidArgument(
      fmt::format("mapping: there is no column '{}'; there are {}", source,
                  names.empty() ? "numbers from 1" : fmt::format("{}", fmt::join(names, ", "))));
}

}  // namespace basalt::transfer
