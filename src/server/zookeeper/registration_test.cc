// Registration in a real ZooKeeper: a process of its own on a free port, with a directory that goes
// away. Without the distribution's package `zookeeper` these tests are skipped.
#include "server/zookeeper/registration.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include "base/testing.h"
#include "server/zookeeper/test_c_client.h"
#include "server/zookeeper/test_cluster.h"

namespace basalt::server::zookeeper {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kJar = "/usr/share/java/zookeeper.jar";

uint16_t FreePort() {
  boost::asio::io_context io;
  boost::asio::ip::tcp::acceptor acceptor(io, {boost::asio::ip::make_address_v4("127.0.0.1"), 0});
  return acceptor.local_endpoint().port();
}

// Whether a ZooKeeper answers there. One that is about to start may accept and then say nothing.
bool Serves(uint16_t port) {
  int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  timeval patience{.tv_sec = 0, .tv_usec = 300000};
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer(9, '\0');
  bool serves = ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0 &&
                ::send(fd, "srvr", 4, MSG_NOSIGNAL) == 4 &&
                ::recv(fd, answer.data(), answer.size(), MSG_WAITALL) > 0 && answer == "Zookeeper";
  ::close(fd);
  return serves;
}

// A ZooKeeper server that can die and come back on its port.
class Server {
 public:
  Server() : port_(FreePort()) { Start("first"); }
  ~Server() { Kill(); }

  // With what `directory` holds: nothing, when the name is new.
  void Start(const std::string& directory) {
    std::string config = directory_.Sub(directory + ".cfg");
    std::ofstream(config) << "tickTime=100\ndataDir=" << directory_.Sub(directory)
                          << "\nclientPort=" << port_
                          << "\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n"
                             "maxSessionTimeout=60000\n";
    pid_ = ::fork();
    if (pid_ != 0) return WaitUntilReady();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (std::freopen("/dev/null", "w", stdout) == nullptr) ::_exit(126);
    if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(126);
    ::execlp("java", "java", "-Xmx64m", "-XX:TieredStopAtLevel=1", "-cp", kJar,
             "org.apache.zookeeper.server.quorum.QuorumPeerMain", config.c_str(), nullptr);
    ::_exit(127);
  }
  void Kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  // A foreign process has no event to wait for: it is asked until it serves.
  void WaitUntilReady() const {
    while (::waitpid(pid_, nullptr, WNOHANG) == 0) {
      if (Serves(port_)) return;
      ::usleep(20000);
    }
    FAIL() << "ZooKeeper does not start";
  }

  base::TempDir directory_;
  uint16_t port_;
  pid_t pid_ = 0;
};

class RegistrationTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kJar)) GTEST_SKIP() << "the package zookeeper is not installed";
    server_ = std::make_unique<Server>();
  }
  RegistrationOptions Options() const {
    RegistrationOptions options;
    options.quorum = server_->address();
    options.host = "db.example.org";
    options.session_timeout_ms = 3000;
    return options;
  }
  // Until the node is there, without asking again and again.
  static void WaitForNode(CClient* client, const char* path) {
    ::Stat stat;
    int code = zoo_exists(client->handle(), path, 1, &stat);
    if (code == ZOK) return;
    ASSERT_EQ(code, ZNONODE);
    for (CClient::Event event = client->Next(); event.path != path;) event = client->Next();
  }

  std::unique_ptr<Server> server_;
  TestCluster cluster_;
  HbaseZnodes znodes_{cluster_.Info(), 7};
};

TEST_F(RegistrationTest, ShowsTheTreeAndTakesTheServersAwayAtTheEnd) {
  // What an earlier run left: a table that is gone.
  CClient client(server_->address(), 3000);
  client.WaitForState(ZOO_CONNECTED_STATE);
  for (const char* path : {"/hbase", "/hbase/table", "/hbase/table/gone", "/hbase/unrelated"}) {
    ASSERT_EQ(zoo_create(client.handle(), path, "", 0, &ZOO_OPEN_ACL_UNSAFE, 0, nullptr, 0), ZOK);
  }
  Registration registration(&znodes_, Options());
  Status status = registration.Start();
  ASSERT_TRUE(status.ok()) << status.ToString();

  std::string data;
  ::Stat stat;
  ASSERT_EQ(client.Get("/hbase/master", &data, 0, &stat), ZOK);
  EXPECT_EQ(data, znodes_.Find("/hbase/master", "db.example.org")->data);
  EXPECT_NE(stat.ephemeralOwner, 0);
  ASSERT_EQ(client.Get("/hbase/hbaseid", &data, 0, &stat), ZOK);
  EXPECT_EQ(stat.ephemeralOwner, 0);
  EXPECT_THAT(client.Children("/hbase/rs"), ElementsAre("db.example.org,16020,1700000000123"));
  EXPECT_THAT(client.Children("/hbase/table"), ElementsAre("hbase:meta"));
  EXPECT_THAT(client.Children("/hbase"), Contains("unrelated"));
  EXPECT_THAT(client.Children("/hbase/replication"), Contains("peers"));

  cluster_.SetTable("t", MirroredTableState::kEnabled);
  registration.Changed("/hbase/table/t");
  WaitForNode(&client, "/hbase/table/t");
  ASSERT_EQ(client.Get("/hbase/table/t", &data, 1), ZOK);
  cluster_.SetTable("t", MirroredTableState::kDisabled);
  registration.Changed("/hbase/table/t");
  EXPECT_EQ(client.Next().type, ZOO_CHANGED_EVENT);
  ASSERT_EQ(client.Get("/hbase/table/t", &data, 1), ZOK);
  EXPECT_EQ(data, znodes_.Find("/hbase/table/t", "")->data);
  cluster_.DropTable("t");
  registration.Changed("/hbase/table/t");
  EXPECT_EQ(client.Next().type, ZOO_DELETED_EVENT);

  // Nobody says that this one came.
  cluster_.SetTable("u", MirroredTableState::kEnabled);
  WaitForNode(&client, "/hbase/table/u");

  registration.Stop();
  EXPECT_EQ(client.Get("/hbase/master", &data), ZNONODE);
  EXPECT_TRUE(client.Children("/hbase/rs").empty());
  EXPECT_EQ(client.Get("/hbase/hbaseid", &data), ZOK);
}

