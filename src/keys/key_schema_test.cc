#include "basalt/key_schema.h"

#include <algorithm>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "keys/hashes.h"
#include "keys/layout.h"
#include "keys/random_schema.h"

namespace basalt {
namespace {

using keys::Schema;

std::string ParseError(std::string_view text) {
  const auto schema = KeySchema::Parse(text);
  EXPECT_FALSE(schema.ok());
  return schema.status().message();
}

// `values`: text by field name.
Result<Bytes> Encode(const KeySchema& schema, const std::map<std::string, std::string>& values,
                     const KeyContext& context = {}) {
  KeyRecord record(schema.fields().size());
  for (const auto& [name, text] : values) {
    const auto field = schema.FieldIndex(name);
    EXPECT_TRUE(field.has_value()) << name;
    BASALT_ASSIGN_OR_RETURN(record[*field], schema.ParseValue(*field, text));
  }
  Bytes key;
  BASALT_RETURN_IF_ERROR(schema.Encode(record, context, key));
  return key;
}

TEST(KeySchema, KeysOfTheDocuments) {
  // R28
  EXPECT_EQ(*Encode(Schema("salt('a', 'b', 'c', 'd') '-' name:text"), {{"name", "foo0001"}},
                    {.dictionary = nullptr, .salt = 2}),
            "c-foo0001");
  // R30
  EXPECT_EQ(*Encode(Schema("mod(phone, 10) '_' phone:digits(11)"), {{"phone", "18518885160"}}),
            "0_18518885160");
  // R31
  EXPECT_EQ(*Encode(Schema("reverse(phone:digits(11))"), {{"phone", "18518885160"}}),
            "06158881581");
  // R32 and R39: java.lang.Long.MAX_VALUE - 1700000000000 = 9223370336854775807
  EXPECT_EQ(*Encode(Schema("reverse(order:digits(4)) desc(ts:millis)"),
                    {{"order", "1234"}, {"ts", "1700000000000"}}),
            "4321" + EncodeLong(9223370336854775807));
  EXPECT_EQ(*Encode(Schema("desc(ts:millis(19))"), {{"ts", "1700000000000"}}),
            "9223370336854775807");
  // R36
  EXPECT_EQ(*Encode(Schema("window(ts, 15m)"), {{"ts", "1700000000000"}}), EncodeLong(1888888));
  // R40
  EXPECT_EQ(*Encode(Schema("salt(16, text) event:text '_' date:date offset:u64"),
                    {{"event", "e1"}, {"date", "2024-01-31"}, {"offset", "7"}},
                    {.dictionary = nullptr, .salt = 5}),
            "05e1_20240131" + EncodeLong(7));
}

TEST(KeySchema, TheHelperClassOfTheDocuments) {  // R41: values computed by Java
  EXPECT_EQ(*Encode(Schema("@hashed"), {{"id", "user_12345"}}), "bbfcd9b9_user_12345");
  EXPECT_EQ(
      *Encode(Schema("@metric"), {{"host", "web01"}, {"ts", "1700000000000"}, {"metric", "cpu"}}),
      "2f527604_web01_0001888888_cpu");
  EXPECT_EQ(
      *Encode(Schema("@inbox"), {{"receiver", "bob"}, {"ts", "1700000000000"}, {"sender", "al"}}),
      "bob_9223370336854775807_al");
  EXPECT_EQ(*Encode(Schema("@region"), {{"region", "eu"}, {"ts", "1700000000000"}}),
            "4829_eu_1700000000000");
  EXPECT_NE(ParseError("@inbx").find("did you mean inbox?"), std::string::npos);
}

TEST(KeySchema, Phoenix) {
  // SaltingUtil: 31 * hash + byte over the rest, from 1, the remainder's absolute value.
  EXPECT_EQ(keys::PhoenixSalt("", 8), 1U);
  EXPECT_EQ(keys::PhoenixSalt("a", 8), (31 + 97) % 8U);
  EXPECT_EQ(keys::PhoenixSalt("\xff", 8), (31 - 1) % 8U);
  // Computed by Java.
  EXPECT_EQ(keys::PhoenixSalt("abc", 8), 1U);
  EXPECT_EQ(keys::PhoenixSalt("customer-00042", 8), 0U);
  EXPECT_EQ(keys::PhoenixSalt("customer-00042", 30), 26U);
  EXPECT_EQ(keys::PhoenixSalt("\xff\xfe\x03", 8), 3U);
  const KeySchema schema = Schema("@phoenix");
  const auto key = Encode(schema, {{"key", "abc"}});
  EXPECT_EQ((*key)[0], static_cast<char>(keys::PhoenixSalt("abc", 8)));
  EXPECT_EQ(key->substr(1), "abc");
}

TEST(KeySchema, Murmur3) {
  // MurmurHash3_x86_32 with seed 0.
  EXPECT_EQ(keys::Murmur3(""), 0U);
  EXPECT_EQ(keys::Murmur3("test"), 0xba6bd213U);
  EXPECT_EQ(keys::Murmur3("Hello, world!"), 0xc0363e43U);
  EXPECT_EQ(keys::Murmur3("The quick brown fox jumps over the lazy dog"), 0x2e4ff723U);
}

// Encoding and decoding give the record back, for random schemas.
TEST(KeySchema, RecordsComeBack) {
  int checked = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    keys::RandomKeys random(seed);
    const std::string text = random.Schema();
    SCOPED_TRACE(text);
    const KeySchema schema = Schema(text);
    for (int i = 0; i < 20; ++i) {
      const KeyRecord record = random.Record(keys::LayoutOf(schema));
      Bytes key;
      if (!schema.Encode(record, {}, key).ok()) continue;  // a text contains its separator
      const auto decoded = schema.Decode(key);
      ASSERT_TRUE(decoded.ok()) << decoded.status().message();
      for (size_t f = 0; f < record.size(); ++f) {
        keys::FieldType type = keys::LayoutOf(schema).fields[f].type;
        ASSERT_EQ(type.Print((*decoded)[f]), [&] {
          // In the canonical form of the type: dates and digits may be given in other forms.
          if (type.ordinal()) return type.Print(type.FromOrdinal(*type.OrdinalOf(record[f])));
          Bytes scratch;
          return type.Print(type.FromBytes(*type.BytesOf(record[f], scratch)));
        }());
      }
      ASSERT_EQ(key.size(), schema.fixed_width().value_or(key.size()));
      const auto pieces = schema.Explain(key);
      Bytes whole;
      for (const auto& piece : pieces) {
        whole += piece.bytes;
        ASSERT_EQ(piece.meaning.find("WRONG"), std::string::npos) << piece.meaning;
        ASSERT_EQ(piece.meaning.find("DOES NOT MATCH"), std::string::npos) << piece.meaning;
      }
      ASSERT_EQ(whole, key);
      ++checked;
    }
  }
  EXPECT_GT(checked, 4000);
}

// Keys of two fields sort like the pairs of values.
TEST(KeySchema, OrderOfBytesIsOrderOfValues) {
  const std::vector<std::string> types = {
      "u8",        "i8",   "i16",   "i64",     "u64",  "float",  "double",  "bool",
      "digits(5)", "text", "bytes", "text(4)", "date", "millis", "seconds", "hex(4)"};
  for (const std::string& type_text : types) {
    for (const bool descending : {false, true}) {
      const std::string field = "a:" + type_text;
      const KeySchema schema = Schema((descending ? "desc(" + field + ")" : field) + " b:u8");
      SCOPED_TRACE(schema.text());
      const keys::FieldType& type = keys::LayoutOf(schema).fields[0].type;
      keys::RandomKeys random(7);
      std::vector<std::pair<KeyRecord, Bytes>> rows;
      std::vector<KeyValue> values;
      for (int i = 0; i < 40; ++i) values.push_back(random.Value(type));
      if (type.kind == keys::TypeKind::kSigned && type.width == 8) {
        values.emplace_back(std::numeric_limits<int64_t>::min());
        values.emplace_back(std::numeric_limits<int64_t>::max());
      }
      for (const KeyValue& value : values) {
        KeyRecord record = {value, random.Below(4)};
        Bytes key;
        ASSERT_TRUE(schema.Encode(record, {}, key).ok());
        rows.emplace_back(record, key);
      }
      for (const auto& [a, a_key] : rows) {
        for (const auto& [b, b_key] : rows) {
          KeyCondition less;
          less.op = KeyCondition::Op::kLess;
          less.values = {b[0]};
          const bool below = keys::Holds(keys::LayoutOf(schema), less, a);
          less.values = {a[0]};
          const bool above = keys::Holds(keys::LayoutOf(schema), less, b);
          const bool second_below = std::get<1>(a[1]) < std::get<1>(b[1]);
          ASSERT_EQ(a_key < b_key, below || above ? below != descending : second_below);
        }
      }
    }
  }
}

TEST(KeySchema, SeparatorsInTextAreRefused) {  // M4
  const KeySchema schema = Schema("a:text '_' b:text");
  EXPECT_TRUE(Encode(schema, {{"a", "x"}, {"b", "y_z"}}).ok());
  const auto refused = Encode(schema, {{"a", "x_y"}, {"b", "z"}});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.status().message().find("contains the separator '_'"), std::string::npos);
  // Without a separator every text is accepted, and keys sort like the pairs.
  const KeySchema free = Schema("a:text b:text");
  EXPECT_LT(*Encode(free, {{"a", "a"}, {"b", "z"}}), *Encode(free, {{"a", "a!"}, {"b", "a"}}));
}

