// Calls over the wire: framing, cell blocks, order, limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/test_rpc.h"
#include "wire/compression.h"

namespace basalt::server {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

hbase::pb::GetRequest GetRequestFor(BytesView region, const std::string& row) {
  hbase::pb::GetRequest request;
  *request.mutable_region() = Specifier(region);
  request.mutable_get()->set_row(row);
  return request;
}

class CallsTest : public ::testing::Test {
 protected:
  CallsTest() : region_(server_.CreateTable("t")), client_(server_.port()) {
    client_.Open("ClientService");
  }
  void Put(const std::string& row, const std::string& value) {
    hbase::pb::MutateResponse response;
    const TestReply reply = client_.Call("Mutate", PutRequest(region_, row, value), response);
    ASSERT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
    EXPECT_TRUE(response.processed());
  }

  TestServer server_;
  Bytes region_;
  TestClient client_;
};

TEST_F(CallsTest, GetReturnsItsCellsInTheBlock) {
  Put("r", "v");
  hbase::pb::GetResponse response;
  const TestReply reply = client_.Call("Get", GetRequestFor(region_, "r"), response);
  ASSERT_TRUE(reply.ok());
  EXPECT_EQ(response.result().associated_cell_count(), 1);
  EXPECT_EQ(response.result().cell_size(), 0);
  EXPECT_EQ(reply.header.cell_block_meta().length(), reply.cells.size());
  wire::CellBlockReader cells(wire::CellCodec::kKeyValue, reply.cells);
  const auto cell = cells.Next();
  ASSERT_TRUE(cell.ok());
  EXPECT_EQ(cell->row, "r");
  EXPECT_EQ(cell->family, "f");
  EXPECT_EQ(cell->qualifier, "q");
  EXPECT_EQ(cell->value, "v");
  EXPECT_TRUE(cells.AtEnd());
}

TEST_F(CallsTest, GetWithoutVersionReturnsItsCellsInTheMessage) {
  Put("r", "v");
  auto header = TestClient::Header("ClientService");
  header.clear_version_info();
  TestClient old(server_.port());
  old.Open(header);
  hbase::pb::GetResponse response;
  const TestReply reply = old.Call("Get", GetRequestFor(region_, "r"), response);
  ASSERT_TRUE(reply.ok());
  EXPECT_FALSE(reply.header.has_cell_block_meta());
  ASSERT_EQ(response.result().cell_size(), 1);
  EXPECT_EQ(response.result().cell(0).value(), "v");
}

TEST_F(CallsTest, AnEmptyAnswerIsOneZeroByte) {
  hbase::pb::ScanRequest request;  // a close of a scanner nobody knows is an error; renew is not
  TestClient admin(server_.port());
  admin.Open("AdminService");
  admin.SendCall(3, "UpdateConfiguration", request);
  const auto length = admin.Receive(4);
  ASSERT_TRUE(length);
  // Header: length 2, field 1 = 3; message: length 0.
  EXPECT_EQ(*length, BytesOf("\0\0\0\4"));
  EXPECT_EQ(*admin.Receive(4), BytesOf("\2\x08\3\0"));
}

TEST_F(CallsTest, PipelinedCallsAreAllAnswered) {
  Put("r", "v");
  constexpr uint32_t kCalls = 500;
  for (uint32_t id = 0; id < kCalls; ++id) {
    client_.SendCall(1000 + id, "Get", GetRequestFor(region_, "r"));
  }
  std::vector<bool> seen(kCalls);
  for (uint32_t i = 0; i < kCalls; ++i) {
    const auto reply = client_.ReceiveReply();
    ASSERT_TRUE(reply);
    ASSERT_TRUE(reply->ok());
    const uint32_t id = reply->header.call_id() - 1000;
    ASSERT_LT(id, kCalls);
    EXPECT_FALSE(seen[id]) << "answered twice";
    seen[id] = true;
  }
}

TEST_F(CallsTest, UnknownMethodsAndBadParametersAreNamed) {
  hbase::pb::GetResponse response;
  TestReply reply = client_.Call("NoSuchMethod", hbase::pb::ScanRequest(), response);
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "DoNotRetryIOException");
  EXPECT_THAT(reply.header.exception().stack_trace(),
              HasSubstr("java.lang.UnsupportedOperationException: NoSuchMethod"));

  client_.Send(TestClient::Frame(TestClient::CallHeader(9, "Get"), "\xff\xff\xff", ""));
  reply = *client_.ReceiveReply();
  EXPECT_EQ(reply.header.call_id(), 9U);
  EXPECT_THAT(reply.header.exception().stack_trace(),
              HasSubstr("unable to read call parameter from client"));

