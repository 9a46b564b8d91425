#include "keys/field_type.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/hex.h"
#include "keys/time_values.h"

namespace basalt::keys {
namespace {

constexpr uint64_t kLongMax = std::numeric_limits<int64_t>::max();

uint64_t MaxOfBytes(size_t width) {
  return width >= 8 ? std::numeric_limits<uint64_t>::max() : (uint64_t{1} << (8 * width)) - 1;
}

uint64_t MaxOfDigits(size_t digits) {
  uint64_t max = 0;
  for (size_t i = 0; i < digits; ++i) max = max * 10 + 9;
  return max;
}

// The bits in numeric order: those of negative numbers inverted, those of positive ones with the
// sign bit set.
template <typename Bits, typename Float>
uint64_t OrderedBits(Float value) {
  const auto bits = std::bit_cast<Bits>(value);
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  return (bits & kSign) != 0 ? static_cast<Bits>(~bits) : bits | kSign;
}

template <typename Bits, typename Float>
Float FromOrderedBits(uint64_t ordinal) {
  const auto bits = static_cast<Bits>(ordinal);
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  return std::bit_cast<Float>((bits & kSign) != 0 ? static_cast<Bits>(bits & ~kSign)
                                                  : static_cast<Bits>(~bits));
}

std::optional<double> AsDouble(const KeyValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* number = std::get_if<uint64_t>(&value)) return static_cast<double>(*number);
  if (const auto* number = std::get_if<int64_t>(&value)) return static_cast<double>(*number);
  return std::nullopt;
}

std::optional<int64_t> AsSigned(const KeyValue& value) {
  if (const auto* number = std::get_if<int64_t>(&value)) return *number;
  const auto* number = std::get_if<uint64_t>(&value);
  if (number == nullptr || *number > kLongMax) return std::nullopt;
  return static_cast<int64_t>(*number);
}

// 36 characters to 16 bytes.
bool ParseUuid(std::string_view text, Bytes& out) {
  out.clear();
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size();) {
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (text[i++] != '-') return false;
      continue;
    }
    const int high = base::HexDigitValue(text[i]);
    const int low = base::HexDigitValue(text[i + 1]);
    if (high < 0 || low < 0) return false;
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return true;
}

std::string PrintUuid(BytesView bytes) {
  std::string text = base::ToHex(bytes);
  for (const size_t dash : {8, 13, 18, 23}) text.insert(dash, 1, '-');
  return text;
}

}  // namespace

