#include "shell/converters.h"

#include <gtest/gtest.h>

namespace basalt::shell {
namespace {

TEST(ConvertersTest, NumbersAreBigEndian) {
  EXPECT_EQ(*Convert(BytesOf("\0\0\1\0"), "toInt"), "256");
  EXPECT_EQ(*Convert(BytesOf("\xff\xff\xff\xff"), "toInt"), "-1");
  EXPECT_EQ(*Convert(EncodeLong(-5), "toLong"), "-5");
  EXPECT_EQ(*Convert(BytesOf("\xff\xfe"), "toShort"), "-2");
  EXPECT_EQ(*Convert(BytesOf("\x3f\xc0\0\0"), "toFloat"), "1.5");
  EXPECT_EQ(*Convert(BytesOf("\x40\0\0\0\0\0\0\0"), "toDouble"), "2.0");
  // HBase uses the first bytes only.
  EXPECT_EQ(*Convert(BytesOf("bin\0\xff"), "toInt"), "1651076608");
}

TEST(ConvertersTest, Text) {
  EXPECT_EQ(*Convert(BytesOf("a\0"), "toStringBinary"), "a\\x00");
  EXPECT_EQ(*Convert(BytesOf("a\1"), "toString"), "a\1");
  EXPECT_EQ(*Convert(BytesOf("\x0a\xff"), "toHex"), "0aff");
  EXPECT_EQ(*Convert(BytesOf("\1"), "toBoolean"), "true");
}

TEST(ConvertersTest, TooFewBytesAreHBasesError) {
  EXPECT_EQ(Convert("abc", "toLong").status().message(),
            "offset (0) + length (8) exceed the capacity of the array: 3");
  EXPECT_FALSE(Convert("", "toBoolean").ok());
  EXPECT_FALSE(IsConverter("toNothing"));
}

TEST(ConvertersTest, ReadableTextKeepsUtf8AndReadsBack) {
  EXPECT_EQ(ReadableText("gr\xC3\xBCn \xE2\x82\xAC \xF0\x9F\x98\x80"),
            "gr\xC3\xBCn \xE2\x82\xAC \xF0\x9F\x98\x80");
  EXPECT_EQ(ReadableText("a\\b"), "a\\b");
  for (const Bytes& bytes :
       {Bytes("\xFF\x00\x80", 3), Bytes("\\x41"), Bytes("\xC3"), Bytes("\xED\xA0\x80"),
        Bytes("\xC0\x80"), Bytes("\\\\x41\n\t"), Bytes("\xF4\x90\x80\x80")}) {
    EXPECT_EQ(FromStringBinary(ReadableText(bytes)), bytes) << ToStringBinary(bytes);
  }
  EXPECT_EQ(ReadableText("\\x41"), "\\x5Cx41");
  EXPECT_EQ(ReadableText("\xED\xA0\x80"), "\\xED\\xA0\\x80");
}

}  // namespace
}  // namespace basalt::shell
