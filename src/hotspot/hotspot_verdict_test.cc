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

RegionWrites Region(uint64_t samples, uint64_t above, uint64_t below = 0) {
  return {.writes = {.samples = samples, .above = above, .below = below},
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
  bool enough;
  bool marching;
};

TEST(JudgeWritesTest, Cases) {
  const Case cases[] = {
      {"no regions", {}, false, false},
      {"no writes", With({}, 3), false, false},
      {"few writes", {Region(63, 63)}, false, false},
      {"one region, its writes march", {Region(64, 63)}, true, true},
      {"downwards", {Region(1000, 0, 990)}, true, true},
      {"neither way alone", {Region(1000, 500, 500)}, true, false},
      {"half of them march", {Region(1000, 500)}, true, false},
      {"one of 16", With({Region(1000, 970)}, 15), true, true},
      {"one of 16, and a few elsewhere",
       With({Region(1000, 970), Region(50, 3), Region(50, 4)}, 13), true, true},
      {"one of 16, and many elsewhere",
       With({Region(1000, 970), Region(100, 10), Region(100, 10)}, 13), true, false},
      {"two salts, two regions", {Region(500, 490), Region(500, 490)}, true, false},
      {"two fronts of 16", With({Region(500, 490), Region(500, 490)}, 14), true, false},
      {"two fronts of 32", With({Region(500, 490), Region(500, 490)}, 30), true, true},
      {"four salts, of 100 regions in time",
       With({Region(300, 299), Region(300, 299), Region(300, 299), Region(300, 299)}, 96), true,
       false},
      {"a hot row", With({Region(1000, 0)}, 15), true, false},
      {"a hot row, and others that march little",
       With({Region(1000, 0), Region(20, 19), Region(20, 19)}, 3), true, false},
  };
  for (const Case& c : cases) {
    const HotspotVerdict front = JudgeWrites(c.regions);
    EXPECT_EQ(front.enough, c.enough) << c.what;
    EXPECT_EQ(front.marching, c.marching) << c.what << ": " << front.ToString();
  }
}

TEST(JudgeWritesTest, ItSaysWhy) {
  EXPECT_EQ(JudgeWrites(With({Region(4000, 3900), Region(40, 4)}, 14)).ToString(),
            "98 % of the last 4040 sampled writes were above nearly all before them, and one of 16 "
            "regions takes 99 % of all writes, from m on; the last row was z");
  EXPECT_EQ(
      JudgeWrites(std::vector{RegionWrites{{.samples = 100, .above = 0, .below = 99}, "", "\x01"}})
          .ToString(),
      "99 % of the last 100 sampled writes were below nearly all before them, and the only region "
      "takes them all, from the beginning on; the last row was \\x01");
  EXPECT_EQ(JudgeWrites(With({Region(500, 490), Region(500, 490)}, 30)).ToString(),
            "98 % of the last 1000 sampled writes were above nearly all before them, and 2 of 32 "
            "regions take 100 % of all writes, from m on; the last row was z");
}

// A table cut at `splits`, written to by a maker of keys, as its regions see it: one write in 16.
class Traffic {
 public:
  explicit Traffic(std::vector<std::string> splits) : splits_(std::move(splits)) {
    std::sort(splits_.begin(), splits_.end());
    for (size_t i = 0; i <= splits_.size(); ++i) {
      fronts_.push_back(std::make_unique<InsertOrder>(0, 30'000));
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
      fronts_[static_cast<size_t>(region)]->Sample(key, static_cast<int64_t>(at));
    }
    std::vector<RegionWrites> writes;
    for (size_t i = 0; i < fronts_.size(); ++i) {
      writes.push_back(
          {fronts_[i]->Totals(), i == 0 ? "" : splits_[i - 1], fronts_[i]->last_key()});
    }
    return JudgeWrites(writes);
  }

 private:
  std::vector<std::string> splits_;
  std::vector<std::unique_ptr<InsertOrder>> fronts_;
};

std::vector<std::string> Cut(int regions, const char* format) {
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
  bool marching;  // in a table of any number of regions, unless `least` says else
  int least = 1;
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
      if (regions < shape.least) continue;
      for (const unsigned seed : {1U, 2U, 3U}) {
        const HotspotVerdict front = Traffic(Cut(regions, "{:02}")).Run(shape.make, seed);
        EXPECT_TRUE(front.enough) << shape.what;
        EXPECT_EQ(front.marching, shape.marching)
            << shape.what << ", " << regions << " regions, seed " << seed << ": "
            << front.ToString();
      }
    }
  }
}

// Salts of a table that is not cut by them: no region's writes march, as all salts are in one.
TEST(JudgeWritesTest, SaltsInOneRegion) {
  const HotspotVerdict front = Traffic({}).Run(
      [](uint64_t at, auto& random) { return fmt::format("{:02}", random() % 16) + Time(at); }, 1);
  EXPECT_FALSE(front.marching) << front.ToString();
}

}  // namespace
}  // namespace basalt::hotspot
