// Layout: a parsed key schema: its fields, and the parts of its keys in order. A value type, built
// by the parser and read by encoding, planning and splitting.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "basalt/key_schema.h"
#include "keys/field_type.h"
#include "keys/hashes.h"

namespace basalt::keys {

enum class PartKind : uint8_t { kLiteral, kSalt, kField, kHash, kMod, kWindow, kId };

// How the end of a field of variable length is found.
enum class Ending : uint8_t {
  kFixed,      // known length
  kEscaped,    // 0x00 becomes 0x00 0xFF, terminated by 0x00 0x01; preserves order
  kSeparator,  // ends at the next literal; values must not contain it
  kLast,       // ends at the end of the key
};

enum class SaltRule : uint8_t { kRandom, kRoundRobin, kPhoenix };

// The encoding of a part's number.
struct NumberFormat {
  size_t width = 1;
  bool decimal = false;
};

struct Part {
  PartKind kind = PartKind::kLiteral;
  std::string text;  // its text in the schema
  size_t column = 0;

  Bytes literal;
  // One field for kField, kMod, kWindow and kId; one or more for kHash.
  std::vector<size_t> fields;
  FieldType type;  // of the field; kField only
  bool descending = false;
  bool reversed = false;
  Ending ending = Ending::kFixed;
  Bytes separator;  // for Ending::kSeparator

  uint64_t count = 0;         // number of values of a salt or mod
  std::vector<Bytes> labels;  // of a salt with an explicit list of values
  SaltRule rule = SaltRule::kRandom;
  NumberFormat format;  // for salt, mod, window and id

  uint64_t window = 0;        // length in the unit of the field
  bool window_start = false;  // the key holds the start of the window, not its number
  HashKind hash = HashKind::kMd5;
  size_t hash_width = 0;
  bool hash_hex = false;

  // Bytes in the key; 0: variable.
  size_t width() const;
  // The largest number of a window part; a descending one counts down from it.
  uint64_t max_number() const;
  // Appends value number `index` of a salt or a mod.
  void AppendIndex(uint64_t index, Bytes& out) const;
  // Whether the part only distributes keys (salt, hash, mod) and carries no field of its own.
  bool spreads() const;
  // The number in the key for a time. REQUIRES: a window part.
  uint64_t WindowNumber(uint64_t time) const { return time / window * (window_start ? window : 1); }
};

struct LayoutField {
  std::string name;
  FieldType type;
  // The kField part that holds the field, if any.
  std::optional<size_t> part;
  // The kId part that holds the field's id, if any.
  std::optional<size_t> id_part;
};

struct Layout {
  std::string text;
  std::vector<Part> parts;
  std::vector<LayoutField> fields;
  std::vector<KeySchema::Field> public_fields;
  // The number of leading parts that only distribute keys.
  size_t spread_parts = 0;
  size_t spread_width = 0;
  std::optional<size_t> fixed_width;

  // Whether the field's value can be decoded from keys.
  bool Decodable(size_t field) const {
    return fields[field].part.has_value() || fields[field].id_part.has_value();
  }
};

// The way from a schema to its layout, which the public header does not show.
struct LayoutAccess {
  static const Layout& Of(const KeySchema& schema) { return *schema.layout_; }
};
// Valid as long as the schema or a copy of it.
inline const Layout& LayoutOf(const KeySchema& schema) { return LayoutAccess::Of(schema); }

// The bytes of a value that hashes are taken of: those its type writes, without an ending.
Status AppendHashInput(const FieldType& type, const KeyValue& value, Bytes& out);

// Encoding and decoding of one part.
//
// Appends the encoded value of a field.
Status AppendField(const Part& part, const KeyValue& value, Bytes& out);
// Appends a value of variable length without its ending, escaped if the ending requires it.
void AppendBody(const Part& part, BytesView bytes, Bytes& out);
// A decoded value, and its length in bytes.
struct FieldRead {
  KeyValue value;
  size_t length = 0;
};
Result<FieldRead> ReadField(const Part& part, BytesView bytes);

Result<Layout> ParseLayout(std::string_view text);

}  // namespace basalt::keys