void LowerHex(Bytes& digits) {
  for (char& c : digits) {
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
}

void AppendNumber(uint64_t number, size_t width, bool decimal, Bytes& out) {
  const size_t start = out.size();
  out.resize(start + width);
  for (size_t i = width; i > 0; --i) {
    if (decimal) {
      out[start + i - 1] = static_cast<char>('0' + number % 10);
      number /= 10;
    } else {
      out[start + i - 1] = static_cast<char>(number);
      number >>= 8;
    }
  }
}

size_t NumberWidth(uint64_t max, bool decimal) {
  const unsigned base = decimal ? 10 : 256;
  size_t width = 1;
  while (max >= base) {
    max /= base;
    ++width;
  }
  return width;
}

uint64_t FieldType::max_ordinal() const {
  switch (kind) {
    case TypeKind::kBool: return 1;
    case TypeKind::kEnum: return members.size() - 1;
    case TypeKind::kDigits: return MaxOfDigits(width);
    case TypeKind::kDate: return 99'999'999;
    case TypeKind::kMillis: return decimal && width < 19 ? MaxOfDigits(width) : kLongMax;
    default: return decimal ? MaxOfDigits(width) : MaxOfBytes(width);
  }
}

uint64_t FieldType::NextOrdinal(uint64_t ordinal) const {
  if (kind == TypeKind::kDate && IsDate(static_cast<uint32_t>(ordinal)) && ordinal < 99991231) {
    return NextDate(static_cast<uint32_t>(ordinal));
  }
  return ordinal + 1;
}

std::string FieldType::ToString() const {
  switch (kind) {
    case TypeKind::kUnsigned: return fmt::format("u{}", width * 8);
    case TypeKind::kSigned: return fmt::format("i{}", width * 8);
    case TypeKind::kFloat: return "float";
    case TypeKind::kDouble: return "double";
    case TypeKind::kBool: return "bool";
    case TypeKind::kDigits: return fmt::format("digits({})", width);
    case TypeKind::kDate: return "date";
    case TypeKind::kMillis: return decimal ? fmt::format("millis({})", width) : "millis";
    case TypeKind::kSeconds: return decimal ? fmt::format("seconds({})", width) : "seconds";
    case TypeKind::kBytes: return variable() ? "bytes" : fmt::format("bytes({})", width);
    case TypeKind::kText: return variable() ? "text" : fmt::format("text({})", width);
    case TypeKind::kHex: return variable() ? "hex" : fmt::format("hex({})", width);
    case TypeKind::kUuid: return "uuid";
    case TypeKind::kEnum: break;
  }
  std::string text = "enum(";
  for (const Member& member : members) {
    if (text.size() > 5) text += ", ";
    text += fmt::format("'{}' {}", ToStringBinary(member.code), member.name);
  }
  return text + ")";
}

Result<uint64_t> FieldType::OrdinalOf(const KeyValue& value) const {
  switch (kind) {
    case TypeKind::kFloat:
    case TypeKind::kDouble: {
      const auto real = AsDouble(value);
      if (!real || std::isnan(*real)) return Status::InvalidArgument("not a number");
      return kind == TypeKind::kFloat ? OrderedBits<uint32_t>(static_cast<float>(*real))
                                      : OrderedBits<uint64_t>(*real);
    }
    case TypeKind::kSigned: {
      const auto number = AsSigned(value);
      const int64_t limit = static_cast<int64_t>(MaxOfBytes(width) / 2);
      if (!number)
        return Status::InvalidArgument(fmt::format("not a number of type {}", ToString()));
      if (*number > limit || *number < -limit - 1) {
        return Status::InvalidArgument(fmt::format("{} does not fit {}, which goes from {} to {}",
                                                   *number, ToString(), -limit - 1, limit));
      }
      return static_cast<uint64_t>(*number) + static_cast<uint64_t>(limit) + 1;
    }
    case TypeKind::kEnum: {
      const auto* name = std::get_if<Bytes>(&value);
      for (size_t i = 0; name != nullptr && i < members.size(); ++i) {
        if (members[i].name == *name) return uint64_t{i};
      }
      return Status::InvalidArgument(
          name == nullptr ? "not a name" : fmt::format("'{}' is not one of {}", *name, ToString()));
    }
    default: break;
  }
  uint64_t ordinal = 0;
  if (const auto* number = std::get_if<uint64_t>(&value)) {
    ordinal = *number;
  } else if (const auto* number = std::get_if<int64_t>(&value)) {
    if (*number < 0)
      return Status::InvalidArgument(
          fmt::format("{} is negative; {} is unsigned", *number, ToString()));
    ordinal = static_cast<uint64_t>(*number);
  } else if (const auto* text = std::get_if<Bytes>(&value)) {
    // Times and digits may be given as text.
    auto parsed = ParseText(*text);
    if (!parsed.ok()) return parsed.status();
    if (!std::holds_alternative<Bytes>(*parsed)) return OrdinalOf(*parsed);
    const auto date = ParseDate(*text);
    if (!date)
      return Status::InvalidArgument(
          fmt::format("'{}' is not a value of type {}", *text, ToString()));
    ordinal = *date;
  } else {
    return Status::InvalidArgument(fmt::format("not a value of type {}", ToString()));
  }
  if (ordinal > max_ordinal()) {
    return Status::InvalidArgument(
        fmt::format("{} does not fit {}, which ends at {}", ordinal, ToString(), max_ordinal()));
  }
  if (kind == TypeKind::kDate && !IsDate(static_cast<uint32_t>(ordinal))) {
    return Status::InvalidArgument(fmt::format("{} is not a day", ordinal));
  }
  return ordinal;
}

KeyValue FieldType::FromOrdinal(uint64_t ordinal) const {
  switch (kind) {
    case TypeKind::kFloat: return double{FromOrderedBits<uint32_t, float>(ordinal)};
    case TypeKind::kDouble: return FromOrderedBits<uint64_t, double>(ordinal);
    case TypeKind::kSigned: return static_cast<int64_t>(ordinal - MaxOfBytes(width) / 2 - 1);
    case TypeKind::kEnum: return Bytes(members[ordinal].name);
    case TypeKind::kDate: return Bytes(PrintDate(static_cast<uint32_t>(ordinal)));
    default: return ordinal;
  }
}

void FieldType::AppendOrdinal(uint64_t ordinal, Bytes& out) const {
  if (kind == TypeKind::kEnum) {
    out += members[ordinal].code;
  } else {
    AppendNumber(ordinal, width, decimal, out);
  }
}

Result<uint64_t> FieldType::ReadOrdinal(BytesView bytes) const {
  if (kind == TypeKind::kEnum) {
    for (size_t i = 0; i < members.size(); ++i) {
      if (members[i].code == bytes) return uint64_t{i};
    }
    return Status::InvalidArgument(
        fmt::format("'{}' is not a code of {}", ToStringBinary(bytes), ToString()));
  }
  uint64_t ordinal = 0;
  for (const char c : bytes) {
    if (!decimal) {
      ordinal = ordinal << 8 | static_cast<unsigned char>(c);
    } else if (c >= '0' && c <= '9') {
      ordinal = ordinal * 10 + static_cast<uint64_t>(c - '0');
    } else {
      return Status::InvalidArgument(
          fmt::format("'{}' is not made of digits", ToStringBinary(bytes)));
    }
  }
  if (ordinal > max_ordinal()) {
    return Status::InvalidArgument(
        fmt::format("{} is above {}, the end of {}", ordinal, max_ordinal(), ToString()));
  }
  return ordinal;
}

Result<BytesView> FieldType::BytesOf(const KeyValue& value, Bytes& scratch) const {
  const auto* bytes = std::get_if<Bytes>(&value);
  if (bytes == nullptr)
    return Status::InvalidArgument(fmt::format("not a value of type {}", ToString()));
  if (kind == TypeKind::kUuid) {
    if (!ParseUuid(*bytes, scratch))
      return Status::InvalidArgument(fmt::format("'{}' is not a uuid", *bytes));
    return BytesView(scratch);
  }
  if (kind == TypeKind::kHex) {
    scratch = *bytes;
    for (char& c : scratch) {
      if (base::HexDigitValue(c) < 0)
        return Status::InvalidArgument(fmt::format("'{}' is not hexadecimal", *bytes));
    }
    LowerHex(scratch);
    if (!variable() && scratch.size() != width) {
      return Status::InvalidArgument(fmt::format("'{}' does not have {} digits", *bytes, width));
    }
    return BytesView(scratch);
  }
  if (variable()) return BytesView(*bytes);
  if (kind == TypeKind::kBytes && bytes->size() != width) {
    return Status::InvalidArgument(fmt::format("{} bytes instead of {}", bytes->size(), width));
  }
  if (bytes->size() > width) {
    return Status::InvalidArgument(
        fmt::format("{} bytes do not fit {}", bytes->size(), ToString()));
  }
  if (bytes->size() == width) return BytesView(*bytes);
  if (!bytes->empty() && bytes->back() == '\0') {
    return Status::InvalidArgument(
        fmt::format("a value of {} may not end with a zero byte", ToString()));
  }
  scratch = *bytes;
  scratch.resize(width);
  return BytesView(scratch);
}

KeyValue FieldType::FromBytes(BytesView bytes) const {
  if (kind == TypeKind::kUuid) return Bytes(PrintUuid(bytes));
  if (kind == TypeKind::kText && !variable()) {
    while (!bytes.empty() && bytes.back() == '\0') bytes.remove_suffix(1);
  }
  return Bytes(bytes);
}

Result<KeyValue> FieldType::ParseText(std::string_view text) const {
  const auto wrong = [&] {
    return Status::InvalidArgument(fmt::format("'{}' is not a value of type {}", text, ToString()));
  };
  switch (kind) {
    case TypeKind::kUnsigned:
    case TypeKind::kDigits: {
      const auto number = ParseUnsigned(text);
      if (!number) return wrong();
      return KeyValue(*number);
    }
    case TypeKind::kSigned: {
      int64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || end != text.data() + text.size()) return wrong();
      return KeyValue(number);
    }
    case TypeKind::kFloat:
    case TypeKind::kDouble: {
      double number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || end != text.data() + text.size()) return wrong();
      return KeyValue(number);
    }
    case TypeKind::kBool:
      if (text == "true" || text == "1") return KeyValue(uint64_t{1});
      if (text == "false" || text == "0") return KeyValue(uint64_t{0});
      return wrong();
    case TypeKind::kDate: {
      const auto date = ParseDate(text);
      if (!date) return wrong();
      return KeyValue(Bytes(PrintDate(*date)));
    }
    case TypeKind::kMillis: {
      const auto millis = ParseMillis(text);
      if (!millis) return wrong();
      return KeyValue(*millis);
    }
    case TypeKind::kSeconds: {
      if (const auto seconds = ParseUnsigned(text)) return KeyValue(*seconds);
      const auto millis = ParseMillis(text);
      if (!millis) return wrong();
      return KeyValue(*millis / 1000);
    }
    case TypeKind::kBytes: return KeyValue(FromStringBinary(text));
    default: return KeyValue(Bytes(text));
  }
}

std::string FieldType::Print(const KeyValue& value) const {
  if (std::holds_alternative<std::monostate>(value)) return "?";
  if (const auto* bytes = std::get_if<Bytes>(&value)) return ToStringBinary(*bytes);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  if (const auto* number = std::get_if<int64_t>(&value)) return std::to_string(*number);
  const uint64_t number = std::get<uint64_t>(value);
  switch (kind) {
    case TypeKind::kBool: return number != 0 ? "true" : "false";
    case TypeKind::kDigits: return fmt::format("{:0{}}", number, width);
    case TypeKind::kMillis: return PrintMillis(number);
    case TypeKind::kSeconds: return PrintMillis(number * 1000);
    default: return std::to_string(number);
  }
}

}  // namespace basalt::keys
