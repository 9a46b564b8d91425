#include "basalt/mutation.h"

#include <string>

#include <gtest/gtest.h>

namespace basalt {
namespace {

// The mutation's cells in one line, as far as their kind goes.
std::string Print(const Mutation& mutation) {
  std::string text;
  for (const MutationCell& cell : mutation.cells()) {
    if (!text.empty()) text += " ";
    text += ToString({mutation.row(), cell.family, cell.qualifier, cell.timestamp, cell.type,
                      cell.value, cell.tags});
  }
  return text;
}

TEST(MutationTest, PutUsesItsTimestampForColumnsWithoutOne) {
  Put put("r", 5);
  put.AddColumn("f", "a", "1").AddColumn("f", "b", 9, "22");
  EXPECT_EQ(put.type(), MutationType::kPut);
  EXPECT_EQ(put.timestamp(), 5);
  EXPECT_EQ(Print(put), "r/f:a/5/Put/vlen=1/seqid=0 r/f:b/9/Put/vlen=2/seqid=0");
  EXPECT_EQ(Print(Put("r").AddColumn("f", "a", "")), "r/f:a/LATEST_TIMESTAMP/Put/vlen=0/seqid=0");
}

TEST(MutationTest, DeleteMakesTheMarkerAskedFor) {
  const struct {
    Delete mutation;
    std::string_view cells;
  } cases[] = {
      {Delete("r"), ""},
      {Delete("r").AddColumn("f", "q"), "r/f:q/LATEST_TIMESTAMP/Delete/vlen=0/seqid=0"},
      {Delete("r").AddColumn("f", "q", 3), "r/f:q/3/Delete/vlen=0/seqid=0"},
      {Delete("r", 8).AddColumn("f", "q"), "r/f:q/8/Delete/vlen=0/seqid=0"},
      {Delete("r").AddColumns("f", "q"), "r/f:q/LATEST_TIMESTAMP/DeleteColumn/vlen=0/seqid=0"},
      {Delete("r").AddColumns("f", "q", 3), "r/f:q/3/DeleteColumn/vlen=0/seqid=0"},
      {Delete("r", 8).AddFamily("f"), "r/f:/8/DeleteFamily/vlen=0/seqid=0"},
      {Delete("r").AddFamily("f", 3), "r/f:/3/DeleteFamily/vlen=0/seqid=0"},
      {Delete("r").AddFamilyVersion("f", 3), "r/f:/3/DeleteFamilyVersion/vlen=0/seqid=0"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(c.mutation.type(), MutationType::kDelete);
    EXPECT_EQ(Print(c.mutation), c.cells);
  }
}

TEST(MutationTest, DeleteFamilyReplacesWhatWasAskedForTheFamilyBefore) {
  Delete mutation("r");
  mutation.AddColumn("f", "q", 1).AddColumns("g", "q", 2).AddFamilyVersion("f", 3);
  mutation.AddFamily("f", 4).AddColumn("f", "q", 5);
  EXPECT_EQ(Print(mutation),
            "r/g:q/2/DeleteColumn/vlen=0/seqid=0 r/f:/4/DeleteFamily/vlen=0/seqid=0 "
            "r/f:q/5/Delete/vlen=0/seqid=0");
}

// R15: amounts are 8-byte longs.
TEST(MutationTest, R15_IncrementCarriesLongs) {
  Increment increment("r");
  increment.AddColumn("f", "a", -2).SetTimestamp(7).AddColumn("f", "b", 3);
  EXPECT_EQ(increment.type(), MutationType::kIncrement);
  EXPECT_EQ(Print(increment),
            "r/f:a/LATEST_TIMESTAMP/Put/vlen=8/seqid=0 r/f:b/7/Put/vlen=8/seqid=0");
  EXPECT_EQ(DecodeLong(increment.cells()[0].value), -2);
  EXPECT_EQ(DecodeLong(increment.cells()[1].value), 3);
}

// R16
TEST(MutationTest, R16_AppendCarriesSuffixes) {
  Append append("r");
  append.AddColumn("f", "a", "xyz").SetTimestamp(7).AddColumn("f", "b", "");
  EXPECT_EQ(append.type(), MutationType::kAppend);
  EXPECT_EQ(Print(append), "r/f:a/LATEST_TIMESTAMP/Put/vlen=3/seqid=0 r/f:b/7/Put/vlen=0/seqid=0");
  EXPECT_EQ(append.cells()[0].value, "xyz");
}

TEST(MutationTest, OptionsAreKept) {
  const TimeRange range = TimeRange::Of(1, 2).value();
  const Mutation mutations[] = {
      Put("r").SetTtl(10).SetDurability(Durability::kFsyncWal),
      Increment("r").SetTtl(10).SetDurability(Durability::kFsyncWal),
      Append("r").SetTtl(10).SetDurability(Durability::kFsyncWal),
  };
  for (const Mutation& mutation : mutations) {
    EXPECT_EQ(mutation.row(), "r");
    EXPECT_EQ(mutation.ttl(), 10);
    EXPECT_EQ(mutation.durability(), Durability::kFsyncWal);
    EXPECT_TRUE(mutation.return_results());
    EXPECT_TRUE(mutation.time_range().is_all_time());
  }
  const Mutation changing[] = {Increment("r").SetTimeRange(range).SetReturnResults(false),
                               Append("r").SetTimeRange(range).SetReturnResults(false)};
  for (const Mutation& mutation : changing) {
    EXPECT_EQ(mutation.time_range(), range);
    EXPECT_FALSE(mutation.return_results());
  }
  EXPECT_EQ(Delete("r").SetDurability(Durability::kSkipWal).durability(), Durability::kSkipWal);
  EXPECT_EQ(Put("r").durability(), Durability::kUseDefault);
  EXPECT_EQ(Put("r").ttl(), std::nullopt);

  Put put("r");
  put.SetAttribute("a", "1");
  put.SetAttribute("a", "2");
  EXPECT_EQ(put.attributes(), (std::map<std::string, Bytes>{{"a", "2"}}));
}

TEST(MutationTest, CommonSettersKeepTheType) {
  const Put put = Put("r").SetTimestamp(7).SetAttribute("a", "1").AddColumn("f", "q", "v");
  EXPECT_EQ(put.timestamp(), 7);
  EXPECT_EQ(put.cells().front().timestamp, 7);
  const Delete del = Delete("r").SetTimestamp(8).SetTtl(1).AddColumns("f", "q");
  EXPECT_EQ(del.cells().front().timestamp, 8);
  const Append append =
      Append("r").SetTimestamp(9).SetReturnResults(false).SetTtl(2).AddColumn("f", "q", "v");
  EXPECT_EQ(append.cells().front().timestamp, 9);
  EXPECT_EQ(append.ttl(), 2);
}

TEST(MutationTest, RowMutationsKeepTheirOrder) {
  RowMutations rows("r");
  rows.Add(Put("r").AddColumn("f", "a", "1")).Add(Delete("r").AddColumns("f", "b"));
  ASSERT_EQ(rows.mutations().size(), 2U);
  EXPECT_EQ(rows.mutations()[0].type(), MutationType::kPut);
  EXPECT_EQ(rows.mutations()[1].type(), MutationType::kDelete);
}

TEST(CheckAndMutateTest, ConditionsAreReadAsHBaseReadsThem) {
  CheckAndMutate check("r");
  check.IfNotExists("f", "q");
  EXPECT_EQ(check.compare_operator(), CompareOperator::kEqual);
  EXPECT_EQ(check.value(), std::nullopt);

  check.IfMatches("g", "p", CompareOperator::kGreater, "v");
  EXPECT_EQ(check.family(), "g");
  EXPECT_EQ(check.qualifier(), "p");
  EXPECT_EQ(check.compare_operator(), CompareOperator::kGreater);
  EXPECT_EQ(check.value(), "v");

  check.IfEquals("g", "p", "");
  EXPECT_EQ(check.compare_operator(), CompareOperator::kEqual);
  EXPECT_EQ(check.value(), "");

  check.IfNotExists("f", "q");
  EXPECT_EQ(check.value(), std::nullopt);
  EXPECT_EQ(check.filter(), nullptr);
}

class AnyFilter final : public Filter {
 public:
  std::unique_ptr<Filter> Clone() const override { return std::make_unique<AnyFilter>(); }
};

TEST(CheckAndMutateTest, FilterTimeRangeAndActions) {
  const auto filter = std::make_shared<AnyFilter>();
  const TimeRange range = TimeRange::Of(1, 2).value();
  CheckAndMutate check("r");
  check.IfMatches(filter).SetTimeRange(range).Then(Put("r").AddColumn("f", "a", "1"));
  EXPECT_EQ(check.row(), "r");
  EXPECT_EQ(check.filter(), filter);
  EXPECT_EQ(check.time_range(), range);
  ASSERT_EQ(check.mutations().size(), 1U);

  RowMutations rows("r");
  rows.Add(Delete("r")).Add(Increment("r"));
  CheckAndMutate several("r");
  several.IfNotExists("f", "q").Then(rows);
  ASSERT_EQ(several.mutations().size(), 2U);
  EXPECT_EQ(several.mutations()[1].type(), MutationType::kIncrement);
}

}  // namespace
}  // namespace basalt
