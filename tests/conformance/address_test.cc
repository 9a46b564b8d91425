// Unreachable or invalid addresses: one clear error message each, within the deadline.
#include <sys/wait.h>

#include <cstdio>

#include "fixture.h"
#include "stranger.h"

namespace basalt::conformance {
namespace {

// A frame with an exception that answers the first call.
std::string FrameOfException(const std::string& class_name, const std::string& message) {
  const auto text = [](char tag, const std::string& value) {
    return std::string{tag, static_cast<char>(value.size())} + value;
  };
  const std::string exception = text(0x0A, class_name) + text(0x12, class_name + ": " + message);
  const std::string header = std::string{0x08, 0x00, 0x12} +
                             static_cast<char>((exception.size() & 0x7F) | 0x80) +
                             static_cast<char>(exception.size() >> 7) + exception;
  const std::string body = std::string{static_cast<char>((header.size() & 0x7F) | 0x80),
                                       static_cast<char>(header.size() >> 7)} +
                           header;
  return std::string{0, 0, 0, static_cast<char>(body.size())} + body;
}

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
  struct Case {
    std::string says;
    std::string message;
  };
  const std::vector<Case> cases = {
      {"HTTP/1.1 400 Bad Request\r\n\r\n", "of HBase's; it is a web server"},
      {"SSH-2.0-OpenSSH_9.6\r\n", "of HBase's; it is an SSH server"},
      {std::string("\x15\x03\x03\x00\x02\x02\x28", 7), "it speaks TLS: try hbases://"},
      {"GARBAGE ", "does not answer as a server of HBase's"},
      {"", "closed the connection without an answer"},
      // An old HBase: answers an unknown service with an exception of its own protocol.
      {FrameOfException("org.apache.hadoop.hbase.ipc.UnknownServiceException", "ClientMetaService"),
       "is an HBase before 2.3"},
  };
  for (const Case& one : cases) {
    Stranger stranger;
    stranger.Say(one.says);
    const Status status = OpenFails(stranger.url());
    EXPECT_NE(status.message().find(one.message), std::string::npos) << status.message();
  }
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

TEST(Address, ParametersAreChecked) {
  for (const char* url :
       {"hbase://host:1?what=x", "hbase://host:1?ca=file", "hbases://host:1?cert=file",
        "hbases://host:1?ca=", "zk://host/hbase?tls=maybe", "hbases://host:1?ca=/no/such/file"}) {
    const Status status = OpenFails(url);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << url;
    EXPECT_NE(status.message().find(url), std::string::npos) << status.message();
  }
}

// TLS on one side only, and certificates that are not trusted.
TEST(Address, TlsMustBeOnBothSides) {
  const base::TempDir directory;
  const ServerProcess server(TlsProxy::kHost);
  const std::string ca_file = directory.Sub("ca.pem");
  const TlsProxy front(server.ports(), ca_file);
  const std::string port = ":" + std::to_string(server.ports().front());
  const std::string behind_tls = TlsProxy::kHost + port;

  const Status plain = OpenFails("hbase://" + behind_tls);
  EXPECT_NE(plain.message().find("TLS"), std::string::npos) << plain.message();
  const Status alone = OpenFails("hbases://127.0.0.1" + port + "?ca=" + ca_file);
  EXPECT_NE(alone.message().find("cannot agree on TLS"), std::string::npos) << alone.message();
  const Status unknown = OpenFails("hbases://" + behind_tls);
  EXPECT_NE(unknown.message().find("certificate verify failed"), std::string::npos)
      << unknown.message();
  EXPECT_TRUE(Connection::Open("hbases://" + behind_tls + "?ca=" + ca_file).ok());
  EXPECT_TRUE(Connection::Open("hbase://" + behind_tls + "?tls=true&ca=" + ca_file).ok());

  // The host name must match the certificate.
  const base::TempDir other;
  const ServerProcess wrong_name;
  const std::string elsewhere = other.Sub("ca.pem");
  const TlsProxy named(wrong_name.ports(), elsewhere, "DNS:elsewhere.example");
  const Status misnamed =
      OpenFails("hbases://" + std::string(TlsProxy::kHost) + ":" +
                std::to_string(wrong_name.ports().front()) + "?ca=" + elsewhere);
  EXPECT_NE(misnamed.message().find("certificate verify failed"), std::string::npos)
      << misnamed.message();
}

struct Outcome {
  int code = -1;
  std::string output;
};

// The output of the program, both streams, and its exit code.
Outcome RunProgram(const std::string& arguments) {
  const std::string command = std::string(BASALT_PROGRAM) + " " + arguments + " 2>&1 < /dev/null";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  Outcome outcome;
  char buffer[4096];
  while (std::fgets(buffer, sizeof(buffer), pipe) != nullptr) outcome.output += buffer;
  const int status = ::pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

TEST(Address, TheProgramSaysOneLineAndFails) {
  std::string gone;
  {
    const Stranger stranger;
    gone = stranger.url();
  }
  const ServerProcess server;
  Stranger web;
  web.Say("HTTP/1.1 400 Bad Request\r\n\r\n");
  const std::string tls = "hbases://" + server.url().substr(std::string("hbase://").size());
  for (const std::string& command : {std::string("shell URL -e list"), std::string("bench URL")}) {
    const auto run = [&](const std::string& url) {
      std::string arguments = command;
      arguments.replace(arguments.find("URL"), 3, "'" + url + "'");
      return RunProgram(arguments);
    };
    for (const std::string& url : {gone, web.url(), tls, std::string("hbase://host:x"),
                                   std::string("zk://no-such-host.invalid")}) {
      const Outcome outcome = run(url);
      EXPECT_EQ(outcome.code, 1) << command << " " << url;
      EXPECT_EQ(outcome.output.find("basalt: cannot open '" + url + "': "), 0U) << outcome.output;
      EXPECT_EQ(outcome.output.find('\n'), outcome.output.size() - 1) << outcome.output;
    }
  }
  const Outcome no_table = RunProgram("shell " + server.url() + " -e \"scan 'nobody'\"");
  EXPECT_EQ(no_table.code, 1);
  EXPECT_NE(no_table.output.find("ERROR: Unknown table nobody!"), std::string::npos)
      << no_table.output;
}

}  // namespace
}  // namespace basalt::conformance
