// The façade driven by raw bytes: every byte a client may send, and what comes back.
#include "server/zookeeper/facade.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/zookeeper/test_cluster.h"

namespace basalt::server::zookeeper {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using namespace wire::zookeeper;  // NOLINT(google-build-using-namespace)

class ZookeeperFacadeTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(server_.started.ok()) << server_.started.ToString(); }

  uint16_t port() const { return server_.facade.port(); }

  // A client whose session is open.
  std::unique_ptr<RawClient> Client() {
    auto client = std::make_unique<RawClient>(port());
    EXPECT_TRUE(client->Connect().has_value());
    return client;
  }
  // The next reply's error, which must answer `xid`.
  ErrorCode ReplyError(RawClient* client, int32_t xid) {
    auto header = client->ReadReply(&body_);
    if (!header) {
      ADD_FAILURE() << "connection closed";
      return ErrorCode::kSystemError;
    }
    EXPECT_EQ(header->xid, xid);
    return static_cast<ErrorCode>(header->err);
  }
  WatcherEvent NextEvent(RawClient* client) {
    EXPECT_EQ(ReplyError(client, kNotificationXid), ErrorCode::kOk);
    auto event = ParseRecord<WatcherEvent>(body_);
    return event.ok() ? *event : WatcherEvent{};
  }
  void ExpectEvent(RawClient* client, EventType type, const std::string& path) {
    WatcherEvent event = NextEvent(client);
    EXPECT_EQ(event.type, static_cast<int32_t>(type));
    EXPECT_EQ(event.state, kStateSyncConnected);
    EXPECT_EQ(event.path, path);
  }

  // Only what a test does moves anything: no tick comes in between.
  TestFacade server_{{.tick_ms = 3600000}};
  Bytes body_;
};

TEST_F(ZookeeperFacadeTest, OpensASessionForOldAndNewClients) {
  RawClient client(port());
  auto response = client.Connect(0, Bytes(16, '\0'), 30000);
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->timeout_ms, 30000);
  EXPECT_GT(response->session_id, 0);
  EXPECT_EQ(response->password.size(), 16U);
  EXPECT_TRUE(response->has_read_only);
  EXPECT_FALSE(response->read_only);

  RawClient old(port());
  Bytes message;
  AppendConnectRequest({0, 0, 1, 0, Bytes(16, '\0'), false, false}, &message);
  old.SendFrame(message);
  auto frame = old.ReadFrame();
  ASSERT_TRUE(frame.has_value());
  EXPECT_EQ(frame->size(), 36U);
  EXPECT_EQ(ParseConnectResponse(*frame)->timeout_ms, 4000) << "the least the server grants";
}

