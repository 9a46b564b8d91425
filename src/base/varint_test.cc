#include "base/varint.h"

#include <limits>

#include <gtest/gtest.h>

namespace basalt::base {
namespace {

TEST(Varint, NumbersReturn) {
  for (const uint64_t number : {uint64_t{0}, uint64_t{127}, uint64_t{128}, uint64_t{1} << 35,
                                std::numeric_limits<uint64_t>::max()}) {
    Bytes text;
    AppendVarint(text, number);
    BytesView rest = text;
    uint64_t read = 0;
    ASSERT_TRUE(TakeVarint(rest, read)) << number;
    EXPECT_EQ(read, number);
    EXPECT_TRUE(rest.empty());
  }
}

TEST(Varint, WhatIsNoNumberIsRefused) {
  uint64_t read = 0;
  for (const BytesView text : {BytesView(""), BytesOf("\x80"),
                               // longer than needed
                               BytesOf("\x80\x00"),
                               // 65 bits
                               BytesOf("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02")}) {
    BytesView rest = text;
    EXPECT_FALSE(TakeVarint(rest, read)) << ToStringBinary(text);
  }
}

TEST(Varint, ATextLongerThanItsInputIsRefused) {
  BytesView rest = BytesOf(
      "\x05"
      "abcd");
  BytesView text;
  EXPECT_FALSE(TakeText(rest, text));
}

}  // namespace
}  // namespace basalt::base
