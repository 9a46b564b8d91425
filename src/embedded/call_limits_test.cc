// Deadlines and cancellation tokens of calls that take long on a directory: the waits of a
// BufferedMutator, and compactions.
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "basalt/buffered_mutator.h"
#include "basalt/connection.h"
#include "base/limits_watch.h"
#include "base/testing.h"

namespace basalt::embedded {
namespace {

// Stands still, and calls a function whenever it is asked for the time.
class ClockWithHook : public Clock {
 public:
  int64_t NowMs() const override {
    std::function<void()> hook;
    {
      const std::lock_guard lock(mutex_);
      hook = hook_;
    }
    if (hook) hook();
    return 1'000'000'000'000;
  }
  void SetHook(std::function<void()> hook) {
    const std::lock_guard lock(mutex_);
    hook_ = std::move(hook);
  }

 private:
  mutable std::mutex mutex_;
  std::function<void()> hook_;
};

class CallLimitsTest : public testing::Test {
 protected:
  CallLimitsTest() {
    ConnectionOptions options;
    options.clock = &clock_;
    options.automatic_compactions = false;
    auto connection = Connection::Open(directory_.Sub("data"), options);
    Check(connection.status());
    connection_ = *std::move(connection);
    TableDescriptor descriptor(Name());
    Check(descriptor.AddFamily(FamilyDescriptor("f")));
    Check(descriptor.AddFamily(FamilyDescriptor("g")));
    Check(admin().CreateTable(descriptor));
    table_ = *connection_->GetTable(Name());
  }

  static TableName Name() { return *TableName::Parse("t"); }
  static void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }
  Admin& admin() { return connection_->admin(); }

  // Adds one file with this many rows to both families.
  void AddFile(int rows) {
    std::vector<Put> puts;
    for (int i = 0; i < rows; ++i) {
      puts.push_back(Put("r" + std::to_string(i)).AddColumn("f", "q", std::string(100, 'v')));
      puts.back().AddColumn("g", "q", "v");
    }
    Check(table_->Put(puts));
    Check(admin().Flush(Name()));
  }
  // The number of files of each family, such as "2 2".
  std::string Files() {
    const auto regions = admin().ListRegions(Name());
    Check(regions.status());
    std::string counts;
    for (const FamilyMetrics& family : regions->at(0).families) {
      counts += (counts.empty() ? "" : " ") + std::to_string(family.store_file_count);
    }
    return counts;
  }
  int CountRows() {
    auto scanner = table_->GetScanner(Scan());
    int rows = 0;
    for (const RowResult& row : *scanner) rows += row.empty() ? 0 : 1;
    Check(scanner->status());
    return rows;
  }

