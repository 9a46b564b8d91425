// KeySchema: the declared structure of a table's row keys.
//
//   auto schema = KeySchema::Parse("hash(user, 4) user:text desc(ts:millis)");
//   Bytes key;
//   schema->Encode(std::vector<KeyValue>{"alice", uint64_t{1700000000000}}, {}, key);
//
// The language is described in docs/keys.md. A schema is immutable and may be shared by threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/export.h"
#include "basalt/status.h"

namespace basalt::keys {
struct Layout;
struct LayoutAccess;
}  // namespace basalt::keys

namespace basalt {
inline namespace v1 {

// The value of one field. Numbers and times are integers, everything else is text: "2024-01-31" for
// a date, the 36 characters of a uuid, the name of an enum's member. std::monostate: unknown.
using KeyValue = std::variant<std::monostate, uint64_t, int64_t, double, Bytes>;

// The values of a schema's fields, in the order of KeySchema::fields().
using KeyRecord = std::vector<KeyValue>;

// Maps names to the short ids that replace them in keys: the part id(field). Thread safe.
class BASALT_EXPORT KeyDictionary {
 public:
  virtual ~KeyDictionary() = default;
  // The id of a name; `kind` is the field's name. nullopt for a new name, unless `create`: then an
  // id is assigned.
  virtual Result<std::optional<uint64_t>> IdOf(std::string_view kind, BytesView name,
                                               bool create) = 0;
  // Fails when no name has this id.
  virtual Result<Bytes> NameOf(std::string_view kind, uint64_t id) = 0;
};

// What encoding and decoding need in addition to the record.
struct BASALT_EXPORT KeyContext {
  // Borrowed for the call. Required by schemas with ids.
  KeyDictionary* dictionary = nullptr;
  // The salt value to use; unset: the schema's own rule decides.
  std::optional<uint32_t> salt;
};

// Copies are cheap: they share the layout.
class BASALT_EXPORT KeySchema {
 public:
  // A named value of the record that a key is made of.
  struct Field {
    // Unique in the schema.
    std::string name;
    // As the schema's text has it, such as "millis" or "text(8)".
    std::string type;
    // Whether the field's value can be decoded from a key; not when the field is only hashed.
    bool decodable = false;
  };

  // One piece of an explained key.
  struct Piece {
    size_t offset = 0;    // of its first byte in the key
    Bytes bytes;          // a copy of its bytes
    std::string part;     // as the schema has it
    std::string meaning;  // for people
  };

  // Reads a schema, or a preset such as "@hashed". kInvalidArgument; the message names the column
  // and shows the place.
  static Result<KeySchema> Parse(std::string_view text);

  // The text it was read from. References are valid while the schema or a copy of it is.
  const std::string& text() const;
  // The fields in the order in which they occur, which is that of a KeyRecord.
  const std::vector<Field>& fields() const;
  // The index of a field in fields(); nullopt when there is none of this name.
  std::optional<size_t> FieldIndex(std::string_view name) const;
  // The length of the keys in bytes, if all have the same.
  std::optional<size_t> fixed_width() const;
  // The length of the prefix that only distributes rows: salt, hash, mod, bucket and the separators
  // between them. The rest is the logical key.
  size_t spread_width() const;

  // Convert a field's value from and to text, as in files and command lines. REQUIRES: `field` is
  // an index of fields(). kInvalidArgument for text that is not of the field's type.
  Result<KeyValue> ParseValue(size_t field, std::string_view text) const;
  std::string PrintValue(size_t field, const KeyValue& value) const;

  // Replaces `key`. Fails, naming the field, on a missing value and on one that does not fit.
  Status Encode(std::span<const KeyValue> record, const KeyContext& context, Bytes& key) const;
  // The common prefix of all keys with the given values. Ends before the first part with an unknown
  // field.
  Result<Bytes> EncodePrefix(std::span<const KeyValue> record, const KeyContext& context) const;
  // Fields that cannot be decoded are std::monostate. Fails when the key is not of this schema.
  Result<KeyRecord> Decode(BytesView key, const KeyContext& context = {}) const;
  // The key in pieces, as far as it can be decoded; then the last piece says what is wrong.
  std::vector<Piece> Explain(BytesView key, const KeyContext& context = {}) const;
  // "user=alice ts=2023-11-14T22:13:20Z", or the key as \xHH text when it is not of this schema.
  std::string Print(BytesView key, const KeyContext& context = {}) const;

 private:
  friend struct keys::LayoutAccess;
  explicit KeySchema(std::shared_ptr<const keys::Layout> layout) : layout_(std::move(layout)) {}

  std::shared_ptr<const keys::Layout> layout_;
};

}  // namespace v1
}  // namespace basalt
