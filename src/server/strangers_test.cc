// Nobody waits for a stranger: what may be long leaves the I/O thread, so that a call that comes in
// the same read of the socket behind it is answered first. That order is certain: the I/O thread
// writes an answer from a pool only when it is done with what it has read.
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hbase/admin.pb.h"
#include "hbase/comparator.pb.h"
#include "hbase/filter.pb.h"
#include "server/test_rpc.h"

namespace basalt::server {
namespace {

constexpr uint32_t kLongCall = 1;
constexpr uint32_t kShortCall = 2;

class StrangersTest : public ::testing::Test {
 protected:
  StrangersTest() : region_(server_.CreateTable("t")) {
    Connect();
    hbase::pb::MutateResponse response;
    EXPECT_TRUE(client_->Call("Mutate", PutRequest(region_, "short", "v"), response).ok());
    short_get_ = GetOf("short");
  }
  void Connect() {
    client_ = std::make_unique<TestClient>(server_.port());
    client_->Open("ClientService");
  }
  hbase::pb::GetRequest GetOf(const std::string& row) const {
    hbase::pb::GetRequest request;
    *request.mutable_region() = Specifier(region_);
    request.mutable_get()->set_row(row);
    return request;
  }
  void PutWide(const std::string& row, int columns, const std::string& value) {
    hbase::pb::MutateRequest request = PutRequest(region_, row, value);
    auto& family = *request.mutable_mutation()->mutable_column_value(0);
    for (int i = 0; i < columns; ++i) {
      auto& cell = *family.add_qualifier_value();
      cell.set_qualifier(std::to_string(i));
      cell.set_value(value);
    }
    hbase::pb::MutateResponse response;
    ASSERT_TRUE(client_->Call("Mutate", request, response).ok());
  }
  static hbase::pb::Filter ValueFilter(const std::string& pattern) {
    constexpr const char* kPackage = "org.apache.hadoop.hbase.filter.";
    hbase::pb::RegexStringComparator regex;
    regex.set_pattern(pattern);
    regex.set_pattern_flags(0);
    regex.set_charset("UTF-8");
    hbase::pb::ValueFilter value;
    auto& compare = *value.mutable_compare_filter();
    compare.set_compare_op(hbase::pb::EQUAL);
    compare.mutable_comparator()->set_name(std::string(kPackage) + "RegexStringComparator");
    compare.mutable_comparator()->set_serialized_comparator(regex.SerializeAsString());
    hbase::pb::Filter filter;
    filter.set_name(std::string(kPackage) + "ValueFilter");
    filter.set_serialized_filter(value.SerializeAsString());
    return filter;
  }

  // Sends the call and the short get behind it in one write; the get is answered first.
  // Returns the other's answer.
  TestReply Overtake(const std::string& method, const google::protobuf::MessageLite& request,
                     uint32_t priority = 0) {
    hbase::pb::RequestHeader header = TestClient::CallHeader(kLongCall, method);
    if (priority > 0) header.set_priority(priority);
    client_->Send(TestClient::Frame(header, request.SerializeAsString(), {}) +
                  TestClient::Frame(TestClient::CallHeader(kShortCall, "Get"),
                                    short_get_.SerializeAsString(), {}));
    const auto first = client_->ReceiveReply();
    const auto second = client_->ReceiveReply();
    EXPECT_TRUE(first && second);
    if (!first || !second) return {};
    EXPECT_EQ(first->header.call_id(), kShortCall);
    EXPECT_TRUE(first->ok());
    return first->header.call_id() == kLongCall ? *first : *second;
  }

  TestServer server_;
  Bytes region_;
  std::unique_ptr<TestClient> client_;
  hbase::pb::GetRequest short_get_;
};

TEST_F(StrangersTest, RegularExpressionsLeaveTheIoThread) {
  PutWide("wide", 2000, std::string(26, 'a') + "b");
  hbase::pb::GetRequest get = GetOf("wide");
  *get.mutable_get()->mutable_filter() = ValueFilter("^(a+)+$");
  const TestReply reply = Overtake("Get", get);
  EXPECT_FALSE(reply.ok()) << "all matches of a call share one limit";
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "DoNotRetryIOException");

  hbase::pb::MultiRequest multi;
  auto& group = *multi.add_regionaction();
  *group.mutable_region() = Specifier(region_);
  *group.add_action()->mutable_get() = get.get();
  EXPECT_TRUE(Overtake("Multi", multi).ok());

