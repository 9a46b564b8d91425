#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class MasterListingTest : public ServiceTest {
 protected:
  MasterListingTest() {
    for (const char* ns : {"ns", "ns1"}) {
      pb::CreateNamespaceRequest request;
      request.mutable_namespacedescriptor()->set_name(ns);
      Check(Master<pb::CreateNamespaceResponse>("CreateNamespace", request).status());
    }
    for (const char* table : {"b", "a", "ns:x", "ns1:x", "abc"}) Create(table);
  }

  static std::string Text(const pb::TableName& name) {
    return wire::ParseTableName(name)->ToString();
  }
  std::string Names(const pb::GetTableNamesRequest& request) {
    const auto response = Master<pb::GetTableNamesResponse>("GetTableNames", request);
    if (!response.ok()) return response.status().ToString();
    std::string names;
    for (const auto& name : response->table_names()) names += Text(name) + " ";
    return names;
  }
  std::string Matching(const std::string& regex) {
    pb::GetTableNamesRequest request;
    request.set_regex(regex);
    return Names(request);
  }
};

TEST_F(MasterListingTest, NamesInHBasesOrder) {
  // By the whole name as text, where '1' comes before ':'.
  EXPECT_EQ(Names({}), "a abc b ns1:x ns:x ");
  pb::GetTableNamesRequest all;
  all.set_include_sys_tables(true);
  EXPECT_EQ(Names(all), "a abc b hbase:meta hbase:namespace ns1:x ns:x ");
}

TEST_F(MasterListingTest, PatternsAreJavasAndMatchWhole) {
  EXPECT_EQ(Matching(".*"), "a abc b ns1:x ns:x ");
  EXPECT_EQ(Matching("a"), "a ");
  EXPECT_EQ(Matching("a|abc"), "a abc ");
  EXPECT_EQ(Matching("default:.*"), "a abc b ");
  EXPECT_EQ(Matching("ns.?:x"), "ns1:x ns:x ");
  EXPECT_EQ(Matching("\\Qns:x\\E"), "ns:x ");
  EXPECT_EQ(Matching("(?i)ABC"), "abc ");
  EXPECT_EQ(Matching("z.*"), "");
  pb::GetTableNamesRequest request;
  for (const char* bad : {"(", "a)(b", "*"}) {
    request.set_regex(bad);
    EXPECT_EQ(MasterError("GetTableNames", request).code(), StatusCode::kInvalidArgument) << bad;
  }
}

TEST_F(MasterListingTest, OfANamespace) {
  pb::GetTableNamesRequest request;
  request.set_namespace_("ns");
  EXPECT_EQ(Names(request), "ns:x ");
  request.set_namespace_("no");
  EXPECT_EQ(MasterError("GetTableNames", request).code(), StatusCode::kNamespaceNotFound);

  pb::ListTableNamesByNamespaceRequest by_namespace;
  by_namespace.set_namespacename("hbase");
  const auto system =
      Master<pb::ListTableNamesByNamespaceResponse>("ListTableNamesByNamespace", by_namespace);
  ASSERT_TRUE(system.ok());
  ASSERT_EQ(system->tablename_size(), 2);
  EXPECT_EQ(Text(system->tablename(0)), "hbase:meta");

  pb::ListTableDescriptorsByNamespaceRequest descriptors;
  descriptors.set_namespacename("ns1");
  const auto described = Master<pb::ListTableDescriptorsByNamespaceResponse>(
      "ListTableDescriptorsByNamespace", descriptors);
  ASSERT_TRUE(described.ok());
  ASSERT_EQ(described->tableschema_size(), 1);
  EXPECT_EQ(described->tableschema(0).column_families(0).name(), "f");
}

TEST_F(MasterListingTest, DescriptorsOfUnknownTablesAreLeftOut) {
  pb::GetTableDescriptorsRequest request;
  wire::FillTableName(Name("nothing"), *request.add_table_names());
  auto response = Master<pb::GetTableDescriptorsResponse>("GetTableDescriptors", request);
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->table_schema_size(), 0);
  wire::FillTableName(Name("b"), *request.add_table_names());
  wire::FillTableName(Name("a"), *request.add_table_names());
  response = Master<pb::GetTableDescriptorsResponse>("GetTableDescriptors", request);
  ASSERT_EQ(response->table_schema_size(), 2);
  EXPECT_EQ(Text(response->table_schema(0).table_name()), "b");
}

TEST_F(MasterListingTest, ByState) {
  Disable("b");
  pb::ListTableNamesByStateRequest request;
  request.set_is_enabled(false);
  const auto names = Master<pb::ListTableNamesByStateResponse>("ListTableNamesByState", request);
  ASSERT_EQ(names->table_names_size(), 1);
  EXPECT_EQ(Text(names->table_names(0)), "b");
  pb::ListTableDescriptorsByStateRequest enabled;
  enabled.set_is_enabled(true);
  EXPECT_EQ(Master<pb::ListTableDescriptorsByStateResponse>("ListTableDescriptorsByState", enabled)
                ->table_schema_size(),
            4);
}

TEST_F(MasterListingTest, States) {
  const auto state = [&](const char* table) {
    return Master<pb::GetTableStateResponse>("GetTableState",
                                             ForTable<pb::GetTableStateRequest>(table))
        ->table_state()
        .state();
  };
  EXPECT_EQ(state("a"), pb::TableState::ENABLED);
  Disable("a");
  EXPECT_EQ(state("a"), pb::TableState::DISABLED);
  const Status unknown = MasterError("GetTableState", ForTable<pb::GetTableStateRequest>("no"));
  EXPECT_EQ(unknown.code(), StatusCode::kTableNotFound);
  EXPECT_EQ(unknown.message(), "No state found for no");
}

TEST_F(MasterListingTest, AlterStatus) {
  Check(
      Master<pb::CreateTableResponse>("CreateTable", CreateRequest(Describe("s"), {"m"})).status());
  const auto status = [&](const char* table) {
    return *Master<pb::GetSchemaAlterStatusResponse>(
        "GetSchemaAlterStatus", ForTable<pb::GetSchemaAlterStatusRequest>(table));
  };
  EXPECT_EQ(status("s").total_regions(), 2U);
  EXPECT_EQ(status("s").yet_to_update_regions(), 0U);
  Disable("s");
  EXPECT_EQ(status("s").total_regions(), 0U);
  EXPECT_EQ(status("unknown").total_regions(), 0U);
}

}  // namespace
}  // namespace basalt::server