  auto header = TestClient::CallHeader(10, "Get");
  header.set_request_param(false);
  client_.Send(TestClient::Frame(header, "", ""));
  reply = *client_.ReceiveReply();
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "DoNotRetryIOException");
  // The connection goes on.
  Put("r", "v");
}

TEST_F(CallsTest, ForeignRegionsAndRowsGetHBasesExceptions) {
  hbase::pb::GetResponse get;
  TestReply reply =
      client_.Call("Get", GetRequestFor("t,,1.0123456789abcdef0123456789abcdef.", "r"), get);
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "NotServingRegionException");
  EXPECT_FALSE(reply.header.exception().do_not_retry());
  EXPECT_THAT(reply.header.exception().stack_trace(), HasSubstr(" is not online on 127.0.0.1,"));

  auto closest = GetRequestFor("hbase:meta,,1", "t,,:");
  closest.mutable_get()->set_closest_row_before(true);
  reply = client_.Call("Get", closest, get);
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "exceptions.UnknownProtocolException");

  auto wrong_family = PutRequest(region_, "r", "v");
  wrong_family.mutable_mutation()->mutable_column_value(0)->set_family("g");
  hbase::pb::MutateResponse mutate;
  reply = client_.Call("Mutate", wrong_family, mutate);
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "regionserver.NoSuchColumnFamilyException");
  EXPECT_TRUE(reply.header.exception().do_not_retry());
}

TEST_F(CallsTest, CompressedBlocksGoBothWays) {
  for (const std::string name : {"GzipCodec", "DefaultCodec", "SnappyCodec", "Lz4Codec"}) {
    auto header = TestClient::Header("ClientService");
    header.set_cell_block_compressor_class("org.apache.hadoop.io.compress." + name);
    TestClient client(server_.port());
    client.Open(header);
    const auto compressor = *wire::CompressorByClassName(header.cell_block_compressor_class());

    const std::string value(1000, 'x');
    Bytes block;
    wire::AppendCell(wire::CellCodec::kKeyValue,
                     {.row = "z", .family = "f", .qualifier = name, .value = value}, block);
    Bytes compressed;
    ASSERT_TRUE(wire::Compress(compressor, block, compressed).ok());
    hbase::pb::MultiRequest request;
    auto& group = *request.add_regionaction();
    *group.mutable_region() = Specifier(region_);
    auto& mutation = *group.add_action()->mutable_mutation();
    mutation.set_row("z");
    mutation.set_mutate_type(hbase::pb::MutationProto::PUT);
    mutation.set_associated_cell_count(1);
    hbase::pb::MultiResponse response;
    TestReply reply = client.Call("Multi", request, response, compressed);
    ASSERT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
    ASSERT_TRUE(response.regionactionresult(0).resultorexception(0).has_result()) << name;

    auto get = GetRequestFor(region_, "z");
    auto& column = *get.mutable_get()->add_column();
    column.set_family("f");
    column.add_qualifier(name);
    hbase::pb::GetResponse got;
    reply = client.Call("Get", get, got);
    Bytes cells;
    ASSERT_TRUE(wire::Decompress(compressor, reply.cells, 1 << 20, cells).ok()) << name;
    EXPECT_LT(reply.cells.size(), cells.size());
    const auto cell = wire::CellBlockReader(wire::CellCodec::kKeyValue, cells).Next();
    ASSERT_TRUE(cell.ok());
    EXPECT_EQ(cell->value, value);
  }
}

