#include "client/async_scan.h"

#include <atomic>
#include <future>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

namespace basalt::client {
namespace {

// Hands out one row at a time, without end.
class EndlessScan : public AsyncScan {
 public:
  struct Seen {
    std::atomic<int> reads = 0;
    std::atomic<int> closes = 0;
  };
  EndlessScan(AsyncWorkers& workers, Seen& seen, AsyncTable::TakeRows take,
              AsyncTable::Done<Status> done)
      : AsyncScan(workers, std::move(take), std::move(done)), seen_(seen) {}

 protected:
  void Read() override {
    ++seen_.reads;
    HandOut(AsyncTable::Rows(1));
  }
  void Close() override { ++seen_.closes; }

 private:
  Seen& seen_;
};

class AsyncScanTest : public testing::Test {
 protected:
  void Begin(AsyncTable::TakeRows take) {
    std::make_shared<EndlessScan>(workers_, seen_, std::move(take), [this](const Status& status) {
      over_.set_value(status);
    })->Begin();
  }
  // Waits until all work that was posted before is done: there is one thread.
  void Settle() {
    std::promise<void> here;
    workers_.Post([&] { here.set_value(); });
    here.get_future().wait();
  }

  EndlessScan::Seen seen_;
  std::promise<Status> over_;
  std::future<Status> end_ = over_.get_future();
  AsyncWorkers workers_{AsyncOptions{.threads = 1, .max_under_way = 10}};
};

TEST_F(AsyncScanTest, ReadsOnWhenItIsToldAndNotBefore) {
  std::promise<AsyncTable::ReadOn> first;
  int takes = 0;
  Begin([&](const AsyncTable::Rows& rows, AsyncTable::ReadOn read_on) {
    EXPECT_EQ(rows.size(), 1U);
    if (++takes == 1) {
      first.set_value(std::move(read_on));
    } else {
      read_on(takes < 1000);
    }
  });
  const AsyncTable::ReadOn read_on = first.get_future().get();
  Settle();
  Settle();
  EXPECT_EQ(seen_.reads, 1);
  read_on(true);
  EXPECT_TRUE(end_.get().ok());
  EXPECT_EQ(seen_.reads, 1000);
  EXPECT_EQ(seen_.closes, 1);
  read_on(true);  // too late: nothing happens
  Settle();
  EXPECT_EQ(seen_.reads, 1000);
}

TEST_F(AsyncScanTest, TheFirstWordCounts) {
  Begin([&](const AsyncTable::Rows&, const AsyncTable::ReadOn& read_on) {
    read_on(false);
    read_on(true);
  });
  EXPECT_TRUE(end_.get().ok());
  EXPECT_EQ(seen_.reads, 1);
  EXPECT_EQ(seen_.closes, 1);
}

TEST_F(AsyncScanTest, EndsWhenNobodyCanSayHowToGoOn) {
  std::promise<AsyncTable::ReadOn> kept;
  Begin([&](const AsyncTable::Rows&, AsyncTable::ReadOn read_on) {
    kept.set_value(std::move(read_on));
  });
  std::optional<AsyncTable::ReadOn> read_on = kept.get_future().get();
  Settle();
  EXPECT_EQ(seen_.closes, 0);
  read_on.reset();
  EXPECT_TRUE(end_.get().ok());
  EXPECT_EQ(seen_.closes, 1);
}

// The objects that TakeRows captures are in use until it returns, also after it has called ReadOn.
TEST_F(AsyncScanTest, DoesNotEndUnderItsTaker) {
  auto held = std::make_shared<int>(7);
  std::weak_ptr<int> watched = held;
  int after = 0;
  Begin(
      [held = std::move(held), &after](const AsyncTable::Rows&, const AsyncTable::ReadOn& read_on) {
        read_on(false);
        after = *held;
      });
  EXPECT_TRUE(end_.get().ok());
  EXPECT_EQ(after, 7);
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace basalt::client
