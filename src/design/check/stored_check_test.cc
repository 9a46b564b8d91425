#include "design/check/stored_check.h"

#include <algorithm>
#include <functional>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace basalt::design {
namespace {

using testing::HasSubstr;

std::string Number(uint64_t n) { return fmt::format("{:012}", n); }

const Finding* Find(const StoredResult& result, const std::string& kind) {
  for (const Finding& finding : result.findings) {
    if (finding.kind == kind) return &finding;
  }
  return nullptr;
}

using TimedRows = std::vector<std::pair<std::string, int64_t>>;

StoredResult Check(TimedRows rows, std::vector<Bytes> starts = {""},
                   const std::optional<std::string>& schema = {}) {
  // A table's rows are in key order.
  std::sort(rows.begin(), rows.end());
  StoredCheck check("t", schema ? std::optional(*KeySchema::Parse(*schema)) : std::nullopt,
                    std::move(starts));
  for (const auto& [key, timestamp] : rows) check.Add(key, timestamp);
  return check.Finish(1000);
}

struct Shape {
  const char* what;
  std::function<std::string(uint64_t at, std::mt19937_64& random)> make;
  int64_t rows_of_a_time;
  bool monotonic;
};

TEST(StoredCheck, ShapesOfKeys) {
  const Shape shapes[] = {
      {"ascending", [](uint64_t at, auto&) { return Number(at); }, 1, true},
      {"ascending, by batches", [](uint64_t at, auto&) { return Number(at); }, 50, true},
      {"descending", [](uint64_t at, auto&) { return Number(100'000 - at); }, 1, true},
      {"out of order", [](uint64_t at, auto& random) { return Number(1000 + at - random() % 50); },
       2, true},
      {"random", [](uint64_t, auto& random) { return Number(random() % 1'000'000'000); }, 1, false},
      {"random, by batches",
       [](uint64_t, auto& random) { return Number(random() % 1'000'000'000); }, 500, false},
      {"salted",
       [](uint64_t at, auto& random) { return fmt::format("{:x}", random() % 16) + Number(at); }, 1,
       false},
      {"users", [](uint64_t at, auto& random) { return Number(random() % 100) + Number(at); }, 3,
       false},
  };
  for (const Shape& shape : shapes) {
    for (const unsigned seed : {1U, 2U, 3U}) {
      std::mt19937_64 random(seed);
      TimedRows rows;
      for (uint64_t at = 0; at < 20'000; ++at) {
        rows.emplace_back(shape.make(at, random),
                          1'000'000 + static_cast<int64_t>(at) / shape.rows_of_a_time);
      }
      const StoredResult result = Check(rows);
      EXPECT_EQ(Find(result, "monotonic") != nullptr, shape.monotonic) << shape.what << "\n"
                                                                       << TextReport(result);
    }
  }
}

TEST(StoredCheck, TheNewestRowsOfATableThatGrowsAreInOneRegion) {
  TimedRows rows;
  for (uint64_t at = 0; at < 1000; ++at) rows.emplace_back(Number(at), 1000 + at);
  const StoredResult result = Check(rows, {"", Number(250), Number(500), Number(750)});
  EXPECT_EQ(result.timestamps, 1000U);
  EXPECT_EQ(result.newest, 100U);
  EXPECT_EQ(result.hottest(), 1);
  ASSERT_NE(Find(result, "hot_region"), nullptr);
  EXPECT_EQ(Find(result, "hot_region")->text,
            "one of 4 regions has 100 % of the newest rows: the one that starts at 000000000750");
  EXPECT_THAT(Find(result, "monotonic")->advice, HasSubstr("put salt(n) before the keys"));
  const std::string text = TextReport(result);
  EXPECT_THAT(text,
              HasSubstr("sample   1000 rows, written at 1000 times between 1970-01-01T00:00"));
  EXPECT_THAT(text, HasSubstr("order    100.0 % ascending, 0.0 % descending"));
  EXPECT_THAT(text, HasSubstr("newest   100 rows, in 1 of the 4 regions\n  100.0 % from 0000000"));
  const auto json = nlohmann::json::parse(JsonReport(result));
  EXPECT_EQ(json["newest_by_region"][0]["rows"], 100);
  EXPECT_EQ(json["findings"][0]["kind"], "monotonic");
}

TEST(StoredCheck, SpreadRowsAreFine) {
  std::mt19937_64 random(1);
  TimedRows rows;
  for (int64_t at = 0; at < 2000; ++at) {
    rows.emplace_back(fmt::format("{:016x}", random()), 1000 + at);
  }
  const StoredResult result = Check(rows, {"", "4", "8", "c"});
  EXPECT_TRUE(result.findings.empty()) << TextReport(result);
  EXPECT_EQ(result.newest_by_region.size(), 4U);
  EXPECT_THAT(TextReport(result), HasSubstr("no findings"));
}

TEST(StoredCheck, RowsOfOneTimeHaveNoOrder) {
  TimedRows rows;
  for (uint64_t at = 0; at < 1000; ++at) rows.emplace_back(Number(at), 1000 + at / 100);
  const StoredResult result = Check(rows, {"", Number(500)});
  EXPECT_EQ(result.timestamps, 10U);
  EXPECT_EQ(Find(result, "monotonic"), nullptr);
  ASSERT_NE(Find(result, "unordered"), nullptr);
  EXPECT_THAT(Find(result, "unordered")->text, HasSubstr("10 different timestamps"));
  EXPECT_EQ(result.errors(), 0U);
}

TEST(StoredCheck, TheSchemaIsNamedAndStrangersAreCounted) {
  TimedRows rows;
  for (uint64_t at = 0; at < 100; ++at) rows.emplace_back(fmt::format("{:013}", at), at);
  const StoredResult good = Check(rows, {""}, "ts:millis(13)");
  EXPECT_EQ(good.schema_mismatches, 0U);
  EXPECT_THAT(Find(good, "monotonic")->advice,
              HasSubstr("the keys begin with ts:millis(13), a time"));
  EXPECT_NE(Find(good, "leading_time"), nullptr);
  EXPECT_EQ(good.errors(), 0U);
  rows.emplace_back("stranger", 7);
  const StoredResult bad = Check(rows, {""}, "ts:millis(13)");
  EXPECT_EQ(bad.schema_mismatches, 1U);
  EXPECT_EQ(bad.errors(), 1U);
  EXPECT_THAT(Find(bad, "broken")->text,
              HasSubstr("1 of 101 rows have keys that are not of the schema: the key stranger"));
}

TEST(StoredCheck, AnEmptyTable) {
  const StoredResult result = Check({});
  EXPECT_EQ(result.rows, 0U);
  EXPECT_THAT(TextReport(result), HasSubstr("the table has no rows"));
  EXPECT_EQ(nlohmann::json::parse(JsonReport(result))["rows"], 0);
}

}  // namespace
}  // namespace basalt::design
