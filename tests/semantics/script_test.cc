// The script language itself: what is printed can be read back, and comparing finds differences.
#include "script.h"

#include <gtest/gtest.h>

#include "difference.h"
#include "generator.h"
#include "text.h"

namespace basalt::semantics {
namespace {

TEST(TextTest, EveryByteSurvivesPrintingAndParsing) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(ParseBytes(BytesText(all)), all);
  EXPECT_EQ(ParseBytes(BytesText("")), "");
  EXPECT_EQ(BytesText(all).find(' '), std::string::npos);
}

TEST(TextTest, TimestampsNearTAreRelativeToIt) {
  for (int64_t ts : {int64_t{0}, int64_t{12}, kT - 5, kT, kT + 5, kLatest}) {
    EXPECT_EQ(ParseTimestamp(TimestampText(ts)), ts);
  }
  EXPECT_EQ(TimestampText(kT - 5), "T-5");
  EXPECT_EQ(TimestampText(kT), "T+0");
  EXPECT_EQ(TimestampText(12), "12");
}

TEST(ScriptTest, ReadsAScanWithItsOptions) {
  auto command = ParseLine("@7 #3 scan t reverse after=b upto=a versions=all range=5..9 f g:q g:");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->at, 7);
  EXPECT_EQ(command->sequence, 3);
  EXPECT_TRUE(command->read.reverse);
  EXPECT_FALSE(command->read.include_start);
  EXPECT_TRUE(command->read.include_stop);
  EXPECT_EQ(command->read.range->max, 9);
  EXPECT_TRUE(command->read.columns.at("f").empty());
  EXPECT_EQ(command->read.columns.at("g"), (std::vector<std::string>{"q", ""}));
}

TEST(ScriptTest, ReadsACheckWithSeveralChanges) {
  auto command = ParseLine("check t r f:q != v range=1..2 then put f:a@3=x ; delete column f:b");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->condition.op, "!=");
  EXPECT_EQ(command->condition.value, "v");
  ASSERT_EQ(command->changes.size(), 2U);
  EXPECT_EQ(command->changes[0].edits[0].timestamp, 3);
  EXPECT_EQ(command->changes[1].edits[0].type, Type::kDeleteColumn);
}

TEST(GeneratorTest, TheSamePlanGivesTheSameScript) {
  TablePlan plan{.seed = 7, .table = "t", .sequences = 5};
  EXPECT_EQ(Generate(plan), Generate(plan));
  plan.seed = 8;
  EXPECT_NE(Generate(plan), Generate({.seed = 7, .table = "t", .sequences = 5}));
}

TEST(CompareTest, FindsALineThatDiffersAndLeavesMessagesOut) {
  std::string expected = "get t a\n  - x\n  # one\nget t b\n  - y\n";
  std::string actual = "get t a\n  - x\n  # two\nget t b\n  - z\n";
  EXPECT_EQ(Compare(expected, "a", expected, "b").differences, 0);
  Comparison comparison = Compare(expected, "a", actual, "b");
  EXPECT_EQ(comparison.differences, 1);
  EXPECT_EQ(comparison.answers, 2);
  EXPECT_EQ(Compare(expected, "a", "get t a\n  - x\n", "b").differences, 1);
}

TEST(ExtractTest, KeepsOneSequenceAndWhatAllShare) {
  EXPECT_EQ(ExtractSequence("@1 create t f\n@2 #1 get t a\n@3 #2 get t b\n", 2),
            "@1 create t f\n@3 #2 get t b\n");
}

}  // namespace
}  // namespace basalt::semantics
