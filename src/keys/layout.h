// Layout: a parsed key schema: its fields and the parts that keys are made of, in order. A value,
// filled by the parser; encoding, planning and splitting read it.
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

// How the end of a field of varying length is found.
enum class Ending : uint8_t {
  kFixed,      // its length is known
  kEscaped,    // 0x00 becomes 0x00 0xFF, and 0x00 0x01 ends it: the order is that of the values
  kSeparator,  // the literal that follows; values that contain it are refused
  kLast,       // with the key
};

enum class SaltRule : uint8_t { kRandom, kRoundRobin, kPhoenix };

// Numbers as a part writes them.
struct NumberFormat {
  size_t width = 1;
  bool decimal = false;
};

struct Part {
  PartKind kind = PartKind::kLiteral;
  std::string text;  // as the schema has it
  size_t column = 0;

  Bytes literal;
  // Of kField, kMod, kWindow, kId: one field; of kHash one or more.
  std::vector<size_t> fields;
  FieldType type;  // of the field, for kField
  bool descending = false;
  bool reversed = false;
  Ending ending = Ending::kFixed;
  Bytes separator;  // of Ending::kSeparator

  uint64_t count = 0;         // of salt and mod: how many values there are
  std::vector<Bytes> labels;  // of a salt whose values were listed
  SaltRule rule = SaltRule::kRandom;
  NumberFormat format;  // of salt, mod, window and id

  uint64_t window = 0;        // in the unit of the field
  bool window_start = false;  // the window's beginning is written, not its number
  HashKind hash = HashKind::kMd5;
  size_t hash_width = 0;
  bool hash_hex = false;

  // Bytes in the key; 0 when it varies.
  size_t width() const;
  // The largest number a window part writes; a descending one counts down from it.
  uint64_t max_number() const;
  // Appends value number `index` of a salt or a mod.
  void AppendIndex(uint64_t index, Bytes& out) const;
  // Whether only order-free spreading comes of it, never identity.
  bool spreads() const;
  // Of a window: what stands in the key for a time.
  uint64_t WindowNumber(uint64_t time) const { return time / window * (window_start ? window : 1); }
};

struct LayoutField {
  std::string name;
  FieldType type;
  // The part of kind kField that has it, if one does.
  std::optional<size_t> part;
  // The part of kind kId that has it, if one does.
  std::optional<size_t> id_part;
};

struct Layout {
  std::string text;
  std::vector<Part> parts;
  std::vector<LayoutField> fields;
  std::vector<KeySchema::Field> public_fields;
  // Parts before this one only spread.
  size_t spread_parts = 0;
  size_t spread_width = 0;
  std::optional<size_t> fixed_width;

  // Whether keys tell the field's value.
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

// One part of a key.
//
// Appends a field's value as the part writes it.
Status AppendField(const Part& part, const KeyValue& value, Bytes& out);
// Bytes of a variable value, escaped when the part's ending asks for it, without the ending.
void AppendBody(const Part& part, BytesView bytes, Bytes& out);
// The value at the front of `bytes`, and how many of them it takes.
struct FieldRead {
  KeyValue value;
  size_t length = 0;
};
Result<FieldRead> ReadField(const Part& part, BytesView bytes);

Result<Layout> ParseLayout(std::string_view text);

}  // namespace basalt::keys
