// Reads and writes of rows: the same on every kind of Connection.
#include <thread>

#include "fixture.h"

namespace basalt::conformance {
namespace {

class Data : public Conformance {};
INSTANTIATE_TEST_SUITE_P(On, Data, testing::ValuesIn(Targets()), TargetName);

TEST_P(Data, CellsComeBackAsTheyWerePut) {
  Make();
  const Bytes binary = Bytes("\0\xff,\n", 4);
  Check(table().Put(basalt::Put(binary)
                        .AddColumn("f", binary, 5, binary)
                        .AddColumn("f", "", 6, "")
                        .AddColumn("g", "q", 7, Bytes(100'000, 'x'))));
  const auto row = table().Get(Get(binary));
  ASSERT_TRUE(row.ok()) << row.status().ToString();
  ASSERT_EQ(row->size(), 3U);
  EXPECT_EQ(row->row(), binary);
  EXPECT_EQ(row->GetValue("f", binary), binary);
  EXPECT_EQ(row->GetValue("f", ""), "");
  EXPECT_EQ(row->GetLatest("f", "")->timestamp, 6);
  EXPECT_EQ(row->GetValue("g", "q")->size(), 100'000U);
}

TEST_P(Data, VersionsAndTimeRanges) {
  Make();
  for (int64_t time = 1; time <= 4; ++time) Put("r", "q", "v" + std::to_string(time), time);
  EXPECT_EQ(Print(Get("r")), "r/f:q/4/Put=v4");
  EXPECT_EQ(Print(Get("r").ReadVersions(2)), "r/f:q/4/Put=v4 r/f:q/3/Put=v3");
  EXPECT_EQ(Print(Get("r").ReadAllVersions()), "r/f:q/4/Put=v4 r/f:q/3/Put=v3 r/f:q/2/Put=v2");
  EXPECT_EQ(Print(Get("r").SetTimeRange(*TimeRange::Of(2, 4))), "r/f:q/3/Put=v3");
  EXPECT_EQ(Print(Get("nothing")), "");
}

TEST_P(Data, ColumnsFamiliesAndExistence) {
  Make();
  Put("r", "a", "1");
  Put("r", "b", "2");
  Check(table().Put(basalt::Put("r").AddColumn("g", "c", 1, "3")));
  EXPECT_EQ(Print(Get("r").AddColumn("f", "b")), "r/f:b/1/Put=2");
  EXPECT_EQ(Print(Get("r").AddFamily("g")), "r/g:c/1/Put=3");
  EXPECT_TRUE(*table().Exists(Get("r")));
  EXPECT_FALSE(*table().Exists(Get("s")));
  EXPECT_FALSE(*table().Exists(Get("r").AddColumn("f", "c")));
}

TEST_P(Data, DeletesOfEveryKind) {
  Make();
  for (const char* row : {"column", "columns", "family", "row"}) {
    Put(row, "q", "old", 1);
    Put(row, "q", "new", 2);
    Put(row, "p", "other", 2);
  }
  Check(table().Delete(Delete("column").AddColumn("f", "q")));
  Check(table().Delete(Delete("columns").AddColumns("f", "q")));
  Check(table().Delete(Delete("family").AddFamily("f", 1)));
  Check(table().Delete(Delete("row")));
  EXPECT_EQ(Print(Get("column").AddColumn("f", "q")), "column/f:q/1/Put=old");
  EXPECT_EQ(Print(Get("columns")), "columns/f:p/2/Put=other");
  EXPECT_EQ(Print(Get("family").ReadAllVersions()), "family/f:p/2/Put=other family/f:q/2/Put=new");
  EXPECT_EQ(Print(Get("row")), "");
}

TEST_P(Data, Counters) {
  Make();
  EXPECT_EQ(*table().IncrementColumnValue("r", "f", "n", 5), 5);
  EXPECT_EQ(*table().IncrementColumnValue("r", "f", "n", -7), -2);
  basalt::Increment quiet("r");
  quiet.AddColumn("f", "n", 1).SetReturnResults(false);
  const auto nothing = table().Increment(quiet);
  ASSERT_TRUE(nothing.ok());
  EXPECT_TRUE(nothing->empty());
  EXPECT_EQ(*table().IncrementColumnValue("r", "f", "n", 0), -1);
  Put("r", "text", "no number");
  const auto refused = table().IncrementColumnValue("r", "f", "text", 1);
  EXPECT_EQ(refused.status().code(), StatusCode::kDoNotRetry) << refused.status().ToString();
}

TEST_P(Data, Appends) {
  Make();
  basalt::Append append("r");
  append.AddColumn("f", "q", "one");
  ASSERT_EQ(table().Append(append)->GetValue("f", "q"), "one");
  ASSERT_EQ(table().Append(append)->GetValue("f", "q"), "oneone");
}

TEST_P(Data, ChecksDecide) {
  Make();
  const auto try_put = [&](CheckAndMutate check, const std::string& value) {
    check.Then(basalt::Put("r").AddColumn("f", "q", value));
    const auto result = table().CheckAndMutate(check);
    EXPECT_TRUE(result.ok()) << result.status().ToString();
    return result.ok() && result->success;
  };
  EXPECT_TRUE(try_put(CheckAndMutate("r").IfNotExists("f", "q"), "1"));
  EXPECT_FALSE(try_put(CheckAndMutate("r").IfNotExists("f", "q"), "2"));
  EXPECT_TRUE(try_put(CheckAndMutate("r").IfEquals("f", "q", "1"), "3"));
  EXPECT_TRUE(try_put(CheckAndMutate("r").IfMatches("f", "q", CompareOperator::kLess, "2"), "5"));
  EXPECT_FALSE(try_put(CheckAndMutate("r").IfMatches("f", "q", CompareOperator::kLess, "7"), "8"));
  EXPECT_EQ(table().Get(Get("r"))->GetValue("f", "q"), "5");

  RowMutations both("r");
  both.Add(basalt::Put("r").AddColumn("f", "p", "x"));
  both.Add(Delete("r").AddColumns("f", "q"));
  const auto done = table().CheckAndMutate(CheckAndMutate("r").IfEquals("f", "q", "5").Then(both));
  ASSERT_TRUE(done.ok()) << done.status().ToString();
  EXPECT_TRUE(done->success);
  EXPECT_EQ(table().Get(Get("r"))->GetValue("f", "p"), "x");
  EXPECT_EQ(table().Get(Get("r"))->GetValue("f", "q"), std::nullopt);
}

TEST_P(Data, MutationsOfARowHappenTogether) {
  Make();
  Put("r", "gone", "1");
  RowMutations all("r");
  all.Add(basalt::Put("r").AddColumn("f", "new", "2"));
  all.Add(Delete("r").AddColumns("f", "gone"));
  all.Add(Increment("r").AddColumn("f", "n", 3));
  const auto result = table().MutateRow(all);
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->GetValue("f", "n"), EncodeLong(3));
  const auto row = table().Get(Get("r"));
  ASSERT_EQ(row->size(), 2U) << Print(*row);

  RowMutations broken("r");
  broken.Add(basalt::Put("r").AddColumn("f", "half", "2"));
  broken.Add(basalt::Put("r").AddColumn("nowhere", "half", "2"));
  EXPECT_EQ(table().MutateRow(broken).status().code(), StatusCode::kNoSuchColumnFamily);
  EXPECT_EQ(table().Get(Get("r"))->GetValue("f", "half"), std::nullopt);
}

TEST_P(Data, BatchesOverRegions) {
  Make({"b", "c"});
  std::vector<basalt::Put> puts;
  for (const char* row : {"a1", "b1", "c1", "a2", "b2", "c2"}) {
    puts.push_back(basalt::Put(row).AddColumn("f", "q", 1, row));
  }
  Check(table().Put(puts));
  RowMutations two("b3");
  two.Add(basalt::Put("b3").AddColumn("f", "x", 1, "x"));
  two.Add(basalt::Put("b3").AddColumn("f", "y", 1, "y"));
  const std::vector<Action> actions = {
      Get("c1"),
      basalt::Put("a3").AddColumn("f", "q", 1, "a3"),
      Get("a1").AddColumn("nowhere", "q"),
      Increment("b1").AddColumn("f", "n", 2),
      Delete("a2"),
      two,
      Append("c2").AddColumn("f", "q", "!"),
      Get("nothing"),
  };
  const auto outcomes = table().Batch(actions);
  ASSERT_EQ(outcomes.size(), actions.size());
  EXPECT_EQ(Print(*outcomes[0]), "c1/f:q/1/Put=c1");
  EXPECT_TRUE(outcomes[1].ok());
  EXPECT_EQ(outcomes[2].status().code(), StatusCode::kNoSuchColumnFamily)
      << outcomes[2].status().ToString();
  EXPECT_EQ(outcomes[3]->GetValue("f", "n"), EncodeLong(2));
  EXPECT_TRUE(outcomes[4].ok());
  EXPECT_TRUE(outcomes[5].ok()) << outcomes[5].status().ToString();
  EXPECT_EQ(outcomes[6]->GetValue("f", "q"), "c2!");
  EXPECT_TRUE(outcomes[7]->empty());
  EXPECT_EQ(Rows(Scan()), "a1,a3,b1,b2,b3,c1,c2");

  const std::vector<Get> gets = {Get("c1"), Get("a3"), Get("no")};
  const auto rows = table().Get(gets);
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ((*rows)[1].GetValue("f", "q"), "a3");
  EXPECT_TRUE((*rows)[2].empty());
}

TEST_P(Data, LargeBatchesOverManyRegions) {
  std::vector<Bytes> splits;
  for (char letter = 'b'; letter <= 'h'; ++letter) splits.push_back({letter});
  Make(splits);
  constexpr int kRows = 800;
  const auto row_of = [](int i) {
    return std::string(1, static_cast<char>('a' + i % 8)) + std::to_string(i);
  };
  for (int round = 1; round <= 2; ++round) {
    std::vector<Action> actions;
    for (int i = 0; i < kRows; ++i) {
      if (i % 2 == 0) {
        actions.emplace_back(Increment(row_of(i)).AddColumn("f", "n", i));
      } else {
        actions.emplace_back(Append(row_of(i)).AddColumn("f", "q", "x"));
      }
    }
    const auto outcomes = table().Batch(actions);
    ASSERT_EQ(outcomes.size(), actions.size());
    for (int i = 0; i < kRows; ++i) {
      const auto& outcome = outcomes[static_cast<size_t>(i)];
      ASSERT_TRUE(outcome.ok()) << outcome.status().ToString();
      EXPECT_EQ(outcome->row(), row_of(i));
      if (i % 2 == 0) {
        EXPECT_EQ(outcome->GetValue("f", "n"), EncodeLong(int64_t{i} * round));
      } else {
        EXPECT_EQ(outcome->GetValue("f", "q"), std::string(static_cast<size_t>(round), 'x'));
      }
    }
  }
}

TEST_P(Data, CountersOfManyThreadsAddUp) {
  Make({"m"});
  constexpr int kThreads = 4;
  constexpr int kTimes = 50;
  std::vector<std::thread> threads;
  for (int id = 0; id < kThreads; ++id) {
    threads.emplace_back([&, id] {
      for (int i = 0; i < kTimes; ++i) {
        // Single calls and batches: both carry nonces.
        const std::vector<Action> both = {Increment("a").AddColumn("f", "n", 1),
                                          Increment("z").AddColumn("f", "n", id)};
        EXPECT_TRUE(table().IncrementColumnValue("a", "f", "n", 1).ok());
        for (const auto& outcome : table().Batch(both)) {
          EXPECT_TRUE(outcome.ok()) << outcome.status().ToString();
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(*table().IncrementColumnValue("a", "f", "n", 0), 2 * kThreads * kTimes);
  EXPECT_EQ(*table().IncrementColumnValue("z", "f", "n", 0), (0 + 1 + 2 + 3) * kTimes);
}

TEST_P(Data, ChecksGuardEveryMutation) {
  Make();
  Put("r", "q", "1");
  const auto when = [] { return CheckAndMutate("r").IfEquals("f", "q", "1"); };
  // An increment returns the counter's new value when the check holds.
  auto result = table().CheckAndMutate(when().Then(Increment("r").AddColumn("f", "n", 4)));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_TRUE(result->success);
  EXPECT_EQ(result->result.GetValue("f", "n"), EncodeLong(4));
  result = table().CheckAndMutate(when().Then(Append("r").AddColumn("f", "s", "x")));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->result.GetValue("f", "s"), "x");
  result = table().CheckAndMutate(
      CheckAndMutate("r").IfEquals("f", "q", "2").Then(Increment("r").AddColumn("f", "n", 4)));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_FALSE(result->success);
  EXPECT_EQ(*table().IncrementColumnValue("r", "f", "n", 0), 4);
  result = table().CheckAndMutate(when().Then(Delete("r").AddColumns("f", "q")));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_TRUE(result->success);
  EXPECT_FALSE(*table().Exists(Get("r").AddColumn("f", "q")));
}

TEST_P(Data, WhatIsWrongIsRefusedWithItsCode) {
  Make();
  EXPECT_EQ(table().Put(basalt::Put("")).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(table().Put(basalt::Put("r")).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(table().Put(basalt::Put("r").AddColumn("nowhere", "q", "v")).code(),
            StatusCode::kNoSuchColumnFamily);
  EXPECT_EQ(table().Get(Get("r").AddFamily("nowhere")).status().code(),
            StatusCode::kNoSuchColumnFamily);
  EXPECT_EQ(Rows(Scan().AddFamily("nowhere")).substr(0, 21), "NO_SUCH_COLUMN_FAMILY");
  EXPECT_EQ(table().Put(basalt::Put("r").AddColumn("f", "q", Bytes(11 << 20, 'x'))).code(),
            StatusCode::kDoNotRetry);
  EXPECT_EQ(connection_->GetTable(Name("no_such_table")).status().code(),
            StatusCode::kTableNotFound);
}

}  // namespace
}  // namespace basalt::conformance
