#include "base/thread_pool.h"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace basalt::base {
namespace {

TEST(ThreadPoolTest, RunsWhatIsSubmittedInOrder) {
  std::vector<int> order;  // written by the one thread, read after Stop
  ThreadPool pool(1, 100);
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(pool.Submit([&order, i] { order.push_back(i); }));
  }
  pool.Stop();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(ThreadPoolTest, AFullQueueRefuses) {
  std::promise<void> started;
  std::promise<void> release;
  std::atomic<int> ran{0};
  ThreadPool pool(1, 2);
  ASSERT_TRUE(pool.Submit([&] {
    started.set_value();
    release.get_future().wait();
  }));
  started.get_future().wait();  // the thread is busy, the queue is empty
  EXPECT_TRUE(pool.Submit([&ran] { ++ran; }));
  EXPECT_TRUE(pool.Submit([&ran] { ++ran; }));
  const auto held = std::make_shared<int>(0);
  EXPECT_FALSE(pool.Submit([&ran, held] { ran += 100; }));
  EXPECT_EQ(held.use_count(), 1) << "refused work is not kept";
  release.set_value();
  pool.Stop();
  EXPECT_EQ(ran, 2);
}

TEST(ThreadPoolTest, StopRunsWhatIsQueuedAndRefusesTheRest) {
  std::promise<void> release;
  std::atomic<int> ran{0};
  ThreadPool pool(1, 1'000'000);
  ASSERT_TRUE(pool.Submit([&release] { release.get_future().wait(); }));
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(pool.Submit([&ran] { ++ran; }));
  std::thread stopper([&pool] { pool.Stop(); });
  // Refused from the moment at which Stop has begun, though work is still queued.
  while (pool.Submit([] {})) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_FALSE(pool.Submit([&ran] { ran += 100; }));
  release.set_value();
  stopper.join();
  EXPECT_EQ(ran, 20);
  pool.Stop();  // once more: nothing to do
  EXPECT_EQ(ran, 20);
}

TEST(ThreadPoolTest, KnowsItsOwnThreads) {
  ThreadPool pool(1, 1);
  ThreadPool other(1, 1);
  std::promise<bool> in_own;
  std::promise<bool> in_other;
  ASSERT_TRUE(pool.Submit([&] { in_own.set_value(pool.RunsThisThread()); }));
  ASSERT_TRUE(other.Submit([&] { in_other.set_value(pool.RunsThisThread()); }));
  EXPECT_TRUE(in_own.get_future().get());
  EXPECT_FALSE(in_other.get_future().get());
  EXPECT_FALSE(pool.RunsThisThread());
}

TEST(ThreadPoolTest, ManyThreadsSubmit) {
  std::atomic<int> ran{0};
  {
    ThreadPool pool(4, ThreadPool::kUnboundedQueue);
    std::vector<std::thread> submitters;
    for (int i = 0; i < 4; ++i) {
      submitters.emplace_back([&] {
        for (int j = 0; j < 500; ++j) EXPECT_TRUE(pool.Submit([&ran] { ++ran; }));
      });
    }
    for (std::thread& submitter : submitters) submitter.join();
  }
  EXPECT_EQ(ran, 2000) << "the destructor waits";
}

}  // namespace
}  // namespace basalt::base