TEST_F(RegistrationTest, ANodeThatSomebodyDeletesComesBack) {
  Registration registration(&znodes_, Options());
  ASSERT_TRUE(registration.Start().ok());
  CClient client(server_->address(), 3000);
  client.WaitForState(ZOO_CONNECTED_STATE);
  ASSERT_EQ(zoo_delete(client.handle(), "/hbase/master", -1), ZOK);
  WaitForNode(&client, "/hbase/master");
}

TEST_F(RegistrationTest, ALostSessionIsReplaced) {
  RegistrationOptions options = Options();
  options.session_timeout_ms = 500;
  Registration registration(&znodes_, options);
  ASSERT_TRUE(registration.Start().ok());
  // A ZooKeeper that remembers nothing: it refuses clients that have seen more than it has.
  server_->Kill();
  server_->Start("second");
  CClient client(server_->address(), 3000);
  client.WaitForState(ZOO_CONNECTED_STATE);
  WaitForNode(&client, "/hbase");
  WaitForNode(&client, "/hbase/master");
  ::Stat stat;
  ASSERT_EQ(zoo_exists(client.handle(), "/hbase/master", 0, &stat), ZOK);
  EXPECT_NE(stat.ephemeralOwner, 0);
}

TEST_F(RegistrationTest, TakesOverFromItsOwnLastRunButNotFromAnotherCluster) {
  auto first = std::make_unique<Registration>(&znodes_, Options());
  ASSERT_TRUE(first->Start().ok());

  ClusterInfo other = cluster_.Info();
  other.cluster_id = "another";
  HbaseZnodes other_znodes(other, 8);
  Registration stranger(&other_znodes, Options());
  Status refused = stranger.Start();
  EXPECT_EQ(refused.code(), StatusCode::kLocked);
  EXPECT_THAT(refused.message(), HasSubstr("/hbase belongs to another cluster"));

  // A dead one's place may be taken.
  first.reset();
  Registration heir(&other_znodes, Options());
  ASSERT_TRUE(heir.Start().ok());
  heir.Stop();

  // Servers of a run whose session still lives.
  CClient client(server_->address(), 3000);
  client.WaitForState(ZOO_CONNECTED_STATE);
  for (const char* path : {"/hbase/rs/db.example.org,16020,1", "/hbase/master"}) {
    ASSERT_EQ(
        zoo_create(client.handle(), path, "", 0, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL, nullptr, 0),
        ZOK);
  }
  Registration again(&other_znodes, Options());
  ASSERT_TRUE(again.Start().ok());
  EXPECT_THAT(client.Children("/hbase/rs"), Not(Contains("db.example.org,16020,1")));
  ::Stat stat;
  ASSERT_EQ(zoo_exists(client.handle(), "/hbase/master", 0, &stat), ZOK);
  EXPECT_NE(stat.ephemeralOwner, zoo_client_id(client.handle())->client_id);
}

TEST(RegistrationStartTest, NobodyThereIsAnError) {
  TestCluster cluster;
  HbaseZnodes znodes(cluster.Info(), 7);
  RegistrationOptions options;
  options.quorum = "127.0.0.1:" + std::to_string(FreePort());
  options.start_timeout_ms = 100;
  Registration registration(&znodes, options);
  Status status = registration.Start();
  EXPECT_EQ(status.code(), StatusCode::kTimedOut);
  EXPECT_THAT(status.message(), HasSubstr(options.quorum));
}

TEST(RegistrationStartTest, QuorumsAreCheckedAndCompleted) {
  EXPECT_EQ(*NormalizeQuorum("a", 2181), "a:2181");
  EXPECT_EQ(*NormalizeQuorum("a,b:7,c", 2182), "a:2182,b:7,c:2182");
  EXPECT_EQ(*NormalizeQuorum("a:1/root", 2181), "a:1/root");
  EXPECT_EQ(*NormalizeQuorum("[::1]", 2181), "[::1]:2181");
  EXPECT_EQ(*NormalizeQuorum("[::1]:5", 2181), "[::1]:5");
  for (const char* bad : {"", ",", "a,", "a:", "a:x", "a:0", "a:70000", ":2181", "a/b/"}) {
    EXPECT_FALSE(NormalizeQuorum(bad, 2181).ok()) << bad;
  }
}

}  // namespace
}  // namespace basalt::server::zookeeper
