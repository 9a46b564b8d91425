// Frames that no client should send, and what Apache HBase answers to them: it closes a connection
// only when it cannot read whom to answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/test_rpc.h"

namespace basalt::server {
namespace {

using ::testing::HasSubstr;

class OddFramesTest : public ::testing::Test {
 protected:
  OddFramesTest() {
    *get_.mutable_region() = Specifier("hbase:meta,,1");
    get_.mutable_get()->set_row("nothing");
    param_ = get_.SerializeAsString();
  }

  static Bytes WithLength(const Bytes& frame) {
    Bytes whole;
    wire::AppendBigEndian(whole, static_cast<uint32_t>(frame.size()));
    return whole + frame;
  }
  static Bytes Varint(uint64_t value) {
    Bytes bytes;
    base::AppendVarint(bytes, value);
    return bytes;
  }
  static Bytes Delimited(const Bytes& bytes) { return Varint(bytes.size()) + bytes; }
  static Bytes HeaderOf(const std::string& method = "Get") {
    return Delimited(TestClient::CallHeader(1, method).SerializeAsString());
  }
  static Bytes HeaderWithCells(uint32_t length) {
    hbase::pb::RequestHeader header = TestClient::CallHeader(1, "Get");
    header.mutable_cell_block_meta()->set_length(length);
    return Delimited(header.SerializeAsString());
  }

  // "ok", "closed", or the text of the error.
  std::string Answer(const Bytes& bytes, const hbase::pb::ConnectionHeader& connection =
                                             TestClient::Header("ClientService")) {
    TestClient client(server_.port());
    client.Open(connection);
    client.Send(bytes);
    const auto reply = client.ReceiveReply();
    if (!reply) return "closed";
    call_id_ = reply->header.call_id();
    return reply->ok() ? "ok" : reply->header.exception().stack_trace();
  }

  TestServer server_;
  hbase::pb::GetRequest get_;
  Bytes param_;
  uint32_t call_id_ = 0;
};

TEST_F(OddFramesTest, LengthsThatRunPastTheFrame) {
  EXPECT_EQ(Answer(WithLength(HeaderOf() + Varint(param_.size() + 1000) + param_)), "ok");
  EXPECT_THAT(Answer(WithLength(HeaderOf() + Varint(param_.size() - 3) + param_)),
              HasSubstr("is unable to read call parameter from client 127.0.0.1"));
  for (const BytesView length :
       {BytesView(""), BytesView("\x80"), BytesView("\xff\xff\xff\xff\x0f")}) {
    EXPECT_THAT(Answer(WithLength(HeaderOf().append(length))),
                HasSubstr("is unable to read call parameter from client 127.0.0.1"));
    EXPECT_EQ(call_id_, 1U);
  }
  const Bytes header = TestClient::CallHeader(1, "Get").SerializeAsString();
  EXPECT_THAT(Answer(WithLength(Varint(500) + header)), HasSubstr("is unable to read"));
  EXPECT_EQ(Answer(WithLength(Varint(500) + header + Delimited(param_))), "closed");
  EXPECT_EQ(Answer(WithLength("")), "closed");
}

TEST_F(OddFramesTest, LengthsOfFrames) {
  for (const BytesView length : {BytesView("\xff\xff\xff\xff", 4), BytesView("\x80\0\0\0", 4)}) {
    EXPECT_THAT(Answer(Bytes(length) + HeaderOf() + Delimited(param_)),
                HasSubstr("is greater than max allowed"));
    EXPECT_EQ(call_id_, 1U);
  }
}

TEST_F(OddFramesTest, CallsWithoutAParameter) {
  hbase::pb::RequestHeader header = TestClient::CallHeader(1, "Get");
  header.clear_request_param();
  EXPECT_THAT(Answer(WithLength(Delimited(header.SerializeAsString()) + Delimited(param_))),
              HasSubstr("Invalid request header: call_id: 1 method_name: \"Get\", should have "
                        "param set in it"));
  EXPECT_THAT(Answer(WithLength(Bytes(1, '\0') + Delimited(param_))),
              HasSubstr("should have param set in it"));
  EXPECT_EQ(call_id_, 0U);
  EXPECT_THAT(Answer(WithLength(HeaderOf("Nope") + Delimited(param_))),
              HasSubstr("java.lang.UnsupportedOperationException: Nope"));
}

TEST_F(OddFramesTest, FieldsAndBytesThatNobodyKnows) {
  const Bytes unknown = "\x9a\x06\x05hello";
  const Bytes header = TestClient::CallHeader(1, "Get").SerializeAsString();
  EXPECT_EQ(Answer(WithLength(Delimited(header + unknown) + Delimited(param_ + unknown))), "ok");
  EXPECT_EQ(Answer(WithLength(HeaderOf() + Delimited(param_) + "trailing")), "ok");
}

TEST_F(OddFramesTest, CellBlocksThatAreNotThere) {
  EXPECT_THAT(Answer(WithLength(HeaderWithCells(100) + Delimited(param_) + "0123456789")),
              HasSubstr("is unable to read call parameter from client 127.0.0.1"));
  EXPECT_THAT(Answer(WithLength(HeaderWithCells(0x80000000) + Delimited(param_))),
              HasSubstr("is unable to read call parameter"));
  EXPECT_THAT(Answer(WithLength(HeaderWithCells(0) + Varint(param_.size() + 50) + param_)),
              HasSubstr("is unable to read call parameter"));
}

TEST_F(OddFramesTest, ConnectionsThatCannotBeServed) {
  const Bytes call = WithLength(HeaderOf() + Delimited(param_));
  EXPECT_EQ(Answer(call, TestClient::Header("NopeService")), "closed");
  hbase::pb::ConnectionHeader header = TestClient::Header("ClientService");
  header.set_cell_block_compressor_class("nope.Compressor");
  EXPECT_EQ(Answer(call, header), "closed");
  header.clear_cell_block_codec_class();
  EXPECT_EQ(Answer(call, header), "ok") << "without cells nothing is compressed";
  header.set_cell_block_codec_class("nope.Codec");
  EXPECT_EQ(Answer(call, header), "closed");
}

TEST_F(OddFramesTest, TheSameCallIdTwice) {
  TestClient client(server_.port());
  client.Open("ClientService");
  const Bytes call = WithLength(HeaderOf() + Delimited(param_));
  client.Send(call + call);
  for (int i = 0; i < 2; ++i) {
    const auto reply = client.ReceiveReply();
    ASSERT_TRUE(reply);
    EXPECT_TRUE(reply->ok());
    EXPECT_EQ(reply->header.call_id(), 1U);
  }
}

}  // namespace
}  // namespace basalt::server
