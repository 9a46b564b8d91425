// KeySchema: how the row keys of a table are made, declared once.
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
}

namespace basalt {
inline namespace v1 {

// The value of one field. Numbers and times are integers, everything else is bytes as people write
// them: "2024-01-31" for a date, the 36 characters of a uuid, the name of an enum's member. The
// empty alternative means that the value is not known.
using KeyValue = std::variant<std::monostate, uint64_t, int64_t, double, Bytes>;

// The values of a schema's fields, in the order of KeySchema::fields().
using KeyRecord = std::vector<KeyValue>;

// Names in place of which short ids stand in keys: the part id(field). Thread safe.
class BASALT_EXPORT KeyDictionary {
 public:
  virtual ~KeyDictionary() = default;
  // The id of a name of this kind (the field's name). A new name gets one when `create`; otherwise
  // it has none.
  virtual Result<std::optional<uint64_t>> IdOf(std::string_view kind, BytesView name,
                                               bool create) = 0;
  // Fails when no name has it.
  virtual Result<Bytes> NameOf(std::string_view kind, uint64_t id) = 0;
};

// What encoding and decoding need beside the record.
struct BASALT_EXPORT KeyContext {
  KeyDictionary* dictionary = nullptr;
  // Which of the salt's values to use; otherwise the schema's own rule decides.
  std::optional<uint32_t> salt;
};

class BASALT_EXPORT KeySchema {
 public:
  struct Field {
    std::string name;
    std::string type;
    // Whether a key tells the field's value; a field that is only hashed does not come back.
    bool decodable = false;
  };

  // One piece of an explained key.
  struct Piece {
    size_t offset = 0;
    Bytes bytes;
    std::string part;     // as the schema has it
    std::string meaning;  // for people
  };

  // The message of an error names the column and shows the place.
  static Result<KeySchema> Parse(std::string_view text);

  const std::string& text() const;
  const std::vector<Field>& fields() const;
  std::optional<size_t> FieldIndex(std::string_view name) const;
  // The length of every key, if they all have the same.
  std::optional<size_t> fixed_width() const;
  // How many bytes at the beginning only spread the rows: salt, hash, mod, bucket and the
  // separators between them. The rest is the logical key.
  size_t spread_width() const;

  // A field's value from text, as files and command lines have it, and back.
  Result<KeyValue> ParseValue(size_t field, std::string_view text) const;
  std::string PrintValue(size_t field, const KeyValue& value) const;

  // Replaces `key`. Fails, naming the field, on a missing value and on one that does not fit.
  Status Encode(std::span<const KeyValue> record, const KeyContext& context, Bytes& key) const;
  // The bytes of the leading parts whose fields have values: the beginning of every such key. Ends
  // before the first part that cannot be made.
  Result<Bytes> EncodePrefix(std::span<const KeyValue> record, const KeyContext& context) const;
  // Fields that the key does not tell are left empty. Fails when no record has this key.
  Result<KeyRecord> Decode(BytesView key, const KeyContext& context = {}) const;
  // Byte by byte, as far as the key can be understood; the last piece says what is wrong then.
  std::vector<Piece> Explain(BytesView key, const KeyContext& context = {}) const;
  // "user=alice ts=2023-11-14T22:13:20Z", or the key as \xHH text when it is not of this schema.
  std::string Print(BytesView key, const KeyContext& context = {}) const;

  const keys::Layout& layout() const { return *layout_; }

 private:
  explicit KeySchema(std::shared_ptr<const keys::Layout> layout) : layout_(std::move(layout)) {}

  std::shared_ptr<const keys::Layout> layout_;
};

}  // namespace v1
}  // namespace basalt
