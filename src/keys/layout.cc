#include "keys/layout.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace basalt::keys {
namespace {

constexpr char kEscape = '\x00';
constexpr char kEscapedZero = '\xff';
constexpr char kEnd = '\x01';

void Complement(Bytes& bytes, size_t from) {
  for (size_t i = from; i < bytes.size(); ++i) bytes[i] = static_cast<char>(~bytes[i]);
}

Status Broken(std::string message) { return {StatusCode::kInvalidArgument, std::move(message)}; }

// Decodes escaped bytes up to their terminator. The bytes of a descending part are complemented.
Result<FieldRead> ReadEscaped(const Part& part, BytesView bytes) {
  const auto at = [&](size_t i) {
    return part.descending ? static_cast<char>(~bytes[i]) : bytes[i];
  };
  Bytes value;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (at(i) != kEscape) {
      value.push_back(at(i));
      continue;
    }
    if (++i == bytes.size()) break;
    if (at(i) == kEnd) {
      if (part.reversed) std::reverse(value.begin(), value.end());
      return FieldRead{part.type.FromBytes(value), i + 1};
    }
    if (at(i) != kEscapedZero) return Broken("a zero byte is not followed by \\xFF or \\x01");
    value.push_back(kEscape);
  }
  return Broken("its terminator is missing");
}

}  // namespace

size_t Part::width() const {
  switch (kind) {
    case PartKind::kLiteral: return literal.size();
    case PartKind::kField: return type.width;
    case PartKind::kHash: return hash_hex ? 2 * hash_width : hash_width;
    case PartKind::kSalt:
      if (!labels.empty()) return labels.front().size();
      return format.width;
    default: return format.width;
  }
}

uint64_t Part::max_number() const {
  if (!format.decimal && format.width >= 8) return std::numeric_limits<int64_t>::max();
  uint64_t max = 0;
  for (size_t i = 0; i < format.width; ++i) max = format.decimal ? max * 10 + 9 : max << 8 | 0xff;
  return max;
}

void Part::AppendIndex(uint64_t index, Bytes& out) const {
  if (labels.empty()) {
    AppendNumber(index, format.width, format.decimal, out);
  } else {
    out += labels[index];
  }
}

bool Part::spreads() const {
  return kind == PartKind::kSalt || kind == PartKind::kMod || kind == PartKind::kHash;
}

Status AppendHashInput(const FieldType& type, const KeyValue& value, Bytes& out) {
  if (type.ordinal()) {
    BASALT_ASSIGN_OR_RETURN(const uint64_t ordinal, type.OrdinalOf(value));
    type.AppendOrdinal(ordinal, out);
    return Status::Ok();
  }
  thread_local Bytes scratch;  // reused, so that encoding does not allocate
  BASALT_ASSIGN_OR_RETURN(const BytesView bytes, type.BytesOf(value, scratch));
  out += bytes;
  return Status::Ok();
}

void AppendBody(const Part& part, BytesView bytes, Bytes& out) {
  if (part.ending != Ending::kEscaped) {
    out += bytes;
    return;
  }
  for (const char c : bytes) {
    out.push_back(c);
    if (c == kEscape) out.push_back(kEscapedZero);
  }
}

Status AppendField(const Part& part, const KeyValue& value, Bytes& out) {
  const size_t start = out.size();
  if (part.type.ordinal()) {
    auto ordinal = part.type.OrdinalOf(value);
    if (!ordinal.ok()) return ordinal.status();
    const uint64_t number = part.descending ? part.type.max_ordinal() - *ordinal : *ordinal;
    part.type.AppendOrdinal(number, out);
    if (part.reversed) std::reverse(out.begin() + static_cast<ptrdiff_t>(start), out.end());
    return Status::Ok();
  }
  thread_local Bytes scratch;
  thread_local Bytes turned;
  BASALT_ASSIGN_OR_RETURN(BytesView bytes, part.type.BytesOf(value, scratch));
  if (part.reversed) {
    turned.assign(bytes);
    std::reverse(turned.begin(), turned.end());
    bytes = turned;
  }
  if (part.ending == Ending::kSeparator) {
    // A separator of several bytes may also begin inside the value and end after it.
    const bool ambiguous =
        part.separator.size() == 1
            ? bytes.find(part.separator) != BytesView::npos
            : Bytes(bytes).append(part.separator).find(part.separator) != bytes.size();
    if (ambiguous) {
      return Broken(
          fmt::format("'{}' contains the separator '{}': such a key could be read in two "
                      "ways; leave the separator out, then any text goes",
                      ToStringBinary(bytes), ToStringBinary(part.separator)));
    }
  }
  AppendBody(part, bytes, out);
  if (part.ending == Ending::kEscaped) {
    out.push_back(kEscape);
    out.push_back(kEnd);
  }
  if (part.descending) Complement(out, start);
  return Status::Ok();
}

Result<FieldRead> ReadField(const Part& part, BytesView bytes) {
  if (part.ending == Ending::kEscaped) return ReadEscaped(part, bytes);
  size_t length = bytes.size();
  if (part.ending == Ending::kFixed) {
    length = part.type.width;
    if (bytes.size() < length) {
      return Broken(fmt::format("only {} of {} bytes are left", bytes.size(), length));
    }
  } else if (part.ending == Ending::kSeparator) {
    length = bytes.find(part.separator);
    if (length == BytesView::npos) {
      return Broken(fmt::format("no '{}' follows", ToStringBinary(part.separator)));
    }
  }
  Bytes value(bytes.substr(0, length));
  if (part.reversed) std::reverse(value.begin(), value.end());
  if (!part.type.ordinal()) {
    if (part.descending) Complement(value, 0);
    return FieldRead{part.type.FromBytes(value), length};
  }
  BASALT_ASSIGN_OR_RETURN(uint64_t ordinal, part.type.ReadOrdinal(value));
  if (part.descending) ordinal = part.type.max_ordinal() - ordinal;
  if (part.type.kind == TypeKind::kDate) {
    BASALT_ASSIGN_OR_RETURN(ordinal, part.type.OrdinalOf(ordinal));
  }
  return FieldRead{part.type.FromOrdinal(ordinal), length};
}

}  // namespace basalt::keys
