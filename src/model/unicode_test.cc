#include "model/unicode.h"

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

TEST(UnicodeTest, DecodesEachLength) {
  EXPECT_EQ(DecodeUtf8("a\u00e9\u8868\U0001F600"), u"a\u00e9\u8868\U0001F600");
  EXPECT_EQ(DecodeUtf8(""), u"");
}

TEST(UnicodeTest, DamageBecomesTheReplacementCharacter) {
  const struct {
    std::string_view text;
    std::u16string_view units;
  } cases[] = {
      {"\x80", u"\uFFFD"},            // continues nothing
      {"a\xC3", u"a\uFFFD"},          // ends too soon
      {"\xE8\xA1", u"\uFFFD\uFFFD"},  // the same, two bytes in
      {"\xC0\x80", u"\uFFFD\uFFFD"},  // a longer form than needed
      {"\xE0\x80\x80", u"\uFFFD\uFFFD\uFFFD"},
      {"\xED\xA0\x80", u"\uFFFD\uFFFD\uFFFD"},  // half of a surrogate pair
      {"\xF5\x80\x80\x80", u"\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xF4\x90\x80\x80", u"\uFFFD\uFFFD\uFFFD\uFFFD"},  // past the last code point
      {"\xFFz", u"\uFFFDz"},
  };
  for (const auto& c : cases) EXPECT_EQ(DecodeUtf8(c.text), c.units);
}

TEST(UnicodeTest, CleanKeepsGoodTextAndReplacesBad) {
  EXPECT_EQ(CleanUtf8("a\u00e9\u8868\U0001F600"), "a\u00e9\u8868\U0001F600");
  EXPECT_EQ(CleanUtf8("x\xFFy"), "x\uFFFDy");
}

TEST(UnicodeTest, UnitsPrint) {
  EXPECT_EQ(UnitToUtf8(u'a'), "a");
  EXPECT_EQ(UnitToUtf8(u'\u00e9'), "\u00e9");
  EXPECT_EQ(UnitToUtf8(u'\u8868'), "\u8868");
  EXPECT_EQ(UnitToUtf8(0xD83D), "?");
}

TEST(UnicodeTest, LettersAndDigits) {
  const char16_t yes[] = {u'0',   u'9',   u'A',   u'Z',   u'a',   u'z',   0x00AA, 0x00E9,
                          0x0663, 0x0905, 0x2167, 0x4E00, 0x8868, 0xAC00, 0xFF10, 0xFFDC};
  for (const char16_t unit : yes) EXPECT_TRUE(IsLetterOrDigit(unit)) << static_cast<int>(unit);
  const char16_t no[] = {0,    u' ',   u'/',   u':',   u'@',   u'[',   u'`',   u'{',   u'_',  u'-',
                         u'.', 0x00A9, 0x00D7, 0x0301, 0x20AC, 0xD83D, 0xE000, 0xFFFD, 0xFFFF};
  for (const char16_t unit : no) EXPECT_FALSE(IsLetterOrDigit(unit)) << static_cast<int>(unit);
}

// The count Java 17 gives for the basic plane, so that no line of the table can get lost.
TEST(UnicodeTest, TableIsComplete) {
  int count = 0;
  for (int unit = 0; unit <= 0xFFFF; ++unit) {
    if (IsLetterOrDigit(static_cast<char16_t>(unit))) ++count;
  }
  EXPECT_EQ(count, 50187);
}

}  // namespace
}  // namespace basalt::model
