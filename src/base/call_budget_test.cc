#include "base/call_budget.h"

#include <atomic>
#include <limits>

#include <gtest/gtest.h>

namespace basalt::base {
namespace {

using TimePoint = CallBudget::TimePoint;
using std::chrono::hours;
using std::chrono::steady_clock;

// One that is never spent by time.
CallBudget::ShortCall Cost(int64_t cells, int64_t bytes) {
  return {.time_us = std::numeric_limits<int32_t>::max(), .cells = cells, .bytes = bytes};
}

// How many cells pass before the work has to end; `most` if it has not by then.
int CellsUntilEnd(CallBudget& budget, size_t bytes, int most = 100'000) {
  int cells = 0;
  while (cells < most && budget.Charge(bytes)) ++cells;
  return cells;
}

TEST(CallBudgetTest, AShortCallIsGivenUpWhenItsCellsAreSpent) {
  CallBudget budget({}, Cost(1000, 1 << 20), steady_clock::now());
  const int cells = CellsUntilEnd(budget, 1);
  EXPECT_GE(cells, 900);
  EXPECT_LE(cells, 1100);
  EXPECT_TRUE(budget.given_up());
  EXPECT_EQ(budget.status().code(), StatusCode::kCancelled);
  EXPECT_FALSE(budget.Charge(1)) << "what is spent stays spent";
}

TEST(CallBudgetTest, AShortCallIsGivenUpAtOnceWhenItsBytesAreSpent) {
  CallBudget budget({}, Cost(1000, 1 << 20), steady_clock::now());
  EXPECT_TRUE(budget.Charge(1 << 19));
  EXPECT_FALSE(budget.Charge(1 << 20));
  EXPECT_TRUE(budget.given_up());
}

TEST(CallBudgetTest, AShortCallIsGivenUpWhenItsTimeIsOver) {
  CallBudget budget({}, {.time_us = 100}, steady_clock::now() - hours(1));
  EXPECT_LE(CellsUntilEnd(budget, 1), 32);
  EXPECT_TRUE(budget.given_up());
}

TEST(CallBudgetTest, ChargedBytesAreAddedUp) {
  CallBudget patient;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(patient.Charge(1 << 20));
  EXPECT_EQ(patient.charged_bytes(), uint64_t{1000} << 20);
  // Of a short call that has had its effect, and so may take long.
  CallBudget writer({}, Cost(1000, 1 << 20), steady_clock::now());
  EXPECT_TRUE(writer.Charge(1000));
  writer.NoteEffect();
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(writer.Charge(1 << 20));
  EXPECT_EQ(writer.charged_bytes(), 1000U + (uint64_t{10} << 20));
}

TEST(CallBudgetTest, ACallThatMayWaitIsNotGivenUp) {
  CallBudget budget;
  EXPECT_EQ(CellsUntilEnd(budget, 1 << 20), 100'000);
  EXPECT_TRUE(budget.BeforeWait().ok());
  EXPECT_FALSE(budget.given_up());
}

TEST(CallBudgetTest, AShortCallIsGivenUpBeforeItWaits) {
  CallBudget budget({}, Cost(1000, 1000), steady_clock::now());
  EXPECT_FALSE(MayWait(&budget));
  EXPECT_FALSE(budget.BeforeWait().ok());
  EXPECT_TRUE(budget.given_up());
  EXPECT_TRUE(MayWait(nullptr));
}

TEST(CallBudgetTest, ACallWithAnEffectIsNotGivenUp) {
  CallBudget budget({}, Cost(10, 10), steady_clock::now());
  budget.NoteEffect();
  EXPECT_EQ(CellsUntilEnd(budget, 1000), 100'000);
  EXPECT_TRUE(budget.BeforeWait().ok());
  EXPECT_FALSE(budget.given_up());
}

TEST(CallBudgetTest, EveryCallEndsAtItsDeadlineOrWhenItIsAbandoned) {
  CallBudget late{CallLimits(steady_clock::now() - hours(1))};
  EXPECT_LE(CellsUntilEnd(late, 1), 128);
  EXPECT_EQ(late.status().code(), StatusCode::kTimedOut);
  EXPECT_FALSE(late.given_up());

  std::atomic<bool> abandoned = false;
  CallBudget budget;
  budget.EndWhen(abandoned);
  EXPECT_TRUE(budget.Check().ok());
  abandoned = true;
  EXPECT_LE(CellsUntilEnd(budget, 1), 128);
  EXPECT_EQ(budget.status().code(), StatusCode::kCancelled);
  EXPECT_FALSE(budget.given_up());
}

TEST(CallBudgetTest, TheWaitsOfACallAreTogetherOneWait) {
  CallBudget budget;
  const TimePoint first = budget.WaitUntil(hours(1));
  EXPECT_EQ(budget.WaitUntil(hours(2)), first);
  const TimePoint deadline = steady_clock::now() + std::chrono::seconds(1);
  CallBudget limited{CallLimits(deadline)};
  EXPECT_EQ(limited.WaitUntil(hours(1)), deadline);
}

TEST(CallBudgetTest, MatchStepsAreTheCalls) {
  CallBudget budget;
  EXPECT_TRUE(budget.TakeMatchSteps(CallBudget::kMatchSteps - 1));
  EXPECT_FALSE(budget.TakeMatchSteps(2));
  EXPECT_TRUE(budget.TakeMatchSteps(1));
}

}  // namespace
}  // namespace basalt::base
