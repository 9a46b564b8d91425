#include "filter/comparator.h"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "filter/big_decimal.h"
#include "model/unicode.h"

namespace basalt::filter {
namespace {

std::unique_ptr<Comparator> Own(const ComparatorPtr& prototype) { return prototype->Clone(); }

bool Keeps(const ComparatorPtr& prototype, CompareOperator op, BytesView part) {
  const auto comparator = Own(prototype);
  const bool kept = !Rejects(op, comparator.get(), part);
  EXPECT_TRUE(comparator->error().ok()) << comparator->error().ToString();
  return kept;
}

TEST(ComparatorTest, TheOperatorReadsPartOpValue) {
  const ComparatorPtr five = comparators::Binary("5");
  const auto kept = [&](CompareOperator op) {
    std::string parts;
    for (const char part : {'4', '5', '6'}) {
      if (Keeps(five, op, BytesView(&part, 1))) parts.push_back(part);
    }
    return parts;
  };
  EXPECT_EQ(kept(CompareOperator::kLess), "4");
  EXPECT_EQ(kept(CompareOperator::kLessOrEqual), "45");
  EXPECT_EQ(kept(CompareOperator::kEqual), "5");
  EXPECT_EQ(kept(CompareOperator::kNotEqual), "46");
  EXPECT_EQ(kept(CompareOperator::kGreaterOrEqual), "56");
  EXPECT_EQ(kept(CompareOperator::kGreater), "6");
  EXPECT_EQ(kept(CompareOperator::kNoOp), "");
  EXPECT_TRUE(Rejects(CompareOperator::kNoOp, nullptr, "5"));
}

TEST(ComparatorTest, BytesAreUnsigned) {
  EXPECT_TRUE(Keeps(comparators::Binary("a"), CompareOperator::kGreater, "\xFF"));
  EXPECT_TRUE(Keeps(comparators::Binary("a"), CompareOperator::kGreater, "aa"));
  EXPECT_TRUE(Keeps(comparators::Binary("a"), CompareOperator::kLess, ""));
}

TEST(ComparatorTest, PrefixesAndComponentsLookAtAsMuchAsTheValueHas) {
  const ComparatorPtr prefix = comparators::BinaryPrefix("ab");
  EXPECT_TRUE(Keeps(prefix, CompareOperator::kEqual, "abc"));
  EXPECT_FALSE(Keeps(prefix, CompareOperator::kEqual, "a"));
  EXPECT_TRUE(Keeps(prefix, CompareOperator::kLess, "a"));
  EXPECT_TRUE(Keeps(prefix, CompareOperator::kGreater, "b"));

  const ComparatorPtr component = comparators::BinaryComponent("cd", 2);
  EXPECT_TRUE(Keeps(component, CompareOperator::kEqual, "abcdef"));
  EXPECT_TRUE(Keeps(component, CompareOperator::kGreater, "abce"));
  EXPECT_TRUE(Keeps(component, CompareOperator::kLess, "abc"));
  EXPECT_TRUE(Keeps(component, CompareOperator::kLess, "a"));
}

TEST(ComparatorTest, BitsMatchWhenOneIsSet) {
  const auto matches = [](BitwiseOperator op, BytesView value, BytesView part) {
    return Keeps(comparators::Bit(Bytes(value), op), CompareOperator::kEqual, part);
  };
  EXPECT_TRUE(matches(BitwiseOperator::kAnd, BytesOf("\x01\x00"), BytesOf("\x03\xFF")));
  EXPECT_FALSE(matches(BitwiseOperator::kAnd, BytesOf("\x01\x00"), BytesOf("\x02\xFF")));
  EXPECT_TRUE(matches(BitwiseOperator::kOr, BytesOf("\x00\x00"), BytesOf("\x00\x80")));
  EXPECT_FALSE(matches(BitwiseOperator::kOr, BytesOf("\x00"), BytesOf("\x00")));
  EXPECT_FALSE(matches(BitwiseOperator::kXor, BytesOf("\x05"), BytesOf("\x05")));
  EXPECT_TRUE(matches(BitwiseOperator::kXor, BytesOf("\x05"), BytesOf("\x04")));
  EXPECT_FALSE(matches(BitwiseOperator::kOr, BytesOf("\x01"), BytesOf("\x01\x01")));
}

TEST(ComparatorTest, LongsAreSignedAndOfEightBytes) {
  const ComparatorPtr minus_one = comparators::Long(-1);
  EXPECT_TRUE(Keeps(minus_one, CompareOperator::kEqual, EncodeLong(-1)));
  EXPECT_TRUE(Keeps(minus_one, CompareOperator::kGreater, EncodeLong(0)));
  EXPECT_TRUE(
      Keeps(minus_one, CompareOperator::kLess, EncodeLong(std::numeric_limits<int64_t>::min())));

  const auto comparator = Own(minus_one);
  comparator->Compare("abc");
  EXPECT_EQ(comparator->error().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(comparator->error().message(), "Wrong length: 3, expected 8");
  EXPECT_TRUE(comparator->Clone()->error().ok());
}

TEST(ComparatorTest, NullDiffersFromEverything) {
  EXPECT_FALSE(Keeps(comparators::Null(), CompareOperator::kEqual, ""));
  EXPECT_TRUE(Keeps(comparators::Null(), CompareOperator::kNotEqual, ""));
}

TEST(ComparatorTest, SubstringsAreFoundWhateverTheCase) {
  const auto finds = [](std::string_view text, std::string_view part) {
    return Keeps(comparators::Substring(text), CompareOperator::kEqual, part);
  };
  EXPECT_TRUE(finds("World", "hello wORLD!"));
  EXPECT_FALSE(finds("world", "hello word"));
  EXPECT_TRUE(finds("", ""));
  EXPECT_TRUE(finds("straße", "Hauptstraße"));
  EXPECT_TRUE(finds("ÄRGER", "viel ärger"));
  EXPECT_TRUE(finds("ПРИВЕТ", "привет, мир"));
  EXPECT_TRUE(finds("\xEF\xBF\xBD", "damaged \xC3("));
}

TEST(LowerCaseTest, FollowsJava) {
  std::string scratch;
  EXPECT_EQ(model::LowerCase("plain", scratch), "plain");
  EXPECT_EQ(model::LowerCase("MiXed 1", scratch), "mixed 1");
  EXPECT_EQ(model::LowerCase("İ", scratch), "i\xCC\x87");
  EXPECT_EQ(model::LowerCase("ΟΔΟΣ", scratch), "οδος");
  EXPECT_EQ(model::LowerCase("ΣΟΦΟΣ ΣΑΣ", scratch), "σοφος σας");
  EXPECT_EQ(model::LowerCase("Σ", scratch), "σ");
  EXPECT_EQ(model::LowerCase("\u212A\u1E9E\U00010400", scratch), "k\u00DF\U00010428");
  EXPECT_EQ(model::LowerCase("ŸŽ", scratch), "ÿž");
}

// A scale and an unscaled number of at most eight bytes.
Bytes EncodedDecimal(int32_t scale, int64_t unscaled) {
  return EncodeLong(scale).substr(4) + EncodeLong(unscaled);
}

TEST(BigDecimalTest, ComparesByValue) {
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(1, 10), EncodedDecimal(2, 100)), 0);
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(0, 0), EncodedDecimal(5, 0)), 0);
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(2, 314), EncodedDecimal(3, 3141)), -1);
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(2, -314), EncodedDecimal(3, -3141)), 1);
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(0, -1), EncodedDecimal(0, 1)), -1);
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(-3, 1), EncodedDecimal(0, 1000)), 0);
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(-2'000'000'000, 1), EncodedDecimal(2'000'000'000, 1)),
            1);
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(0, std::numeric_limits<int64_t>::min()),
                               EncodedDecimal(0, 1)),
            -1);
  // One byte and the same number in three.
  EXPECT_EQ(CompareBigDecimals(EncodeLong(0).substr(4) + "\xFF",
                               EncodeLong(0).substr(4) + "\xFF\xFF\xFF"),
            0);
}