TEST(KeySchema, ValuesThatDoNotFit) {
  const auto error = [](std::string_view schema, const std::map<std::string, std::string>& values) {
    const auto key = Encode(Schema(schema), values);
    EXPECT_FALSE(key.ok());
    return key.status().message();
  };
  EXPECT_EQ(error("a:u8", {{"a", "256"}}), "field a: 256 does not fit u8, which ends at 255");
  EXPECT_EQ(error("a:i8", {{"a", "-129"}}),
            "field a: -129 does not fit i8, which goes from -128 to 127");
  EXPECT_EQ(error("a:u8 b:u8", {{"a", "1"}}), "field b has no value");
  EXPECT_EQ(error("a:digits(3)", {{"a", "1000"}}),
            "field a: 1000 does not fit digits(3), which ends at 999");
  EXPECT_EQ(error("a:text(2)", {{"a", "abc"}}), "field a: 3 bytes do not fit text(2)");
  EXPECT_EQ(error("a:date", {{"a", "2024-02-30"}}),
            "field a: '2024-02-30' is not a value of type date");
  EXPECT_EQ(error("a:uuid", {{"a", "x"}}), "field a: 'x' is not a uuid");
  EXPECT_EQ(error("a:enum('1' one)", {{"a", "two"}}), "field a: 'two' is not one of enum('1' one)");
}

