// Regions that move between servers during requests: cases for clusters of at least two servers,
// skipped elsewhere.
#include <atomic>
#include <set>
#include <thread>

#include "basalt/cluster_admin.h"
#include "fixture.h"

namespace basalt::conformance {
namespace {

class Moves : public Conformance {
 protected:
  void SetUp() override {
    Conformance::SetUp();
    if (HasFatalFailure()) return;
    cluster_ = admin().cluster();
    if (cluster_ == nullptr) GTEST_SKIP() << "a directory has no servers";
    auto facts = cluster_->GetClusterMetrics();
    ASSERT_TRUE(facts.ok()) << facts.status().ToString();
    for (const ServerMetrics& server : facts->live_servers) servers_.push_back(server.server_name);
    if (servers_.size() < 2) GTEST_SKIP() << "there is one server only";
  }

  // The server that has the region with this number.
  std::string PlaceOf(size_t number) {
    const auto places = cluster_->RegionServers(Name());
    EXPECT_TRUE(places.ok()) << places.status().ToString();
    return places->at(RegionOf(number));
  }
  std::string RegionOf(size_t number) {
    return (*admin().ListRegions(Name()))[number].encoded_name;
  }
  // Takes the region to another server than the one it is on.
  void Move(size_t number) {
    const std::string before = PlaceOf(number);
    for (const std::string& server : servers_) {
      if (server == before) continue;
      Check(cluster_->MoveRegion(RegionOf(number), server));
      EXPECT_EQ(PlaceOf(number), server);
      return;
    }
  }

  ClusterAdmin* cluster_ = nullptr;
  std::vector<std::string> servers_;
};
INSTANTIATE_TEST_SUITE_P(On, Moves, testing::ValuesIn(Targets()), TargetName);

TEST_P(Moves, ServersShareTheRegions) {
  Make({"b", "c", "d"});
  const auto places = cluster_->RegionServers(Name());
  ASSERT_TRUE(places.ok()) << places.status().ToString();
  ASSERT_EQ(places->size(), 4U);
  std::set<std::string> used;
  for (const auto& [region, server] : *places) used.insert(server);
  EXPECT_EQ(used.size(), servers_.size());
  EXPECT_EQ(cluster_->MoveRegion("no such region", "").code(), StatusCode::kUnknownRegion);
}

TEST_P(Moves, RegionsAreFoundAgainAfterAMove) {
  Make({"b"});
  Put("a", "q", "v");
  Put("b", "q", "v");
  Move(0);
  // The cached locations are outdated now: for a read, a write, a batch and a scan.
  EXPECT_EQ(Print(Get("a")), "a/f:q/1/Put=v");
  Move(0);
  Put("a", "q", "w", 2);
  Move(0);
  const std::vector<Action> actions = {Get("b"), Increment("a").AddColumn("f", "n", 1), Get("a")};
  const auto outcomes = table().Batch(actions);
  for (const auto& outcome : outcomes) ASSERT_TRUE(outcome.ok()) << outcome.status().ToString();
  EXPECT_EQ(outcomes[1]->GetValue("f", "n"), EncodeLong(1));
  EXPECT_EQ(outcomes[2]->GetValue("f", "q"), "w");
  Move(1);
  EXPECT_EQ(Rows(Scan()), "a,b");
}

TEST_P(Moves, ScannersFollowTheirRegion) {
  Make();
  std::string expected;
  for (char letter = 'a'; letter <= 'j'; ++letter) {
    Put({letter}, "q", "v");
    expected += letter;
  }
  Scan scan;
  scan.SetCaching(2);
  auto scanner = table().GetScanner(scan);
  ASSERT_TRUE(scanner.ok());
  std::string seen;
  for (const RowResult& row : *scanner) {
    seen += row.row();
    if (seen.size() % 4 == 0) Move(0);
  }
  EXPECT_TRUE(scanner->status().ok()) << scanner->status().ToString();
  EXPECT_EQ(seen, expected);
}

TEST_P(Moves, CountersCountOnceWhileRegionsMove) {
  Make({"m"});
  constexpr int kThreads = 3;
  std::atomic<bool> stop = false;
  std::atomic<int64_t> counted = 0;
  std::vector<std::thread> threads;
  for (int id = 0; id < kThreads; ++id) {
    threads.emplace_back([&] {
      while (!stop) {
        const auto low = table().IncrementColumnValue("a", "f", "n", 1);
        ASSERT_TRUE(low.ok()) << low.status().ToString();
        const std::vector<Action> both = {Increment("a").AddColumn("f", "n", 1),
                                          Increment("z").AddColumn("f", "n", 2)};
        for (const auto& outcome : table().Batch(both)) {
          ASSERT_TRUE(outcome.ok()) << outcome.status().ToString();
        }
        ++counted;
      }
    });
  }
  for (int i = 0; i < 4; ++i) {
    const int64_t before = counted;
    while (counted < before + 20) std::this_thread::yield();
    Move(static_cast<size_t>(i % 2));
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(*table().IncrementColumnValue("a", "f", "n", 0), 2 * counted);
  EXPECT_EQ(*table().IncrementColumnValue("z", "f", "n", 0), 2 * counted);
}

}  // namespace
}  // namespace basalt::conformance
