#include "transfer/record_mapper.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "transfer/text_codec.h"

namespace basalt::transfer {
namespace {

using Target = MapItem::Target;

constexpr std::string_view kDeleteRow = "deleterow";

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::optional<CellType> ParseCellType(const std::string& lower) {
  for (const CellType type : {CellType::kPut, CellType::kDelete, CellType::kDeleteColumn,
                              CellType::kDeleteFamily, CellType::kDeleteFamilyVersion}) {
    if (lower == Lower(CellTypeName(type))) return type;
  }
  return std::nullopt;
}

const KeySchema& MillisSchema() {
  static const KeySchema schema = KeySchema::Parse("t:millis").value();
  return schema;
}

// Milliseconds, or a time as key schemas read them.
Result<int64_t> ParseTime(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  const auto value = MillisSchema().ParseValue(0, text);
  if (!value.ok()) {
    return Status::InvalidArgument(
        fmt::format("'{}' is neither milliseconds nor a time such as 2024-01-31T10:00:00Z", text));
  }
  return static_cast<int64_t>(std::get<uint64_t>(*value));
}

}  // namespace

Mutation MappedRecord::TakeMutation() {
  if (is_delete) {
    Delete del(std::move(row), timestamp);
    del.mutable_cells() = std::move(cells);
    return del;
  }
  Put put(std::move(row));
  put.mutable_cells() = std::move(cells);
  if (ttl_ms) put.SetTtl(*ttl_ms);
  return put;
}

RecordMapper::RecordMapper(MapperContext context) : context_(std::move(context)) {}

Result<RecordMapper> RecordMapper::ForColumns(const Mapping& mapping,
                                              const std::vector<std::string>& names,
                                              const MapperContext& context) {
  RecordMapper mapper(context);
  mapper.wanted_fields_ = names.size();
  for (const MapItem& item : mapping.items) {
    BASALT_ASSIGN_OR_RETURN(const size_t place, FindSource(item.source, names));
    if (mapper.by_position_.size() <= place) mapper.by_position_.resize(place + 1);
    if (mapper.by_position_[place]) {
      return Status::InvalidArgument(
          fmt::format("mapping: the column '{}' is used twice", item.source));
    }
    mapper.by_position_[place] = item;
  }
  return mapper;
}

RecordMapper RecordMapper::ForMembers(const std::optional<Mapping>& mapping,
                                      const MapperContext& context) {
  RecordMapper mapper(context);
  mapper.named_ = true;
  mapper.names_are_targets_ = !mapping.has_value();
  if (mapping) {
    for (const MapItem& item : mapping->items) mapper.by_name_.emplace(item.source, item);
  }
  return mapper;
}

Result<const MapItem*> RecordMapper::ItemOf(std::string_view name) {
  // Names come from the input, and with a mapping most of them have no item.
  constexpr size_t kMaxNames = 10'000;
  const auto found = by_name_.find(std::string(name));
  if (found != by_name_.end()) return found->second ? &*found->second : nullptr;
  if (by_name_.size() > kMaxNames) std::erase_if(by_name_, [](const auto& e) { return !e.second; });
  std::optional<MapItem> item;
  if (names_are_targets_) {
    BASALT_ASSIGN_OR_RETURN(
        const Mapping one,
        Mapping::OfNames({std::string(name)}, context_.fallback, context_.schema));
    item = one.items[0];
    if (by_name_.size() > kMaxNames) by_name_.clear();
  } else if (const size_t colon = name.find(':'); colon != std::string_view::npos) {
    // "value:base64": a mapped member with the type of its text.
    const auto base = by_name_.find(std::string(name.substr(0, colon)));
    auto type = ValueType::Parse(name.substr(colon + 1));
    if (base != by_name_.end() && base->second && type.ok()) {
      item = base->second;
      item->type = *std::move(type);
    }
  }
  const auto added = by_name_.emplace(std::string(name), std::move(item)).first;
  return added->second ? &*added->second : nullptr;
}

Status RecordMapper::Map(const std::vector<Field>& fields, MappedRecord& record) {
  record.row.clear();
  record.cells.clear();
  record.is_delete = false;
  record.ttl_ms.reset();
  type_.reset();
  delete_row_ = has_row_ = has_key_fields_ = false;
  timestamp_.reset();
  cell_.reset();
  if (context_.schema != nullptr) key_values_.assign(context_.schema->fields().size(), {});
  if (named_) {
    for (const Field& field : fields) {
      BASALT_ASSIGN_OR_RETURN(const MapItem* item, ItemOf(field.name));
      if (item != nullptr) BASALT_RETURN_IF_ERROR(Use(*item, field, record));
    }
  } else {
    const bool enough = wanted_fields_ == 0 ? fields.size() >= by_position_.size()
                                            : fields.size() == wanted_fields_;
    if (!enough) {
      return Status::InvalidArgument(
          fmt::format("{} fields instead of {}", fields.size(),
                      wanted_fields_ == 0 ? by_position_.size() : wanted_fields_));
    }
    for (size_t i = 0; i < by_position_.size(); ++i) {
      if (by_position_[i]) BASALT_RETURN_IF_ERROR(Use(*by_position_[i], fields[i], record));
    }
  }
  BASALT_RETURN_IF_ERROR(SetRow(record));
  return FinishCells(record);
}

Status RecordMapper::Use(const MapItem& item, const Field& field, MappedRecord& record) {
  const auto named = [&](const Status& status) {
    return status.ok() ? status : status.WithContext(item.TargetText());
  };
  switch (item.target) {
    case Target::kKey: has_row_ = true; return named(item.type.ToBytes(field.text, record.row));
    case Target::kKeyField: {
      has_key_fields_ = true;
      if (field.absent) return {};
      const auto place =
          context_.schema == nullptr ? std::nullopt : context_.schema->FieldIndex(item.field);
      if (!place) return named(Status::InvalidArgument("the table has no such key field"));
      auto value = context_.schema->ParseValue(*place, field.text);
      if (!value.ok()) return named(value.status());
      key_values_[*place] = *std::move(value);
      return {};
    }
    case Target::kColumn: return field.absent ? Status() : UseColumn(item, field, record);
    case Target::kTimestamp: {
      if (field.absent) return {};
      const auto time = ParseTime(field.text);
      if (!time.ok()) return named(time.status());
      timestamp_ = *time;
      return {};
    }
    case Target::kTtl: {
      if (field.absent) return {};
      int64_t ttl = 0;
      const auto [end, error] =
          std::from_chars(field.text.data(), field.text.data() + field.text.size(), ttl);
      if (error != std::errc() || end != field.text.data() + field.text.size() || ttl <= 0) {
        return named(Status::InvalidArgument(
            fmt::format("'{}' is not a number of milliseconds", field.text)));
      }
      record.ttl_ms = ttl;
      return {};
    }
    case Target::kCellType: {
      if (field.absent) return {};
      const std::string lower = Lower(field.text);
      delete_row_ = lower == kDeleteRow;
      type_ = delete_row_ ? CellType::kDeleteFamily : ParseCellType(lower);
      return type_ ? Status()
                   : named(Status::InvalidArgument(fmt::format("there is no '{}'", field.text)));
    }
    case Target::kCellColumn: return field.absent ? Status() : named(UseCellColumn(item, field));
    case Target::kCellValue:
      if (!cell_) cell_.emplace();
      return named(item.type.ToBytes(field.text, cell_->value));
    case Target::kCellTags:
      if (!cell_) cell_.emplace();
      return named(item.type.ToBytes(field.text, cell_->tags));
  }
  return {};
}

Status RecordMapper::UseColumn(const MapItem& item, const Field& field, MappedRecord& record) {
  MutationCell& cell = record.cells.emplace_back();
  cell.family = item.family;
  cell.qualifier = item.qualifier;
  const Status status = item.type.ToBytes(field.text, cell.value);
  return status.ok() ? status : status.WithContext(item.TargetText());
}

Status RecordMapper::UseCellColumn(const MapItem& item, const Field& field) {
  BASALT_RETURN_IF_ERROR(item.type.ToBytes(field.text, scratch_));
  const size_t colon = scratch_.find(':');
  if (colon == Bytes::npos) {
    return Status::InvalidArgument(fmt::format("'{}' is not family:qualifier", field.text));
  }
  if (!cell_) cell_.emplace();
  cell_->family.assign(scratch_, 0, colon);
  cell_->qualifier.assign(scratch_, colon + 1);
  return {};
}

Status RecordMapper::SetRow(MappedRecord& record) {
  if (has_key_fields_) {
    if (context_.keys != nullptr) {
      BASALT_ASSIGN_OR_RETURN(record.row, context_.keys->Key(key_values_));
    } else {
      BASALT_RETURN_IF_ERROR(context_.schema->Encode(key_values_, {}, record.row));
    }
  } else if (!has_row_) {
    return Status::InvalidArgument("there is no row key");
  }
  if (record.row.empty()) return Status::InvalidArgument("the row key is empty");
  if (record.row.size() > kMaxRowLength) {
    return Status::InvalidArgument(
        fmt::format("the row key has {} bytes, more than {}", record.row.size(), kMaxRowLength));
  }
  return {};
}

Status RecordMapper::FinishCells(MappedRecord& record) {
  const int64_t timestamp = timestamp_.value_or(context_.timestamp);
  if (timestamp < 0) return Status::InvalidArgument("the timestamp is negative");
  record.timestamp = timestamp;
  if (cell_) {
    if (cell_->family.empty() && !delete_row_) {
      return Status::InvalidArgument("there is no column");
    }
    if (!delete_row_) record.cells.push_back(*std::move(cell_));
  }
  for (MutationCell& cell : record.cells) {
    cell.timestamp = timestamp;
    if (context_.any_family || context_.families.contains(cell.family)) continue;
    return Status::InvalidArgument(
        fmt::format("the table has no family '{}'", ToStringBinary(cell.family)));
  }
  if (type_ && *type_ != CellType::kPut) return FinishDelete(record);
  if (record.cells.empty()) return Status::InvalidArgument("the row has no cells");
  return {};
}

Status RecordMapper::FinishDelete(MappedRecord& record) {
  record.is_delete = true;
  if (delete_row_) {
    record.cells.clear();
    return {};
  }
  // Columns whose fields are absent are not deleted.
  if (record.cells.empty()) return Status::InvalidArgument("no column is to be deleted");
  for (MutationCell& cell : record.cells) {
    cell.type = *type_;
    cell.value.clear();
    if (IsFamilyMarker(cell.type)) cell.qualifier.clear();
  }
  return {};
}

}  // namespace basalt::transfer
