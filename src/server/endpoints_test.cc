// Coprocessor endpoints over the wire: who has them, and what they answer.
#include <bit>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "basalt/comparators.h"
#include "hbase/endpoint.pb.h"
#include "server/test_rpc.h"
#include "wire/comparator_codec.h"

namespace basalt::server {
namespace {

using ::testing::HasSubstr;

class EndpointsTest : public ::testing::Test {
 protected:
  EndpointsTest() : client_(server_.port()) { client_.Open("ClientService"); }

  // A table that names the class among its coprocessors, as HBase's users do.
  Bytes CreateWith(const std::string& name, const std::string& java_class,
                   const std::string& split = "") {
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
    if (!split.empty()) request.add_split_keys(split);
    hbase::pb::CreateTableResponse response;
    const TestReply reply = master.Call("CreateTable", request, response);
    EXPECT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
    return server_.RegionOf(name);
  }

  // The value of f:n.
  Bytes Get(BytesView region, const std::string& row) {
    hbase::pb::GetRequest get;
    *get.mutable_region() = Specifier(region);
    get.mutable_get()->set_row(row);
    hbase::pb::GetResponse response;
    const TestReply reply = client_.Call("Get", get, response);
    wire::CellBlockReader cells(wire::CellCodec::kKeyValue, reply.cells);
    return cells.AtEnd() ? "none" : Bytes(cells.Next()->value);
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

TEST_F(EndpointsTest, SeveralRowsOnConditions) {
  const Bytes region =
      CreateWith("ifs", "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint");
  const auto mutate = [&](const hbase::pb::MutateRowsRequest& request) {
    hbase::pb::MutateRowsResponse answer;
    const TestReply reply = Exec(region, "MultiRowMutationService", "MutateRows", request, answer);
    EXPECT_TRUE(reply.ok()) << reply.header.exception().stack_trace();
    return answer.processed();
  };
  const auto value = [&](const std::string& row) { return Get(region, row); };
  const auto add_condition = [](const std::string& row, const ComparatorPtr& comparator,
                                hbase::pb::MutateRowsRequest& request) {
    auto& condition = *request.add_condition();
    condition.set_row(row);
    condition.set_family("f");
    condition.set_qualifier("n");
    condition.set_compare_type(hbase::pb::EQUAL);
    *condition.mutable_comparator() = wire::SerializeComparator(*comparator);
  };
  hbase::pb::MutateRowsRequest first;
  *first.add_mutation_request() = PutOf("a", "one");
  add_condition("a", comparators::Null(), first);
  EXPECT_TRUE(mutate(first));
  EXPECT_FALSE(mutate(first)) << "the row is there now";

  hbase::pb::MutateRowsRequest second;
  *second.add_mutation_request() = PutOf("b", "two");
  *second.add_mutation_request() = PutOf("c", EncodeLong(3));
  second.mutable_mutation_request(1)->set_mutate_type(hbase::pb::MutationProto::INCREMENT);
  add_condition("a", comparators::Substring("N"), second);
  add_condition("b", comparators::Null(), second);
  second.set_nonce(77);
  EXPECT_TRUE(mutate(second));
  EXPECT_EQ(value("b"), "two");
  EXPECT_EQ(value("c"), EncodeLong(3));

  EXPECT_FALSE(mutate(second)) << "the second condition does not hold any more";
  EXPECT_EQ(value("b"), "two");

  // Without the conditions it happens again, but for the increment, whose nonce is known.
  second.clear_condition();
  second.mutable_mutation_request(0)
      ->mutable_column_value(0)
      ->mutable_qualifier_value(0)
      ->set_value("three");
  EXPECT_TRUE(mutate(second));
  EXPECT_EQ(value("b"), "three");
  EXPECT_EQ(value("c"), EncodeLong(3));
}

TEST_F(EndpointsTest, RowsOfOtherRegionsAreRefused) {
  const Bytes region =
      CreateWith("split", "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint", "m");
  hbase::pb::MutateRowsResponse answer;
  hbase::pb::MutateRowsRequest later;
  *later.add_mutation_request() = PutOf("a", "1");
  *later.add_mutation_request() = PutOf("z", "1");
  TestReply reply = Exec(region, "MultiRowMutationService", "MutateRows", later, answer);
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "DoNotRetryIOException");
  EXPECT_THAT(reply.header.exception().stack_trace(), HasSubstr("Requested row out of range 'z'"));
  EXPECT_EQ(Get(region, "a"), "none");

  // The first row may just have moved.
  hbase::pb::MutateRowsRequest first;
  *first.add_mutation_request() = PutOf("z", "1");
  reply = Exec(region, "MultiRowMutationService", "MutateRows", first, answer);
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "regionserver.WrongRegionException");

