#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class MasterNamespacesTest : public ServiceTest {
 protected:
  static pb::CreateNamespaceRequest CreateNs(const std::string& name,
                                             const std::map<std::string, std::string>& settings) {
    pb::CreateNamespaceRequest request;
    wire::FillNamespace({name, settings}, *request.mutable_namespacedescriptor());
    return request;
  }
  Status CreateNamespace(const std::string& name,
                         const std::map<std::string, std::string>& settings = {}) {
    return Master<pb::CreateNamespaceResponse>("CreateNamespace", CreateNs(name, settings))
        .status();
  }
  Status DeleteNamespace(const std::string& name) {
    pb::DeleteNamespaceRequest request;
    request.set_namespacename(name);
    return Master<pb::DeleteNamespaceResponse>("DeleteNamespace", request).status();
  }
};

TEST_F(MasterNamespacesTest, CreateDescribeDelete) {
  Check(CreateNamespace("ns", {{"owner", "me"}}));
  const Status twice = CreateNamespace("ns");
  EXPECT_EQ(twice.code(), StatusCode::kNamespaceExists);
  EXPECT_EQ(twice.message(), "Namespace ns already exists");

  pb::GetNamespaceDescriptorRequest get;
  get.set_namespacename("ns");
  const auto ns = Master<pb::GetNamespaceDescriptorResponse>("GetNamespaceDescriptor", get);
  ASSERT_TRUE(ns.ok());
  EXPECT_EQ(wire::ParseNamespace(ns->namespacedescriptor()).configuration.at("owner"), "me");

  Create("ns:t");
  const Status full = DeleteNamespace("ns");
  EXPECT_EQ(full.code(), StatusCode::kConstraint);
  EXPECT_EQ(full.message(), "Only empty namespaces can be removed. Namespace ns has 1 tables");
  Disable("ns:t");
  Check(Master<pb::DeleteTableResponse>("DeleteTable", ForTable<pb::DeleteTableRequest>("ns:t"))
            .status());
  Check(DeleteNamespace("ns"));
  EXPECT_EQ(DeleteNamespace("ns").code(), StatusCode::kNamespaceNotFound);
  EXPECT_EQ(MasterError("GetNamespaceDescriptor", get).code(), StatusCode::kNamespaceNotFound);
}

TEST_F(MasterNamespacesTest, ReservedAndBadNames) {
  EXPECT_EQ(DeleteNamespace("default").code(), StatusCode::kConstraint);
  EXPECT_EQ(DeleteNamespace("hbase").message(), "Reserved namespace hbase cannot be removed.");
  EXPECT_EQ(CreateNamespace("a b").code(), StatusCode::kInvalidArgument);
}

TEST_F(MasterNamespacesTest, Modify) {
  Check(CreateNamespace("ns", {{"a", "1"}}));
  pb::ModifyNamespaceRequest request;
  wire::FillNamespace({"ns", {{"b", "2"}}}, *request.mutable_namespacedescriptor());
  Check(Master<pb::ModifyNamespaceResponse>("ModifyNamespace", request).status());
  EXPECT_EQ(context_.catalog().namespaces().Get("ns")->configuration,
            (std::map<std::string, std::string>{{"b", "2"}}));
  request.mutable_namespacedescriptor()->set_name("no");
  EXPECT_EQ(MasterError("ModifyNamespace", request).code(), StatusCode::kNamespaceNotFound);
}

TEST_F(MasterNamespacesTest, LimitsMustBePositiveNumbers) {
  EXPECT_EQ(CreateNamespace("ns", {{"hbase.namespace.quota.maxtables", "0"}}).message(),
            "The max tables quota for ns is less than or equal to zero.");
  EXPECT_EQ(CreateNamespace("ns", {{"hbase.namespace.quota.maxregions", "-1"}}).message(),
            "The max region quota for ns is less than or equal to zero.");
  const Status text = CreateNamespace("ns", {{"hbase.namespace.quota.maxtables", "5x"}});
  EXPECT_EQ(text.code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(text.message(), "NumberFormatException while getting max tables.");
  Check(CreateNamespace("ns", {{"hbase.namespace.quota.maxtables", "5"}}));
}

TEST_F(MasterNamespacesTest, Lists) {
  Check(CreateNamespace("ns"));
  const auto names = Master<pb::ListNamespacesResponse>("ListNamespaces", pb::EmptyMsg());
  ASSERT_EQ(names->namespacename_size(), 3);
  EXPECT_EQ(names->namespacename(0), "default");
  EXPECT_EQ(names->namespacename(1), "hbase");
  EXPECT_EQ(names->namespacename(2), "ns");
  EXPECT_EQ(Master<pb::ListNamespaceDescriptorsResponse>("ListNamespaceDescriptors", pb::EmptyMsg())
                ->namespacedescriptor_size(),
            3);
}

}  // namespace
}  // namespace basalt::server
