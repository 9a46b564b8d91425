// The shapes of reads: columns, versions, time ranges, limits, batches, filters' call order.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "client/test_table.h"

namespace basalt::embedded {
namespace {

using client::TestTable;

FamilyDescriptor Family(const char* name, int32_t versions = 5) {
  return FamilyDescriptor(name).SetMaxVersions(versions);
}

TEST(Reads, ColumnsFamiliesAndVersions) {
  TestTable t({Family("f"), Family("g")});
  for (int64_t ts : {1, 2}) {
    for (const char* q : {"", "a", "b"}) {
      t.Put("r", q, ts, "f");
      t.Put("r", q, ts, "g", "g");
    }
  }
  EXPECT_EQ(t.Print(Get("r").AddFamily("g")), "r/g:/2/Put g\nr/g:a/2/Put g\nr/g:b/2/Put g\n");
  EXPECT_EQ(t.Print(Get("r").AddColumn("f", "b").AddColumn("g", "")),
            "r/f:b/2/Put f\nr/g:/2/Put g\n");
  EXPECT_EQ(t.Print(Get("r").AddColumn("f", "a").AddColumn("f", "none").ReadVersions(2)),
            "r/f:a/2/Put f\nr/f:a/1/Put f\n");
  EXPECT_EQ(t.Print(Scan().AddColumn("f", "a").SetReversed()), "r/f:a/2/Put f\n");
  EXPECT_EQ(t->Get(Get("r").ReadVersions(0)).status().code(), StatusCode::kInvalidArgument);
}

TEST(Reads, TimeRangesAlsoPerFamily) {
  TestTable t({Family("f"), Family("g")});
  for (int64_t ts : {1, 2, 3}) {
    t.Put("r", "a", ts, "v");
    t.Put("r", "a", ts, "v", "g");
  }
  Get get("r");
  get.SetTimeRange(*TimeRange::Of(1, 3)).ReadAllVersions();
  get.SetColumnFamilyTimeRange("g", *TimeRange::Of(3, 4));
  EXPECT_EQ(t.Print(get), "r/f:a/2/Put v\nr/f:a/1/Put v\nr/g:a/3/Put v\n");
  EXPECT_EQ(TimeRange::Of(3, 1).status().message(), "maxStamp is smaller than minStamp");
}

TEST(Reads, ExistenceOnlyReturnsNoCells) {
  TestTable t({Family("f")});
  t.Put("r", "a", 1, "v");
  const auto result = t->Get(Get("r").SetCheckExistenceOnly());
  EXPECT_TRUE(result->exists());
  EXPECT_TRUE(result->empty());
  EXPECT_FALSE(*t->Exists(Get("r").AddColumn("f", "b")));
}

TEST(Reads, BatchCutsRowsIntoPartialResults) {
  TestTable t({Family("f"), Family("g")});
  for (const char* q : {"a", "b", "c"}) t.Put("r", q, 1, "v");
  t.Put("r", "d", 1, "v", "g");
  t.Put("s", "a", 1, "v");
  std::vector<std::pair<size_t, bool>> results;
  auto scanner = t->GetScanner(Scan().SetBatch(2));
  for (const RowResult& row : *scanner) results.emplace_back(row.size(), row.partial());
  const std::vector<std::pair<size_t, bool>> expected = {{2, true}, {2, false}, {1, false}};
  EXPECT_EQ(results, expected);
}

TEST(Reads, StoreLimitAndOffsetCountPerFamilyAndRow) {
  TestTable t({Family("f"), Family("g")});
  for (const char* q : {"a", "b", "c"}) {
    t.Put("r", q, 1, "v");
    t.Put("r", q, 1, "v", "g");
  }
  Scan scan;
  scan.SetMaxResultsPerColumnFamily(1);
  scan.SetRowOffsetPerColumnFamily(1);
  EXPECT_EQ(t.Print(scan), "r/f:b/1/Put v\nr/g:b/1/Put v\n");
}

TEST(Reads, RowsLargerThanTheReverseBufferAreReadWhole) {
  TestTable t({Family("f", 1)});
  std::string expected;
  Put wide("wide", 1);
  for (int i = 10000; i < 15000; ++i) wide.AddColumn("f", std::to_string(i), "v");
  ASSERT_TRUE(t->Put(wide).ok());
  t.Put("a", "x", 1, "v");
  t.Put("z", "x", 1, "v");
  t.Flush();
  std::vector<std::pair<std::string, size_t>> rows;
  auto scanner = t->GetScanner(Scan().SetReversed());
  for (const RowResult& row : *scanner) rows.emplace_back(std::string(row.row()), row.size());
  const std::vector<std::pair<std::string, size_t>> whole = {{"z", 1}, {"wide", 5000}, {"a", 1}};
  EXPECT_EQ(rows, whole);
}

TEST(Reads, AScannerSeesTheTableAsItWasOpened) {
  TestTable t({Family("f", 1), Family("g", 1)});
  for (const char* row : {"a", "b", "c"}) {
    ASSERT_TRUE(t->Put(Put(row, 1).AddColumn("f", "q", "old").AddColumn("g", "q", "old")).ok());
  }
  auto scanner = t->GetScanner(Scan());
  for (const char* row : {"a", "b", "c"}) {
    ASSERT_TRUE(t->Put(Put(row, 2).AddColumn("f", "q", "new").AddColumn("g", "q", "new")).ok());
  }
  ASSERT_TRUE(t->Delete(Delete("b")).ok());
  t.Flush();
  t.MajorCompact();
  int cells = 0;
  for (const RowResult& row : *scanner) {
    for (const CellView& cell : row) {
      EXPECT_EQ(cell.value, "old");
      ++cells;
    }
  }
  EXPECT_EQ(cells, 6);
}

// Writes down every call it gets and answers as it is told.
class RecordingFilter : public Filter {
 public:
  using Log = std::vector<std::string>;
  using Answer = std::function<ReturnCode(const CellView&)>;
  RecordingFilter(std::shared_ptr<Log> log, Answer answer, bool whole_rows = false)
      : log_(std::move(log)), answer_(std::move(answer)), whole_rows_(whole_rows) {}

