// The façade as ZooKeeper's own C client sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zookeeper/zookeeper.h>

#include "server/zookeeper/test_c_client.h"
#include "server/zookeeper/test_cluster.h"

namespace basalt::server::zookeeper {
namespace {

using testing::Contains;
using testing::ElementsAre;

clientid_t IdOf(const wire::zookeeper::ConnectResponse& session) {
  clientid_t id{};
  id.client_id = session.session_id;
  session.password.copy(id.passwd, sizeof(id.passwd));
  return id;
}

TEST(ZookeeperCClientTest, ReadsTheTree) {
  TestFacade server;
  CClient client(server.address());
  client.WaitForState(ZOO_CONNECTED_STATE);
  EXPECT_EQ(zoo_recv_timeout(client.handle()), 30000);
  std::string data;
  Stat stat;
  ASSERT_EQ(client.Get("/hbase/meta-region-server", &data, 0, &stat), ZOK);
  EXPECT_EQ(data, server.znodes.Find("/hbase/meta-region-server", "127.0.0.1")->data);
  EXPECT_EQ(stat.dataLength, static_cast<int>(data.size()));
  EXPECT_EQ(client.Get("/hbase/root-region-server", &data), ZNONODE);
  EXPECT_THAT(client.Children("/hbase"), Contains("meta-region-server"));
  EXPECT_THAT(client.Children("/hbase/rs"), ElementsAre("127.0.0.1,16020,1700000000123"));
  ASSERT_EQ(zoo_exists(client.handle(), "/hbase/rs", 0, &stat), ZOK);
  EXPECT_EQ(stat.numChildren, 1);
  ACL_vector acl{};
  ASSERT_EQ(zoo_get_acl(client.handle(), "/hbase", &acl, &stat), ZOK);
  ASSERT_EQ(acl.count, 1);
  EXPECT_EQ(acl.data[0].perms, ZOO_PERM_READ);
  deallocate_ACL_vector(&acl);
}

TEST(ZookeeperCClientTest, WritesAreRefused) {
  TestFacade server;
  CClient client(server.address());
  client.WaitForState(ZOO_CONNECTED_STATE);
  EXPECT_EQ(zoo_create(client.handle(), "/x", "v", 1, &ZOO_OPEN_ACL_UNSAFE, 0, nullptr, 0),
            ZNOAUTH);
  EXPECT_EQ(zoo_set(client.handle(), "/hbase/master", "v", 1, -1), ZNOAUTH);
  EXPECT_EQ(zoo_delete(client.handle(), "/hbase/master", -1), ZNOAUTH);
  EXPECT_EQ(zoo_set_acl(client.handle(), "/hbase", -1, &ZOO_OPEN_ACL_UNSAFE), ZNOAUTH);
  zoo_op_t ops[2];
  zoo_op_result_t results[2];
  zoo_check_op_init(&ops[0], "/hbase", -1);
  zoo_delete_op_init(&ops[1], "/hbase/master", -1);
  EXPECT_EQ(zoo_multi(client.handle(), 2, ops, results), ZNOAUTH);
  EXPECT_EQ(results[1].err, ZNOAUTH);
  std::string data;
  EXPECT_EQ(client.Get("/hbase/master", &data), ZOK) << "the session goes on";
}

TEST(ZookeeperCClientTest, WatchesFire) {
  TestFacade server;
  CClient client(server.address());
  client.WaitForState(ZOO_CONNECTED_STATE);
  Stat stat;
  EXPECT_EQ(zoo_exists(client.handle(), "/hbase/table/t", 1, &stat), ZNONODE);
  client.Children("/hbase/table", 1);
  server.cluster.SetTable("t", MirroredTableState::kEnabled);
  server.facade.Changed("/hbase/table/t");
  auto event = client.Next();
  EXPECT_EQ(event.type, ZOO_CREATED_EVENT);
  EXPECT_EQ(event.path, "/hbase/table/t");
  event = client.Next();
  EXPECT_EQ(event.type, ZOO_CHILD_EVENT);
  EXPECT_EQ(event.path, "/hbase/table");
  std::string data;
  ASSERT_EQ(client.Get("/hbase/table/t", &data, 1), ZOK);
  server.cluster.DropTable("t");
  server.facade.Changed("/hbase/table/t");
  EXPECT_EQ(client.Next().type, ZOO_DELETED_EVENT);
}

TEST(ZookeeperCClientTest, PingsKeepASession) {
  FacadeOptions options;
  options.sessions.min_timeout_ms = 100;
  options.tick_ms = 10;
  TestFacade server(options);
  CClient client(server.address(), 600);
  client.WaitForState(ZOO_CONNECTED_STATE);
  int64_t id = zoo_client_id(client.handle())->client_id;
  // Silent sessions come and go for more than the client's timeout.
  for (int i = 0; i < 7; ++i) {
    RawClient silent(server.facade.port());
    ASSERT_TRUE(silent.Connect(0, Bytes(16, '\0'), 100).has_value());
    EXPECT_FALSE(silent.ReadFrame().has_value());
  }
  Stat stat;
  EXPECT_EQ(zoo_exists(client.handle(), "/hbase", 0, &stat), ZOK);
  EXPECT_EQ(zoo_client_id(client.handle())->client_id, id);
}

TEST(ZookeeperCClientTest, ASessionMovesToAnotherConnection) {
  TestFacade server;
  // A C client in its place would come back and take the session away again.
  RawClient first(server.facade.port());
  auto session = first.Connect();
  ASSERT_TRUE(session.has_value());
  const clientid_t id = IdOf(*session);
  CClient client(server.address(), 30000, &id);
  client.WaitForState(ZOO_CONNECTED_STATE);
  EXPECT_EQ(zoo_client_id(client.handle())->client_id, id.client_id);
  EXPECT_FALSE(first.ReadFrame().has_value()) << "the connection it moved from is closed";
}

TEST(ZookeeperCClientTest, AnUnknownSessionIsExpired) {
  TestFacade server;
  clientid_t id{};
  id.client_id = 4711;
  CClient client(server.address(), 10000, &id);
  client.WaitForState(ZOO_EXPIRED_SESSION_STATE);
  EXPECT_EQ(zoo_state(client.handle()), ZOO_EXPIRED_SESSION_STATE);
}

TEST(ZookeeperCClientTest, ASilentSessionExpires) {
  FacadeOptions options;
  options.sessions.min_timeout_ms = 100;
  options.tick_ms = 10;
  TestFacade server(options);
  RawClient silent(server.facade.port());
  auto session = silent.Connect(0, Bytes(16, '\0'), 100);
  ASSERT_TRUE(session.has_value());
  EXPECT_FALSE(silent.ReadFrame().has_value()) << "closed when its time is up";
  const clientid_t id = IdOf(*session);
  CClient client(server.address(), 10000, &id);
  client.WaitForState(ZOO_EXPIRED_SESSION_STATE);
}

TEST(ZookeeperCClientTest, ManySessionsAtOnce) {
  TestFacade server;
  std::vector<std::unique_ptr<CClient>> clients;
  for (int i = 0; i < 20; ++i) clients.push_back(std::make_unique<CClient>(server.address()));
  for (auto& client : clients) client->WaitForState(ZOO_CONNECTED_STATE);
  Stat stat;
  for (auto& client : clients) {
    EXPECT_EQ(zoo_exists(client->handle(), "/hbase/table/t", 1, &stat), ZNONODE);
  }
  server.cluster.SetTable("t", MirroredTableState::kEnabled);
  server.facade.Changed("/hbase/table/t");
  for (auto& client : clients) EXPECT_EQ(client->Next().type, ZOO_CREATED_EVENT);
}

}  // namespace
}  // namespace basalt::server::zookeeper
