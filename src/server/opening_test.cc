// How connections begin, well and badly, byte by byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hbase/registry.pb.h"
#include "server/test_rpc.h"
#include "wire/frame.h"

namespace basalt::server {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class OpeningTest : public ::testing::Test {
 protected:
  TestServer server_;
};

TEST_F(OpeningTest, AnswersTheRegistryPreambleAndCloses) {
  TestClient client(server_.port());
  client.Send("Regist");
  // Total, header with call id -1 in five bytes, and the id of 36 characters.
  const auto head = client.Receive(4 + 7 + 3);
  ASSERT_TRUE(head);
  EXPECT_EQ(*head, BytesOf("\0\0\0\x2e\x06\x08\xff\xff\xff\xff\x0f\x26\x0a\x24"));
  EXPECT_EQ(client.Receive(36)->size(), 36U);
  EXPECT_TRUE(client.AtEnd());
}

TEST_F(OpeningTest, TheClusterIdStaysOverARestart) {
  const auto ask = [this] {
    TestClient client(server_.port());
    client.Open("ClientMetaService");
    hbase::pb::GetClusterIdResponse response;
    EXPECT_TRUE(client.Call("GetClusterId", hbase::pb::GetClusterIdRequest(), response).ok());
    return response.cluster_id();
  };
  const std::string id = ask();
  EXPECT_EQ(id.size(), 36U);
  server_.Restart();
  EXPECT_EQ(ask(), id);
}

TEST_F(OpeningTest, SaysThatSecurityIsOffAndGoesOn) {
  TestClient client(server_.port());
  client.Send("Securi");
  const auto reply = client.ReceiveReply();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->header.call_id(), wire::kConnectionCallId);
  EXPECT_EQ(reply->exception(), "org.apache.hadoop.hbase.ipc.SecurityNotEnabledException");
  EXPECT_FALSE(reply->header.exception().do_not_retry());
  client.Open("ClientMetaService");
  hbase::pb::GetClusterIdResponse response;
  EXPECT_TRUE(client.Call("GetClusterId", hbase::pb::GetClusterIdRequest(), response).ok());
}

TEST_F(OpeningTest, SwitchesSaslClientsToSimple) {
  TestClient client(server_.port());
  client.Send(BytesOf("HBas\0\x51\0\0\0\3tok"));
  EXPECT_EQ(client.Receive(8), Bytes(BytesOf("\0\0\0\0\xff\xff\xff\xa8")));
  const Bytes header = TestClient::Header("ClientMetaService").SerializeAsString();
  Bytes bytes;
  wire::AppendBigEndian(bytes, static_cast<uint32_t>(header.size()));
  client.Send(bytes + header);
  hbase::pb::GetClusterIdResponse response;
  EXPECT_TRUE(client.Call("GetClusterId", hbase::pb::GetClusterIdRequest(), response).ok());
}

struct BadPreamble {
  Bytes bytes;
  std::string exception;
  std::string text;
};

TEST_F(OpeningTest, RefusesBadPreamblesInHBasesWords) {
  const BadPreamble cases[] = {
      {Bytes(BytesOf("GET / ")), "ipc.FatalConnectionException",
       "Expected HEADER=HBas but received HEADER=GET  from 127.0.0.1:"},
      {Bytes(BytesOf("HBas\x01\x50")), "ipc.WrongVersionException",
       "serverVersion=0, clientVersion=1, authMethod=80, authName=SIMPLE from"},
      {Bytes(BytesOf("HBas\0\x63")), "ipc.BadAuthException",
       "serverVersion=0, clientVersion=0, authMethod=99, authName=unknown from"},
  };
  for (const BadPreamble& each : cases) {
    TestClient client(server_.port());
    client.Send(each.bytes);
    const auto reply = client.ReceiveReply();
    ASSERT_TRUE(reply) << each.exception;
    EXPECT_EQ(reply->header.call_id(), wire::kConnectionCallId);
    const std::string name = "org.apache.hadoop.hbase." + each.exception;
    EXPECT_EQ(reply->exception(), name);
    EXPECT_THAT(reply->header.exception().stack_trace(), StartsWith(name + ": " + each.text));
    EXPECT_TRUE(client.AtEnd());
  }
}

TEST_F(OpeningTest, ClosesWithoutAWordWhereHBaseDoes) {
  auto service = TestClient::Header("NoSuchService");
  auto codec = TestClient::Header("ClientService");
  codec.set_cell_block_codec_class("com.example.Codec");
  auto compressor = TestClient::Header("ClientService");
  compressor.set_cell_block_compressor_class("com.example.Compressor");
  for (const auto& header : {service, codec, compressor}) {
    TestClient client(server_.port());
    client.Open(header);
    EXPECT_TRUE(client.AtEnd()) << header.service_name();
  }
}

TEST_F(OpeningTest, AnOpeningMayComeInPieces) {
  TestClient client(server_.port());
  Bytes bytes = "HBas";
  bytes.push_back('\0');
  bytes.push_back(static_cast<char>(80));
  const Bytes header = TestClient::Header("ClientMetaService").SerializeAsString();
  wire::AppendBigEndian(bytes, static_cast<uint32_t>(header.size()));
  bytes += header;
  bytes += TestClient::Frame(TestClient::CallHeader(7, "GetClusterId"), "", "");
  for (const char byte : bytes) client.Send({&byte, 1});
  const auto reply = client.ReceiveReply();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->header.call_id(), 7U);
  EXPECT_TRUE(reply->ok());
}

TEST_F(OpeningTest, EveryPortAnswersEveryService) {
  for (const uint16_t port : {server_.server().ports().rpc, server_.server().ports().master}) {
    TestClient client(port);
    client.Open("MasterService");
    hbase::pb::IsMasterRunningResponse response;
    EXPECT_TRUE(client.Call("IsMasterRunning", hbase::pb::IsMasterRunningRequest(), response).ok());
    EXPECT_TRUE(response.is_master_running());
  }
}

}  // namespace
}  // namespace basalt::server
