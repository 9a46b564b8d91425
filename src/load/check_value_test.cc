#include "load/check_value.h"

#include <gtest/gtest.h>

namespace basalt::load {
namespace {

TEST(CheckValue, KnowsItsOwn) {
  for (const size_t length : {24, 25, 100, 1000}) {
    Bytes value;
    MakeValue(7, 2, 99, length, value);
    ASSERT_EQ(value.size(), length);
    EXPECT_TRUE(IsValueOf(7, 2, value));
    EXPECT_FALSE(IsValueOf(8, 2, value));
    EXPECT_FALSE(IsValueOf(7, 3, value));
  }
}

TEST(CheckValue, SeesEveryChangedByte) {
  Bytes value;
  MakeValue(7, 2, 99, 50, value);
  for (size_t i = 0; i < value.size(); ++i) {
    Bytes changed = value;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    EXPECT_FALSE(IsValueOf(7, 2, changed)) << i;
  }
}

TEST(CheckValue, ShortOnesAreMadeButNotKnown) {
  Bytes value;
  MakeValue(7, 2, 99, 5, value);
  EXPECT_EQ(value.size(), 5U);
  EXPECT_FALSE(IsValueOf(7, 2, value));
}

}  // namespace
}  // namespace basalt::load
