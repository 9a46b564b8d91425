#include "hotspot/hotspot_verdict.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace basalt::hotspot {
namespace {

RegionWrites Region(uint64_t samples, uint64_t ascending, uint64_t descending = 0) {
  return {.writes = {.samples = samples, .ascending = ascending, .descending = descending},
          .start_key = "m",
          .last_key = "z"};
}
std::vector<RegionWrites> With(std::vector<RegionWrites> regions, size_t idle) {
  for (size_t i = 0; i < idle; ++i) regions.push_back(Region(0, 0));
  return regions;
}

struct Case {
  const char* what;
  std::vector<RegionWrites> regions;
  bool has_enough_samples;
  bool is_hotspot;
};

TEST(JudgeWritesTest, Cases) {
  const Case cases[] = {
      {"no regions", {}, false, false},
      {"no writes", With({}, 3), false, false},
      {"few writes", {Region(63, 63)}, false, false},
      {"one region, ascending", {Region(64, 63)}, true, true},
      {"one region, descending", {Region(1000, 0, 990)}, true, true},
      {"half ascending, half descending", {Region(1000, 500, 500)}, true, false},
      {"half ascending", {Region(1000, 500)}, true, false},
      {"one of 16", With({Region(1000, 970)}, 15), true, true},
      {"one of 16, and a few elsewhere",
       With({Region(1000, 970), Region(50, 3), Region(50, 4)}, 13), true, true},
      {"one of 16, and many elsewhere",
       With({Region(1000, 970), Region(100, 10), Region(100, 10)}, 13), true, false},
      {"two salts, two regions", {Region(500, 490), Region(500, 490)}, true, false},
      {"two hot regions of 16", With({Region(500, 490), Region(500, 490)}, 14), true, false},
      {"two hot regions of 32", With({Region(500, 490), Region(500, 490)}, 30), true, true},
      {"four salts, of 100 regions in time",
       With({Region(300, 299), Region(300, 299), Region(300, 299), Region(300, 299)}, 96), true,
       false},
      {"a hot row", With({Region(1000, 0)}, 15), true, false},
      {"a hot row, and a few ascending writes elsewhere",
       With({Region(1000, 0), Region(20, 19), Region(20, 19)}, 3), true, false},
  };
  for (const Case& c : cases) {
    const HotspotVerdict verdict = JudgeWrites(c.regions);
    EXPECT_EQ(verdict.has_enough_samples, c.has_enough_samples) << c.what;
    EXPECT_EQ(verdict.is_hotspot, c.is_hotspot) << c.what << ": " << verdict.ToString();
  }
}

TEST(JudgeWritesTest, ToStringGivesTheNumbers) {
  EXPECT_EQ(
      JudgeWrites(With({Region(4000, 3900), Region(40, 4)}, 14)).ToString(),
      "98 % of the last 4040 sampled writes had monotonically increasing row keys, and one of "
      "16 regions takes 99 % of all writes; the hot region starts at m, the last row was z");
  EXPECT_EQ(
      JudgeWrites(
          std::vector{RegionWrites{{.samples = 100, .ascending = 0, .descending = 99}, "", "\x01"}})
          .ToString(),
      "99 % of the last 100 sampled writes had monotonically decreasing row keys, and the only "
      "region takes them all; the hot region starts at the beginning of the table, the last row "
      "was "
      "\\x01");
  EXPECT_EQ(
      JudgeWrites(With({Region(500, 490), Region(500, 490)}, 30)).ToString(),
      "98 % of the last 1000 sampled writes had monotonically increasing row keys, and 2 of 32 "
      "regions take 100 % of all writes; the hot region starts at m, the last row was z");
}

// A table with regions split at `splits`, whose regions sample one write in 16.
class Traffic {
 public:
  explicit Traffic(std::vector<std::string> splits) : splits_(std::move(splits)) {
    std::sort(splits_.begin(), splits_.end());
    for (size_t i = 0; i <= splits_.size(); ++i) {
      regions_.push_back(std::make_unique<InsertOrder>(0, 30'000));
    }
  }
  // 40,000 writes in forty seconds.
  HotspotVerdict Run(const std::function<std::string(uint64_t at, std::mt19937_64& random)>& make,
                     unsigned seed) {
    std::mt19937_64 random(seed);
    for (uint64_t at = 0; at < 40'000; ++at) {
      const std::string key = make(at, random);
      if (random() % 16 != 0) continue;
      const auto region = std::upper_bound(splits_.begin(), splits_.end(), key) - splits_.begin();
      regions_[static_cast<size_t>(region)]->Sample(key, static_cast<int64_t>(at));
    }
    std::vector<RegionWrites> writes;
    for (size_t i = 0; i < regions_.size(); ++i) {
      writes.push_back(
          {regions_[i]->Totals(), i == 0 ? "" : splits_[i - 1], regions_[i]->last_key()});
    }
    return JudgeWrites(writes);
  }

 private:
  std::vector<std::string> splits_;
  std::vector<std::unique_ptr<InsertOrder>> regions_;
};

std::vector<std::string> SplitsFor(int regions, const char* format) {
  std::vector<std::string> splits;
  for (int i = 1; i < regions; ++i) {
    splits.push_back(fmt::format(fmt::runtime(format), i * 100 / regions));
  }
  return splits;
}

std::string Time(uint64_t at) { return fmt::format("{:09}", 500'000'000 + at); }

using Maker = std::function<std::string(uint64_t, std::mt19937_64&)>;

struct Shape {
  const char* what;
  Maker make;
  bool is_hotspot;  // in a table of at least `min_regions` regions
  int min_regions = 1;
};

TEST(JudgeWritesTest, ShapesOfTraffic) {
  const Shape shapes[] = {
      {"ascending", [](uint64_t at, auto&) { return Time(at); }, true},
      {"descending", [](uint64_t at, auto&) { return Time(400'000'000 - at); }, true},
      {"random", [](uint64_t, auto& random) { return Time(random() % 500'000'000 - 500'000'000); },
       false},
      {"time first, 20 writers behind each other",
       [](uint64_t at, auto& random) {
         return Time(at - random() % 500) + std::to_string(random() % 20);
       },
       true},
      {"salted",
       [](uint64_t at, auto& random) { return fmt::format("{:02}", random() % 16 * 6) + Time(at); },
       false, 16},
      {"hashed",
       [](uint64_t at, auto&) {
         return fmt::format("{:02}", at * 0x9E3779B97F4A7C15 >> 32 & 63) + Time(at);
       },
       false},
      {"users' own times",
       [](uint64_t at, auto& random) {
         return fmt::format("{:02}user", random() % 100) + Time(at);
       },
       false},
      {"one row", [](uint64_t, auto&) { return std::string("50counter"); }, false},
      {"a few rows", [](uint64_t, auto& random) { return fmt::format("50{}", random() % 5); },
       false},
  };
  for (const Shape& shape : shapes) {
    for (const int regions : {1, 2, 16, 50}) {
      if (regions < shape.min_regions) continue;
      for (const unsigned seed : {1U, 2U, 3U}) {
        const HotspotVerdict verdict = Traffic(SplitsFor(regions, "{:02}")).Run(shape.make, seed);
        EXPECT_TRUE(verdict.has_enough_samples) << shape.what;
        EXPECT_EQ(verdict.is_hotspot, shape.is_hotspot)
            << shape.what << ", " << regions << " regions, seed " << seed << ": "
            << verdict.ToString();
      }
    }
  }
}

// A salted table that is not pre-split: all salts are in one region, so its keys are not monotonic.
TEST(JudgeWritesTest, SaltsInOneRegion) {
  const HotspotVerdict verdict = Traffic({}).Run(
      [](uint64_t at, auto& random) { return fmt::format("{:02}", random() % 16) + Time(at); }, 1);
  EXPECT_FALSE(verdict.is_hotspot) << verdict.ToString();
}

}  // namespace
}  // namespace basalt::hotspot
