// Addresses that lead nowhere: one clear line each, within the deadline.
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "fixture.h"

namespace basalt::conformance {
namespace {

// A socket that listens and does as it is told with the first that comes.
class Stranger {
 public:
  Stranger() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(::listen(socket_, 8), 0);
    socklen_t length = sizeof(address);
    EXPECT_EQ(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length), 0);
    port_ = ntohs(address.sin_port);
  }
  ~Stranger() { ::close(socket_); }
  std::string url() const { return "hbase://127.0.0.1:" + std::to_string(port_); }
  std::string zookeeper_url() const { return "zk://127.0.0.1:" + std::to_string(port_); }
  int socket() const { return socket_; }

 private:
  int socket_;
  uint16_t port_ = 0;
};

Status OpenFails(const std::string& url, int64_t timeout_ms = 20'000) {
  ConnectionOptions options;
  options.operation_timeout_ms = timeout_ms;
  auto connection = Connection::Open(url, options);
  EXPECT_FALSE(connection.ok()) << url;
  const Status status = connection.status();
  EXPECT_EQ(status.message().find('\n'), std::string::npos) << status.message();
  return status;
}

TEST(Address, MalformedOnesAreNamed) {
  for (const char* url : {"hbase://", "hbase://:16000", "hbase://host:0", "hbase://host:70000",
                          "hbase://host:x", "hbase://a:1,,b:2", "hbase://user@host:1"}) {
    const Status status = OpenFails(url);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << url;
    EXPECT_NE(status.message().find(url), std::string::npos) << status.message();
  }
  EXPECT_EQ(OpenFails("http://host:1").code(), StatusCode::kNotSupported);
  EXPECT_EQ(OpenFails("zk://:2181/hbase").code(), StatusCode::kInvalidArgument);
}

TEST(Address, NobodyListens) {
  std::string url;
  {
    const Stranger gone;
    url = gone.url();
  }
  const Status status = OpenFails(url);
  EXPECT_EQ(status.code(), StatusCode::kIoError);
  EXPECT_NE(status.message().find("no server answers at 127.0.0.1"), std::string::npos)
      << status.message();
}

TEST(Address, TheFirstThatAnswersIsTaken) {
  ServerProcess server;
  std::string gone;
  {
    const Stranger stranger;
    gone = stranger.url();
  }
  const auto connection =
      Connection::Open(gone + "," + server.url().substr(std::string("hbase://").size()));
  EXPECT_TRUE(connection.ok()) << connection.status().ToString();
}

TEST(Address, SomethingElseListens) {
  const Stranger stranger;
  std::thread web([&] {
    const int peer = ::accept(stranger.socket(), nullptr, nullptr);
    const std::string answer = "HTTP/1.1 400 Bad Request\r\n\r\n";
    EXPECT_EQ(::send(peer, answer.data(), answer.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(answer.size()));
    char ignored[64];
    while (::recv(peer, ignored, sizeof(ignored), 0) > 0) {
    }
    ::close(peer);
  });
  const Status status = OpenFails(stranger.url());
  web.join();
  EXPECT_NE(status.message().find("does not answer as a server of HBase's"), std::string::npos)
      << status.message();
}

TEST(Address, SomethingSilentListens) {
  const Stranger stranger;
  for (const std::string& url : {stranger.url(), stranger.zookeeper_url()}) {
    const Status status = OpenFails(url, 50);
    EXPECT_EQ(status.code(), StatusCode::kTimedOut);
    EXPECT_NE(status.message().find("did not answer in time"), std::string::npos);
  }
}

TEST(Address, ZooKeeperWithoutACluster) {
  std::string gone;
  {
    const Stranger stranger;
    gone = stranger.zookeeper_url();
  }
  EXPECT_NE(OpenFails(gone).message().find("no ZooKeeper answers at 127.0.0.1"), std::string::npos);
  const ServerProcess server;
  EXPECT_NE(OpenFails(server.zookeeper_url() + "/elsewhere")
                .message()
                .find("has no /hbase/elsewhere/hbaseid"),
            std::string::npos);
}

}  // namespace
}  // namespace basalt::conformance