  hbase::pb::MutateRowsRequest condition;
  *condition.add_mutation_request() = PutOf("a", "1");
  condition.add_condition()->set_row("z");
  condition.mutable_condition(0)->set_family("f");
  *condition.mutable_condition(0)->mutable_comparator() =
      wire::SerializeComparator(*comparators::Null());
  reply = Exec(region, "MultiRowMutationService", "MutateRows", condition, answer);
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "regionserver.WrongRegionException");
  EXPECT_EQ(Get(region, "a"), "none");
}

TEST_F(EndpointsTest, AggregatesOfDecimalsAndDoubles) {
  const Bytes region =
      CreateWith("numbers", "org.apache.hadoop.hbase.coprocessor.AggregateImplementation");
  const auto put = [&](const std::string& row, const Bytes& value) {
    hbase::pb::MutateRequest request;
    *request.mutable_region() = Specifier(region);
    *request.mutable_mutation() = PutOf(row, value);
    hbase::pb::MutateResponse response;
    ASSERT_TRUE(client_.Call("Mutate", request, response).ok());
  };
  hbase::pb::AggregateRequest request;
  request.mutable_scan()->add_column()->set_family("f");
  const auto ask = [&](const std::string& method) {
    hbase::pb::AggregateResponse answer;
    const TestReply reply = Exec(region, "AggregateService", method, request, answer);
    return reply.ok() ? answer.first_part(answer.first_part_size() - 1) : reply.exception();
  };
  // 1.255 and -3.5, to two digits 1.26 and -3.50.
  put("a", Bytes(BytesOf("\0\0\0\x03\x04\xe7")));
  put("b", Bytes(BytesOf("\0\0\0\x01\xdd")));
  request.set_interpreter_class_name(
      "org.apache.hadoop.hbase.client.coprocessor.BigDecimalColumnInterpreter");
  const auto decimal = [&](const std::string& method) {
    hbase::pb::BigDecimalMsg message;
    EXPECT_TRUE(message.ParseFromString(ask(method)));
    return message.bigdecimal_msg();
  };
  EXPECT_EQ(decimal("GetMax"), BytesOf("\0\0\0\x02\x7e"));
  EXPECT_EQ(decimal("GetMin"), BytesOf("\0\0\0\x02\xfe\xa2"));
  EXPECT_EQ(decimal("GetSum"), BytesOf("\0\0\0\x02\xff\x20"));
  // 1.5876 and 12.25, to two digits 1.59 and 12.25: 13.84.
  EXPECT_EQ(decimal("GetStd"), BytesOf("\0\0\0\x02\x05\x68"));
  // A value that is no number ends it.
  put("c", "no");
  EXPECT_EQ(ask("GetSum"), std::string(kHBase) + "DoNotRetryIOException");

  // It is no double either, but those are skipped.
  put("a", EncodeLong(std::bit_cast<int64_t>(0.25)));
  put("b", EncodeLong(std::bit_cast<int64_t>(-8.0)));
  request.set_interpreter_class_name(
      "org.apache.hadoop.hbase.client.coprocessor.DoubleColumnInterpreter");
  const auto number = [&](const std::string& method) {
    hbase::pb::DoubleMsg message;
    EXPECT_TRUE(message.ParseFromString(ask(method)));
    return message.double_msg();
  };
  EXPECT_EQ(number("GetMax"), 0.25);
  EXPECT_EQ(number("GetMin"), -8.0);
  EXPECT_EQ(number("GetSum"), -7.75);
  EXPECT_EQ(number("GetStd"), 64.0625);
  EXPECT_EQ(number("GetMedian"), std::numeric_limits<double>::denorm_min()) << "no weights";

  request.set_interpreter_class_name("nobodys.Interpreter");
  EXPECT_EQ(ask("GetMax"), std::string(kHBase) + "DoNotRetryIOException");
  request.mutable_scan()->clear_column();
  request.set_interpreter_class_name(
      "org.apache.hadoop.hbase.client.coprocessor.DoubleColumnInterpreter");
  EXPECT_EQ(ask("GetMax"), std::string(kHBase) + "DoNotRetryIOException") << "of which family?";
  EXPECT_EQ(DecodeLong(ask("GetRowNum")), 3);
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

  // Cells of one row are summed before they are squared.
  hbase::pb::MutateRequest wide;
  *wide.mutable_region() = Specifier(region);
  *wide.mutable_mutation() = PutOf("row10", EncodeLong(20));
  wide.mutable_mutation()->mutable_column_value(0)->mutable_qualifier_value(0)->set_qualifier("m");
  hbase::pb::MutateResponse written;
  ASSERT_TRUE(client_.Call("Mutate", wide, written).ok());
  EXPECT_EQ(number(first("GetStd").first_part(1)), 25 + 9 + 900);
  // HBase counts one row more when rows follow that have not got the column.
  request.mutable_scan()->mutable_column(0)->add_qualifier("m");
  EXPECT_EQ(number(first("GetAvg").first_part(0)), 20);
  EXPECT_EQ(DecodeLong(first("GetAvg").second_part()), 2);
  // And it counts the rows of the family when the scan names one column.
  EXPECT_EQ(DecodeLong(first("GetRowNum").first_part(0)), 3);
  request.mutable_scan()->mutable_column(0)->clear_qualifier();

  // An empty range has no maximum.
  request.mutable_scan()->set_start_row("z");
  EXPECT_EQ(first("GetMax").first_part_size(), 0);
}

}  // namespace
}  // namespace basalt::server