  std::unique_ptr<Filter> Clone() const override {
    return std::make_unique<RecordingFilter>(log_, answer_, whole_rows_);
  }
  void Reset() override { log_->push_back("reset"); }
  bool FilterRowKey(BytesView row) override {
    log_->push_back("row " + std::string(row));
    return row == "skipped";
  }
  ReturnCode FilterCell(const CellView& cell) override {
    log_->push_back("cell " + std::string(cell.family) + ":" + std::string(cell.qualifier) + "@" +
                    std::to_string(cell.timestamp));
    return answer_(cell);
  }
  bool HasFilterRow() const override { return whole_rows_; }
  void FilterRowCells(RowResult& row) override {
    log_->push_back("cells " + std::to_string(row.size()));
  }
  bool FilterRow() override {
    log_->push_back("filter row");
    return false;
  }
  std::optional<Cell> NextCellHint(const CellView& cell) override {
    Cell hint(cell);
    hint.qualifier = "c";
    hint.timestamp = kLatestTimestamp;
    hint.type = CellType::kMaximum;
    return hint;
  }

 private:
  std::shared_ptr<Log> log_;
  Answer answer_;
  bool whole_rows_;
};

TEST(Reads, FiltersAreCalledInHBasesOrder) {
  TestTable t({Family("f"), Family("g")});
  t.Put("r", "a", 2, "v");
  t.Put("r", "a", 1, "v");
  t.Put("r", "b", 1, "v", "g");
  t.Put("skipped", "a", 1, "v");
  const auto log = std::make_shared<RecordingFilter::Log>();
  const auto include = [](const CellView&) { return Filter::ReturnCode::kInclude; };
  EXPECT_EQ(t.Print(Scan().ReadAllVersions().SetFilter(
                std::make_shared<RecordingFilter>(log, include, true))),
            "r/f:a/2/Put v\nr/f:a/1/Put v\nr/g:b/1/Put v\n");
  const RecordingFilter::Log expected = {"row r",      "cell f:a@2", "cell f:a@1", "cell g:b@1",
                                         "cells 3",    "filter row", "reset",      "row skipped",
                                         "cell f:a@1", "reset"};
  EXPECT_EQ(*log, expected);
}

TEST(Reads, FilterAnswersSkipAsFarAsTheySay) {
  TestTable t({Family("f")});
  for (const char* q : {"a", "b", "c", "d"}) {
    for (int64_t ts : {1, 2}) t.Put("r", q, ts, "v");
  }
  const auto log = std::make_shared<RecordingFilter::Log>();
  const auto run = [&](Filter::ReturnCode on_a) {
    log->clear();
    const auto answer = [on_a](const CellView& cell) {
      return cell.qualifier == "a" ? on_a : Filter::ReturnCode::kIncludeAndNextColumn;
    };
    return t.Print(
        Scan().ReadAllVersions().SetFilter(std::make_shared<RecordingFilter>(log, answer)));
  };
  using Code = Filter::ReturnCode;
  const std::string rest = "r/f:b/2/Put v\nr/f:c/2/Put v\nr/f:d/2/Put v\n";
  EXPECT_EQ(run(Code::kSkip), rest);
  EXPECT_EQ(run(Code::kNextColumn), rest);
  EXPECT_EQ(run(Code::kInclude), "r/f:a/2/Put v\nr/f:a/1/Put v\n" + rest);
  EXPECT_EQ(run(Code::kIncludeAndNextColumn), "r/f:a/2/Put v\n" + rest);
  EXPECT_EQ(run(Code::kNextRow), "");
  EXPECT_EQ(run(Code::kIncludeAndSeekNextRow), "r/f:a/2/Put v\n");
  EXPECT_EQ(run(Code::kSeekNextUsingHint), "r/f:c/2/Put v\nr/f:d/2/Put v\n");
}

TEST(Reads, BatchAndWholeRowFiltersDoNotMix) {
  TestTable t({Family("f")});
  const auto log = std::make_shared<RecordingFilter::Log>();
  const auto include = [](const CellView&) { return Filter::ReturnCode::kInclude; };
  const auto scanner = t->GetScanner(
      Scan().SetBatch(2).SetFilter(std::make_shared<RecordingFilter>(log, include, true)));
  EXPECT_EQ(scanner.status().code(), StatusCode::kDoNotRetry);
}

TEST(Reads, CheckAndMutateWithEveryOperator) {
  using Op = CompareOperator;
  const std::vector<std::pair<Op, std::vector<bool>>> expected = {
      // The given value is "a", "b" or "c"; the stored one is "b". "given OP stored".
      {Op::kLess, {true, false, false}},          {Op::kLessOrEqual, {true, true, false}},
      {Op::kEqual, {false, true, false}},         {Op::kNotEqual, {true, false, true}},
      {Op::kGreaterOrEqual, {false, true, true}}, {Op::kGreater, {false, false, true}},
  };
  TestTable t({Family("f")});
  for (const auto& [op, outcomes] : expected) {
    for (size_t i = 0; i < outcomes.size(); ++i) {
      t.Put("r", "q", 1, "b");
      const Bytes given(1, static_cast<char>('a' + i));
      const auto result = t->CheckAndMutate(CheckAndMutate("r")
                                                .IfMatches("f", "q", op, given)
                                                .Then(Put("r", 1).AddColumn("f", "hit", given)));
      ASSERT_TRUE(result.ok()) << result.status().ToString();
      EXPECT_EQ(result->success, outcomes[i]) << static_cast<int>(op) << " " << given;
    }
  }
}

TEST(Reads, CheckAndMutateIfNotExists) {
  TestTable t({Family("f")});
  const auto create = [&] {
    return t->CheckAndMutate(
        CheckAndMutate("r").IfNotExists("f", "q").Then(Put("r", 1).AddColumn("f", "q", "v")));
  };
  EXPECT_TRUE(create()->success);
  EXPECT_FALSE(create()->success);
  RowMutations both("r");
  both.Add(Delete("r").AddColumns("f", "q")).Add(Increment("r").AddColumn("f", "n", 3));
  const auto result = t->CheckAndMutate(CheckAndMutate("r").IfEquals("f", "q", "v").Then(both));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_TRUE(result->success);
  EXPECT_EQ(DecodeLong(*result->result.GetValue("f", "n")), 3);
  EXPECT_FALSE(*t->Exists(Get("r").AddColumn("f", "q")));
  // HBase takes an empty value for "no such column".
  EXPECT_TRUE(t->CheckAndMutate(CheckAndMutate("absent")
                                    .IfEquals("f", "q", "")
                                    .Then(Put("absent", 1).AddColumn("f", "q", "v")))
                  ->success);
  EXPECT_FALSE(t->CheckAndMutate(CheckAndMutate("absent")
                                     .IfEquals("f", "q", "")
                                     .Then(Put("absent", 1).AddColumn("f", "q", "v")))
                   ->success);
}

TEST(Reads, BatchesAnswerEachActionByItself) {
  TestTable t({Family("f")});
  const std::vector<Action> actions = {Put("r", 1).AddColumn("f", "q", "v"),
                                       Put("r").AddColumn("nope", "q", "v"), Get("r"),
                                       Increment("r").AddColumn("f", "n", 2)};
  const auto outcomes = t->Batch(actions);
  ASSERT_EQ(outcomes.size(), 4U);
  EXPECT_TRUE(outcomes[0].ok());
  EXPECT_EQ(outcomes[1].status().code(), StatusCode::kNoSuchColumnFamily);
  EXPECT_EQ(TestTable::Print(*outcomes[2]), "r/f:q/1/Put v\n");
  EXPECT_EQ(outcomes[3]->size(), 1U);
}

TEST(Reads, AScanCanBeCancelled) {
  TestTable t({Family("f")});
  for (const char* row : {"a", "b", "c"}) t.Put(row, "q", 1, "v");
  CancellationSource source;
  auto scanner = t->GetScanner(Scan(), {.cancellation = source.token()});
  ASSERT_TRUE(scanner.ok());
  RowResult row;
  EXPECT_TRUE(*scanner->Next(row));
  source.Cancel();
  EXPECT_EQ(scanner->Next(row).status().code(), StatusCode::kCancelled);
  EXPECT_EQ(t->Get(Get("a"), {.cancellation = source.token()}).status().code(),
            StatusCode::kCancelled);
  source.Reset();
  EXPECT_TRUE(*scanner->Next(row));
  EXPECT_EQ(row.row(), "b");
}

// Passes nothing, and never comes to an end.
class EndlessFilter : public Filter {
 public:
  explicit EndlessFilter(std::atomic<int>& rows) : rows_(rows) {}
  std::unique_ptr<Filter> Clone() const override { return std::make_unique<EndlessFilter>(rows_); }
  bool FilterRowKey(BytesView /*row*/) override {
    ++rows_;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return true;
  }

