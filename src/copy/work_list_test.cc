#include "copy/work_list.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "copy/rate_limit.h"

namespace basalt::copy {
namespace {

WorkRange Range(const Bytes& start, const Bytes& stop) {
  return {.table = 0, .range = {start, stop}, .last_row = {}, .done = false, .counts = {}};
}

TEST(KeyRange, KeysBetween) {
  EXPECT_EQ(KeyBetween("user0001", "user0999"), "user04");
  EXPECT_EQ(KeyBetween("a", "c"), "b");
  EXPECT_EQ(KeyBetween("", BytesOf("\xff\xff")), BytesOf("\x7f"));
  EXPECT_EQ(KeyBetween("a", "a"), std::nullopt);
  EXPECT_EQ(KeyBetween("b", "a"), std::nullopt);
  for (const auto& [low, high] : std::vector<std::pair<Bytes, Bytes>>{
           {"a", "b"}, {"a", "a0"}, {"az", "b"}, {"", "x"}, {"a", Bytes("a\0\1", 3)}}) {
    const auto key = KeyBetween(low, high);
    ASSERT_TRUE(key) << low << " " << high;
    EXPECT_LT(low, *key);
    EXPECT_LE(*key, high);
  }
  // There is no key between these.
  EXPECT_EQ(KeyBetween("a", Bytes("a\0", 2)), std::nullopt);
}

TEST(KeyRange, Fractions) {
  EXPECT_DOUBLE_EQ(FractionOf({"a", "c"}, ""), 0);
  EXPECT_DOUBLE_EQ(FractionOf({"a", "c"}, "b"), 0.5);
  EXPECT_DOUBLE_EQ(FractionOf({"a", "c"}, "c"), 1);
  EXPECT_NEAR(FractionOf({"", ""}, BytesOf("\x80").data()), 0.5, 0.01);
  EXPECT_NEAR(FractionOf({"user2", "user4"}, "user3"), 0.5, 0.01);
}

TEST(WorkList, CutsARangeForAnIdleThread) {
  WorkList work({Range("a", "z")}, 100, [](size_t, const KeyRange& range) {
    EXPECT_EQ(range, (KeyRange{"c", "z"}));
    return Result<std::optional<Bytes>>(std::optional<Bytes>("w"));
  });
  ASSERT_EQ(work.Take(), 0);
  EXPECT_EQ(work.Claim(0, "c"), "z");
  work.Progress(0, "c", {.rows = 1, .cells = 1, .bytes = 100});
  ASSERT_EQ(work.Take(), 1);
  EXPECT_EQ(work.Get(0).range, (KeyRange{"a", "m"}));
  EXPECT_EQ(work.Get(1).range, (KeyRange{"m", "z"}));
  // Rows read ahead belong to the other worker now.
  EXPECT_EQ(work.Claim(0, "p"), "m");
  EXPECT_EQ(work.ClaimRest(0), "m");
  work.Done(0);
  work.Done(1);
  EXPECT_EQ(work.Take(), std::nullopt);
  EXPECT_TRUE(work.WaitFor(std::chrono::milliseconds(0), 1));
  EXPECT_DOUBLE_EQ(work.Fraction(), 1);
}

TEST(WorkList, CutsNothingThatWasClaimed) {
  WorkList* list = nullptr;
  WorkList work({Range("a", "z")}, 100, [&](size_t, const KeyRange&) {
    // While the last row is being looked up, the owner finishes the range.
    list->Claim(0, "w");
    list->Progress(0, "w", {});
    list->Done(0);
    return Result<std::optional<Bytes>>(std::optional<Bytes>("w"));
  });
  list = &work;
  ASSERT_EQ(work.Take(), 0);
  work.Progress(0, "c", {.rows = 1, .cells = 1, .bytes = 100});
  EXPECT_EQ(work.Take(), std::nullopt);
  EXPECT_EQ(work.All().size(), 1);
}

TEST(WorkList, EndsWithTheFirstError) {
  WorkList work({Range("", "m"), Range("m", "")}, 100, {});
  ASSERT_EQ(work.Take(), 0);
  work.Fail({StatusCode::kIoError, "one"});
  work.Fail({StatusCode::kIoError, "two"});
  EXPECT_EQ(work.Take(), std::nullopt);
  EXPECT_EQ(work.status().message(), "one");
}

TEST(RateLimit, StopsWaiting) {
  RateLimit rate(1);
  rate.Wait(1'000'000);  // is due at once; the next in eleven days
  std::atomic<bool> stopping = false;
  bool waited = false;
  std::thread waiting([&] {
    rate.Wait(1);
    waited = stopping;
  });
  stopping = true;
  rate.Stop();
  waiting.join();
  EXPECT_TRUE(waited);
}

}  // namespace
}  // namespace basalt::copy
