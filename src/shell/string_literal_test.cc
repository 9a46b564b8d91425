#include "shell/string_literal.h"

#include <gtest/gtest.h>

namespace basalt::shell {
namespace {

Bytes Read(std::string_view text) {
  const Literal literal = ReadLiteral(text);
  EXPECT_EQ(literal.error, "");
  EXPECT_FALSE(literal.open);
  EXPECT_EQ(literal.length, text.size());
  return literal.value;
}

TEST(StringLiteralTest, DoubleQuotesHaveRubysEscapes) {
  EXPECT_EQ(Read(R"("a\x00\xff\x7z")"), BytesOf("a\0\xff\x07z"));
  EXPECT_EQ(Read(R"("\n\t\r\e\s\\\"\'\q")"), "\n\t\r\x1b \\\"'q");
  EXPECT_EQ(Read(R"("\0\001\101\1018")"), BytesOf("\0\1AA8"));
  EXPECT_EQ(Read(R"("\u00e4\u{20AC}\u{1F600}")"), "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
  EXPECT_EQ(Read("\"a\\\nb#x\""), "ab#x");
}

TEST(StringLiteralTest, SingleQuotesAreWhatTheyLookLike) {
  EXPECT_EQ(Read(R"('a\x00\n')"), "a\\x00\\n");
  EXPECT_EQ(Read(R"('it\'s \\ "so"')"), "it's \\ \"so\"");
}

TEST(StringLiteralTest, TypographicQuotesOfDocuments) {
  EXPECT_EQ(Read("\xE2\x80\x98test_region\xE2\x80\x99"), "test_region");
  EXPECT_EQ(Read("\xE2\x80\x9C\\x01\xE2\x80\x9D"), "\x01");
  // A prime instead of the closing quote.
  EXPECT_EQ(Read("\xE2\x80\x98t1\xE2\x80\xB2"), "t1");
  EXPECT_EQ(Read("'5\xE2\x80\xB2'"), "5\xE2\x80\xB2");
}

TEST(StringLiteralTest, Mistakes) {
  EXPECT_TRUE(ReadLiteral("'abc").open);
  EXPECT_NE(ReadLiteral("\"\\u12\"").error, "");
  EXPECT_NE(ReadLiteral("\"\\u{110000}\"").error, "");
  EXPECT_NE(ReadLiteral("\"\\C-a\"").error, "");
  EXPECT_EQ(ReadLiteral("\"ab\\xg\"").error_at, 3U);
}

TEST(StringLiteralTest, InspectIsReadBack) {
  const Bytes bytes(BytesOf("a\"\\\n\t\x1b\0\xff \x7f"));
  EXPECT_EQ(Inspect(BytesView(bytes)), R"("a\"\\\n\t\e\x00\xFF \x7F")");
  EXPECT_EQ(Read(Inspect(BytesView(bytes))), bytes);
}

}  // namespace
}  // namespace basalt::shell
