#include "basalt/key_schema.h"

#include <atomic>
#include <random>

#include <fmt/format.h>

#include "keys/encoder.h"
#include "keys/layout.h"
#include "keys/time_values.h"

namespace basalt {
inline namespace v1 {

using keys::Part;
using keys::PartKind;

Result<KeySchema> KeySchema::Parse(std::string_view text) {
  BASALT_ASSIGN_OR_RETURN(keys::Layout layout, keys::ParseLayout(text));
  return KeySchema(std::make_shared<const keys::Layout>(std::move(layout)));
}

const std::string& KeySchema::text() const { return layout_->text; }

const std::vector<KeySchema::Field>& KeySchema::fields() const { return layout_->public_fields; }

std::optional<size_t> KeySchema::FieldIndex(std::string_view name) const {
  for (size_t i = 0; i < fields().size(); ++i) {
    if (fields()[i].name == name) return i;
  }
  return std::nullopt;
}

std::optional<size_t> KeySchema::fixed_width() const { return layout_->fixed_width; }

size_t KeySchema::spread_width() const { return layout_->spread_width; }

Result<KeyValue> KeySchema::ParseValue(size_t field, std::string_view text) const {
  auto value = layout_->fields[field].type.ParseText(text);
  if (!value.ok()) return value.status().WithContext("field " + fields()[field].name);
  return value;
}

std::string KeySchema::PrintValue(size_t field, const KeyValue& value) const {
  return layout_->fields[field].type.Print(value);
}

Status KeySchema::Encode(std::span<const KeyValue> record, const KeyContext& context,
                         Bytes& key) const {
  key.clear();
  BASALT_RETURN_IF_ERROR(keys::EncodeParts(*layout_, record, context, layout_->parts.size(), key));
  if (key.empty()) return {StatusCode::kInvalidArgument, "the key would be empty"};
  if (key.size() > 32767) {
    return {StatusCode::kInvalidArgument,
            fmt::format("the key would have {} bytes; 32767 are allowed", key.size())};
  }
  return Status::Ok();
}

Result<Bytes> KeySchema::EncodePrefix(std::span<const KeyValue> record,
                                      const KeyContext& context) const {
  size_t parts = 0;
  for (const Part& part : layout_->parts) {
    bool known = part.kind != PartKind::kSalt || context.salt.has_value();
    for (const size_t field : part.fields) {
      known =
          known && field < record.size() && !std::holds_alternative<std::monostate>(record[field]);
    }
    if (!known) break;
    ++parts;
  }
  Bytes key;
  BASALT_RETURN_IF_ERROR(keys::EncodeParts(*layout_, record, context, parts, key));
  return key;
}

Result<KeyRecord> KeySchema::Decode(BytesView key, const KeyContext& context) const {
  KeyRecord record(fields().size());
  size_t offset = 0;
  for (const Part& part : layout_->parts) {
    auto length = keys::DecodePart(*layout_, part, key.substr(offset), context, record);
    if (!length.ok()) {
      return Status(length.status().code(),
                    fmt::format("the key {} is not of this schema: at byte {}, {}: {}",
                                ToStringBinary(key), offset, part.text, length.status().message()));
    }
    offset += *length;
  }
  if (offset < key.size()) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("the key {} is not of this schema: {} bytes are left over",
                              ToStringBinary(key), key.size() - offset));
  }
  return record;
}

std::vector<KeySchema::Piece> KeySchema::Explain(BytesView key, const KeyContext& context) const {
  std::vector<Piece> pieces;
  KeyRecord record(fields().size());
  size_t offset = 0;
  for (const Part& part : layout_->parts) {
    const auto length = keys::DecodePart(*layout_, part, key.substr(offset), context, record);
    if (!length.ok()) {
      pieces.push_back({offset, Bytes(key.substr(offset)), part.text,
                        "NOT OF THIS SCHEMA: " + length.status().message()});
      return pieces;
    }
    pieces.push_back({offset, Bytes(key.substr(offset, *length)), part.text, {}});
    offset += *length;
  }
  for (size_t i = 0; i < pieces.size(); ++i) {
    pieces[i].meaning =
        keys::DescribePart(*layout_, layout_->parts[i], pieces[i].bytes,
                           key.substr(pieces[i].offset + pieces[i].bytes.size()), record);
  }
  if (offset < key.size()) {
    pieces.push_back({offset, Bytes(key.substr(offset)), "", "NOT OF THIS SCHEMA: left over"});
  }
  return pieces;
}

std::string KeySchema::Print(BytesView key, const KeyContext& context) const {
  const auto record = Decode(key, context);
  if (!record.ok()) return ToStringBinary(key);
  std::string text;
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : " ") + more; };
  for (size_t i = 0; i < record->size(); ++i) {
    if (std::holds_alternative<std::monostate>((*record)[i])) continue;
    add(fmt::format("{}={}", fields()[i].name, PrintValue(i, (*record)[i])));
  }
  // A window is all that such a key tells of its field.
  for (size_t i = 0; i < layout_->parts.size(); ++i) {
    const Part& part = layout_->parts[i];
    if (part.kind != PartKind::kWindow || layout_->Decodable(part.fields[0])) continue;
    add(Explain(key, context)[i].meaning);
  }
  return text;
}

}  // namespace v1
}  // namespace basalt
