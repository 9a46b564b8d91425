#include "filter/decimal.h"

#include <random>

#include <gtest/gtest.h>

namespace basalt::filter {
namespace {

// Unscaled, with the scale.
Decimal Number(int64_t unscaled, int32_t scale) {
  Bytes bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(scale >> shift));
  return *DecodeDecimal(bytes + EncodeLong(unscaled));
}

// As Java's BigInteger.toByteArray, with the scale in front.
Bytes Encoded(BytesView number, int32_t scale) {
  Bytes bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(scale >> shift));
  return bytes.append(number);
}

TEST(DecimalTest, IsWrittenInAsFewBytesAsJavaWrites) {
  EXPECT_EQ(EncodeDecimal(Number(0, 2)), Encoded(BytesOf("\0"), 2));
  EXPECT_EQ(EncodeDecimal(Number(127, 0)), Encoded("\x7f", 0));
  EXPECT_EQ(EncodeDecimal(Number(128, 0)), Encoded(BytesOf("\0\x80"), 0));
  EXPECT_EQ(EncodeDecimal(Number(-128, 0)), Encoded("\x80", 0));
  EXPECT_EQ(EncodeDecimal(Number(-129, 0)), Encoded("\xff\x7f", 0));
  EXPECT_EQ(EncodeDecimal(Number(-1, -3)), Encoded("\xff", -3));
  EXPECT_EQ(EncodeDecimal(Number(int64_t{1} << 32, 0)), Encoded(BytesOf("\x01\0\0\0\0"), 0));
  EXPECT_FALSE(DecodeDecimal("1234").has_value());
}

TEST(DecimalTest, RoundsHalvesToTheEvenNeighbour) {
  const auto rounded = [](int64_t unscaled, int32_t scale) {
    return EncodeDecimal(*WithScale(Number(unscaled, scale), 2));
  };
  EXPECT_EQ(rounded(12345, 3), EncodeDecimal(Number(1234, 2)));
  EXPECT_EQ(rounded(12355, 3), EncodeDecimal(Number(1236, 2)));
  EXPECT_EQ(rounded(123450001, 7), EncodeDecimal(Number(1235, 2)));
  EXPECT_EQ(rounded(-12355, 3), EncodeDecimal(Number(-1236, 2)));
  EXPECT_EQ(rounded(-4, 3), EncodeDecimal(Number(0, 2)));
  EXPECT_EQ(rounded(5, 3), EncodeDecimal(Number(0, 2)));
  EXPECT_EQ(rounded(6, 3), EncodeDecimal(Number(1, 2)));
  EXPECT_EQ(rounded(7, -1), EncodeDecimal(Number(7000, 2)));
  EXPECT_EQ(rounded(int64_t{1} << 62, 600'000'000), EncodeDecimal(Number(0, 2)));
  EXPECT_EQ(rounded(999'999'999'999'999'999, 16), EncodeDecimal(Number(10000, 2)));
  EXPECT_FALSE(WithScale(Number(1, -2'000'000'000), 2).has_value()) << "too many digits";
  EXPECT_FALSE(WithScale(Number(1, 2'000'000'000), 2).has_value()) << "as in Java";
}

TEST(DecimalTest, AddsMultipliesAndComparesAsIntegersDo) {
  std::mt19937_64 random(7);
  const auto small = [&] { return static_cast<int64_t>(random()) >> (33 + random() % 30); };
  for (int i = 0; i < 20'000; ++i) {
    const int64_t a = small();
    const int64_t b = small();
    ASSERT_EQ(EncodeDecimal(Add(Number(a, 2), Number(b, 2))), EncodeDecimal(Number(a + b, 2)))
        << a << " " << b;
    ASSERT_EQ(EncodeDecimal(Multiply(Number(a, 1), Number(b, 2))), EncodeDecimal(Number(a * b, 3)))
        << a << " " << b;
    ASSERT_EQ(Compare(Number(a, 2), Number(b, 2)), a < b ? -1 : a > b ? 1 : 0);
    ASSERT_EQ(EncodeDecimal(Add(Number(a, 1), Number(b, 2))), EncodeDecimal(Number(10 * a + b, 2)));
  }
  // Beyond 64 bits: (2^63)^2 * 2 = 2^127.
  const Decimal square = Multiply(Number(INT64_MIN, 0), Number(INT64_MIN, 0));
  EXPECT_EQ(EncodeDecimal(Add(square, square)),
            Encoded(Bytes(BytesOf("\0\x80")) + Bytes(15, '\0'), 0));
  EXPECT_EQ(Add(square, Multiply(square, Number(-1, 0))).sign, 0);
}

}  // namespace
}  // namespace basalt::filter
