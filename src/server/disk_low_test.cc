// A server whose disk is nearly full: what clients are told, and what goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/test_rpc.h"

namespace basalt::server {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

ServerConfig AlwaysLow() {
  ServerConfig config;
  config.store.disk_limit.bytes = 1ULL << 50;  // no disk has that
  return config;
}

TEST(DiskLowTest, WritesAreRefusedAtOnceAndTheRestGoesOn) {
  TestServer server(AlwaysLow());
  const Bytes region = server.CreateTable("t");
  TestClient client(server.port());
  client.Open("ClientService");

  hbase::pb::MutateRequest put;
  *put.mutable_region() = Specifier(region);
  put.mutable_mutation()->set_row("r");
  put.mutable_mutation()->set_mutate_type(hbase::pb::MutationProto::PUT);
  auto& column = *put.mutable_mutation()->add_column_value();
  column.set_family("f");
  column.add_qualifier_value()->set_value("v");
  hbase::pb::MutateResponse written;
  const TestReply refused = client.Call("Mutate", put, written);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.exception(), "org.apache.hadoop.hbase.quotas.SpaceLimitingException");
  EXPECT_TRUE(refused.header.exception().do_not_retry());
  // HBase's client takes the policy's name off and shows the rest.
  EXPECT_THAT(refused.header.exception().stack_trace(),
              StartsWith("org.apache.hadoop.hbase.quotas.SpaceLimitingException: NO_WRITES The "
                         "disk of "));
  EXPECT_THAT(refused.header.exception().stack_trace(), HasSubstr("free of"));

  hbase::pb::GetRequest get;
  *get.mutable_region() = Specifier(region);
  get.mutable_get()->set_row("r");
  hbase::pb::GetResponse found;
  EXPECT_TRUE(client.Call("Get", get, found).ok());

  TestClient master(server.server().ports().master);
  master.Open("MasterService");
  hbase::pb::TruncateTableRequest truncate;
  truncate.mutable_tablename()->set_namespace_("default");
  truncate.mutable_tablename()->set_qualifier("t");
  hbase::pb::DisableTableRequest disable;
  *disable.mutable_table_name() = truncate.tablename();
  hbase::pb::DisableTableResponse disabled;
  EXPECT_TRUE(master.Call("DisableTable", disable, disabled).ok());
  hbase::pb::TruncateTableResponse truncated;
  EXPECT_TRUE(master.Call("truncateTable", truncate, truncated).ok());
  EXPECT_TRUE(master.Call("DisableTable", disable, disabled).ok());
  hbase::pb::DeleteTableRequest remove;
  *remove.mutable_table_name() = truncate.tablename();
  hbase::pb::DeleteTableResponse removed;
  EXPECT_TRUE(master.Call("DeleteTable", remove, removed).ok());
}

}  // namespace
}  // namespace basalt::server