TEST_F(ZookeeperFacadeTest, AnswersReads) {
  auto client = Client();
  client->Request(1, OpCode::kGetData, Bytes("/hbase/hbaseid"), false);
  ASSERT_EQ(ReplyError(client.get(), 1), ErrorCode::kOk);
  JuteReader reader(body_);
  Bytes data;
  Stat stat;
  reader(data, stat);
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(data, server_.znodes.Find("/hbase/hbaseid", "127.0.0.1")->data);
  EXPECT_EQ(stat.data_length, static_cast<int32_t>(data.size()));
  EXPECT_GT(stat.czxid, 0);

  client->Request(2, OpCode::kExists, Bytes("/hbase/master"), false);
  ASSERT_EQ(ReplyError(client.get(), 2), ErrorCode::kOk);
  EXPECT_NE(ParseRecord<Stat>(body_)->ephemeral_owner, 0);

  client->Request(3, OpCode::kGetChildren2, Bytes("/hbase/rs"), false);
  ASSERT_EQ(ReplyError(client.get(), 3), ErrorCode::kOk);
  std::vector<Bytes> names;
  JuteReader children(body_);
  children(names, stat);
  ASSERT_TRUE(children.ok());
  EXPECT_THAT(names, ElementsAre("127.0.0.1,16020,1700000000123"));
  EXPECT_EQ(stat.num_children, 1);

  client->Request(4, OpCode::kGetData, Bytes("/hbase/absent"), true);
  EXPECT_EQ(ReplyError(client.get(), 4), ErrorCode::kNoNode);
  client->Request(5, OpCode::kGetChildren, Bytes("hbase/"), false);
  EXPECT_EQ(ReplyError(client.get(), 5), ErrorCode::kBadArguments);
  client->Request(6, OpCode::kGetAllChildrenNumber, Bytes("/hbase/replication"));
  ASSERT_EQ(ReplyError(client.get(), 6), ErrorCode::kOk);
  EXPECT_EQ(body_, BytesOf("\0\0\0\3"));
  client->Request(7, OpCode::kGetAcl, Bytes("/hbase"));
  EXPECT_EQ(ReplyError(client.get(), 7), ErrorCode::kOk);
  client->Request(8, OpCode::kSync, Bytes("/hbase"));
  ASSERT_EQ(ReplyError(client.get(), 8), ErrorCode::kOk);
  EXPECT_EQ(body_, BytesOf("\0\0\0\6/hbase"));
  client->Request(9, OpCode::kWhoAmI);
  EXPECT_EQ(ReplyError(client.get(), 9), ErrorCode::kOk);
  EXPECT_THAT(body_, HasSubstr("127.0.0.1"));
}

TEST_F(ZookeeperFacadeTest, AnswersInOrderWhenRequestsArePipelined) {
  auto client = Client();
  for (int32_t xid = 0; xid < 2000; ++xid) {
    client->Request(xid, OpCode::kGetChildren, Bytes("/hbase"), false);
  }
  for (int32_t xid = 0; xid < 2000; ++xid) {
    ASSERT_EQ(ReplyError(client.get(), xid), ErrorCode::kOk);
  }
}

TEST_F(ZookeeperFacadeTest, NothingIsMetWithSilence) {
  auto client = Client();
  client->Request(-2, OpCode::kPing);
  EXPECT_EQ(ReplyError(client.get(), -2), ErrorCode::kOk);
  int32_t xid = 10;
  for (OpCode op : {OpCode::kCreate, OpCode::kCreate2, OpCode::kCreateContainer, OpCode::kCreateTtl,
                    OpCode::kDelete, OpCode::kDeleteContainer, OpCode::kSetData, OpCode::kSetAcl,
                    OpCode::kReconfig}) {
    client->Request(++xid, op, Bytes("/hbase/x"));
    EXPECT_EQ(ReplyError(client.get(), xid), ErrorCode::kNoAuth) << static_cast<int32_t>(op);
  }
  for (int32_t op : {0, 10, 13, 23, 99, 108, -10, 1 << 30}) {
    client->Request(++xid, static_cast<OpCode>(op), Bytes("/hbase/x"));
    EXPECT_EQ(ReplyError(client.get(), xid), ErrorCode::kUnimplemented) << op;
  }
  client->Request(++xid, OpCode::kExists, int32_t{1000});  // a path longer than the frame
  EXPECT_EQ(ReplyError(client.get(), xid), ErrorCode::kMarshallingError);
  client->Request(-4, OpCode::kAuth, int32_t{0}, Bytes("digest"), Bytes("user:secret"));
  EXPECT_EQ(ReplyError(client.get(), -4), ErrorCode::kOk);
  client->Request(-4, OpCode::kAuth, int32_t{0}, Bytes("kerberos"), Bytes("ticket"));
  EXPECT_EQ(ReplyError(client.get(), -4), ErrorCode::kAuthFailed);
  EXPECT_FALSE(client->ReadFrame().has_value()) << "as ZooKeeper closes after a failed login";
}

