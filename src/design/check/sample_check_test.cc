#include "design/check/sample_check.h"

#include <algorithm>
#include <random>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "design/sample/key_reservoir.h"

namespace basalt::design {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

CheckResult Check(std::string_view schema_text, const std::string& csv, CheckOptions options = {}) {
  const auto schema = KeySchema::Parse(schema_text);
  EXPECT_TRUE(schema.ok()) << schema.status().message();
  std::istringstream in(csv);
  RecordReader reader(in, FieldNames(*schema));
  SampleCheck check(*schema, options);
  SampleRecord record;
  while (true) {
    const auto more = reader.Next(record);
    EXPECT_TRUE(more.ok()) << more.status().message();
    if (!more.ok() || !*more) break;
    check.Add(record);
  }
  return check.Finish();
}

std::vector<std::string> Kinds(const CheckResult& result) {
  std::vector<std::string> kinds;
  for (const Finding& finding : result.findings) kinds.push_back(finding.kind);
  return kinds;
}

std::string TextOf(const CheckResult& result, std::string_view kind) {
  for (const Finding& finding : result.findings) {
    if (finding.kind == kind) return finding.text + " -> " + finding.advice;
  }
  return "no such finding";
}

// Visits in time order, whole seconds apart.
std::string Visits(int count) {
  std::mt19937 random(9);
  std::string csv = "user,ts,seq\n";
  uint64_t ts = 1'700'000'000'000;
  for (int i = 0; i < count; ++i) {
    ts += 1000 * (1 + random() % 3);
    csv += fmt::format("user{:03},{},{}\n", random() % 500, ts, i);
  }
  return csv;
}

TEST(SampleCheck, ASoundKey) {
  const CheckResult result = Check("hash(seq, 4) seq:u32", Visits(5000));
  EXPECT_EQ(result.records, 5000U);
  EXPECT_EQ(result.broken, 0U);
  EXPECT_TRUE(result.findings.empty()) << TextReport(result);
  EXPECT_TRUE(result.heat.from_schema);
  EXPECT_LT(result.heat.hottest_at_a_time, 0.2);
  EXPECT_LT(result.ascending, 0.01);
  EXPECT_EQ(result.min_width, 8U);
}

TEST(SampleCheck, CollisionsWithTheRecords) {  // R43
  const CheckResult result =
      Check("user:text ts:seconds", "user,ts,what\nal,5,in\nbo,5,in\nal,5,out\nal,5,in\n");
  EXPECT_EQ(result.collisions, 1U);
  EXPECT_EQ(result.duplicates, 1U);
  EXPECT_EQ(result.errors(), 1U);
  ASSERT_EQ(result.first_collisions.size(), 1U);
  EXPECT_EQ(result.first_collisions[0].first.text, "al,5,in");
  EXPECT_EQ(result.first_collisions[0].second.text, "al,5,out");
  EXPECT_THAT(TextOf(result, "collision"), HasSubstr("as line 4 does line 2"));
  EXPECT_THAT(TextReport(result), HasSubstr("line 4: al,5,out"));
}

TEST(SampleCheck, ASaltDoesNotHideCollisions) {
  const CheckResult result = Check("salt(16) a:u8", "a,b\n1,x\n1,y\n");
  EXPECT_EQ(result.collisions, 1U);
}

TEST(SampleCheck, CollisionsInBoundedMemory) {
  std::string csv = "a,b\n";
  for (int i = 0; i < 100; ++i) csv += fmt::format("{},x\n", i);
  csv += "3,y\n99,y\n";
  CheckOptions options;
  options.max_keys = 50;
  options.max_text_bytes = 100;
  const CheckResult result = Check("a:u8", csv, options);
  EXPECT_FALSE(result.collisions_exact);
  EXPECT_EQ(result.collisions, 1U);  // with line 3, whose key was kept; that of line 99 was not
  EXPECT_TRUE(result.first_collisions[0].first.text.empty());
  EXPECT_EQ(result.first_collisions[0].first.line, 5U);
}

TEST(SampleCheck, BrokenLinesAreCountedAndShown) {
  std::string csv = "a\n1\n";
  for (int i = 0; i < 10; ++i) csv += "x\n";
  csv += "300\n";
  CheckOptions options;
  options.shown = 3;
  const CheckResult result = Check("a:u8", csv, options);
  EXPECT_EQ(result.records, 12U);
  EXPECT_EQ(result.broken, 11U);
  ASSERT_EQ(result.first_broken.size(), 3U);
  EXPECT_EQ(result.first_broken[0].line, 3U);
  EXPECT_THAT(TextReport(result), HasSubstr("... and 8 more"));
  EXPECT_EQ(Kinds(result)[0], "broken");
  EXPECT_THAT(Kinds(Check("a:u8", "a\n")), Contains("empty"));
}

TEST(SampleCheck, KeysThatOnlyGrow) {  // R44, M8
  const CheckResult up = Check("ts:millis seq:u32", Visits(2000));
  EXPECT_EQ(up.ascending, 1);
  EXPECT_THAT(TextOf(up, "monotonic"), HasSubstr("the last region"));
  EXPECT_THAT(TextOf(up, "hot_region"), HasSubstr("one of 10 regions gets 100 %"));
  EXPECT_THAT(Kinds(up), Contains("leading_time"));
  EXPECT_FALSE(up.heat.from_schema);
  EXPECT_NEAR(up.heat.hottest, 0.1, 0.01);
  EXPECT_EQ(up.errors(), 0U);

  const CheckResult down = Check("desc(ts:millis) seq:u32", Visits(2000));
  EXPECT_EQ(down.descending, 1);
  EXPECT_THAT(TextOf(down, "monotonic"), HasSubstr("the first region"));

  const CheckResult window = Check("window(ts, 15m) user:text seq:u32", Visits(2000));
  EXPECT_THAT(TextOf(window, "leading_time"), HasSubstr("all rows of a window"));
  EXPECT_THAT(Kinds(window), Contains("hot_region"));

  const CheckResult salted = Check("salt(10) window(ts, 15m) user:text seq:u32", Visits(2000));
  EXPECT_THAT(Kinds(salted), Not(Contains("leading_time")));
  EXPECT_THAT(Kinds(salted), Not(Contains("hot_region")));
  EXPECT_THAT(Kinds(salted), Not(Contains("monotonic")));
}

TEST(SampleCheck, AHotUser) {
  std::string csv = "user,seq\n";
  for (int i = 0; i < 4000; ++i) csv += fmt::format("u{},{}\n", i % 2 == 0 ? 0 : i, i);
  const CheckResult result = Check("hash(user, 4) user:text seq:u32", csv);
  EXPECT_GT(result.heat.hottest, 0.5);
  EXPECT_THAT(Kinds(result), Contains("hot_region"));
}

TEST(SampleCheck, WeakBuckets) {  // M7
  const CheckResult weak = Check("bucket(ts, 1000) ts:millis seq:u32", Visits(5000));
  EXPECT_EQ(TextOf(weak, "weak_buckets"),
            "bucket(ts, 1000) uses 1 of its 1000 buckets: the values are 1000 apart, or multiples "
            "of it -> take 999 buckets, which has no divisor in common with 1000; or hash(ts, 1)");
  EXPECT_THAT(Kinds(Check("bucket(ts, 999) ts:millis seq:u32", Visits(5000))),
              Not(Contains("weak_buckets")));
  EXPECT_THAT(Kinds(Check("mod(seq, 10) seq:u32", Visits(50))), Not(Contains("weak_buckets")));
  const CheckResult same = Check("mod(a, 10) a:u32 b:u32", [] {
    std::string csv = "a,b\n";
    for (int i = 0; i < 100; ++i) csv += fmt::format("7,{}\n", i);
    return csv;
  }());
  EXPECT_THAT(TextOf(same, "weak_buckets"), HasSubstr("the values are all the same"));
}

TEST(SampleCheck, Separators) {  // M4
  const CheckResult result = Check("host:text '_' n:u8", "host,n\nweb_1,1\nweb,2\nweb-1,3\n");
  EXPECT_THAT(TextOf(result, "separator"),
              HasSubstr("1 of the values of host:text contain the separator"));
  EXPECT_THAT(TextOf(result, "order"), HasSubstr("1 of the values of host:text have bytes below"));
  EXPECT_EQ(result.broken, 1U);
  // Reported even when every record is rejected.
  EXPECT_THAT(Kinds(Check("host:text '_' n:u8", "host,n\na_b,1\n")), Contains("separator"));
  EXPECT_THAT(Kinds(Check("host:text n:u8", "host,n\na_b,1\n")), Not(Contains("separator")));
}

TEST(SampleCheck, LengthsAndWhatTheyCost) {  // R42
  CheckOptions options;
  options.rows = 10'000'000;
  const CheckResult result = Check("a:text(100)", "a\n" + std::string(90, 'x') + "y\nz\n", options);
  EXPECT_EQ(result.mean_width, 100);
  EXPECT_THAT(TextOf(result, "width"), HasSubstr("1 GB for 10000000 rows"));
  EXPECT_THAT(TextOf(result, "alignment"), HasSubstr("not a multiple of 8"));
  EXPECT_THAT(TextOf(Check("a:text", "a\nx\nxy\n"), "varying_width"), HasSubstr("1 to 2 bytes"));
}

TEST(SampleCheck, TextWhereBinaryWouldDo) {  // R45
  const auto pattern = [](std::string_view schema, const std::string& value) {
    return TextOf(Check(schema, "a\n" + value + "\n"), "text_pattern");
  };
  EXPECT_THAT(pattern("a:text", "1234567890123456789"),
              HasSubstr("a:u64 takes 11 bytes less in each key, 110 MB in 10000000 rows"));
  EXPECT_THAT(pattern("a:text", "f47ac10b-58cc-4372-a567-0e02b2c3d479"), HasSubstr("a:uuid"));
  EXPECT_THAT(pattern("a:text", "d41d8cd98f00b204e9800998ecf8427e"), HasSubstr("a:bytes takes 16"));
  EXPECT_THAT(pattern("a:digits(19)", "5"), HasSubstr("u64 takes 11"));
  EXPECT_THAT(pattern("desc(a:millis(19))", "5"), HasSubstr("millis takes 11"));
  EXPECT_THAT(pattern("md5(a, hex) a:u8", "5"), HasSubstr("the hash without hex takes 16"));
  EXPECT_EQ(pattern("a:text", "0012345678901"), "no such finding");  // zeros would be lost
  EXPECT_EQ(pattern("reverse(a:digits(11))", "5"), "no such finding");
}

TEST(SampleCheck, IdsAreGivenAsNamesCome) {
  const CheckResult result = Check("id(host) n:u64", "host,n\na,1\nb,1\na,2\n");
  EXPECT_EQ(result.broken, 0U);
  EXPECT_EQ(result.collisions, 0U);
  EXPECT_EQ(result.max_width, 16U);
}

TEST(SampleCheck, ReportsForPrograms) {
  const CheckResult result = Check("a:u8", "a,b\n1,\xFF\n1,y\nx,y\n");
  const auto json = nlohmann::json::parse(JsonReport(result));
  EXPECT_EQ(json["records"], 3);
  EXPECT_EQ(json["broken"], 1);
  EXPECT_EQ(json["first_broken"][0]["line"], 4);
  EXPECT_EQ(json["first_collisions"][0]["second"]["text"], "1,y");
  EXPECT_EQ(json["findings"][0]["severity"], "error");
}

TEST(KeyReservoir, KeepsAFairPart) {
  KeyReservoir reservoir(1000, 3);
  for (int i = 0; i < 100'000; ++i) reservoir.Add(fmt::format("{:06}", i), 2);
  EXPECT_EQ(reservoir.seen(), 100'000U);
  EXPECT_EQ(reservoir.total_weight(), 200'000U);
  const auto keys = reservoir.Take();
  ASSERT_EQ(keys.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end(),
                             [](const auto& a, const auto& b) { return a.key < b.key; }));
  const auto late = std::count_if(keys.begin(), keys.end(),
                                  [](const WeightedKey& key) { return key.key >= "050000"; });
  EXPECT_NEAR(static_cast<double>(late), 500, 80);
}

TEST(PrintSize, ForPeople) {
  EXPECT_EQ(PrintSize(0), "0 bytes");
  EXPECT_EQ(PrintSize(999.6), "1 kB");
  EXPECT_EQ(PrintSize(1.6e9), "1.6 GB");
}

}  // namespace
}  // namespace basalt::design
