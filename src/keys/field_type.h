// FieldType: the type of a key's field: which values it takes and how they look in a key, in an
// order that is that of the values. Immutable.
//
// There are two sorts. Values of an ordinal type are numbers from 0 to max_ordinal() to the key,
// written with a fixed width; all others are bytes.
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
  kEnum,     // a few names, each with bytes that stand for it
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
  size_t width = 0;             // bytes in the key; 0: as long as the value is
  bool decimal = false;         // an ordinal is written in decimal digits, not in binary
  std::vector<Member> members;  // of an enum, ordered by code

  bool ordinal() const { return kind < TypeKind::kBytes; }
  bool variable() const { return width == 0; }
  bool is_time() const {
    return kind == TypeKind::kMillis || kind == TypeKind::kSeconds || kind == TypeKind::kDate;
  }
  // Of an ordinal type.
  uint64_t max_ordinal() const;
  // The one after, among those that values have; max_ordinal() has none.
  uint64_t NextOrdinal(uint64_t ordinal) const;

  // As a schema has it: "u64", "digits(11)".
  std::string ToString() const;

  // What the value is to an ordinal type. The message of an error does not name the field.
  Result<uint64_t> OrdinalOf(const KeyValue& value) const;
  KeyValue FromOrdinal(uint64_t ordinal) const;
  // Appends an ordinal as keys have it; and reads one back.
  void AppendOrdinal(uint64_t ordinal, Bytes& out) const;
  Result<uint64_t> ReadOrdinal(BytesView bytes) const;

  // What the value is to a type of bytes; fixed widths are filled up. Views `value` or `scratch`.
  Result<BytesView> BytesOf(const KeyValue& value, Bytes& scratch) const;
  KeyValue FromBytes(BytesView bytes) const;

  // From and to text for people.
  Result<KeyValue> ParseText(std::string_view text) const;
  std::string Print(const KeyValue& value) const;
};

// Hexadecimal digits as keys have them: lower case.
void LowerHex(Bytes& digits);

// A number with a fixed width, as AppendOrdinal writes it.
void AppendNumber(uint64_t number, size_t width, bool decimal, Bytes& out);
// How many bytes the numbers up to `max` need.
size_t NumberWidth(uint64_t max, bool decimal);

}  // namespace basalt::keys
