// ValueType: how the text of a field becomes the bytes of a key, column or value, and back. A
// value; cheap to copy.
//
//   text, bytes                     UTF-8 as it is; any bytes as they are
//   escaped, hex, base64            binary data as text
//   byte, short, int, long          HBase's Bytes.toBytes: signed, big endian
//   float, double, boolean          the same
//   u8 ... u64, i8 ... i64, millis, seconds, date, digits(n), uuid, enum(...)
//                                   the types of key schemas, whose bytes sort as their values do
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basalt/bytes.h"
#include "basalt/key_schema.h"
#include "basalt/status.h"

namespace basalt::transfer {

class ValueType {
 public:
  enum class Kind : uint8_t {
    kText,
    kBytes,
    kEscaped,
    kHex,
    kBase64,
    kByte,
    kShort,
    kInt,
    kLong,
    kFloat,
    kDouble,
    kBoolean,
    kOfSchema,
  };

  // text.
  ValueType() = default;
  // kInvalidArgument for a name that is no type.
  static Result<ValueType> Parse(std::string_view name);
  static ValueType Of(Kind kind);

  const std::string& name() const { return name_; }
  Kind kind() const { return kind_; }

  // Replaces `bytes`. kInvalidArgument, with a message that shows the text.
  Status ToBytes(std::string_view text, Bytes& bytes) const;
  // Replaces `text`. kInvalidArgument when the bytes are not of this type. kEscaped is left to the
  // formats, which differ in what they escape.
  Status ToText(BytesView bytes, std::string& text) const;

  friend bool operator==(const ValueType& a, const ValueType& b) { return a.name_ == b.name_; }

 private:
  Kind kind_ = Kind::kText;
  std::string name_ = "text";
  std::optional<KeySchema> schema_;  // of one field
};

}  // namespace basalt::transfer
