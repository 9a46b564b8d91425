// Asynchronous writes and reads: BufferedMutator and AsyncTable, the same on every Connection.
#include <atomic>
#include <future>
#include <mutex>
#include <thread>

#include "basalt/async_table.h"
#include "basalt/buffered_mutator.h"
#include "fixture.h"

namespace basalt::conformance {
namespace {

class Buffered : public Conformance {
 protected:
  std::unique_ptr<BufferedMutator> OpenMutator(BufferedMutatorOptions options = {}) {
    auto mutator = BufferedMutator::Open(*connection_, Name(), std::move(options));
    EXPECT_TRUE(mutator.ok()) << mutator.status().ToString();
    return *std::move(mutator);
  }
  static basalt::Put OneOf(int i) {
    const std::string row = std::string(1, static_cast<char>('a' + i % 26)) + std::to_string(i);
    return basalt::Put(row).AddColumn("f", "q", 1, "v");
  }
  int CountRows() {
    auto scanner = table().GetScanner(Scan());
    int rows = 0;
    for (const RowResult& row : *scanner) rows += row.empty() ? 0 : 1;
    EXPECT_TRUE(scanner->status().ok()) << scanner->status().ToString();
    return rows;
  }
};
INSTANTIATE_TEST_SUITE_P(On, Buffered, testing::ValuesIn(Targets()), TargetName);

TEST_P(Buffered, WritesWhatIsFlushed) {
  Make({"h", "p"});
  auto mutator = OpenMutator();
  for (int i = 0; i < 100; ++i) Check(mutator->Mutate(OneOf(i)));
  EXPECT_EQ(CountRows(), 0);
  Check(mutator->Flush());
  EXPECT_EQ(CountRows(), 100);
  // In their order, and of every kind.
  Check(mutator->Mutate(basalt::Put("n").AddColumn("f", "gone", "v")));
  Check(mutator->Mutate(Delete("n").AddColumns("f", "gone")));
  Check(mutator->Mutate(Increment("n").AddColumn("f", "n", 5)));
  Check(mutator->Mutate(Append("n").AddColumn("f", "s", "x")));
  RowMutations both("o");
  both.Add(basalt::Put("o").AddColumn("f", "p", 1, "p"));
  both.Add(basalt::Put("o").AddColumn("f", "q", 1, "q"));
  Check(mutator->Mutate(both));
  Check(mutator->Close());
  EXPECT_EQ(table().Get(Get("n"))->size(), 2U);
  EXPECT_EQ(*table().IncrementColumnValue("n", "f", "n", 0), 5);
  EXPECT_EQ(Print(Get("o")), "o/f:p/1/Put=p o/f:q/1/Put=q");
  EXPECT_EQ(mutator->Mutate(OneOf(1)).code(), StatusCode::kDoNotRetry);
  Check(mutator->Close());
}

TEST_P(Buffered, WritesBySizeAndTime) {
  Make();
  {
    BufferedMutatorOptions options;
    options.buffer_bytes = 1000;
    auto mutator = OpenMutator(options);
    for (int i = 0; i < 100; ++i) Check(mutator->Mutate(OneOf(i)));
    // Written without a Flush.
    while (CountRows() == 0) std::this_thread::yield();
  }
  EXPECT_EQ(CountRows(), 100);
  BufferedMutatorOptions options;
  options.flush_interval_ms = 1;
  auto mutator = OpenMutator(options);
  Check(mutator->Mutate(basalt::Put("timed").AddColumn("f", "q", "v")));
  while (!*table().Exists(Get("timed"))) std::this_thread::yield();
}

TEST_P(Buffered, ManyThreadsAreHeldBack) {
  Make({"h", "p"});
  BufferedMutatorOptions options;
  options.buffer_bytes = 2000;
  options.limit_bytes = 4000;
  auto mutator = OpenMutator(options);
  constexpr int kThreads = 4;
  constexpr int kEach = 300;
  std::vector<std::thread> threads;
  for (int id = 0; id < kThreads; ++id) {
    threads.emplace_back([&, id] {
      for (int i = 0; i < kEach; ++i) Check(mutator->Mutate(OneOf(id * kEach + i)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  // A mutation that is larger than the limit is buffered alone.
  Check(mutator->Mutate(basalt::Put("large").AddColumn("g", "q", Bytes(10'000, 'x'))));
  Check(mutator->Close());
  EXPECT_EQ(CountRows(), kThreads * kEach + 1);
}

TEST_P(Buffered, FailuresAreTold) {
  Make();
  EXPECT_EQ(BufferedMutator::Open(*connection_, Name("no_such_table")).status().code(),
            StatusCode::kTableNotFound);
  const auto wrong = basalt::Put("wrong").AddColumn("nowhere", "q", "v");
  {
    auto mutator = OpenMutator();
    EXPECT_EQ(mutator->Mutate(basalt::Put("")).code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(mutator->Mutate(Get("r")).code(), StatusCode::kInvalidArgument);
    Check(mutator->Mutate(OneOf(1)));
    Check(mutator->Mutate(wrong));
    const Status status = mutator->Flush();
    EXPECT_EQ(status.code(), StatusCode::kNoSuchColumnFamily) << status.ToString();
    EXPECT_NE(status.message().find("1 of 2 mutations failed"), std::string::npos)
        << status.message();
    Check(mutator->Close());
  }
  EXPECT_EQ(CountRows(), 1);
  std::vector<FailedMutation> told;
  BufferedMutatorOptions options;
  options.on_error = [&](std::vector<FailedMutation> failed) {
    for (FailedMutation& one : failed) told.push_back(std::move(one));
  };
  auto mutator = OpenMutator(options);
  Check(mutator->Mutate(wrong));
  Check(mutator->Mutate(OneOf(2)));
  Check(mutator->Close());
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(std::get<basalt::Put>(told[0].mutation).row(), "wrong");
  EXPECT_EQ(told[0].error.code(), StatusCode::kNoSuchColumnFamily);
  EXPECT_EQ(CountRows(), 2);
}

class Async : public Conformance {
 protected:
  std::unique_ptr<AsyncTable> OpenAsync(const AsyncOptions& options = {}) {
    auto table = AsyncTable::Open(*connection_, Name(), options);
    EXPECT_TRUE(table.ok()) << table.status().ToString();
    return *std::move(table);
  }
};
INSTANTIATE_TEST_SUITE_P(On, Async, testing::ValuesIn(Targets()), TargetName);

TEST_P(Async, EveryOperation) {
  Make({"m"});
  auto async = OpenAsync();
  EXPECT_EQ(async->name(), Name());
  Check(async->Put(basalt::Put("r").AddColumn("f", "q", 1, "v")).get());
  EXPECT_EQ(Print(*async->Get(Get("r")).get()), "r/f:q/1/Put=v");
  EXPECT_EQ(async->Increment(Increment("r").AddColumn("f", "n", 3)).get()->GetValue("f", "n"),
            EncodeLong(3));
  EXPECT_EQ(async->Append(Append("r").AddColumn("f", "s", "x")).get()->GetValue("f", "s"), "x");
  Check(async->Delete(Delete("r").AddColumns("f", "s")).get());
  RowMutations both("r");
  both.Add(Increment("r").AddColumn("f", "n", 1));
  both.Add(Delete("r").AddColumns("f", "q"));
  EXPECT_EQ(async->MutateRow(both).get()->GetValue("f", "n"), EncodeLong(4));
  const auto checked = async
                           ->CheckAndMutate(CheckAndMutate("r").IfNotExists("f", "q").Then(
                               basalt::Put("r").AddColumn("f", "p", 2, "w")))
                           .get();
  ASSERT_TRUE(checked.ok()) << checked.status().ToString();
  EXPECT_TRUE(checked->success);
  const auto outcomes =
      async
          ->Batch({Get("r").AddColumn("f", "p"), basalt::Put("a").AddColumn("f", "q", 1, "v"),
                   basalt::Put("z").AddColumn("nowhere", "q", "v")})
          .get();
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_EQ(Print(*outcomes[0]), "r/f:p/2/Put=w");
  EXPECT_TRUE(outcomes[1].ok());
  EXPECT_EQ(outcomes[2].status().code(), StatusCode::kNoSuchColumnFamily);
  EXPECT_TRUE(async->Batch({}).get().empty());
}

TEST_P(Async, ErrorsAreTold) {
  Make();
  EXPECT_EQ(AsyncTable::Open(*connection_, Name("no_such_table")).status().code(),
            StatusCode::kTableNotFound);
  auto async = OpenAsync();
  EXPECT_EQ(async->Put(basalt::Put("")).get().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(async->Get(Get("r").AddFamily("nowhere")).get().status().code(),
            StatusCode::kNoSuchColumnFamily);
  Check(admin().DisableTable(Name()));
  EXPECT_EQ(async->Get(Get("r")).get().status().code(), StatusCode::kTableNotEnabled);
}

TEST_P(Async, ManyUnderWayAtOnce) {
  Make({"f", "m", "t"});
  AsyncOptions options;
  options.max_under_way = 50;
  constexpr int kOperations = 2000;
  std::atomic<int> failed = 0;
  {
    auto async = OpenAsync(options);
    for (int i = 0; i < kOperations; ++i) {
      const std::string row(1, static_cast<char>('a' + i % 26));
      async->Increment(Increment(row).AddColumn("f", "n", 1), [&](const auto& result) {
        if (!result.ok()) ++failed;
      });
    }
    // The destructor waits for the operations.
  }
  EXPECT_EQ(failed, 0);
  int64_t sum = 0;
  auto scanner = table().GetScanner(Scan());
  for (const RowResult& row : *scanner) sum += *DecodeLong(*row.GetValue("f", "n"));
  EXPECT_EQ(sum, kOperations);
}

TEST_P(Async, OneLeadsToTheNext) {
  Make();
  AsyncOptions options;
  options.threads = 1;
  options.max_under_way = 1;
  auto async = OpenAsync(options);
  std::promise<void> last;
  std::function<void(int)> step = [&](int left) {
    async->Increment(Increment("r").AddColumn("f", "n", 1), [&, left](const auto& result) {
      EXPECT_TRUE(result.ok()) << result.status().ToString();
      // What waits for servers may be used here too.
      EXPECT_TRUE(*table().Exists(Get("r")));
      if (left > 1) return step(left - 1);
      last.set_value();
    });
  };
  step(20);
  last.get_future().wait();
  EXPECT_EQ(*table().IncrementColumnValue("r", "f", "n", 0), 20);
}

}  // namespace
}  // namespace basalt::conformance
