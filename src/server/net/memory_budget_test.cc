#include "server/net/memory_budget.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace basalt::server {
namespace {

using Grant = ConnectionMemory::Grant;

TEST(MemoryBudgetTest, TheLimitHolds) {
  MemoryBudget budget(800);
  EXPECT_TRUE(budget.TryAdd(700, true));
  EXPECT_FALSE(budget.TryAdd(101, true));
  EXPECT_EQ(budget.used(), 700U);
  EXPECT_TRUE(budget.TryAdd(100, true));
  EXPECT_TRUE(budget.full());
  budget.Remove(800);
  EXPECT_EQ(budget.used(), 0U);
  EXPECT_FALSE(budget.TryAdd(SIZE_MAX, true));
}

TEST(MemoryBudgetTest, TheLastPartIsForSmallReservations) {
  MemoryBudget budget(800);
  EXPECT_FALSE(budget.TryAdd(701, false));
  EXPECT_TRUE(budget.TryAdd(700, false));
  EXPECT_TRUE(budget.scarce());
  EXPECT_FALSE(budget.TryAdd(1, false));
  EXPECT_TRUE(budget.TryAdd(1, true));
  budget.Remove(701);
}

TEST(MemoryBudgetTest, ThreadsTogetherDoNotPassTheLimit) {
  MemoryBudget budget(1000);
  std::atomic<int> granted{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; ++k) granted += budget.TryAdd(1, true) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(granted, 1000);
  EXPECT_EQ(budget.used(), 1000U);
}

TEST(ConnectionMemoryTest, AConnectionHasItsOwnLimit) {
  MemoryBudget server(1 << 20);
  ConnectionMemory memory(server, 1000);
  EXPECT_EQ(memory.TryAdd(600, 0), Grant::kYes);
  EXPECT_EQ(memory.TryAdd(600, 0), Grant::kConnectionFull);
  EXPECT_EQ(memory.TryAdd(400, 0), Grant::kYes);
  EXPECT_TRUE(memory.full());
  EXPECT_EQ(server.used(), 1000U);
  memory.Remove(1000);
  EXPECT_EQ(server.used(), 0U);
}

TEST(ConnectionMemoryTest, OneRequestAloneMayPassTheConnectionsLimit) {
  MemoryBudget server(8000);
  ConnectionMemory memory(server, 1000);
  EXPECT_EQ(memory.TryAdd(3000, 0), Grant::kYes);
  EXPECT_EQ(memory.TryAdd(3000, 3000), Grant::kYes);
  // But not the server's.
  EXPECT_EQ(memory.TryAdd(3000, 6000), Grant::kServerFull);
  // Nor while another is there.
  EXPECT_EQ(memory.TryAdd(10, 0), Grant::kConnectionFull);
  memory.Remove(6000);
}

TEST(MemoryReservationTest, WhatWasReservedIsSpentFirstAndAllIsGivenBack) {
  MemoryBudget server(1 << 20);
  ConnectionMemory memory(server, 1 << 20);
  {
    MemoryReservation call(memory);
    ASSERT_EQ(call.TryReserve(1000), Grant::kYes);
    EXPECT_TRUE(call.TrySpend(600));
    EXPECT_EQ(server.used(), 1000U);
    EXPECT_EQ(call.left(), 400U);
    call.Spend(500);
    EXPECT_EQ(server.used(), 1100U);
    call.Unspend(500);
    call.GiveBack(300);
    EXPECT_EQ(server.used(), 800U);
    MemoryReservation moved = std::move(call);
    EXPECT_EQ(moved.held(), 800U);
    MemoryReservation other(memory);
    other.Absorb(std::move(moved));
    EXPECT_EQ(other.held(), 800U);
    EXPECT_EQ(server.used(), 800U);
  }
  EXPECT_EQ(server.used(), 0U);
}

TEST(MemoryReservationTest, ABufferIsCountedBeforeItGrows) {
  MemoryBudget server(1 << 20);
  ConnectionMemory memory(server, 1 << 20);
  MemoryReservation call(memory);
  Bytes buffer;
  ASSERT_TRUE(call.GrowBuffer(buffer, 300 << 10));
  EXPECT_GE(buffer.capacity(), 300U << 10);
  EXPECT_GE(server.used(), buffer.capacity());
  buffer.append(300 << 10, 'x');
  // Not even exactly, as long as the old one has to be kept for the copy.
  const size_t used = server.used();
  EXPECT_FALSE(call.GrowBuffer(buffer, 600 << 10));
  EXPECT_EQ(server.used(), used);
  EXPECT_LT(buffer.capacity(), 600U << 10);
  call.MustGrowBuffer(buffer, 600 << 10);
  EXPECT_GE(buffer.capacity(), 900U << 10);
  EXPECT_GE(server.used(), buffer.capacity());
}

}  // namespace
}  // namespace basalt::server
