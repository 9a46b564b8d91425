// FieldType: the type of a field of a key schema: which values it accepts and how they are encoded,
// so that the byte order of keys is the order of values. Immutable.
//
// Values of an ordinal type are encoded as numbers from 0 to max_ordinal() with a fixed width;
// values of all other types as bytes.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/key_schema.h"

namespace basalt::keys {

enum class TypeKind : uint8_t {
  kUnsigned,
  kSigned,
  kFloat,
  kDouble,
  kBool,
  kDigits,   // decimal digits, zero-padded
  kDate,     // yyyyMMdd
  kMillis,   // since 1970, up to Java's Long.MAX_VALUE
  kSeconds,  // the same in four bytes
  kEnum,     // a set of names, each with its code in bytes
  kBytes,
  kText,
  kHex,   // hexadecimal digits, lower case
  kUuid,  // 16 bytes
};

struct FieldType {
  struct Member {
    Bytes code;
    std::string name;
  };

  TypeKind kind = TypeKind::kText;
  size_t width = 0;             // bytes in the key; 0: variable
  bool decimal = false;         // ordinals are encoded as decimal digits, not in binary
  std::vector<Member> members;  // of an enum, ordered by code

  bool ordinal() const { return kind < TypeKind::kBytes; }
  bool variable() const { return width == 0; }
  bool is_time() const {
    return kind == TypeKind::kMillis || kind == TypeKind::kSeconds || kind == TypeKind::kDate;
  }
  // REQUIRES: ordinal().
  uint64_t max_ordinal() const;
  // The next ordinal that is a valid value (dates have gaps); max_ordinal() for the last.
  uint64_t NextOrdinal(uint64_t ordinal) const;

  // In the schema language: "u64", "digits(11)".
  std::string ToString() const;

  // The ordinal of the value. Error messages do not name the field.
  Result<uint64_t> OrdinalOf(const KeyValue& value) const;
  KeyValue FromOrdinal(uint64_t ordinal) const;
  // Encodes and decodes an ordinal.
  void AppendOrdinal(uint64_t ordinal, Bytes& out) const;
  Result<uint64_t> ReadOrdinal(BytesView bytes) const;

  // The bytes of the value, padded to a fixed width. The result points into `value` or `scratch`.
  Result<BytesView> BytesOf(const KeyValue& value, Bytes& scratch) const;
  KeyValue FromBytes(BytesView bytes) const;

  // Conversion from and to human-readable text.
  Result<KeyValue> ParseText(std::string_view text) const;
  std::string Print(const KeyValue& value) const;
};

// Converts to lower case, the form in keys.
void LowerHex(Bytes& digits);

// A number with a fixed width, in the encoding of AppendOrdinal.
void AppendNumber(uint64_t number, size_t width, bool decimal, Bytes& out);
// How many bytes the numbers up to `max` need.
size_t NumberWidth(uint64_t max, bool decimal);

}  // namespace basalt::keys
