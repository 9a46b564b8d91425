#include "base/check.h"

#include <cstdio>
#include <string>

#include <gtest/gtest.h>

namespace basalt::base {
namespace {

TEST(CheckDeathTest, PrintsPlaceConditionAndSentence) {
  const int cells = 0;
  EXPECT_DEATH(BASALT_CHECK(cells > 0, "A row has cells."),
               "base/check_test\\.cc:[0-9]+: check failed: cells > 0: A row has cells\\.");
}

TEST(CheckDeathTest, CallsTheHookBeforeTheProcessEnds) {
  EXPECT_DEATH(
      {
        SetCheckHook([](std::string_view message) {
          std::fprintf(stderr, "hook<%s>\n", std::string(message).c_str());
          BASALT_CHECK(false, "A check inside of the hook ends the process.");
        });
        BASALT_CHECK(1 > 2, "One is more than two.");
      },
      "hook<.*1 > 2: One is more than two\\.>\n.*inside of the hook");
}

TEST(Check, EvaluatesTheConditionOnce) {
  int calls = 0;
  BASALT_CHECK(++calls == 1, "The first call.");
  EXPECT_EQ(calls, 1);
}

TEST(CheckDeathTest, DebugChecksFailInDebugBuildsOnly) {
  int calls = 0;
  if constexpr (kDebugChecks) {
    EXPECT_DEATH(BASALT_DCHECK(++calls > 1, "It is called twice."), "\\+\\+calls > 1");
  } else {
    BASALT_DCHECK(++calls > 1, "It is called twice.");
    EXPECT_EQ(calls, 0);
  }
}

}  // namespace
}  // namespace basalt::base