TEST(KeySchema, ErrorsPointAtThePlace) {
  EXPECT_EQ(ParseError("salt(16) event:tex"),
            "key schema, column 16: there is no type 'tex' (did you mean text?)\n"
            "  salt(16) event:tex\n"
            "                 ^");
  EXPECT_NE(ParseError("sallt(16) a:text")
                .find("column 1: there is no function 'sallt' (did you "
                      "mean salt?)"),
            std::string::npos);
  EXPECT_NE(ParseError("a").find("'a' needs a type"), std::string::npos);
  EXPECT_NE(ParseError("a:text a:u8").find("column 8: the key has the field 'a' twice"),
            std::string::npos);
  EXPECT_NE(ParseError("mod(a, 10) a:text")
                .find("column 5: 'a' is of type text, which cannot be "
                      "divided"),
            std::string::npos);
  EXPECT_NE(ParseError("hash(a, 17) a:text").find("from 1 to 16"), std::string::npos);
  EXPECT_NE(ParseError("hash(a, 5, murmur3) a:text").find("murmur3 has 4 bytes only"),
            std::string::npos);
  EXPECT_NE(ParseError("'abc").find("no closing quote"), std::string::npos);
  EXPECT_NE(ParseError("salt(1) a:text").find("from 2 to"), std::string::npos);
  EXPECT_NE(ParseError("").find("empty key schema"), std::string::npos);
  EXPECT_NE(ParseError("salt(300, u8) a:text").find("300 values do not fit"), std::string::npos);
  EXPECT_NE(ParseError("a:u64 % b:u8").find("column 7: '%' means nothing here"), std::string::npos);
}

TEST(KeySchema, DamagedKeysAreExplained) {
  const KeySchema schema = Schema("hash(user, 2) user:text ts:millis");
  const auto key = Encode(schema, {{"user", "al"}, {"ts", "5"}});
  auto pieces = schema.Explain(*key);
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_EQ(pieces[0].meaning, "hash of user");
  EXPECT_EQ(pieces[1].meaning, "user = al");
  EXPECT_EQ(pieces[2].meaning, "ts = 1970-01-01T00:00:00.005Z");
  Bytes wrong = *key;
  wrong[0] = static_cast<char>(wrong[0] + 1);
  EXPECT_EQ(schema.Explain(wrong)[0].meaning.substr(0, 6), "WRONG:");
  pieces = schema.Explain(key->substr(0, 9));
  EXPECT_EQ(pieces.back().meaning, "DOES NOT MATCH THE SCHEMA: only 3 of 8 bytes are left");
  EXPECT_FALSE(schema.Decode(*key + "x").ok());
  EXPECT_EQ(schema.Print(*key), "user=al ts=1970-01-01T00:00:00.005Z");
  EXPECT_EQ(schema.Print("?"), "?");
}

TEST(KeySchema, Prefixes) {
  const KeySchema schema = Schema("hash(user, 2) user:text ts:millis");
  KeyRecord record(2);
  record[0] = Bytes("al");
  const auto prefix = schema.EncodePrefix(record, {});
  record[1] = uint64_t{5};
  Bytes key;
  ASSERT_TRUE(schema.Encode(record, {}, key).ok());
  EXPECT_EQ(*prefix, key.substr(0, key.size() - 8));
  EXPECT_EQ(schema.spread_width(), 2U);
  // An explicit salt begins the prefix, even where the whole key would determine the salt.
  const KeySchema phoenix = Schema("salt(8, phoenix) user:text");
  EXPECT_EQ(*phoenix.EncodePrefix(KeyRecord(1), {.dictionary = nullptr, .salt = 3}), "\3");
  EXPECT_EQ(*phoenix.EncodePrefix(KeyRecord(1), {}), "");
}

TEST(KeySchema, WindowsArePrinted) {
  const KeySchema schema = Schema("window(ts, 15m) host:text");
  const auto key = Encode(schema, {{"host", "h"}, {"ts", "2024-03-15T12:05"}});
  EXPECT_EQ(schema.Print(*key),
            "host=h ts from 2024-03-15T12:00:00Z to before 2024-03-15T12:15:00Z");
}

}  // namespace
}  // namespace basalt