  hbase::pb::MutateRequest checked = PutRequest(region_, "wide", "v");
  auto& condition = *checked.mutable_condition();
  condition.set_row("wide");
  *condition.mutable_filter() = ValueFilter("^(a+)+$");
  EXPECT_FALSE(Overtake("Mutate", checked).ok());
}

TEST_F(StrangersTest, WideRowsLeaveTheIoThread) {
  PutWide("wide", 20'000, "v");
  const TestReply reply = Overtake("Get", GetOf("wide"));
  ASSERT_TRUE(reply.ok());
  hbase::pb::GetResponse response;
  ASSERT_TRUE(response.ParseFromString(reply.message));
  EXPECT_EQ(response.result().associated_cell_count(), 20'001);

  hbase::pb::MultiRequest multi;
  auto& group = *multi.add_regionaction();
  *group.mutable_region() = Specifier(region_);
  for (const char* row : {"short", "wide", "short"}) {
    group.add_action()->mutable_get()->set_row(row);
  }
  const TestReply many = Overtake("Multi", multi);
  hbase::pb::MultiResponse answers;
  ASSERT_TRUE(answers.ParseFromString(many.message));
  ASSERT_EQ(answers.regionactionresult(0).resultorexception_size(), 3);
  EXPECT_EQ(answers.regionactionresult(0).resultorexception(1).result().associated_cell_count(),
            20'001);
}

TEST_F(StrangersTest, ColdRowsLeaveTheIoThread) {
  hbase::pb::MutateResponse response;
  ASSERT_TRUE(client_->Call("Mutate", PutRequest(region_, "cold", "v"), response).ok());
  TestClient admin(server_.port());
  admin.Open("AdminService");
  hbase::pb::FlushRegionRequest flush;
  *flush.mutable_region() = Specifier(region_);
  hbase::pb::FlushRegionResponse flushed;
  ASSERT_TRUE(admin.Call("FlushRegion", flush, flushed).ok());
  server_.Restart();
  Connect();
  // Of a table that has no files.
  const Bytes other = server_.CreateTable("u");
  ASSERT_TRUE(client_->Call("Mutate", PutRequest(other, "short", "v"), response).ok());
  *short_get_.mutable_region() = Specifier(other);
  const TestReply reply = Overtake("Get", GetOf("cold"));
  ASSERT_TRUE(reply.ok());
  hbase::pb::GetResponse got;
  ASSERT_TRUE(got.ParseFromString(reply.message));
  EXPECT_EQ(got.result().associated_cell_count(), 1);
}

TEST_F(StrangersTest, SyncsLeaveTheIoThread) {
  hbase::pb::MutateRequest put = PutRequest(region_, "synced", "v");
  put.mutable_mutation()->set_durability(hbase::pb::MutationProto::FSYNC_WAL);
  EXPECT_TRUE(Overtake("Mutate", put).ok());
  hbase::pb::MultiRequest multi;
  auto& group = *multi.add_regionaction();
  *group.mutable_region() = Specifier(region_);
  *group.add_action()->mutable_mutation() = put.mutation();
  EXPECT_TRUE(Overtake("Multi", multi).ok());
  hbase::pb::GetResponse response;
  ASSERT_TRUE(client_->Call("Get", GetOf("synced"), response).ok());
  EXPECT_EQ(response.result().associated_cell_count(), 1);
}

// An increment that was given up and run again counts once, and so does its nonce.
TEST_F(StrangersTest, WhatIsMovedHappensOnce) {
  hbase::pb::MutateRequest request;
  *request.mutable_region() = Specifier(region_);
  request.set_nonce_group(1);
  auto& mutation = *request.mutable_mutation();
  mutation.set_row("counter");
  mutation.set_mutate_type(hbase::pb::MutationProto::INCREMENT);
  mutation.set_durability(hbase::pb::MutationProto::FSYNC_WAL);
  auto& column = *mutation.add_column_value();
  column.set_family("f");
  column.add_qualifier_value()->set_qualifier("n");
  column.mutable_qualifier_value(0)->set_value(EncodeLong(5));
  for (int i = 1; i <= 3; ++i) {
    mutation.set_nonce(static_cast<uint64_t>(i));
    const TestReply reply = Overtake("Mutate", request);
    const auto cell = wire::CellBlockReader(wire::CellCodec::kKeyValue, reply.cells).Next();
    ASSERT_TRUE(cell.ok());
    EXPECT_EQ(DecodeLong(cell->value), 5 * i);
  }
}

// Whatever priority the client claims.
TEST_F(StrangersTest, ScansOfTablesLeaveTheIoThread) {
  hbase::pb::ScanRequest scan;
  *scan.mutable_region() = Specifier(region_);
  scan.mutable_scan();
  scan.set_number_of_rows(10);
  const TestReply opened = Overtake("Scan", scan, 200);
  ASSERT_TRUE(opened.ok());
  hbase::pb::ScanResponse response;
  ASSERT_TRUE(response.ParseFromString(opened.message));
  EXPECT_EQ(response.cells_per_result_size(), 1);
}

}  // namespace
}  // namespace basalt::server