  base::TempDir directory_;
  ClockWithHook clock_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Table> table_;
};

TEST_F(CallLimitsTest, WaitsOfABufferedMutatorEnd) {
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  std::promise<void> writing;
  BufferedMutatorOptions options;
  options.buffer_bytes = 1;
  options.limit_bytes = 1;
  // Holds the writing thread.
  options.on_error = [&](const std::vector<FailedMutation>& /*failed*/) {
    writing.set_value();
    released.wait();
  };
  auto opened = BufferedMutator::Open(*connection_, Name(), options, {.timeout_ms = 60'000});
  Check(opened.status());
  BufferedMutator& mutator = **opened;
  Check(mutator.Mutate(Put("r").AddColumn("nowhere", "q", "v"), {.timeout_ms = 60'000}));
  writing.get_future().wait();

  const auto put = Put("taken").AddColumn("f", "q", "v");
  EXPECT_EQ(mutator.Mutate(put, {.timeout_ms = 1}).code(), StatusCode::kTimedOut);
  EXPECT_EQ(mutator.Flush({.timeout_ms = 1}).code(), StatusCode::kTimedOut);
  CancellationSource source;
  auto mutate = std::async(std::launch::async,
                           [&] { return mutator.Mutate(put, {.cancellation = source.token()}); });
  auto flush = std::async(std::launch::async,
                          [&] { return mutator.Flush({.cancellation = source.token()}); });
  source.Cancel();
  EXPECT_EQ(mutate.get().code(), StatusCode::kCancelled);
  EXPECT_EQ(flush.get().code(), StatusCode::kCancelled);
  EXPECT_EQ(mutator.Close({.timeout_ms = 1}).code(), StatusCode::kTimedOut);
  EXPECT_EQ(mutator.Mutate(put).code(), StatusCode::kDoNotRetry);

  release.set_value();
  Check(mutator.Close());
  // What was not taken was not written.
  EXPECT_EQ(CountRows(), 0);
}

TEST_F(CallLimitsTest, ABufferedMutatorWritesWithItsOptions) {
  CancellationSource source;
  std::vector<FailedMutation> failed;
  BufferedMutatorOptions options;
  options.call.cancellation = source.token();
  options.on_error = [&](std::vector<FailedMutation> some) { failed = std::move(some); };
  auto mutator = BufferedMutator::Open(*connection_, Name(), options);
  Check(mutator.status());
  Check((*mutator)->Mutate(Put("a").AddColumn("f", "q", "v")));
  Check((*mutator)->Flush());
  EXPECT_EQ(CountRows(), 1);
  source.Cancel();
  Check((*mutator)->Mutate(Put("b").AddColumn("f", "q", "v")));
  Check((*mutator)->Close());
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_EQ(failed[0].error.code(), StatusCode::kCancelled);
  EXPECT_EQ(CountRows(), 1);
}

TEST_F(CallLimitsTest, MaintenanceThatIsCancelledBeforeItBeginsDoesNothing) {
  AddFile(10);
  AddFile(10);
  CancellationSource source;
  source.Cancel();
  const CallOptions cancelled{.cancellation = source.token()};
  const CallOptions late{.timeout_ms = 0};
  EXPECT_EQ(admin().Flush(Name(), {}, cancelled).code(), StatusCode::kCancelled);
  EXPECT_EQ(admin().Compact(Name(), {}, cancelled).code(), StatusCode::kCancelled);
  EXPECT_EQ(admin().MajorCompact(Name(), {}, cancelled).code(), StatusCode::kCancelled);
  EXPECT_EQ(admin().Flush(Name(), {}, late).code(), StatusCode::kTimedOut);
  EXPECT_EQ(admin().Compact(Name(), {}, late).code(), StatusCode::kTimedOut);
  EXPECT_EQ(admin().MajorCompact(Name(), {}, late).code(), StatusCode::kTimedOut);
  EXPECT_EQ(Files(), "2 2");
}

TEST_F(CallLimitsTest, ACancelledMajorCompactionDoesNotGoOnToTheNextFamily) {
  AddFile(10);
  AddFile(10);
  CancellationSource source;
  // The compaction asks for the time before it compacts.
  clock_.SetHook([&] { source.Cancel(); });
  EXPECT_EQ(admin().MajorCompact(Name(), {}, {.cancellation = source.token()}).code(),
            StatusCode::kCancelled);
  clock_.SetHook(nullptr);
  EXPECT_EQ(Files(), "2 2");
  Check(admin().MajorCompact(Name()));
  EXPECT_EQ(Files(), "1 1");
}

TEST_F(CallLimitsTest, ACompactionIsInterruptedWhileRocksDbWorks) {
  constexpr int kRows = 5'000;
  // A compaction may be over before it has noticed; not every time.
  constexpr int kAttempts = 20;
  AddFile(kRows);
  Status status;
  for (int attempt = 0; attempt < kAttempts && status.ok(); ++attempt) {
    AddFile(kRows);
    const std::string before = Files();
    CancellationSource source;
    // RocksDB's thread asks for the time when it begins to merge files.
    clock_.SetHook([&, caller = std::this_thread::get_id()] {
      if (std::this_thread::get_id() == caller || source.cancelled()) return;
      source.Cancel();
      std::promise<void> noticed;
      const base::LimitsWatch watch(base::CallLimits({.cancellation = source.token()}),
                                    [&] { noticed.set_value(); });
      noticed.get_future().wait();
    });
    status = admin().MajorCompact(Name(), {.family = "f"}, {.cancellation = source.token()});
    clock_.SetHook(nullptr);
    EXPECT_TRUE(source.cancelled()) << "The compaction merged no files.";
    if (!status.ok()) {
      EXPECT_EQ(Files(), before);
    }
  }
  EXPECT_EQ(status.code(), StatusCode::kCancelled) << status.ToString();
  EXPECT_EQ(CountRows(), kRows);
  Check(admin().MajorCompact(Name(), {.family = "f"}));
  EXPECT_EQ(Files().substr(0, 1), "1");
}

}  // namespace
}  // namespace basalt::embedded
