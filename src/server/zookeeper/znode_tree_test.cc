#include "server/zookeeper/znode_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing.h"
#include "server/zookeeper/test_cluster.h"

namespace basalt::server::zookeeper {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using wire::zookeeper::EventType;

constexpr int64_t kFirstZxid = 1000;

class ZnodeTreeTest : public testing::Test {
 protected:
  using Event = std::pair<EventType, std::string>;

  std::vector<Event> TakeEvents() { return std::exchange(events_, {}); }

  TestCluster cluster_;
  HbaseZnodes znodes_{cluster_.Info(), 1};
  base::ManualClock clock_{5000};
  std::vector<Event> events_;
  ZnodeTree tree_{&znodes_, &clock_, kFirstZxid, [this](EventType type, const std::string& path) {
                    events_.emplace_back(type, path);
                  }};
};

TEST_F(ZnodeTreeTest, NothingHappensWhenNothingChanged) {
  tree_.Refresh("/hbase/table");
  tree_.Refresh("/hbase/table/hbase:meta");
  tree_.Refresh("/hbase/master");
  tree_.Refresh("/");
  EXPECT_TRUE(tree_.Find("/hbase/table/hbase:meta", "127.0.0.1").has_value());
  EXPECT_THAT(TakeEvents(), IsEmpty());
  EXPECT_EQ(tree_.zxid(), kFirstZxid);
}

TEST_F(ZnodeTreeTest, CreatedChangedDeleted) {
  cluster_.SetTable("t", MirroredTableState::kEnabled);
  tree_.Refresh("/hbase/table/t");
  EXPECT_THAT(TakeEvents(), ElementsAre(Event(EventType::kNodeCreated, "/hbase/table/t"),
                                        Event(EventType::kNodeChildrenChanged, "/hbase/table")));
  auto created = tree_.Find("/hbase/table/t", "");
  ASSERT_TRUE(created.has_value());
  EXPECT_EQ(created->stat.czxid, kFirstZxid + 1);
  EXPECT_EQ(created->stat.ctime_ms, 5000);
  EXPECT_EQ(tree_.Find("/hbase/table", "")->stat.pzxid, kFirstZxid + 1);
  EXPECT_EQ(tree_.Find("/hbase/table", "")->stat.cversion, 1);

  clock_.Advance(10);
  cluster_.SetTable("t", MirroredTableState::kDisabled);
  tree_.Refresh("/hbase/table/t");
  EXPECT_THAT(TakeEvents(), ElementsAre(Event(EventType::kNodeDataChanged, "/hbase/table/t")));
  auto changed = tree_.Find("/hbase/table/t", "");
  EXPECT_EQ(changed->stat.version, 1);
  EXPECT_EQ(changed->stat.mzxid, kFirstZxid + 2);
  EXPECT_EQ(changed->stat.czxid, kFirstZxid + 1);
  EXPECT_EQ(changed->stat.mtime_ms, 5010);
  EXPECT_NE(changed->data, created->data);
  // A change of data is none of the list.
  EXPECT_EQ(tree_.Find("/hbase/table", "")->stat.pzxid, kFirstZxid + 1);

  cluster_.DropTable("t");
  tree_.Refresh("/hbase/table/t");
  EXPECT_THAT(TakeEvents(), ElementsAre(Event(EventType::kNodeDeleted, "/hbase/table/t"),
                                        Event(EventType::kNodeChildrenChanged, "/hbase/table")));
  EXPECT_FALSE(tree_.Find("/hbase/table/t", "").has_value());
}

TEST_F(ZnodeTreeTest, AReadFindsWhatNobodyAnnounced) {
  cluster_.SetTable("t", MirroredTableState::kEnabled);
  EXPECT_THAT(tree_.Children("/hbase/table", ""), ElementsAre("hbase:meta", "t"));
  EXPECT_THAT(TakeEvents(), ElementsAre(Event(EventType::kNodeCreated, "/hbase/table/t"),
                                        Event(EventType::kNodeChildrenChanged, "/hbase/table")));
  cluster_.DropTable("t");
  EXPECT_FALSE(tree_.Find("/hbase/table/t", "").has_value());
  EXPECT_EQ(TakeEvents().size(), 2U);
}

TEST_F(ZnodeTreeTest, CountsWhatIsBelow) {
  EXPECT_EQ(tree_.CountBelow("/hbase/replication", "h"), 3);
  EXPECT_EQ(tree_.CountBelow("/hbase/rs", "h"), 1);
  EXPECT_EQ(tree_.CountBelow("/hbase/master", "h"), 0);
}

}  // namespace
}  // namespace basalt::server::zookeeper
