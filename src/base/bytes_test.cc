#include "basalt/bytes.h"

#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace basalt {
namespace {

TEST(BytesTest, ToStringBinaryPrintsAsHBase) {
  EXPECT_EQ(ToStringBinary(""), "");
  EXPECT_EQ(ToStringBinary("row-1 ~"), "row-1 ~");
  EXPECT_EQ(ToStringBinary(BytesOf("a\0b")), "a\\x00b");
  EXPECT_EQ(ToStringBinary("\\"), "\\x5C");
  EXPECT_EQ(ToStringBinary("\x7F\x80\xFF\n"), "\\x7F\\x80\\xFF\\x0A");
}

// R15: a counter as the shell shows it.
TEST(BytesTest, R15_CounterPrintsAsEightBytes) {
  EXPECT_EQ(ToStringBinary(EncodeLong(1)), "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01");
}

TEST(BytesTest, ToStringBinaryOfEveryByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const Bytes one(1, static_cast<char>(byte));
    const bool printable = byte >= 32 && byte <= 126 && byte != '\\';
    const std::string text = ToStringBinary(one);
    EXPECT_EQ(text.size(), printable ? 1U : 4U) << byte;
    EXPECT_EQ(FromStringBinary(text), one) << byte;
  }
}

TEST(BytesTest, FromStringBinaryReadsAsHBase) {
  const struct {
    std::string_view text;
    BytesView bytes;
  } cases[] = {
      {"a\\x00b", BytesOf("a\0b")},
      {"\\x41\\x5C", "A\\"},
      {"\\", "\\"},
      {"a\\", "a\\"},
      {"\\\\", "\\\\"},
      {"\\n", "\\n"},
      // Broken escapes lose their backslash; lower-case digits do not count.
      {"\\xZZ", "xZZ"},
      {"\\x0a", "x0a"},
      {"\\x", "x"},
      {"\\x4", "x4"},
      {"\\xFF\\x", "\xFFx"},
  };
  for (const auto& c : cases) EXPECT_EQ(FromStringBinary(c.text), c.bytes) << c.text;
}

TEST(BytesTest, FromStringBinaryUndoesToStringBinary) {
  std::mt19937 random(1);
  for (int round = 0; round < 1000; ++round) {
    Bytes bytes(random() % 20, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    EXPECT_EQ(FromStringBinary(ToStringBinary(bytes)), bytes);
  }
}

TEST(BytesTest, LongsAreBigEndian) {
  EXPECT_EQ(EncodeLong(0x0102030405060708), BytesOf("\1\2\3\4\5\6\7\10"));
  EXPECT_EQ(EncodeLong(-1), Bytes(8, '\xFF'));
  for (const int64_t value :
       {int64_t{0}, int64_t{1}, int64_t{-1}, int64_t{255}, int64_t{-256},
        std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()}) {
    EXPECT_EQ(DecodeLong(EncodeLong(value)), value);
  }
}

TEST(BytesTest, DecodeLongWantsEightBytes) {
  for (size_t length = 0; length <= 16; ++length) {
    EXPECT_EQ(DecodeLong(Bytes(length, '\0')).has_value(), length == 8) << length;
  }
}

// R2: keys are ordered by unsigned byte value, a prefix before what it begins.
TEST(BytesTest, R2_BytesCompareUnsigned) {
  const BytesView ascending[] = {"",  BytesOf("\0"), BytesOf("\0\0"), "a",    "ab",
                                 "b", "\x7F",        "\x80",          "\xFF", "\xFF\xFF"};
  for (size_t i = 0; i < std::size(ascending); ++i) {
    for (size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(ascending[i] < ascending[j], i < j) << i << " " << j;
    }
  }
}

TEST(BytesTest, BytesOfKeepsZeroBytes) {
  static_assert(BytesOf("a\0b").size() == 3);
  EXPECT_EQ(BytesOf("a\0b"), Bytes({'a', '\0', 'b'}));
}

}  // namespace
}  // namespace basalt
