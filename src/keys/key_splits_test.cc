#include "basalt/key_splits.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "basalt/split_algorithm.h"
#include "keys/hashes.h"

namespace basalt {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

std::vector<std::string> Splits(std::string_view text, int regions) {
  const auto splits = SplitsFromSchema(*KeySchema::Parse(text), regions);
  EXPECT_TRUE(splits.ok()) << splits.status().message();
  std::vector<std::string> printed;
  for (const Bytes& key : splits->keys) printed.push_back(ToStringBinary(key));
  return printed;
}

std::string Refusal(std::string_view text, int regions) {
  const auto splits = SplitsFromSchema(*KeySchema::Parse(text), regions);
  EXPECT_FALSE(splits.ok());
  return splits.ok() ? "" : splits.status().message();
}

using Texts = std::vector<std::string>;

TEST(SplitsFromSchema, SaltsStayWhole) {  // R23
  EXPECT_EQ(Splits("salt(4) a:text", 4), (Texts{"\\x01", "\\x02", "\\x03"}));
  EXPECT_EQ(Splits("salt(16, text) a:text", 4), (Texts{"04", "08", "12"}));
  EXPECT_EQ(Splits("salt('a', 'b', 'c', 'd') '-' a:text", 2), (Texts{"c"}));
  // Ten values in three regions: 3, 3 and 4.
  EXPECT_EQ(Splits("salt(10, text) a:text", 3), (Texts{"3", "6"}));
  EXPECT_EQ(Splits("mod(phone, 10) '_' phone:digits(11)", 5), (Texts{"2", "4", "6", "8"}));
  EXPECT_EQ(Splits("'x' enum:enum('1' one, '2' two, '3' three) b:text", 3), (Texts{"x2", "x3"}));
}

TEST(SplitsFromSchema, MoreRegionsThanSalts) {
  // Each salt has its own regions, split by the next part.
  EXPECT_EQ(Splits("salt(2, text) '_' hash(a, 2, hex) a:text", 4), (Texts{"0_8", "1", "1_8"}));
  EXPECT_EQ(Splits("salt(2, text) b:u8", 5), (Texts{"0\\x80", "1", "1U", "1\\xAA"}));
  EXPECT_NE(Refusal("salt(4) a:text", 5).find("salt(4) alone gives 4 regions, and 5 are asked for"),
            std::string::npos);
  EXPECT_NE(Refusal("salt(4)", 5).find("cannot be split"), std::string::npos);
}

TEST(SplitsFromSchema, UnevenSharesAreSaid) {
  const auto splits = SplitsFromSchema(*KeySchema::Parse("salt(16) a:text"), 10);
  ASSERT_EQ(splits->notes.size(), 1U);
  EXPECT_EQ(splits->notes[0],
            "salt(16): its 16 values do not divide among 10 regions; some have 1, others 2");
  EXPECT_TRUE(SplitsFromSchema(*KeySchema::Parse("salt(16) a:text"), 8)->notes.empty());
}

TEST(SplitsFromSchema, HashesAndNumbersEvenly) {
  EXPECT_EQ(Splits("hash(a, 4) a:text", 4), (Texts{"@", "\\x80", "\\xC0"}));
  EXPECT_EQ(Splits("hash(a, 4, hex) '_' a:text", 4), (Texts{"4", "8", "c"}));
  EXPECT_EQ(Splits("hash(a, 1, hex) a:text", 3), (Texts{"55", "aa"}));
  EXPECT_EQ(Splits("reverse(id:digits(12)) a:text", 3), (Texts{"33333333", "66666666"}));
  EXPECT_EQ(Splits("reverse(ts:millis(13))", 10),
            (Texts{"1", "2", "3", "4", "5", "6", "7", "8", "9"}));
  EXPECT_EQ(Splits("id:uuid", 2), (Texts{"\\x80"}));
}

TEST(SplitsFromSchema, RefusesWhatItCannotKnow) {
  EXPECT_NE(Refusal("desc(ts:millis) a:text", 4).find("is a time"), std::string::npos);
  EXPECT_NE(Refusal("window(ts, 15m) a:text", 4).find("all new rows go into one region"),
            std::string::npos);
  EXPECT_NE(Refusal("a:text", 4).find("from a sample of keys"), std::string::npos);
  EXPECT_NE(Refusal("id(a) b:text", 4).find("is an id"), std::string::npos);
  EXPECT_NE(Refusal("salt(4) a:text", 1).find("must be 2 to 65536"), std::string::npos);
}

// Keys of a schema are distributed evenly over the regions of its splits.
TEST(SplitsFromSchema, KeysFallEvenly) {
  for (const std::string_view text :
       {"hash(a, 4) a:u64", "hash(a, 2, hex) '_' a:u64", "salt(12, roundrobin) a:u64",
        "mod(a, 60) a:u64", "salt(6, roundrobin, text) '-' hash(a, 1) a:u64"}) {
    SCOPED_TRACE(text);
    const KeySchema schema = *KeySchema::Parse(text);
    std::vector<WeightedKey> sample;
    for (uint64_t i = 0; i < 60'000; ++i) {
      Bytes key;
      ASSERT_TRUE(schema.Encode(KeyRecord{i}, {}, key).ok());
      sample.push_back({key, 1});
    }
    for (const int regions : {2, 6, 12}) {
      const auto splits = SplitsFromSchema(schema, regions);
      ASSERT_TRUE(splits.ok()) << splits.status().message();
      ASSERT_TRUE(std::is_sorted(splits->keys.begin(), splits->keys.end()));
      const auto weights = WeightByRegion(splits->keys, sample);
      ASSERT_EQ(weights.size(), static_cast<size_t>(regions));
      const double fair = 60'000.0 / regions;
      for (const uint64_t weight : weights) {
        EXPECT_NEAR(static_cast<double>(weight), fair, fair * 0.06);
      }
    }
  }
}

TEST(SplitsFromSample, EqualCounts) {
  std::vector<WeightedKey> sample;
  for (int i = 0; i < 1000; ++i) sample.push_back({fmt::format("user{:06}", i * i), 1});
  const auto splits = SplitsFromSample(sample, 4);
  EXPECT_EQ(WeightByRegion(splits->keys, sample), (std::vector<uint64_t>{250, 250, 250, 250}));
  // 62001 and 62500 differ at their third digit.
  EXPECT_EQ(splits->keys[0], "user0625");
}

TEST(SplitsFromSample, EqualBytes) {
  std::vector<WeightedKey> sample;
  for (char c = 'a'; c <= 'j'; ++c) sample.push_back({Bytes(1, c), c == 'a' ? 900U : 100U});
  const auto splits = SplitsFromSample(sample, 2);
  EXPECT_EQ(splits->keys, (std::vector<Bytes>{"b"}));
  EXPECT_EQ(WeightByRegion(splits->keys, sample), (std::vector<uint64_t>{900, 900}));
}

TEST(SplitsFromSample, AHotKeyStaysWhole) {
  std::vector<WeightedKey> sample(100, {"hot", 1});
  sample.push_back({"a", 1});
  sample.push_back({"z", 1});
  const auto splits = SplitsFromSample(sample, 8);
  EXPECT_EQ(splits->keys, (std::vector<Bytes>{"h", "z"}));
  ASSERT_EQ(splits->notes.size(), 1U);
  EXPECT_EQ(splits->notes[0], "the sample's 3 different keys allow 3 regions, not 8");
  EXPECT_FALSE(SplitsFromSample({}, 4).ok());
}

// Compared with an exhaustive search: no other split makes the heavier of two regions lighter.
TEST(SplitsFromSample, TwoRegionsAreAsEvenAsCanBe) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<WeightedKey> sample;
    const auto count = 2 + random() % 20;
    for (unsigned i = 0; i < count; ++i) {
      sample.push_back({Bytes(1, static_cast<char>('a' + random() % 26)), 1 + random() % 50});
    }
    const auto splits = SplitsFromSample(sample, 2);
    const auto heaviest = [&](const std::vector<Bytes>& keys) {
      const auto weights = WeightByRegion(keys, sample);
      return *std::max_element(weights.begin(), weights.end());
    };
    uint64_t best = heaviest({});
    for (char c = 'a'; c <= 'z'; ++c) best = std::min(best, heaviest({Bytes(1, c)}));
    EXPECT_EQ(heaviest(splits->keys), best);
  }
}