TEST_F(ZookeeperFacadeTest, MultiIsAllOrNothing) {
  auto client = Client();
  auto part = [](OpCode type) { return MultiHeader{static_cast<int32_t>(type), false, -1}; };
  const MultiHeader end{-1, true, -1};
  const MultiHeader failed{-1, false, 0};
  client->Request(1, OpCode::kMulti, part(OpCode::kCheck), Bytes("/hbase"), int32_t{0},
                  part(OpCode::kDelete), Bytes("/hbase/x"), int32_t{-1}, part(OpCode::kCheck),
                  Bytes("/hbase"), int32_t{0}, end);
  ASSERT_EQ(ReplyError(client.get(), 1), ErrorCode::kOk);
  Bytes expected;
  JuteWriter writer(&expected);
  writer(failed, int32_t{0}, MultiHeader{-1, false, -102}, int32_t{-102},
         MultiHeader{-1, false, -2}, int32_t{-2}, end);
  EXPECT_EQ(body_, expected);

  client->Request(2, OpCode::kMulti, part(OpCode::kCheck), Bytes("/hbase"), int32_t{0}, end);
  ASSERT_EQ(ReplyError(client.get(), 2), ErrorCode::kOk);
  expected.clear();
  writer(MultiHeader{13, false, 0}, end);
  EXPECT_EQ(body_, expected);

  client->Request(3, OpCode::kMultiRead, part(OpCode::kGetChildren), Bytes("/hbase/namespace"),
                  false, part(OpCode::kGetData), Bytes("/absent"), false, end);
  ASSERT_EQ(ReplyError(client.get(), 3), ErrorCode::kOk);
  expected.clear();
  writer(MultiHeader{8, false, 0}, std::vector<Bytes>{"default", "hbase"},
         MultiHeader{-1, false, -101}, int32_t{-101}, end);
  EXPECT_EQ(body_, expected);
}

TEST_F(ZookeeperFacadeTest, WatchesFireOnceAndBeforeTheNewStateIsSeen) {
  auto client = Client();
  const Bytes path = "/hbase/table/t";
  client->Request(1, OpCode::kExists, path, true);
  EXPECT_EQ(ReplyError(client.get(), 1), ErrorCode::kNoNode);
  client->Request(2, OpCode::kGetChildren, Bytes("/hbase/table"), true);
  EXPECT_EQ(ReplyError(client.get(), 2), ErrorCode::kOk);
  server_.facade.Changed(path);  // a false alarm is nobody's business
  client->Request(3, OpCode::kExists, path, true);
  EXPECT_EQ(ReplyError(client.get(), 3), ErrorCode::kNoNode);

  server_.cluster.SetTable("t", MirroredTableState::kEnabled);
  server_.facade.Changed(path);
  ExpectEvent(client.get(), EventType::kNodeCreated, path);
  ExpectEvent(client.get(), EventType::kNodeChildrenChanged, "/hbase/table");

  client->Request(4, OpCode::kGetData, path, true);
  EXPECT_EQ(ReplyError(client.get(), 4), ErrorCode::kOk);
  // Nobody announces this one: the read itself finds it, and the event comes first.
  server_.cluster.SetTable("t", MirroredTableState::kDisabled);
  client->Request(5, OpCode::kGetData, path, true);
  ExpectEvent(client.get(), EventType::kNodeDataChanged, path);
  EXPECT_EQ(ReplyError(client.get(), 5), ErrorCode::kOk);

  server_.cluster.DropTable("t");
  server_.facade.Changed("/hbase/table");
  ExpectEvent(client.get(), EventType::kNodeDeleted, path);
  server_.cluster.SetTable("t", MirroredTableState::kEnabled);
  server_.facade.Changed(path);
  client->Request(-2, OpCode::kPing);
  EXPECT_EQ(ReplyError(client.get(), -2), ErrorCode::kOk) << "all watches were used up";
}

class ZookeeperFacadeTickTest : public ZookeeperFacadeTest {
 protected:
  TestFacade ticking_{{.tick_ms = 10}};
};