TEST_F(CallsTest, MultiMixesGoodAndBadActions) {
  Put("a", "1");
  hbase::pb::MultiRequest request;
  auto& unknown = *request.add_regionaction();
  *unknown.mutable_region() = Specifier("t,,1.0123456789abcdef0123456789abcdef.");
  auto& lost = *unknown.add_action()->mutable_mutation();
  lost.set_row("x");
  lost.set_mutate_type(hbase::pb::MutationProto::PUT);
  lost.set_associated_cell_count(1);
  auto& group = *request.add_regionaction();
  *group.mutable_region() = Specifier(region_);
  auto& get = *group.add_action();
  get.set_index(5);
  get.mutable_get()->set_row("a");
  auto& good = *group.add_action();
  good.set_index(6);
  good.mutable_mutation()->set_row("b");
  good.mutable_mutation()->set_mutate_type(hbase::pb::MutationProto::PUT);
  good.mutable_mutation()->set_associated_cell_count(1);
  auto& bad = *group.add_action();
  bad.set_index(7);
  *bad.mutable_mutation() = PutRequest(region_, "c", "v").mutation();
  bad.mutable_mutation()->mutable_column_value(0)->set_family("nope");
  // The cell of the region that is not here comes first, and must not be taken for b's.
  Bytes block;
  wire::AppendCell(wire::CellCodec::kKeyValue,
                   {.row = "x", .family = "f", .qualifier = "q", .value = "lost"}, block);
  wire::AppendCell(wire::CellCodec::kKeyValue,
                   {.row = "b", .family = "f", .qualifier = "q", .value = "kept"}, block);
  hbase::pb::MultiResponse response;
  const TestReply reply = client_.Call("Multi", request, response, block);
  ASSERT_TRUE(reply.ok());
  ASSERT_EQ(response.regionactionresult_size(), 2);
  EXPECT_EQ(response.regionactionresult(0).exception().name(),
            std::string(kHBase) + "NotServingRegionException");
  EXPECT_EQ(response.regionactionresult(0).resultorexception_size(), 0);
  const auto& results = response.regionactionresult(1).resultorexception();
  ASSERT_EQ(results.size(), 3);
  EXPECT_EQ(results[0].index(), 5U);
  EXPECT_EQ(results[0].result().associated_cell_count(), 1);
  EXPECT_EQ(results[1].index(), 6U);
  EXPECT_TRUE(results[1].has_result());
  EXPECT_EQ(results[2].index(), 7U);
  EXPECT_EQ(results[2].exception().name(),
            std::string(kHBase) + "regionserver.NoSuchColumnFamilyException");

  hbase::pb::GetResponse got;
  const TestReply kept = client_.Call("Get", GetRequestFor(region_, "b"), got);
  EXPECT_THAT(kept.cells, HasSubstr("kept"));
}

TEST_F(CallsTest, ARetriedIncrementCountsOnceAlsoAfterARestart) {
  hbase::pb::MutateRequest request;
  *request.mutable_region() = Specifier(region_);
  request.set_nonce_group(11);
  auto& mutation = *request.mutable_mutation();
  mutation.set_row("counter");
  mutation.set_mutate_type(hbase::pb::MutationProto::INCREMENT);
  mutation.set_nonce(22);
  auto& column = *mutation.add_column_value();
  column.set_family("f");
  column.add_qualifier_value()->set_qualifier("n");
  column.mutable_qualifier_value(0)->set_value(EncodeLong(5));
  const auto increment = [&](TestClient& client) {
    hbase::pb::MutateResponse response;
    const TestReply reply = client.Call("Mutate", request, response);
    EXPECT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
    EXPECT_FALSE(response.has_processed());
    const auto cell = wire::CellBlockReader(wire::CellCodec::kKeyValue, reply.cells).Next();
    return cell.ok() ? DecodeLong(cell->value) : std::nullopt;
  };
  EXPECT_EQ(increment(client_), 5);
  EXPECT_EQ(increment(client_), 5);
  mutation.set_nonce(23);
  EXPECT_EQ(increment(client_), 10);
  server_.Restart();
  TestClient again(server_.port());
  again.Open("ClientService");
  EXPECT_EQ(increment(again), 10);
  mutation.set_nonce(24);
  EXPECT_EQ(increment(again), 15);
}

TEST(LimitsTest, AnOversizedRequestIsRefusedByItsId) {
  ServerConfig config;
  config.rpc.max_request_bytes = 1 << 20;
  TestServer server(config);
  TestClient client(server.port());
  client.Open("ClientService");
  Bytes frame = TestClient::Frame(TestClient::CallHeader(77, "Get"), "x", "");
  wire::PutBigEndian(frame.data(), uint32_t{2 << 20});
  client.Send(frame);
  const auto reply = client.ReceiveReply();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->header.call_id(), 77U);
  EXPECT_EQ(reply->exception(), std::string(kHBase) + "exceptions.RequestTooBigException");
  EXPECT_THAT(reply->header.exception().stack_trace(),
              HasSubstr("RPC data length of 2097152 received from 127.0.0.1"));
  EXPECT_TRUE(client.AtEnd());
}

TEST(LimitsTest, NonsenseLengthsCloseTheConnection) {
  TestServer server;
  for (const BytesView bytes : {BytesOf("\xff\xff\xff\xff"), BytesOf("\0\0\0\0")}) {
    TestClient client(server.port());
    client.Open("ClientService");
    client.Send(bytes);
    EXPECT_TRUE(client.AtEnd());
  }
}

}  // namespace
}  // namespace basalt::server