TEST(Regions, ForASize) {
  EXPECT_EQ(*RegionsForSize(100, 10), 10);
  EXPECT_EQ(*RegionsForSize(101, 10), 11);
  EXPECT_EQ(*RegionsForSize(0, 10), 1);
  EXPECT_FALSE(RegionsForSize(100, 0).ok());
  EXPECT_FALSE(RegionsForSize(uint64_t{1} << 40, 10).ok());
}

// R24: uniform splits by bytes leave regions that no hexadecimal key can reach.
TEST(Splits, NaiveAndRightForHexadecimalKeys) {
  const auto naive = *SplitKeysBetween(Bytes(16, '0'), Bytes(16, 'f'), 10);
  const auto right = *SplitKeys(SplitAlgorithm::kHexString, 10);
  std::vector<WeightedKey> sample;
  for (int i = 0; i < 100'000; ++i) {
    Bytes key;
    Bytes digest;
    keys::AppendHash(keys::HashKind::kMd5, std::to_string(i), 8, digest);
    for (const char c : digest) key += fmt::format("{:02x}", static_cast<unsigned char>(c));
    sample.push_back({key, 1});
  }
  const auto check = [&](const std::vector<Bytes>& splits) {
    const auto counted = WeightByRegion(splits, sample);
    const auto shares = ShareByRegion(splits, kHex);
    EXPECT_EQ(std::accumulate(counted.begin(), counted.end(), uint64_t{0}), 100'000U);
    for (size_t i = 0; i < counted.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(counted[i]) / 100'000, shares[i], 0.005) << i;
    }
    return counted;
  };
  const auto by_bytes = check(naive);
  const auto by_digits = check(right);
  ASSERT_EQ(by_bytes.size(), 10U);
  // Below 0, from = to _ (five), and from fff...f on.
  EXPECT_EQ(std::count(by_bytes.begin(), by_bytes.end(), 0U), 7);
  EXPECT_GT(*std::max_element(by_bytes.begin(), by_bytes.end()), 30'000U);
  EXPECT_GT(*std::min_element(by_digits.begin(), by_digits.end()), 9'500U);
}

}  // namespace
}  // namespace basalt