TEST_F(ZookeeperFacadeTickTest, WatchesFireWhenNobodySaysAWord) {
  auto client = std::make_unique<RawClient>(ticking_.facade.port());
  ASSERT_TRUE(client->Connect().has_value());
  client->Request(1, OpCode::kExists, Bytes("/hbase/table/t"), true);
  EXPECT_EQ(ReplyError(client.get(), 1), ErrorCode::kNoNode);
  ticking_.cluster.SetTable("t", MirroredTableState::kEnabled);
  ExpectEvent(client.get(), EventType::kNodeCreated, "/hbase/table/t");
  client->Request(2, OpCode::kAddWatch, Bytes("/"), kWatchPersistentRecursive);
  EXPECT_EQ(ReplyError(client.get(), 2), ErrorCode::kOk);
  ticking_.cluster.SetTable("t", MirroredTableState::kDisabled);
  ExpectEvent(client.get(), EventType::kNodeDataChanged, "/hbase/table/t");
}

TEST_F(ZookeeperFacadeTest, PersistentWatchesAreAddedCheckedAndRemoved) {
  auto client = Client();
  client->Request(1, OpCode::kAddWatch, Bytes("/hbase"), kWatchPersistentRecursive);
  ASSERT_EQ(ReplyError(client.get(), 1), ErrorCode::kOk);
  EXPECT_EQ(body_, BytesOf("\0\0\0\0"));
  server_.cluster.SetTable("a", MirroredTableState::kEnabled);
  server_.facade.Changed("/hbase/table/a");
  ExpectEvent(client.get(), EventType::kNodeCreated, "/hbase/table/a");
  server_.cluster.SetTable("a", MirroredTableState::kDisabled);
  server_.facade.Changed("/hbase/table/a");
  ExpectEvent(client.get(), EventType::kNodeDataChanged, "/hbase/table/a");
  int32_t type = static_cast<int32_t>(WatcherType::kAny);
  client->Request(2, OpCode::kCheckWatches, Bytes("/hbase"), type);
  EXPECT_EQ(ReplyError(client.get(), 2), ErrorCode::kOk);
  client->Request(3, OpCode::kRemoveWatches, Bytes("/hbase"), type);
  EXPECT_EQ(ReplyError(client.get(), 3), ErrorCode::kOk);
  client->Request(4, OpCode::kRemoveWatches, Bytes("/hbase"), type);
  EXPECT_EQ(ReplyError(client.get(), 4), ErrorCode::kNoWatcher);
  client->Request(5, OpCode::kAddWatch, Bytes("/hbase"), int32_t{7});
  EXPECT_EQ(ReplyError(client.get(), 5), ErrorCode::kBadArguments);
}

TEST_F(ZookeeperFacadeTest, AClientThatComesBackHearsWhatItMissed) {
  RawClient first(port());
  auto session = first.Connect();
  ASSERT_TRUE(session.has_value());
  first.Request(1, OpCode::kExists, Bytes("/hbase/table/t"), true);
  auto header = first.ReadReply(&body_);
  ASSERT_TRUE(header.has_value());
  const int64_t seen = header->zxid;

  server_.cluster.SetTable("t", MirroredTableState::kEnabled);
  server_.cluster.SetTable("hbase:meta", MirroredTableState::kDisabled);
  RawClient second(port());
  auto again = second.Connect(session->session_id, session->password);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->session_id, session->session_id);
  EXPECT_FALSE(first.ReadFrame().has_value()) << "the session has moved";
  second.Request(-8, OpCode::kSetWatches2, seen,
                 std::vector<Bytes>{"/hbase/table/hbase:meta", "/hbase/hbaseid"},
                 std::vector<Bytes>{"/hbase/table/t", "/hbase/table/u", "/hbase/table/u"},
                 std::vector<Bytes>{"/hbase/table", "/hbase/namespace"}, std::vector<Bytes>{},
                 std::vector<Bytes>{});
  ExpectEvent(&second, EventType::kNodeDataChanged, "/hbase/table/hbase:meta");
  ExpectEvent(&second, EventType::kNodeCreated, "/hbase/table/t");
  ExpectEvent(&second, EventType::kNodeChildrenChanged, "/hbase/table");
  EXPECT_EQ(ReplyError(&second, -8), ErrorCode::kOk);
  server_.cluster.SetTable("u", MirroredTableState::kEnabled);
  server_.facade.Changed("/hbase/table/u");
  ExpectEvent(&second, EventType::kNodeCreated, "/hbase/table/u");
}

