#include "server/zookeeper/watch_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace basalt::server::zookeeper {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using wire::zookeeper::EventType;

TEST(WatchTableTest, DataAndChildWatchesFireOnceForWhatTheyWatch) {
  WatchTable table(100000);
  ASSERT_TRUE(table.Add(WatchKind::kData, "/a", 1));
  ASSERT_TRUE(table.Add(WatchKind::kChild, "/a", 2));
  EXPECT_THAT(table.Fire(EventType::kNodeDataChanged, "/a/b"), IsEmpty());
  EXPECT_THAT(table.Fire(EventType::kNodeDataChanged, "/a"), ElementsAre(1));
  EXPECT_THAT(table.Fire(EventType::kNodeDataChanged, "/a"), IsEmpty());
  EXPECT_THAT(table.Fire(EventType::kNodeChildrenChanged, "/a"), ElementsAre(2));
  EXPECT_THAT(table.Fire(EventType::kNodeChildrenChanged, "/a"), IsEmpty());
  EXPECT_EQ(table.size(), 0U);
}

TEST(WatchTableTest, ADeletedNodeTellsEachWatcherOnce) {
  WatchTable table(100000);
  ASSERT_TRUE(table.Add(WatchKind::kData, "/a", 1));
  ASSERT_TRUE(table.Add(WatchKind::kChild, "/a", 1));
  ASSERT_TRUE(table.Add(WatchKind::kChild, "/a", 2));
  EXPECT_THAT(table.Fire(EventType::kNodeDeleted, "/a"), ElementsAre(1, 2));
  EXPECT_EQ(table.size(), 0U);
}

TEST(WatchTableTest, PersistentWatchesStay) {
  WatchTable table(100000);
  ASSERT_TRUE(table.Add(WatchKind::kPersistent, "/a", 1));
  ASSERT_TRUE(table.Add(WatchKind::kRecursive, "/", 2));
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(table.Fire(EventType::kNodeDataChanged, "/a"), ElementsAre(1, 2));
    EXPECT_THAT(table.Fire(EventType::kNodeChildrenChanged, "/a"), ElementsAre(1));
    EXPECT_THAT(table.Fire(EventType::kNodeCreated, "/a/b/c"), ElementsAre(2));
  }
  EXPECT_TRUE(table.Remove(WatchKind::kRecursive, "/", 2));
  EXPECT_FALSE(table.Remove(WatchKind::kRecursive, "/", 2));
  EXPECT_THAT(table.Fire(EventType::kNodeCreated, "/a/b"), IsEmpty());
}

TEST(WatchTableTest, AConnectionTakesItsWatchesWithIt) {
  WatchTable table(100000);
  ASSERT_TRUE(table.Add(WatchKind::kData, "/a", 1));
  ASSERT_TRUE(table.Add(WatchKind::kData, "/a", 2));
  table.RemoveAll(1);
  table.RemoveAll(7);
  EXPECT_THAT(table.Fire(EventType::kNodeCreated, "/a"), ElementsAre(2));
}

TEST(WatchTableTest, RoomIsBoundedPerWatcherAndGivenBack) {
  WatchTable table(400);
  ASSERT_TRUE(table.Add(WatchKind::kData, "/a", 1));
  ASSERT_TRUE(table.Add(WatchKind::kData, "/a", 1)) << "the same again costs nothing";
  ASSERT_TRUE(table.Add(WatchKind::kData, "/b", 1));
  ASSERT_TRUE(table.Add(WatchKind::kData, "/c", 1));
  EXPECT_FALSE(table.Add(WatchKind::kData, "/d", 1));
  EXPECT_FALSE(table.Has(WatchKind::kData, "/d", 1));
  EXPECT_TRUE(table.Add(WatchKind::kData, "/d", 2));
  table.Fire(EventType::kNodeDataChanged, "/b");
  EXPECT_TRUE(table.Add(WatchKind::kData, "/d", 1));
  EXPECT_FALSE(table.Add(WatchKind::kData, std::string(1000, 'x'), 3));
}

}  // namespace
}  // namespace basalt::server::zookeeper
