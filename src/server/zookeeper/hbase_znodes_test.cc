#include "server/zookeeper/hbase_znodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hbase/common.pb.h"
#include "hbase/zookeeper.pb.h"
#include "server/zookeeper/test_cluster.h"

namespace basalt::server::zookeeper {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;

constexpr int64_t kSalt = 0x0102030405060708;

// Takes HBase's frame off as HBase's clients do: 0xFF, length of the writer's name, the name, PBUF.
Bytes Unframe(const Bytes& data, const std::string& writer, const std::string& magic = "PBUF") {
  EXPECT_GT(data.size(), 5U);
  EXPECT_EQ(data[0], '\xFF');
  size_t length = wire::GetBigEndian<uint32_t>(data.data() + 1);
  EXPECT_EQ(data.substr(5, length), writer + EncodeLong(kSalt));
  EXPECT_EQ(data.substr(5 + length, magic.size()), magic);
  return data.substr(5 + length + magic.size());
}

class HbaseZnodesTest : public testing::Test {
 protected:
  HbaseZnodes Make(ClusterInfo info) { return {std::move(info), kSalt}; }

  TestCluster cluster_;
};

TEST_F(HbaseZnodesTest, ServersNameTheAddressTheClientDialled) {
  HbaseZnodes znodes = Make(cluster_.Info());
  auto node = znodes.Find("/hbase/meta-region-server", "10.1.2.3");
  ASSERT_TRUE(node.has_value());
  EXPECT_EQ(node->ephemeral_owner, 0);
  hbase::pb::MetaRegionServer meta;
  ASSERT_TRUE(meta.ParseFromString(Unframe(node->data, "master:16000")));
  EXPECT_EQ(meta.server().host_name(), "10.1.2.3");
  EXPECT_EQ(meta.server().port(), 16020U);
  EXPECT_EQ(meta.server().start_code(), 1700000000123U);
  EXPECT_EQ(meta.rpc_version(), 0U);
  EXPECT_EQ(meta.state(), 3);

  node = znodes.Find("/hbase/master", "10.1.2.3");
  ASSERT_TRUE(node.has_value());
  EXPECT_NE(node->ephemeral_owner, 0);
  hbase::pb::Master master;
  ASSERT_TRUE(master.ParseFromString(Unframe(node->data, "master:16000")));
  EXPECT_EQ(master.master().host_name(), "10.1.2.3");
  EXPECT_EQ(master.master().port(), 16000U);
  EXPECT_EQ(master.info_port(), 16010U);

  EXPECT_THAT(znodes.Children("/hbase/rs", "::1"), ElementsAre("::1,16020,1700000000123"));
  node = znodes.Find("/hbase/rs/::1,16020,1700000000123", "::1");
  ASSERT_TRUE(node.has_value());
  hbase::pb::RegionServerInfo info;
  ASSERT_TRUE(info.ParseFromString(Unframe(node->data, "regionserver:16020")));
  EXPECT_EQ(info.infoport(), 16010);
  EXPECT_FALSE(znodes.Find("/hbase/rs/::1,16020,1700000000123", "10.1.2.3").has_value());
}

TEST_F(HbaseZnodesTest, AnAdvertisedHostReplacesTheAddress) {
  ClusterInfo info = cluster_.Info();
  info.advertised_host = "db.example.org";
  info.region_port = 30020;
  HbaseZnodes znodes = Make(info);
  hbase::pb::MetaRegionServer meta;
  ASSERT_TRUE(meta.ParseFromString(
      Unframe(znodes.Find("/hbase/meta-region-server", "172.17.0.2")->data, "master:16000")));
  EXPECT_EQ(meta.server().host_name(), "db.example.org");
  EXPECT_EQ(meta.server().port(), 30020U);
  EXPECT_THAT(znodes.Children("/hbase/rs", "172.17.0.2"),
              ElementsAre("db.example.org,30020,1700000000123"));
}

TEST_F(HbaseZnodesTest, IdentityAndStart) {
  HbaseZnodes znodes = Make(cluster_.Info());
  hbase::pb::ClusterId id;
  ASSERT_TRUE(
      id.ParseFromString(Unframe(znodes.Find("/hbase/hbaseid", "h")->data, "master:16000")));
  EXPECT_EQ(id.cluster_id(), "2ab8a9a0-7b05-4d36-9c9a-0b4c6fd0d0aa");
  hbase::pb::ClusterUp up;
  ASSERT_TRUE(
      up.ParseFromString(Unframe(znodes.Find("/hbase/running", "h")->data, "master:16000")));
  EXPECT_EQ(up.start_date(), "Tue Nov 14 22:13:20 UTC 2023");
}

TEST_F(HbaseZnodesTest, TablesAndNamespacesFollowTheCluster) {
  HbaseZnodes znodes = Make(cluster_.Info());
  cluster_.SetTable("ns:t", MirroredTableState::kDisabling);
  EXPECT_THAT(znodes.Children("/hbase/table", "h"), ElementsAre("hbase:meta", "ns:t"));
  hbase::pb::DeprecatedTableState state;
  ASSERT_TRUE(state.ParseFromString(
      Unframe(znodes.Find(znodes.TablePath("ns:t"), "h")->data, "master:16000")));
  EXPECT_EQ(state.state(), hbase::pb::DeprecatedTableState::DISABLING);
  EXPECT_FALSE(znodes.Find("/hbase/table/absent", "h").has_value());

  EXPECT_THAT(znodes.Children("/hbase/namespace", "h"), ElementsAre("default", "hbase"));
  hbase::pb::NamespaceDescriptor descriptor;
  ASSERT_TRUE(descriptor.ParseFromString(
      Unframe(znodes.Find(znodes.NamespacePath("default"), "h")->data, "master:16000", "")));
  EXPECT_EQ(descriptor.name(), "default");
  ASSERT_EQ(descriptor.configuration_size(), 1);
  EXPECT_EQ(descriptor.configuration(0).name(), "owner");
  EXPECT_FALSE(znodes.Find("/hbase/namespace/absent", "h").has_value());
}

TEST_F(HbaseZnodesTest, TheNodesOfTheTopLevel) {
  HbaseZnodes znodes = Make(cluster_.Info());
  auto top = znodes.Children("/hbase", "h");
  EXPECT_THAT(top,
              IsSupersetOf({"backup-masters", "draining", "hbaseid", "master", "meta-region-server",
                            "namespace", "replication", "rs", "running", "table"}));
  for (const std::string& name : top) {
    EXPECT_TRUE(znodes.Find("/hbase/" + name, "h").has_value()) << name;
  }
  EXPECT_EQ(znodes.Find("/hbase", "h")->num_children, static_cast<int32_t>(top.size()));
  // What old clients look for first, and must not find.
  EXPECT_FALSE(znodes.Find("/hbase/root-region-server", "h").has_value());
  EXPECT_THAT(znodes.Children("/", "h"), ElementsAre("hbase"));
}

TEST_F(HbaseZnodesTest, TheParentMayBeAnywhere) {
  ClusterInfo info = cluster_.Info();
  info.parent = "/apps/store/one";
  HbaseZnodes deep = Make(info);
  EXPECT_THAT(deep.Children("/", "h"), ElementsAre("apps"));
  EXPECT_THAT(deep.Children("/apps/store", "h"), ElementsAre("one"));
  EXPECT_TRUE(deep.Find("/apps", "h").has_value());
  EXPECT_TRUE(deep.Find("/apps/store/one/master", "h").has_value());
  EXPECT_FALSE(deep.Find("/hbase/master", "h").has_value());
  EXPECT_FALSE(deep.Find("/apps/store/onemaster", "h").has_value());

  info.parent = "/";
  HbaseZnodes root = Make(info);
  EXPECT_TRUE(root.Find("/master", "h").has_value());
  EXPECT_TRUE(root.Find("/table/hbase:meta", "h").has_value());
  EXPECT_FALSE(root.Find("/nothing", "h").has_value());
}

}  // namespace
}  // namespace basalt::server::zookeeper
