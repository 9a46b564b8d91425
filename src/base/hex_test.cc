#include "base/hex.h"

#include <gtest/gtest.h>

namespace basalt::base {
namespace {

TEST(Hex, ThereAndBack) {
  const Bytes bytes(BytesOf("\x00\x0f\xa5\xff"));
  EXPECT_EQ(ToHex(bytes), "000fa5ff");
  EXPECT_EQ(FromHex("000fa5ff"), bytes);
  EXPECT_EQ(FromHex("000FA5Ff"), bytes);
  EXPECT_EQ(ToHex(""), "");
  EXPECT_EQ(FromHex(""), "");
}

TEST(Hex, OtherText) {
  for (const char* text : {"0", "0g", "-1", " 1", "0x", "123"}) EXPECT_FALSE(FromHex(text)) << text;
}

}  // namespace
}  // namespace basalt::base
