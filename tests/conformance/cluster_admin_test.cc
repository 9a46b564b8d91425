// Cluster administration: on servers only, as a directory has no cluster.
#include "basalt/cluster_admin.h"

#include <algorithm>

#include "fixture.h"

namespace basalt::conformance {
namespace {

class Servers : public Conformance {
 protected:
  // nullptr on a directory, and only there.
  ClusterAdmin* cluster() {
    ClusterAdmin* cluster = admin().cluster();
    EXPECT_EQ(cluster == nullptr, GetParam() == "embedded");
    return cluster;
  }
};
INSTANTIATE_TEST_SUITE_P(On, Servers, testing::ValuesIn(Targets()), TargetName);

TEST_P(Servers, EveryRegionIsOnAServerThatLives) {
  ClusterAdmin* servers = cluster();
  if (servers == nullptr) return;
  Make({"h", "p"});
  const auto facts = servers->GetClusterMetrics();
  ASSERT_TRUE(facts.ok()) << facts.status().ToString();
  EXPECT_FALSE(facts->hbase_version.empty());
  EXPECT_FALSE(facts->master_name.empty());
  ASSERT_FALSE(facts->live_servers.empty());
  const auto places = servers->RegionServers(Name());
  ASSERT_TRUE(places.ok()) << places.status().ToString();
  EXPECT_EQ(places->size(), 3U);
  for (const auto& [region, server] : *places) {
    EXPECT_EQ(std::ranges::count(facts->live_servers, server, &ServerMetrics::server_name), 1)
        << server;
  }
  EXPECT_EQ(servers->RegionServers(Name("conformance_none")).status().code(),
            StatusCode::kTableNotFound);
}

TEST_P(Servers, SwitchesTellWhatTheyWere) {
  ClusterAdmin* servers = cluster();
  if (servers == nullptr) return;
  for (const Chore chore :
       {Chore::kBalancer, Chore::kNormalizer, Chore::kCatalogJanitor, Chore::kCleaner,
        Chore::kSnapshotCleanup, Chore::kSplits, Chore::kMerges}) {
    const auto before = servers->IsOn(chore);
    ASSERT_TRUE(before.ok()) << before.status().ToString();
    const auto previous = servers->Switch(chore, !*before);
    ASSERT_TRUE(previous.ok()) << previous.status().ToString();
    EXPECT_EQ(*previous, *before);
    EXPECT_EQ(*servers->IsOn(chore), !*before);
    EXPECT_EQ(*servers->Switch(chore, *before), !*before);
  }
}

TEST_P(Servers, TheWorkOfServersIsSwitchedAndShown) {
  ClusterAdmin* servers = cluster();
  if (servers == nullptr) return;
  Make({});
  const auto places = servers->RegionServers(Name());
  ASSERT_TRUE(places.ok()) << places.status().ToString();
  const std::string server = places->begin()->second;
  const auto before = servers->SwitchCompactions(true);
  ASSERT_TRUE(before.ok()) << before.status().ToString();
  EXPECT_EQ(before->count(server), 1U);
  EXPECT_TRUE(servers->SwitchCompactions(true, {server})->at(server));
  EXPECT_TRUE(servers->CompactRegionServer(server).ok());
  EXPECT_TRUE(servers->ClearCompactionQueues(server, {"long", "short"}).ok());
  EXPECT_TRUE(servers->RollWalWriter(server).ok());
  EXPECT_TRUE(servers->ClearBlockCache(Name()).ok());
  EXPECT_EQ(servers->ClearBlockCache(Name("conformance_none")).status().code(),
            StatusCode::kTableNotFound);
  EXPECT_EQ(*servers->ClearDeadServers({"nowhere.example.org,1,1"}),
            std::vector<std::string>{"nowhere.example.org,1,1"});
  EXPECT_EQ(servers->RollWalWriter("no name").code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(servers->ListLocks().ok());
  EXPECT_TRUE(servers->ListProcedures().ok());
  EXPECT_TRUE(servers->ListReplicationPeers().ok());
}

TEST_P(Servers, ABalancerThatIsOffDoesNotRun) {
  ClusterAdmin* servers = cluster();
  if (servers == nullptr) return;
  Check(servers->Switch(Chore::kBalancer, false).status());
  EXPECT_FALSE(servers->Balance()->balancer_ran);
  Check(servers->Switch(Chore::kBalancer, true).status());
  EXPECT_TRUE(servers->RunCatalogJanitor().ok());
  EXPECT_FALSE(*servers->IsMasterInMaintenanceMode());
}

TEST_P(Servers, RegionsAreNamedAndServersToo) {
  ClusterAdmin* servers = cluster();
  if (servers == nullptr) return;
  Make();
  EXPECT_EQ(*servers->GetCompactionState(Name()), CompactionState::kNone);
  const std::string region = admin().ListRegions(Name())->at(0).encoded_name;
  EXPECT_EQ(servers->MoveRegion(region, "nonsense").code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(servers->MoveRegion(region, "host,port,1").code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(servers->MoveRegion(std::string(32, 'f'), "").code(), StatusCode::kUnknownRegion);
  EXPECT_EQ(servers->UnassignRegion(std::string(32, 'f')).code(), StatusCode::kUnknownRegion);
  Check(servers->UnassignRegion(region));
  Check(servers->AssignRegion(region));
  Put("a", "q", "v");
  EXPECT_EQ(Rows(Scan()), "a");
}

}  // namespace
}  // namespace basalt::conformance
