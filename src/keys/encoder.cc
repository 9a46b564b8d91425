#include "keys/encoder.h"

#include <algorithm>
#include <atomic>
#include <random>

#include <fmt/format.h>

#include "base/hex.h"
#include "keys/time_values.h"

namespace basalt::keys {
namespace {

bool IsMissing(std::span<const KeyValue> record, size_t field) {
  return field >= record.size() || std::holds_alternative<std::monostate>(record[field]);
}

Status Missing(const Layout& layout, size_t field) {
  return Status::InvalidArgument(fmt::format("field {} has no value", layout.fields[field].name));
}

uint32_t DrawSalt(const Part& part) {
  if (part.rule == SaltRule::kRoundRobin) {
    static std::atomic<uint32_t> next{0};
    return next.fetch_add(1, std::memory_order_relaxed) % static_cast<uint32_t>(part.count);
  }
  thread_local std::minstd_rand random(std::random_device{}());
  return static_cast<uint32_t>(random() % part.count);
}

// Writes the bytes from `start` on as hexadecimal digits, in place.
void TurnToHex(size_t start, Bytes& key) {
  const size_t width = key.size() - start;
  key.resize(start + 2 * width);
  for (size_t i = width; i-- > 0;) {
    const auto byte = static_cast<unsigned char>(key[start + i]);
    key[start + 2 * i] = base::kLowerHexDigits[byte >> 4];
    key[start + 2 * i + 1] = base::kLowerHexDigits[byte & 15];
  }
}

Status AppendHashPart(const Layout& layout, const Part& part, std::span<const KeyValue> record,
                      Bytes& key) {
  const auto append = [&](BytesView input) {
    const size_t start = key.size();
    AppendHash(part.hash, input, part.hash_width, key);
    if (part.hash_hex) TurnToHex(start, key);
  };
  // A single text field, the common case, is hashed without a copy.
  const FieldType& first = layout.fields[part.fields[0]].type;
  if (part.fields.size() == 1 && first.kind == TypeKind::kText && first.variable()) {
    if (const auto* text = std::get_if<Bytes>(&record[part.fields[0]])) {
      append(*text);
      return Status::Ok();
    }
  }
  thread_local Bytes input;
  input.clear();
  for (const size_t field : part.fields) {
    const Status status = AppendHashInput(layout.fields[field].type, record[field], input);
    if (!status.ok()) return status.WithContext("field " + layout.fields[field].name);
  }
  append(input);
  return Status::Ok();
}

Status AppendId(const Layout& layout, const Part& part, const KeyValue& value,
                const KeyContext& context, bool create, Bytes& key) {
  const LayoutField& field = layout.fields[part.fields[0]];
  if (context.dictionary == nullptr) {
    return Status::InvalidArgument(
        fmt::format("{} needs a dictionary: open the table with one", part.text));
  }
  Bytes scratch;
  BASALT_ASSIGN_OR_RETURN(const BytesView name, field.type.BytesOf(value, scratch));
  BASALT_ASSIGN_OR_RETURN(const std::optional<uint64_t> id,
                          context.dictionary->IdOf(field.name, name, create));
  if (!id) {
    return Status::InvalidArgument(
        fmt::format("field {}: '{}' has no id", field.name, ToStringBinary(name)));
  }
  if (part.format.width < 8 && *id >> (8 * part.format.width) != 0) {
    return Status::InvalidArgument(
        fmt::format("field {}: the ids of {} bytes are used up; '{}' would get {}", field.name,
                    part.format.width, ToStringBinary(name), *id));
  }
  AppendNumber(*id, part.format.width, false, key);
  return Status::Ok();
}

// Reads the number of a salt, mod, window or id part.
Result<uint64_t> ReadNumber(const Part& part, BytesView bytes) {
  FieldType type;
  type.kind = part.format.decimal ? TypeKind::kDigits : TypeKind::kUnsigned;
  type.width = part.format.width;
  type.decimal = part.format.decimal;
  return type.ReadOrdinal(bytes);
}

}  // namespace

Status AppendDerived(const Layout& layout, const Part& part, std::span<const KeyValue> record,
                     const KeyContext& context, bool create_ids, Bytes& key) {
  for (const size_t field : part.fields) {
    if (IsMissing(record, field)) return Missing(layout, field);
  }
  if (part.kind == PartKind::kHash) return AppendHashPart(layout, part, record, key);
  const LayoutField& field = layout.fields[part.fields[0]];
  const KeyValue& value = record[part.fields[0]];
  if (part.kind == PartKind::kId) return AppendId(layout, part, value, context, create_ids, key);
  const auto ordinal = field.type.OrdinalOf(value);
  if (!ordinal.ok()) return ordinal.status().WithContext("field " + field.name);
  if (part.kind == PartKind::kMod) {
    part.AppendIndex(*ordinal % part.count, key);
    return Status::Ok();
  }
  uint64_t number = part.WindowNumber(*ordinal);
  if (number > part.max_number()) {
    return Status::InvalidArgument(
        fmt::format("field {}: window {} does not fit {}", field.name, number, part.text));
  }
  if (part.descending) number = part.max_number() - number;
  AppendNumber(number, part.format.width, part.format.decimal, key);
  return Status::Ok();
}

Status EncodeParts(const Layout& layout, std::span<const KeyValue> record,
                   const KeyContext& context, size_t count, Bytes& key) {
  for (size_t i = 0; i < count; ++i) {
    const Part& part = layout.parts[i];
    switch (part.kind) {
      case PartKind::kLiteral: key += part.literal; break;
      case PartKind::kSalt: {
        // Phoenix computes its salt from the bytes after it: that of a whole key is filled in
        // below.
        const bool computed = part.rule == SaltRule::kPhoenix;
        const uint32_t salt = context.salt ? *context.salt : computed ? 0 : DrawSalt(part);
        if (salt >= part.count) {
          return Status::InvalidArgument(fmt::format("salt {} of {} values", salt, part.count));
        }
        part.AppendIndex(salt, key);
        break;
      }
      case PartKind::kField: {
        const size_t field = part.fields[0];
        if (IsMissing(record, field)) return Missing(layout, field);
        Status status = AppendField(part, record[field], key);
        if (!status.ok()) return status.WithContext("field " + layout.fields[field].name);
        break;
      }
      default: {
        BASALT_RETURN_IF_ERROR(AppendDerived(layout, part, record, context, true, key));
        break;
      }
    }
  }
  const Part& first = layout.parts[0];
  if (count == layout.parts.size() && first.kind == PartKind::kSalt &&
      first.rule == SaltRule::kPhoenix) {
    Bytes salt;
    first.AppendIndex(
        PhoenixSalt(BytesView(key).substr(first.width()), static_cast<uint32_t>(first.count)),
        salt);
    key.replace(0, salt.size(), salt);
  }
  return Status::Ok();
}

Result<size_t> DecodePart(const Layout& layout, const Part& part, BytesView bytes,
                          const KeyContext& context, KeyRecord& record) {
  if (part.kind == PartKind::kField) {
    BASALT_ASSIGN_OR_RETURN(FieldRead read, ReadField(part, bytes));
    record[part.fields[0]] = std::move(read.value);
    return read.length;
  }
  const size_t width = part.width();
  if (bytes.size() < width) {
    return Status::InvalidArgument(
        fmt::format("only {} of {} bytes are left", bytes.size(), width));
  }
  const BytesView own = bytes.substr(0, width);
  switch (part.kind) {
    case PartKind::kLiteral:
      if (own != part.literal) {
        return Status::InvalidArgument(fmt::format("found '{}' instead", ToStringBinary(own)));
      }
      break;
    case PartKind::kSalt:
    case PartKind::kMod: {
      if (!part.labels.empty()) {
        if (std::find(part.labels.begin(), part.labels.end(), own) == part.labels.end()) {
          return Status::InvalidArgument(
              fmt::format("'{}' is not one of its values", ToStringBinary(own)));
        }
        break;
      }
      BASALT_ASSIGN_OR_RETURN(const uint64_t index, ReadNumber(part, own));
      if (index >= part.count)
        return Status::InvalidArgument(fmt::format("{} is too large", index));
      break;
    }
    case PartKind::kId: {
      if (context.dictionary == nullptr) break;
      BASALT_ASSIGN_OR_RETURN(const uint64_t id, ReadNumber(part, own));
      const LayoutField& field = layout.fields[part.fields[0]];
      BASALT_ASSIGN_OR_RETURN(const Bytes name, context.dictionary->NameOf(field.name, id));
      record[part.fields[0]] = field.type.FromBytes(name);
      break;
    }
    default: break;
  }
  return width;
}

std::string DescribePart(const Layout& layout, const Part& part, BytesView bytes, BytesView rest,
                         const KeyRecord& record) {
  const auto field_text = [&](size_t field) {
    return fmt::format("{} = {}", layout.fields[field].name,
                       layout.fields[field].type.Print(record[field]));
  };
  switch (part.kind) {
    case PartKind::kLiteral: return "always so";
    case PartKind::kSalt: {
      if (part.rule == SaltRule::kPhoenix) {
        const auto number = ReadNumber(part, bytes);
        const uint32_t wanted = PhoenixSalt(rest, static_cast<uint32_t>(part.count));
        return number.ok() && *number == wanted
                   ? fmt::format("Phoenix's salt, {} of {}", wanted, part.count)
                   : fmt::format("WRONG: Phoenix's salt would be {}", wanted);
      }
      return fmt::format("one of {} salts", part.count);
    }
    case PartKind::kField:
      return field_text(part.fields[0]) + (part.descending ? ", the largest first" : "") +
             (part.reversed ? ", its bytes reversed" : "");
    case PartKind::kWindow: {
      const auto number = ReadNumber(part, bytes);
      if (!number.ok()) return number.status().message();
      const uint64_t index = part.descending ? part.max_number() - *number : *number;
      const uint64_t start = part.window_start ? index : index * part.window;
      const FieldType& type = layout.fields[part.fields[0]].type;
      return fmt::format("{} from {} to before {}", layout.fields[part.fields[0]].name,
                         type.Print(start), type.Print(start + part.window));
    }
    case PartKind::kId: {
      const auto number = ReadNumber(part, bytes);
      const bool known = !std::holds_alternative<std::monostate>(record[part.fields[0]]);
      return number.ok() && known ? fmt::format("id {}: {}", *number, field_text(part.fields[0]))
             : number.ok()
                 ? fmt::format("id {} of a {}", *number, layout.fields[part.fields[0]].name)
                 : number.status().message();
    }
    case PartKind::kHash:
    case PartKind::kMod: break;
  }
  std::string names;
  for (const size_t field : part.fields) {
    if (!names.empty()) names += ", ";
    names += layout.fields[field].name;
  }
  Bytes wanted;
  const std::string what = part.kind == PartKind::kHash ? "hash of " : "remainder of ";
  if (!AppendDerived(layout, part, record, {}, false, wanted).ok()) {
    return what + names + ", which the key does not store";
  }
  if (wanted == bytes) return what + names;
  return fmt::format("WRONG: the {}{} is {}", what, names, ToStringBinary(wanted));
}

}  // namespace basalt::keys
