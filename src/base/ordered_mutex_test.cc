#include "base/ordered_mutex.h"

#include <array>
#include <chrono>
#include <memory>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

namespace basalt::base {
namespace {

TEST(OrderedMutex, CostsNothingWhereItIsNotChecked) {
  if constexpr (!kDebugChecks) {
    EXPECT_TRUE((std::is_same_v<OrderedMutex<LockRank::kDdl>, std::mutex>));
    EXPECT_TRUE((std::is_same_v<OrderedSharedMutex<LockRank::kDdl>, std::shared_mutex>));
  }
  EXPECT_EQ(sizeof(OrderedMutex<LockRank::kDdl>), sizeof(std::mutex));
  EXPECT_EQ(sizeof(OrderedSharedMutex<LockRank::kDdl>), sizeof(std::shared_mutex));
}

TEST(OrderedMutex, TakesLocksInAscendingOrder) {
  OrderedMutex<LockRank::kDdl> ddl;
  OrderedSharedMutex<LockRank::kCatalogMaps> maps;
  {
    const std::lock_guard first(ddl);
    const std::shared_lock second(maps);
    EXPECT_EQ(HoldsLock(LockRank::kDdl), kDebugChecks);
    EXPECT_EQ(HoldsLock(LockRank::kCatalogMaps), kDebugChecks);
  }
  EXPECT_FALSE(HoldsLock(LockRank::kDdl));
  const std::unique_lock again(maps);
  EXPECT_EQ(HoldsLock(LockRank::kCatalogMaps), kDebugChecks);
}

// What a thread holds is its own: another one may begin with any lock.
TEST(OrderedMutex, KnowsThreadsApart) {
  OrderedMutex<LockRank::kDdl> ddl;
  OrderedMutex<LockRank::kCatalogMaps> maps;
  const std::lock_guard first(maps);
  bool taken = false;
  std::thread([&] {
    const std::lock_guard second(ddl);
    taken = true;
  }).join();
  EXPECT_TRUE(taken);
}

TEST(OrderedMutex, TriesLocksInAnyOrder) {
  OrderedMutex<LockRank::kDdl> ddl;
  OrderedMutex<LockRank::kCatalogMaps> maps;
  const std::lock_guard first(maps);
  const std::unique_lock second(ddl, std::try_to_lock);
  EXPECT_TRUE(second.owns_lock());
}

TEST(OrderedMutex, IsReleasedWhileAConditionIsWaitedFor) {
  OrderedMutex<LockRank::kNonces> mutex;
  ConditionVariable changed;
  bool ready = false;
  std::thread other([&] {
    const std::lock_guard lock(mutex);
    ready = true;
    changed.notify_all();
  });
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return ready; });
  EXPECT_EQ(HoldsLock(LockRank::kNonces), kDebugChecks);
  lock.unlock();
  EXPECT_FALSE(HoldsLock(LockRank::kNonces));
  other.join();
}

#if BASALT_DEBUG_CHECKS_ON

TEST(OrderedMutexDeathTest, EndsTheProcessAtAnInversion) {
  OrderedMutex<LockRank::kDdl> ddl;
  OrderedSharedMutex<LockRank::kCatalogMaps> maps;
  EXPECT_DEATH(
      {
        const std::shared_lock first(maps);
        const std::lock_guard second(ddl);
      },
      "The lock of DDL is taken while the thread holds that of the catalog's maps");
}

TEST(OrderedMutexDeathTest, EndsTheProcessWhenALockIsTakenTwice) {
  OrderedSharedMutex<LockRank::kCatalogMaps> maps;
  EXPECT_DEATH(
      {
        const std::shared_lock first(maps);
        const std::shared_lock second(maps);
      },
      "The lock of the catalog's maps is taken while");
}

TEST(OrderedMutexDeathTest, StripesAreTakenInAscendingOrder) {
  std::array<OrderedSharedMutex<LockRank::kRowStripe>, 2> stripes;
  {
    const std::unique_lock first(stripes[0]);
    const std::unique_lock second(stripes[1]);
    EXPECT_TRUE(HoldsLock(LockRank::kRowStripe));
  }
  EXPECT_DEATH(
      {
        const std::unique_lock first(stripes[1]);
        const std::unique_lock second(stripes[0]);
      },
      "a stripe of row locks");
}

#endif

}  // namespace
}  // namespace basalt::base