 private:
  std::atomic<int>& rows_;
};

TEST(Reads, AScanThatFindsNothingCanBeCancelled) {
  TestTable t({Family("f")});
  std::vector<Put> puts;
  for (int i = 0; i < 20'000; ++i) puts.push_back(Put(std::to_string(i)).AddColumn("f", "q", "v"));
  ASSERT_TRUE(t->Put(puts).ok());
  std::atomic<int> rows = 0;
  CancellationSource source;
  auto scanner = t->GetScanner(Scan().SetFilter(std::make_shared<EndlessFilter>(rows)),
                               {.cancellation = source.token()});
  ASSERT_TRUE(scanner.ok());
  std::thread canceller([&] {
    while (rows == 0) std::this_thread::yield();
    source.Cancel();
  });
  RowResult row;
  EXPECT_EQ(scanner->Next(row).status().code(), StatusCode::kCancelled);
  canceller.join();
  EXPECT_LT(rows, 20'000);
}

TEST(Reads, ADeadlineEndsAScan) {
  TestTable t({Family("f")});
  std::vector<Put> puts;
  for (int i = 0; i < 1'000; ++i) puts.push_back(Put(std::to_string(i)).AddColumn("f", "q", "v"));
  ASSERT_TRUE(t->Put(puts).ok());
  std::atomic<int> rows = 0;
  auto scanner =
      t->GetScanner(Scan().SetFilter(std::make_shared<EndlessFilter>(rows)), {.timeout_ms = 5});
  ASSERT_TRUE(scanner.ok());
  RowResult row;
  EXPECT_EQ(scanner->Next(row).status().code(), StatusCode::kTimedOut);
  EXPECT_LT(rows, 1'000);
}

}  // namespace
}  // namespace basalt::embedded
