// Reads and writes for calls that must not wait: they do what memory allows, and are given up
// before anything has happened where it does not.
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rocksdb/write_buffer_manager.h>

#include "base/call_budget.h"
#include "base/testing.h"
#include "store/cell_table.h"
#include "store/disk_space.h"
#include "store/maintenance.h"
#include "store/memstore_limit.h"
#include "store/store.h"
#include "store/write_guard.h"

namespace basalt::store {
namespace {

using base::CallBudget;

// As in a server, but it is never spent by time.
CallBudget ShortBudget() {
  CallBudget::ShortCall cost;
  cost.time_us = std::numeric_limits<int32_t>::max();
  return {{}, cost, std::chrono::steady_clock::now()};
}

// Counts what it is asked about, and refuses the value "bad".
class CountingGuard : public WriteGuard {
 public:
  Status Check(const CellView& put) const override {
    ++checks;
    if (put.value == "bad") return {StatusCode::kDoNotRetry, "refused"};
    return {};
  }
  mutable int checks = 0;
};

class ShortCallsTest : public testing::Test {
 protected:
  void SetUp() override {
    options_.automatic_compactions = false;
    Open();
  }
  void Open() {
    table_.reset();
    store_.reset();
    auto store = Store::Open(dir_.Sub("data"), options_);
    ASSERT_TRUE(store.ok()) << store.status().ToString();
    store_ = *store;
    const FamilyDescriptor family("f");
    TableDescriptor descriptor(*TableName::Parse("t"));
    ASSERT_TRUE(descriptor.AddFamily(family).ok());
    auto handle = store_->FindFamily("1.f");
    if (handle == nullptr) handle = *store_->CreateFamily("1.f", family);
    ASSERT_TRUE(store_->ConfigureFamily(*handle, family).ok());
    table_ = std::make_unique<CellTable>(store_, 1, descriptor,
                                         std::vector<std::shared_ptr<Family>>{handle}, guard_);
  }
  void Write(const Mutation& mutation) {
    const Status status = table_->MutateRow(mutation.row(), {&mutation, 1}).status();
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  // Whether a short call reads the row.
  bool ReadsAtOnce(const Get& get) {
    CallBudget budget = ShortBudget();
    const auto row = table_->Get(get, &budget);
    EXPECT_EQ(row.ok(), !budget.given_up()) << row.status().ToString();
    EXPECT_TRUE(!row.ok() || !row->empty());
    return row.ok();
  }
  bool WritesAtOnce(const Mutation& mutation) {
    CallBudget budget = ShortBudget();
    const auto written = table_->MutateRow(mutation.row(), {&mutation, 1}, nullptr, &budget);
    EXPECT_EQ(written.ok(), !budget.given_up()) << written.status().ToString();
    return written.ok();
  }
  bool Exists(const Bytes& row) { return !table_->Get(Get(row))->empty(); }

  base::TempDir dir_;
  StoreOptions options_;
  std::shared_ptr<const WriteGuard> guard_;
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

TEST_F(ShortCallsTest, ABlockOnDiskIsNotWaitedFor) {
  Write(Put("r").AddColumn("f", "q", "v"));
  EXPECT_TRUE(ReadsAtOnce(Get("r")));
  ASSERT_TRUE(FlushFamily(*store_, *table_->FindFamily("f")->family).ok());
  Open();
  EXPECT_FALSE(ReadsAtOnce(Get("r"))) << "nothing has been read since the store was opened";
  CallBudget waiting;
  ASSERT_TRUE(table_->Get(Get("r"), &waiting).ok());
  EXPECT_TRUE(ReadsAtOnce(Get("r"))) << "the block is in the cache";
}

TEST_F(ShortCallsTest, AnIncrementThatHasToReadTheDiskIsGivenUp) {
  Write(Put("r").AddColumn("f", "n", EncodeLong(5)));
  ASSERT_TRUE(FlushFamily(*store_, *table_->FindFamily("f")->family).ok());
  Open();
  const Increment increment = Increment("r").AddColumn("f", "n", 1);
  EXPECT_FALSE(WritesAtOnce(increment));
  Write(increment);
  EXPECT_TRUE(WritesAtOnce(increment));
  EXPECT_EQ(DecodeLong(table_->Get(Get("r"))->GetLatest("f", "n")->value), 7);
}

TEST_F(ShortCallsTest, AWideRowIsGivenUp) {
  Put wide("r");
  for (int i = 0; i < 5000; ++i) wide.AddColumn("f", std::to_string(i), "v");
  Write(wide);
  EXPECT_FALSE(ReadsAtOnce(Get("r")));
  EXPECT_TRUE(ReadsAtOnce(Get("r").AddColumn("f", "77"))) << "one column of it is not wide";
  CallBudget waiting;
  EXPECT_EQ(table_->Get(Get("r"), &waiting)->size(), 5000U);
}

TEST_F(ShortCallsTest, CellsThatAreHiddenCountToo) {
  Put wide("r");
  for (int i = 0; i < 5000; ++i) wide.AddColumn("f", std::to_string(i), "v");
  Write(wide);
  Write(Delete("r"));
  CallBudget budget = ShortBudget();
  EXPECT_FALSE(table_->Get(Get("r"), &budget).ok());
  EXPECT_TRUE(budget.given_up());
}

TEST_F(ShortCallsTest, ALargeValueIsGivenUp) {
  Write(Put("r").AddColumn("f", "q", Bytes(1 << 20, 'x')));
  EXPECT_FALSE(ReadsAtOnce(Get("r")));
}

TEST_F(ShortCallsTest, AReadEndsAtTheDeadlineOfItsCall) {
  Put wide("r");
  for (int i = 0; i < 5000; ++i) wide.AddColumn("f", std::to_string(i), "v");
  Write(wide);
  CallBudget late{base::CallLimits(std::chrono::steady_clock::now())};
  EXPECT_EQ(table_->Get(Get("r"), &late).status().code(), StatusCode::kTimedOut);
}

TEST_F(ShortCallsTest, ASyncIsNotWaitedFor) {
  EXPECT_TRUE(WritesAtOnce(Put("a").AddColumn("f", "q", "v")));
  Put synced("b");
  synced.AddColumn("f", "q", "v").SetDurability(Durability::kFsyncWal);
  EXPECT_FALSE(WritesAtOnce(synced));
  EXPECT_FALSE(Exists("b"));
  options_.sync_wal_to_disk = true;
  Open();
  EXPECT_FALSE(WritesAtOnce(Put("c").AddColumn("f", "q", "v")));
  EXPECT_FALSE(Exists("c"));
}

TEST_F(ShortCallsTest, ALockIsNotWaitedFor) {
  const auto held = store_->row_locks().LockOne(1, "a", true);
  bool written = true;
  bool checked = true;
  std::vector<Status> outcomes;
  std::thread([&] {
    written = WritesAtOnce(Put("a").AddColumn("f", "q", "v"));
    CallBudget budget = ShortBudget();
    checked =
        table_
            ->CheckAndMutate(
                CheckAndMutate("a").IfNotExists("f", "q").Then(Put("a").AddColumn("f", "q", "v")),
                &budget)
            .ok();
    const Put free = Put("b").AddColumn("f", "q", "v");
    const Put locked = Put("a").AddColumn("f", "q", "v");
    CallBudget group = ShortBudget();
    outcomes = table_->MutateEach(std::vector<const Mutation*>{&free, &locked}, &group);
    EXPECT_TRUE(group.given_up());
  }).join();
  EXPECT_FALSE(written);
  EXPECT_FALSE(checked);
  ASSERT_EQ(outcomes.size(), 2U);
  EXPECT_FALSE(outcomes[0].ok()) << "nothing of a call that comes again may have happened";
  EXPECT_FALSE(Exists("a"));
  EXPECT_FALSE(Exists("b"));
}

// What a guard asks may take long.
TEST_F(ShortCallsTest, AGuardIsNotAsked) {
  const auto guard = std::make_shared<CountingGuard>();
  guard_ = guard;
  Open();
  EXPECT_FALSE(WritesAtOnce(Put("a").AddColumn("f", "q", "v")));
  EXPECT_EQ(guard->checks, 0);
}

TEST_F(ShortCallsTest, AGroupIsTriedOnce) {
  const auto guard = std::make_shared<CountingGuard>();
  guard_ = guard;
  Open();
  std::vector<Put> puts;
  for (int i = 0; i < 30; ++i) {
    puts.push_back(Put("r" + std::to_string(i)).AddColumn("f", "q", i == 7 ? "bad" : "v"));
  }
  std::vector<const Mutation*> group;
  for (const Put& put : puts) group.push_back(&put);
  std::vector<Status> outcomes = table_->MutateEach(group);
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(outcomes[static_cast<size_t>(i)].ok(), i != 7);
    EXPECT_EQ(Exists("r" + std::to_string(i)), i != 7);
  }
  EXPECT_EQ(guard->checks, 30);
}

TEST_F(ShortCallsTest, WhatFailsForAllIsNotTriedForEach) {
  const auto guard = std::make_shared<CountingGuard>();
  guard_ = guard;
  options_.disk_limit = {1 << 30, 0};
  options_.look_at_disk = [](const std::string&) -> std::optional<DiskRoom> {
    return DiskRoom{.free_bytes = 1, .total_bytes = 10ULL << 30};
  };
  Open();
  std::vector<Put> puts;
  for (int i = 0; i < 30; ++i)
    puts.push_back(Put("r" + std::to_string(i)).AddColumn("f", "q", "v"));
  std::vector<const Mutation*> group;
  for (const Put& put : puts) group.push_back(&put);
  for (const Status& outcome : table_->MutateEach(group)) {
    EXPECT_EQ(outcome.code(), StatusCode::kSpaceLimit) << outcome.ToString();
  }
  EXPECT_EQ(guard->checks, 30);
}

TEST(MemstoreLimitTest, AFullMemoryIsWaitedForOnce) {
  MemstoreLimit limit;
  const auto memory = std::make_shared<rocksdb::WriteBufferManager>(1 << 20);
  limit.Set(memory);
  memory->ReserveMem(2 << 20);
  memory->ScheduleFreeMem(1 << 20);
  ASSERT_TRUE(limit.closed());
  // The first wait of the call ends with its deadline, which is over; so do the others.
  CallBudget budget{base::CallLimits(std::chrono::steady_clock::now())};
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(limit.Pass(&budget).code(), StatusCode::kRegionTooBusy);
  }
  CallBudget brief = ShortBudget();
  EXPECT_EQ(limit.Pass(&brief).code(), StatusCode::kCancelled);
  EXPECT_TRUE(brief.given_up());
  memory->FreeMem(2 << 20);
}

}  // namespace
}  // namespace basalt::store
