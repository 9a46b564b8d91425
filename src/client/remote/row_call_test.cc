#include "client/remote/row_call.h"

#include <gtest/gtest.h>

namespace basalt::client {
namespace {

// An HBase that took over the region of a dead server knows from its log that a repeated increment
// has happened. It answers with no cell, and does not say "processed", which increments never are.
TEST(Reread, IsForIncrementsThatWereRepeatedAndReturnedNothing) {
  const auto reread = RereadOf(Increment("r").AddColumn("f", "n", 1));
  ASSERT_TRUE(reread);
  const RowResult nothing;
  EXPECT_TRUE(NeedsReread(reread, 1, nothing));
  EXPECT_FALSE(NeedsReread(reread, 0, nothing)) << "the first answer is believed";
  RowResult counted;
  counted.StartRow("r");
  counted.Append({.row = "r", .family = "f", .qualifier = "n", .value = "12345678"});
  EXPECT_FALSE(NeedsReread(reread, 1, counted));
}

TEST(Reread, IsNotForWhatReturnsNothing) {
  EXPECT_FALSE(RereadOf(Put("r").AddColumn("f", "q", "v")));
  EXPECT_FALSE(RereadOf(Increment("r").AddColumn("f", "n", 1).SetReturnResults(false)));
  EXPECT_FALSE(NeedsReread(std::nullopt, 1, {}));
}

}  // namespace
}  // namespace basalt::client