TEST_F(ZookeeperFacadeTest, AClosedOrUnknownSessionIsExpired) {
  RawClient client(port());
  auto session = client.Connect();
  ASSERT_TRUE(session.has_value());
  client.Request(1, OpCode::kCloseSession);
  EXPECT_EQ(ReplyError(&client, 1), ErrorCode::kOk);
  EXPECT_FALSE(client.ReadFrame().has_value());
  for (int64_t id : {session->session_id, int64_t{1}, int64_t{-1}}) {
    RawClient late(port());
    auto response = late.Connect(id, session->password);
    ASSERT_TRUE(response.has_value());
    EXPECT_EQ(response->session_id, 0);
    EXPECT_EQ(response->timeout_ms, 0);
    EXPECT_FALSE(late.ReadFrame().has_value());
  }
}

TEST_F(ZookeeperFacadeTest, BadInputClosesTheConnectionOnly) {
  auto good = Client();
  for (BytesView bad :
       {BytesOf("\xFF\xFF\xFF\xFF"), BytesOf("\x7F\xFF\xFF\xFF"), BytesOf("\0\0\0\0"),
        BytesOf("\0\0\0\5abcde"), BytesOf("GET / HTTP/1.1"), BytesOf("\0\0\4\1")}) {
    RawClient client(port());
    client.Send(bad);
    EXPECT_FALSE(client.ReadFrame().has_value()) << ToStringBinary(bad);
  }
  for (BytesView bad : {BytesOf("\0\0\0\0"), BytesOf("\0\0\0\7\0\0\0\1\0\0\0"),
                        BytesOf("\0\x10\0\1"), BytesOf("\x80\0\0\0")}) {
    auto client = Client();
    client->Send(bad);
    EXPECT_FALSE(client->ReadFrame().has_value()) << ToStringBinary(bad);
  }
  good->Request(1, OpCode::kExists, Bytes("/hbase"), false);
  EXPECT_EQ(ReplyError(good.get(), 1), ErrorCode::kOk);
}

TEST_F(ZookeeperFacadeTest, AFrameOfFullSizeIsTaken) {
  auto client = Client();
  Bytes message;
  JuteWriter writer(&message);
  writer(int32_t{9}, static_cast<int32_t>(OpCode::kSetData));
  message.resize(size_t{1} << 20, 'x');
  client->SendFrame(message);
  EXPECT_EQ(ReplyError(client.get(), 9), ErrorCode::kNoAuth);
}

TEST_F(ZookeeperFacadeTest, FourLetterWords) {
  auto session = Client();
  auto ask = [&](BytesView word) {
    RawClient client(port());
    client.Send(word);
    return client.ReadAll();
  };
  EXPECT_EQ(ask("ruok"), "imok");
  EXPECT_THAT(ask("stat\r\n"), StartsWith("Zookeeper version: basalt-"));
  EXPECT_THAT(ask("stat"), HasSubstr(" /127.0.0.1"));
  EXPECT_THAT(ask("srvr"), HasSubstr("Mode: standalone\n"));
  EXPECT_THAT(ask("mntr"), HasSubstr("zk_global_sessions\t1\n"));
  EXPECT_THAT(ask("conf"), HasSubstr("clientPort=" + std::to_string(port()) + "\n"));
  EXPECT_EQ(ask("kill"), "");
}

