#include "transfer/text_codec.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "transfer/value_type.h"

namespace basalt::transfer {
namespace {

Bytes RandomBytes(std::mt19937& random) {
  Bytes bytes;
  for (unsigned i = random() % 30; i > 0; --i) {
    switch (random() % 4) {
      case 0: bytes += static_cast<char>(random()); break;
      case 1: bytes += "\\xnte\t\n\r\"',"[random() % 11]; break;
      case 2: bytes += "ä€😀"; break;
      default: bytes += static_cast<char>('a' + random() % 26);
    }
  }
  return bytes;
}

TEST(TextCodec, KnowsUtf8) {
  for (const char* good : {"", "abc", "ä", "€", "😀", "\x7F"}) EXPECT_TRUE(IsUtf8(good)) << good;
  // Overlong, a surrogate, past the last character, cut, and lone continuations.
  for (const char* bad : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                          "\xE2\x82", "\x80", "\xFF", "a\xC3", "\xF8\x88\x80\x80\x80"}) {
    EXPECT_FALSE(IsUtf8(bad)) << ToStringBinary(bad);
  }
}

TEST(TextCodec, LeavesTextAlone) {
  std::string out;
  AppendEscaped(out, "Zoë, \"x\"\tline\n", Whitespace::kKept, false);
  EXPECT_EQ(out, "Zoë, \"x\"\tline\n");
  out.clear();
  AppendEscaped(out, BytesOf("a\\b\t\n\r\x01\xFF\x7F"), Whitespace::kEscaped, true);
  EXPECT_EQ(out, R"(a\\b\t\n\r\x01\xFF\x7F)");
  out.clear();
  AppendEscaped(out, "", Whitespace::kEscaped, true);
  EXPECT_EQ(out, "\\e");
  EXPECT_EQ(Unescape("\\e"), Bytes());
  // HBase's own escapes.
  EXPECT_EQ(Unescape(ToStringBinary(BytesOf("a\0\\\xFF"))), Bytes("a\0\\\xFF", 4));
  for (const char* bad : {"\\", "\\q", "\\x", "\\x1", "\\x1g"})
    EXPECT_EQ(Unescape(bad), std::nullopt);
}

TEST(TextCodec, IsReversible) {
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    const Bytes bytes = RandomBytes(random);
    for (const Whitespace whitespace : {Whitespace::kKept, Whitespace::kEscaped}) {
      std::string text;
      AppendEscaped(text, bytes, whitespace, random() % 2 == 0);
      ASSERT_TRUE(IsUtf8(text));
      ASSERT_EQ(Unescape(text), bytes);
    }
    ASSERT_EQ(FromBase64(ToBase64(bytes)), bytes);
  }
}

TEST(TextCodec, ReadsBase64) {
  EXPECT_EQ(ToBase64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(ToBase64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(ToBase64("foob"), "Zm9vYg==");
  EXPECT_EQ(FromBase64("Zm9vYg"), "foob");
  EXPECT_EQ(FromBase64(""), "");
  for (const char* bad : {"Z", "Zm9vYg=", "Zm9v*g==", "=", "Zm9vYh==", "Zm 9"}) {
    EXPECT_EQ(FromBase64(bad), std::nullopt) << bad;
  }
}

TEST(ValueType, HasHBasesNumbers) {
  const auto bytes = [](const char* type, const char* text) {
    Bytes result;
    const Status status = ValueType::Parse(type)->ToBytes(text, result);
    return status.ok() ? ToStringBinary(result) : status.message();
  };
  EXPECT_EQ(bytes("long", "-2"), R"(\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFE)");
  EXPECT_EQ(bytes("int", "+66"), R"(\x00\x00\x00B)");
  EXPECT_EQ(bytes("short", "258"), R"(\x01\x02)");
  EXPECT_EQ(bytes("byte", "-1"), R"(\xFF)");
  EXPECT_EQ(bytes("double", "1"), R"(?\xF0\x00\x00\x00\x00\x00\x00)");
  EXPECT_EQ(bytes("float", "-1"), R"(\xBF\x80\x00\x00)");
  EXPECT_EQ(bytes("boolean", "true"), R"(\xFF)");
  EXPECT_EQ(bytes("boolean", "0"), R"(\x00)");
  EXPECT_EQ(bytes("hex", "00fF"), R"(\x00\xFF)");
  EXPECT_EQ(bytes("u16", "258"), R"(\x01\x02)");
  EXPECT_EQ(bytes("i8", "-128"), R"(\x00)");
  EXPECT_EQ(bytes("digits(4)", "42"), "0042");
  EXPECT_EQ(bytes("int", "2147483648"), "'2147483648' is not of type int");
  EXPECT_EQ(bytes("long", "12x"), "'12x' is not of type long");
  EXPECT_EQ(bytes("double", ""), "'' is not of type double");
  EXPECT_EQ(bytes("text", "\xFF"), "not UTF-8");
  EXPECT_EQ(bytes("bytes", "\xFF"), "\\xFF");
  EXPECT_FALSE(ValueType::Parse("lung").ok());
  EXPECT_FALSE(ValueType::Parse("text b:text").ok());
}

TEST(ValueType, PrintsWhatItReads) {
  std::mt19937_64 random(1);
  for (const char* name : {"byte", "short", "int", "long", "float", "double", "boolean", "hex",
                           "base64", "u32", "i64", "millis", "date", "uuid", "escaped"}) {
    const ValueType type = *ValueType::Parse(name);
    int printed = 0;
    for (int i = 0; i < 300; ++i) {
      Bytes bytes;
      for (size_t j = random() % 17; j > 0; --j) bytes += static_cast<char>(random());
      if (i % 2 == 0) bytes = EncodeLong(static_cast<int64_t>(random() % 1'000'000));
      if (i % 20 == 0) bytes = Bytes(1, i % 40 == 0 ? '\xFF' : '\0');
      std::string text;
      if (!type.ToText(bytes, text).ok()) continue;
      ++printed;
      Bytes back;
      ASSERT_TRUE(type.ToBytes(text, back).ok()) << name << " " << text;
      ASSERT_EQ(back, bytes) << name << " " << text;
    }
    EXPECT_TRUE(printed > 0 || std::string(name) == "date") << name;
  }
}

}  // namespace
}  // namespace basalt::transfer
