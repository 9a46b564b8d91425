// Coprocessor endpoints over the wire: who has them, and what they answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hbase/endpoint.pb.h"
#include "server/test_rpc.h"

namespace basalt::server {
namespace {

using ::testing::HasSubstr;

class EndpointsTest : public ::testing::Test {
 protected:
  EndpointsTest() : client_(server_.port()) { client_.Open("ClientService"); }

  // A table that names the class among its coprocessors, as HBase's users do.
  Bytes CreateWith(const std::string& name, const std::string& java_class) {
    TestClient master(server_.port());
    master.Open("MasterService");
    hbase::pb::CreateTableRequest request;
    auto& schema = *request.mutable_table_schema();
    schema.mutable_table_name()->set_namespace_("default");
    schema.mutable_table_name()->set_qualifier(name);
    schema.add_column_families()->set_name("f");
    auto& attribute = *schema.add_attributes();
    attribute.set_first("coprocessor$1");
    attribute.set_second("|" + java_class + "|536870911|");
    hbase::pb::CreateTableResponse response;
    const TestReply reply = master.Call("CreateTable", request, response);
    EXPECT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
    return server_.RegionOf(name);
  }

  TestReply Exec(BytesView region, const std::string& service, const std::string& method,
                 const google::protobuf::MessageLite& message,
                 google::protobuf::MessageLite& answer) {
    hbase::pb::CoprocessorServiceRequest request;
    *request.mutable_region() = Specifier(region);
    request.mutable_call()->set_row("");
    request.mutable_call()->set_service_name(service);
    request.mutable_call()->set_method_name(method);
    message.SerializeToString(request.mutable_call()->mutable_request());
    hbase::pb::CoprocessorServiceResponse response;
    TestReply reply = client_.Call("ExecService", request, response);
    if (reply.ok()) {
      EXPECT_TRUE(answer.ParseFromString(response.value().value()));
    }
    return reply;
  }

  static hbase::pb::MutationProto PutOf(const std::string& row, const Bytes& value) {
    hbase::pb::MutationProto mutation;
    mutation.set_row(row);
    mutation.set_mutate_type(hbase::pb::MutationProto::PUT);
    auto& column = *mutation.add_column_value();
    column.set_family("f");
    auto& cell = *column.add_qualifier_value();
    cell.set_qualifier("n");
    cell.set_value(value);
    return mutation;
  }

  TestServer server_;
  TestClient client_;
};

TEST_F(EndpointsTest, OnlyTablesThatNameAnEndpointHaveIt) {
  const Bytes region = server_.CreateTable("plain");
  hbase::pb::AggregateRequest request;
  request.set_interpreter_class_name("x");
  request.mutable_scan();
  hbase::pb::AggregateResponse answer;
  const TestReply reply = Exec(region, "AggregateService", "GetMax", request, answer);
  EXPECT_EQ(reply.exception(), "org.apache.hadoop.hbase.exceptions.UnknownProtocolException");
  EXPECT_THAT(reply.header.exception().stack_trace(),
              HasSubstr("No registered coprocessor service found for AggregateService in region "));
}

TEST_F(EndpointsTest, SeveralRowsInOneStep) {
  const Bytes region =
      CreateWith("multi", "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint");
  hbase::pb::MutateRowsRequest request;
  *request.add_mutation_request() = PutOf("a", "1");
  *request.add_mutation_request() = PutOf("b", "2");
  hbase::pb::MutateRowsResponse answer;
  ASSERT_TRUE(Exec(region, "MultiRowMutationService", "MutateRows", request, answer).ok());
  EXPECT_TRUE(answer.processed());

  // One bad mutation, and none is done.
  hbase::pb::MutateRowsRequest bad;
  *bad.add_mutation_request() = PutOf("c", "3");
  *bad.add_mutation_request() = PutOf("d", "4");
  bad.mutable_mutation_request(1)->mutable_column_value(0)->set_family("nope");
  EXPECT_FALSE(Exec(region, "MultiRowMutationService", "MutateRows", bad, answer).ok());
  for (const char* row : {"a", "b", "c"}) {
    hbase::pb::GetRequest get;
    *get.mutable_region() = Specifier(region);
    get.mutable_get()->set_row(row);
    hbase::pb::GetResponse response;
    ASSERT_TRUE(client_.Call("Get", get, response).ok());
    EXPECT_EQ(response.result().associated_cell_count(), *row == 'c' ? 0 : 1) << row;
  }
}

TEST_F(EndpointsTest, AggregatesOfLongs) {
  const Bytes region =
      CreateWith("sums", "org.apache.hadoop.hbase.coprocessor.AggregateImplementation");
  for (const int64_t value : {5, -3, 10}) {
    hbase::pb::MutateRequest put;
    *put.mutable_region() = Specifier(region);
    *put.mutable_mutation() = PutOf("row" + std::to_string(value), EncodeLong(value));
    hbase::pb::MutateResponse response;
    ASSERT_TRUE(client_.Call("Mutate", put, response).ok());
  }
  hbase::pb::AggregateRequest request;
  request.set_interpreter_class_name(
      "org.apache.hadoop.hbase.client.coprocessor.LongColumnInterpreter");
  request.mutable_scan()->add_column()->set_family("f");
  const auto first = [&](const std::string& method) {
    hbase::pb::AggregateResponse answer;
    const TestReply reply = Exec(region, "AggregateService", method, request, answer);
    EXPECT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
    return answer;
  };
  const auto number = [](const Bytes& bytes) {
    hbase::pb::LongMsg message;
    EXPECT_TRUE(message.ParseFromString(bytes));
    return message.long_msg();
  };
  EXPECT_EQ(number(first("GetMax").first_part(0)), 10);
  EXPECT_EQ(number(first("GetMin").first_part(0)), -3);
  EXPECT_EQ(number(first("GetSum").first_part(0)), 12);
  EXPECT_EQ(DecodeLong(first("GetRowNum").first_part(0)), 3);
  const auto average = first("GetAvg");
  EXPECT_EQ(number(average.first_part(0)), 12);
  EXPECT_EQ(DecodeLong(average.second_part()), 3);
  const auto deviation = first("GetStd");
  EXPECT_EQ(number(deviation.first_part(1)), 25 + 9 + 100);

  // An empty range has no maximum.
  request.mutable_scan()->set_start_row("z");
  EXPECT_EQ(first("GetMax").first_part_size(), 0);
}

}  // namespace
}  // namespace basalt::server
