#include "transfer/value_type.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/hex.h"
#include "transfer/text_codec.h"

namespace basalt::transfer {
namespace {

using Kind = ValueType::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 14> kKinds = {{
    {"text", Kind::kText},
    {"string", Kind::kText},
    {"bytes", Kind::kBytes},
    {"escaped", Kind::kEscaped},
    {"hex", Kind::kHex},
    {"base64", Kind::kBase64},
    {"byte", Kind::kByte},
    {"short", Kind::kShort},
    {"int", Kind::kInt},
    {"long", Kind::kLong},
    {"float", Kind::kFloat},
    {"double", Kind::kDouble},
    {"boolean", Kind::kBoolean},
    {"bool", Kind::kBoolean},
}};

constexpr size_t kShownBytes = 60;

Status NotOfType(std::string_view text, std::string_view type) {
  std::string shown;
  AppendEscaped(shown, text.substr(0, kShownBytes), Whitespace::kEscaped, false);
  if (text.size() > kShownBytes) shown += "…";
  return Status::InvalidArgument(fmt::format("'{}' is not of type {}", shown, type));
}

template <typename T>
using BitsOf =
    std::conditional_t<sizeof(T) == 1, uint8_t,
                       std::conditional_t<sizeof(T) == 2, uint16_t,
                                          std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;

template <typename T>
bool AppendParsed(std::string_view text, Bytes& bytes) {
  T number{};
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  const auto bits = std::bit_cast<BitsOf<T>>(number);
  for (size_t i = sizeof(T); i-- > 0;) {
    bytes += static_cast<char>(static_cast<uint64_t>(bits) >> (8 * i) & 0xFF);
  }
  return true;
}

template <typename T>
bool AppendPrinted(BytesView bytes, std::string& text) {
  if (bytes.size() != sizeof(T)) return false;
  uint64_t bits = 0;
  for (const char c : bytes) bits = bits << 8 | static_cast<uint8_t>(c);
  const T number = std::bit_cast<T>(static_cast<BitsOf<T>>(bits));
  std::array<char, 64> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text.append(buffer.data(), end);
  // NaNs differ in bits that no text shows.
  Bytes back;
  return error == std::errc() && AppendParsed<T>(text, back) && back == bytes;
}

}  // namespace

Result<ValueType> ValueType::Parse(std::string_view name) {
  for (const auto& [known, kind] : kKinds) {
    if (known == name) return Of(kind);
  }
  auto schema = KeySchema::Parse("value:" + std::string(name));
  const bool one_field = schema.ok() && schema->fields().size() == 1 &&
                         name.find_first_of(" \t'") == std::string_view::npos;
  const bool enumeration = schema.ok() && schema->fields().size() == 1 && name.starts_with("enum(");
  if (!one_field && !enumeration) {
    return Status::InvalidArgument(fmt::format(
        "there is no type '{}'; types are text, bytes, escaped, hex, base64, byte, short, int, "
        "long, float, double, boolean and those of key schemas, such as u32 or millis",
        name));
  }
  ValueType type;
  type.kind_ = Kind::kOfSchema;
  type.name_ = name;
  type.schema_ = *std::move(schema);
  return type;
}

ValueType ValueType::Of(Kind kind) {
  ValueType type;
  type.kind_ = kind;
  for (const auto& [name, known] : kKinds) {
    if (known != kind) continue;
    type.name_ = name;
    break;
  }
  return type;
}

Status ValueType::ToBytes(std::string_view text, Bytes& bytes) const {
  bytes.clear();
  bool good = true;
  switch (kind_) {
    case Kind::kText:
      good = IsUtf8(text);
      if (good) bytes.assign(text);
      if (!good) return Status::InvalidArgument("not UTF-8");
      break;
    case Kind::kBytes: bytes.assign(text); break;
    case Kind::kEscaped:
    case Kind::kHex:
    case Kind::kBase64: {
      auto decoded = kind_ == Kind::kEscaped ? Unescape(text)
                     : kind_ == Kind::kHex   ? base::FromHex(text)
                                             : FromBase64(text);
      good = decoded.has_value();
      if (good) bytes = *std::move(decoded);
      break;
    }
    case Kind::kByte: good = AppendParsed<int8_t>(text, bytes); break;
    case Kind::kShort: good = AppendParsed<int16_t>(text, bytes); break;
    case Kind::kInt: good = AppendParsed<int32_t>(text, bytes); break;
    case Kind::kLong: good = AppendParsed<int64_t>(text, bytes); break;
    case Kind::kFloat: good = AppendParsed<float>(text, bytes); break;
    case Kind::kDouble: good = AppendParsed<double>(text, bytes); break;
    case Kind::kBoolean:
      good = text == "true" || text == "false" || text == "1" || text == "0";
      bytes.assign(1, text == "true" || text == "1" ? '\xFF' : '\0');
      break;
    case Kind::kOfSchema: {
      BASALT_ASSIGN_OR_RETURN(const KeyValue value, schema_->ParseValue(0, text));
      return schema_->Encode({&value, 1}, {}, bytes);
    }
  }
  return good ? Status() : NotOfType(text, name_);
}

Status ValueType::ToText(BytesView bytes, std::string& text) const {
  text.clear();
  bool good = true;
  switch (kind_) {
    case Kind::kText:
      good = IsUtf8(bytes);
      text.assign(bytes);
      break;
    case Kind::kBytes: text.assign(bytes); break;
    case Kind::kEscaped: AppendEscaped(text, bytes, Whitespace::kEscaped, false); break;
    case Kind::kHex: text = base::ToHex(bytes); break;
    case Kind::kBase64: text = ToBase64(bytes); break;
    case Kind::kByte: good = AppendPrinted<int8_t>(bytes, text); break;
    case Kind::kShort: good = AppendPrinted<int16_t>(bytes, text); break;
    case Kind::kInt: good = AppendPrinted<int32_t>(bytes, text); break;
    case Kind::kLong: good = AppendPrinted<int64_t>(bytes, text); break;
    case Kind::kFloat: good = AppendPrinted<float>(bytes, text); break;
    case Kind::kDouble: good = AppendPrinted<double>(bytes, text); break;
    case Kind::kBoolean:
      good = bytes == BytesOf("\xFF") || bytes == BytesOf("\0");
      text = bytes == BytesOf("\0") ? "false" : "true";
      break;
    case Kind::kOfSchema: {
      BASALT_ASSIGN_OR_RETURN(const KeyRecord record, schema_->Decode(bytes));
      text = schema_->PrintValue(0, record[0]);
      Bytes back;
      good = ToBytes(text, back).ok() && back == bytes;
      break;
    }
  }
  return good ? Status() : NotOfType(bytes, name_);
}

}  // namespace basalt::transfer