TEST(ZookeeperFacadeLimitsTest, ConnectionsSessionsAndTimes) {
  FacadeOptions options;
  options.max_connections = 2;
  options.sessions.min_timeout_ms = 50;
  options.handshake_timeout_ms = 50;
  options.tick_ms = 10;
  TestFacade server(options);
  ASSERT_TRUE(server.started.ok());
  // A silent client, a slow one and one that stops in the middle of a frame are closed in time.
  {
    RawClient silent(server.facade.port());
    EXPECT_FALSE(silent.ReadFrame().has_value());
    RawClient slow(server.facade.port());
    slow.Send(BytesOf("\0\0"));
    EXPECT_FALSE(slow.ReadFrame().has_value());
  }
  RawClient half(server.facade.port());
  auto session = half.Connect(0, Bytes(16, '\0'), 50);
  ASSERT_TRUE(session.has_value());
  half.Send(BytesOf("\0\0\1\0half"));
  EXPECT_FALSE(half.ReadFrame().has_value());
  RawClient late(server.facade.port());
  auto expired = late.Connect(session->session_id, session->password);
  ASSERT_TRUE(expired.has_value());
  EXPECT_EQ(expired->session_id, 0);
}

TEST(ZookeeperFacadeLimitsTest, OneConnectionTooMany) {
  FacadeOptions options;
  options.max_connections = 1;
  TestFacade server(options);
  RawClient first(server.facade.port());
  ASSERT_TRUE(first.Connect().has_value());
  RawClient second(server.facade.port());
  EXPECT_FALSE(second.Connect().has_value());
}

TEST(ZookeeperFacadeLimitsTest, ClientsThatDoNotReadAreBounded) {
  FacadeOptions options;
  options.max_buffered_bytes = size_t{1} << 20;
  options.sessions.min_timeout_ms = 200;
  options.tick_ms = 10;
  TestFacade server(options);
  RawClient deaf(server.facade.port(), 4096);
  ASSERT_TRUE(deaf.Connect(0, Bytes(16, '\0'), 200).has_value());
  // The server stops reading once its answers pile up; the session ends and the writing fails.
  std::thread writer([&] {
    for (int32_t xid = 0; xid < 200000; ++xid) {
      deaf.Request(xid, OpCode::kGetChildren, Bytes("/hbase"), false);
    }
  });
  RawClient polite(server.facade.port());
  ASSERT_TRUE(polite.Connect().has_value());
  Bytes body;
  polite.Request(1, OpCode::kExists, Bytes("/hbase"), false);
  EXPECT_TRUE(polite.ReadReply(&body).has_value());
  writer.join();
  int answered = 0;
  while (deaf.ReadFrame().has_value()) ++answered;
  EXPECT_LT(answered, 200000);
}

TEST(ZookeeperFacadeLimitsTest, WatchesAreBounded) {
  FacadeOptions options;
  options.max_watch_bytes = 1000;
  TestFacade server(options);
  RawClient client(server.facade.port());
  ASSERT_TRUE(client.Connect().has_value());
  Bytes body;
  client.Request(1, OpCode::kExists, "/" + Bytes(2000, 'x'), true);
  auto header = client.ReadReply(&body);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->err, static_cast<int32_t>(ErrorCode::kSystemError));
  client.Request(-8, OpCode::kSetWatches, int64_t{0}, std::vector<Bytes>{},
                 std::vector<Bytes>{"/" + Bytes(2000, 'x')}, std::vector<Bytes>{});
  header = client.ReadReply(&body);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->err, static_cast<int32_t>(ErrorCode::kSystemError));
  EXPECT_FALSE(client.ReadFrame().has_value());
}

TEST(ZookeeperFacadeLimitsTest, ATakenPortIsAnError) {
  TestFacade server;
  boost::asio::io_context io;
  ZookeeperFacade second(io, {boost::asio::ip::make_address_v4("127.0.0.1"), server.facade.port()},
                         &server.znodes, {});
  Status status = second.Start();
  EXPECT_EQ(status.code(), StatusCode::kIoError);
  EXPECT_THAT(status.message(), HasSubstr("127.0.0.1:"));
}

}  // namespace
}  // namespace basalt::server::zookeeper
