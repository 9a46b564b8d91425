#include "cli/terminal.h"

#include <gtest/gtest.h>

namespace basalt::cli {
namespace {

TEST(TerminalTest, ColorOnlyOnATerminalThatWantsIt) {
  EXPECT_TRUE(WantsColor(true, nullptr, "xterm"));
  EXPECT_TRUE(WantsColor(true, "", "xterm"));
  EXPECT_FALSE(WantsColor(false, nullptr, "xterm"));
  EXPECT_FALSE(WantsColor(true, "1", "xterm"));
  EXPECT_FALSE(WantsColor(true, nullptr, "dumb"));
  EXPECT_FALSE(WantsColor(true, nullptr, nullptr));
}

TEST(TerminalTest, PlainStyleAddsNothing) {
  EXPECT_EQ(Style(false).Error("no"), "no");
  EXPECT_EQ(Style(true).Error("no"), "\x1b[31mno\x1b[0m");
}

}  // namespace
}  // namespace basalt::cli