TEST(BigDecimalTest, AgreesWithDoublesOnSmallNumbers) {
  std::vector<std::pair<int, int>> numbers;
  for (int scale = -2; scale <= 2; ++scale) {
    for (const int unscaled : {-12345, -100, -1, 0, 1, 7, 99, 100, 4096}) {
      numbers.emplace_back(scale, unscaled);
    }
  }
  // In hundredths.
  const auto value = [](std::pair<int, int> number) {
    long hundredths = number.second;
    for (int i = number.first; i < 2; ++i) hundredths *= 10;
    return hundredths;
  };
  for (const auto& a : numbers) {
    for (const auto& b : numbers) {
      const int expected = value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0;
      EXPECT_EQ(
          CompareBigDecimals(EncodedDecimal(a.first, a.second), EncodedDecimal(b.first, b.second)),
          expected)
          << a.second << "e-" << a.first << " and " << b.second << "e-" << b.first;
    }
  }
}

TEST(BigDecimalTest, RefusesWhatIsNone) {
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(0, 1), "abc"), std::nullopt);
  EXPECT_EQ(CompareBigDecimals(EncodedDecimal(0, 1), BytesOf("\0\0\0\0")), std::nullopt);
  // Too long to be scaled, but not to be compared.
  const Bytes huge = EncodeLong(0).substr(4) + Bytes(5000, '\x55');
  const Bytes other = EncodeLong(1).substr(4) + Bytes(5001, '\x55');
  EXPECT_EQ(CompareBigDecimals(huge, huge), 0);
  EXPECT_EQ(CompareBigDecimals(huge, other), std::nullopt);
  EXPECT_EQ(CompareBigDecimals(huge, EncodedDecimal(5, 1)), 1);

  EXPECT_FALSE(comparators::BigDecimal("abcd").ok());
  const auto comparator = Own(*comparators::BigDecimal(EncodedDecimal(0, 1)));
  comparator->Compare("abc");
  EXPECT_EQ(comparator->error().code(), StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace basalt::filter
