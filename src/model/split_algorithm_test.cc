#include "basalt/split_algorithm.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing.h"

namespace basalt {
namespace {

using testing::ElementsAre;

// Values of HBase's own tests of RegionSplitter, and computed by its classes.
TEST(SplitAlgorithmTest, HexStrings) {
  EXPECT_THAT(*SplitKeys(SplitAlgorithm::kHexString, 2), ElementsAre("80000000"));
  EXPECT_THAT(*SplitKeys(SplitAlgorithm::kHexString, 3), ElementsAre("55555555", "aaaaaaaa"));
  EXPECT_THAT(*SplitKeys(SplitAlgorithm::kHexString, 7),
              ElementsAre("24924924", "49249248", "6db6db6c", "92492490", "b6db6db4", "db6db6d8"));
}

TEST(SplitAlgorithmTest, DecimalStrings) {
  EXPECT_THAT(*SplitKeys(SplitAlgorithm::kDecimalString, 2), ElementsAre("50000000"));
  EXPECT_THAT(*SplitKeys(SplitAlgorithm::kDecimalString, 3), ElementsAre("33333333", "66666666"));
  EXPECT_THAT(SplitKeys(SplitAlgorithm::kDecimalString, 16)->front(), "06250000");
}

TEST(SplitAlgorithmTest, AnyBytes) {
  EXPECT_THAT(*SplitKeys(SplitAlgorithm::kUniform, 2), ElementsAre(BytesOf("\x80\0\0\0\0\0\0\0")));
  EXPECT_THAT(*SplitKeys(SplitAlgorithm::kUniform, 3),
              ElementsAre(Bytes(8, '\x55'), Bytes(8, '\xAA')));
  EXPECT_THAT(*SplitKeys(SplitAlgorithm::kUniform, 5),
              ElementsAre(Bytes(8, '\x33'), Bytes(8, '\x66'), Bytes(8, '\x99'), Bytes(8, '\xCC')));
}

TEST(SplitAlgorithmTest, ManyRegionsHaveKeysThatAllDiffer) {
  for (const auto algorithm :
       {SplitAlgorithm::kHexString, SplitAlgorithm::kDecimalString, SplitAlgorithm::kUniform}) {
    const auto keys = *SplitKeys(algorithm, 10'000);
    ASSERT_EQ(keys.size(), 9'999U);
    for (size_t i = 1; i < keys.size(); ++i) ASSERT_LT(keys[i - 1], keys[i]);
  }
}

TEST(SplitAlgorithmTest, TooFewAndTooMany) {
  EXPECT_EQ(SplitKeys(SplitAlgorithm::kUniform, 1).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(SplitKeys(SplitAlgorithm::kHexString, 0).status().message(),
            "Number of regions must be greater than 1");
  EXPECT_EQ(SplitKeys(SplitAlgorithm::kDecimalString, 100'000'001).status().message(),
            "split granularity (100000001) is greater than the range (100000000)");
}

TEST(SplitAlgorithmTest, Names) {
  EXPECT_EQ(ParseSplitAlgorithm("HexStringSplit"), SplitAlgorithm::kHexString);
  EXPECT_EQ(ParseSplitAlgorithm("DecimalStringSplit"), SplitAlgorithm::kDecimalString);
  EXPECT_EQ(ParseSplitAlgorithm("UniformSplit"), SplitAlgorithm::kUniform);
  EXPECT_EQ(ParseSplitAlgorithm("MySplit"), std::nullopt);
}

TEST(SplitAlgorithmTest, BetweenTwoKeys) {
  EXPECT_THAT(*SplitKeysBetween("a", "z", 3), ElementsAre("a", "z"));
  EXPECT_THAT(*SplitKeysBetween("aaa", "aad", 5), ElementsAre("aaa", "aab", "aac", "aad"));
  // Keys between neighbours are longer than they are.
  EXPECT_THAT(*SplitKeysBetween("aaa", "aab", 4), ElementsAre("aaa", "aaa\x80", "aab"));
  EXPECT_THAT(*SplitKeysBetween("\x10", "0", 4), ElementsAre("\x10", " ", "0"));
  EXPECT_THAT(*SplitKeysBetween("", "\x20", 4), ElementsAre("", "\x10", "\x20"));
}

TEST(SplitAlgorithmTest, BetweenBadKeys) {
  EXPECT_EQ(SplitKeysBetween("a", "z", 2).status().message(), "Must create at least three regions");
  EXPECT_EQ(SplitKeysBetween("z", "a", 5).status().message(),
            "Start key must be smaller than end key");
  EXPECT_EQ(SplitKeysBetween("a", "a", 5).status().code(), StatusCode::kInvalidArgument);
  // Equal but for zeros at the end, which HBase takes for the same.
  EXPECT_EQ(SplitKeysBetween("a", BytesOf("a\0"), 5).status().message(), "b <= a");
}

TEST(SplitAlgorithmTest, KeysOfAFile) {
  const base::TempDir directory;
  const std::string path = directory.Sub("splits");
  std::ofstream(path) << "a\n\\x00\\xFF\r\nz";
  EXPECT_THAT(*ReadSplitKeys(path), ElementsAre("a", BytesOf("\0\xFF"), "z"));
  EXPECT_EQ(ReadSplitKeys(path + "s").status().message(),
            "Splits file " + path + "s doesn't exist");
}

}  // namespace
}  // namespace basalt
