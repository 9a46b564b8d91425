// The parts of the remote client that need no server.
#include <thread>

#include <gtest/gtest.h>

#include "client/remote/address.h"
#include "client/remote/attempts.h"
#include "client/remote/region_cache.h"

namespace basalt::client {
namespace {

TEST(Address, ListsOfServers) {
  const auto target = ParseTarget("hbase://one:1,two.example-x.org,127.0.0.1:65535/");
  ASSERT_TRUE(target.ok()) << target.status().ToString();
  const std::vector<HostPort> expected = {
      {"one", 1}, {"two.example-x.org", 16000}, {"127.0.0.1", 65535}};
  EXPECT_EQ(target->servers, expected);
  EXPECT_EQ(target->znode, "");
}

TEST(Address, PlacesInZooKeeper) {
  const auto whole = ParseTarget("zk://one:1,two/some/where");
  ASSERT_TRUE(whole.ok()) << whole.status().ToString();
  EXPECT_EQ(whole->servers, (std::vector<HostPort>{{"one", 1}, {"two", 2181}}));
  EXPECT_EQ(whole->znode, "/some/where");
  EXPECT_EQ(ParseTarget("zk://one")->znode, "/hbase");
  EXPECT_EQ(ParseTarget("zk://one/")->znode, "/hbase");
}

TEST(Address, OnlyUrlsAreUrls) {
  EXPECT_TRUE(IsUrl("hbase://x"));
  EXPECT_FALSE(IsUrl("./data:x"));
  EXPECT_FALSE(IsUrl("hbase:/x"));
}

TEST(Attempts, PausesGrowToALimit) {
  EXPECT_EQ(Attempts::PauseMs(100, 1), 100);
  EXPECT_EQ(Attempts::PauseMs(100, 4), 500);
  EXPECT_EQ(Attempts::PauseMs(100, 8), 10'000);
  EXPECT_EQ(Attempts::PauseMs(100, 100), 10'000);
}

TEST(Attempts, FinalErrorsAreNotTriedAgain) {
  RemoteOptions options;
  options.retry_pause_ms = 0;
  Attempts attempts(options);
  EXPECT_TRUE(attempts.Again({StatusCode::kNotServingRegion, ""}).ok());
  EXPECT_TRUE(attempts.Again({StatusCode::kIoError, ""}).ok());
  EXPECT_EQ(attempts.Again({StatusCode::kTableNotFound, ""}).code(), StatusCode::kTableNotFound);
  options.operation_timeout_ms = 0;
  EXPECT_EQ(Attempts(options).Again({StatusCode::kIoError, ""}).code(), StatusCode::kIoError);
}

TEST(Attempts, ACallsOwnOptionsComeFirst) {
  RemoteOptions options;
  options.retry_pause_ms = 0;
  const Status error(StatusCode::kIoError, "broken");
  EXPECT_EQ(Attempts(options, {.max_retries = 0}).Again(error).code(), StatusCode::kIoError);
  Attempts once_more(options, {.max_retries = 1});
  EXPECT_TRUE(once_more.Again(error).ok());
  EXPECT_EQ(once_more.Again(error).code(), StatusCode::kIoError);
  EXPECT_EQ(Attempts(options, {.timeout_ms = 0}).Again(error).code(), StatusCode::kIoError);
  EXPECT_EQ(Attempts(options, {.priority = 7}).context().priority, 7U);
  CancellationSource source;
  options.retry_pause_ms = 3'600'000;
  options.operation_timeout_ms = 100'000'000;
  std::thread canceller([&] { source.Cancel(); });
  EXPECT_EQ(Attempts(options, {.cancellation = source.token()}).Again(error).code(),
            StatusCode::kCancelled);
  canceller.join();
}

TableName Name(const std::string& name) { return *TableName::Parse(name); }

RegionLocationPtr Region(const std::string& start, const std::string& end, uint16_t port) {
  model::RegionInfo info{.table = Name("t"), .start_key = start, .end_key = end};
  return std::make_shared<RegionLocation>(RegionLocation{info, info.Name(), {"host", port}});
}

TEST(RegionCache, FindsTheRegionThatIsMeant) {
  RegionCache cache;
  const auto first = Region("", "b", 1);
  const auto middle = Region("b", "d", 2);
  const auto last = Region("e", "", 1);  // d to e is not known
  for (const auto& region : {first, middle, last}) cache.Add(region);
  const auto find = [&](std::string_view row, Locate how = Locate::kHolding) {
    return cache.Find(Name("t"), row, how);
  };
  EXPECT_EQ(find(""), first);
  EXPECT_EQ(find("a"), first);
  EXPECT_EQ(find("b"), middle);
  EXPECT_EQ(find("d"), nullptr);
  EXPECT_EQ(find("e"), last);
  EXPECT_EQ(find("b", Locate::kBefore), first);
  EXPECT_EQ(find("d", Locate::kBefore), middle);
  EXPECT_EQ(find("d1", Locate::kBefore), nullptr);
  EXPECT_EQ(find("e", Locate::kBefore), nullptr);
  EXPECT_EQ(find("", Locate::kBefore), last);
  EXPECT_EQ(cache.Find(Name("other"), "a", Locate::kHolding), nullptr);
}

TEST(RegionCache, ForgetsWhatIsOutOfDate) {
  RegionCache cache;
  const auto old = Region("", "b", 1);
  const auto moved = Region("", "b", 2);
  cache.Add(old);
  cache.Add(moved);
  cache.Drop(old);  // an outdated entry: the newer one stays
  EXPECT_EQ(cache.Find(Name("t"), "a", Locate::kHolding), moved);
  cache.DropServer({"host", 2});
  EXPECT_EQ(cache.Find(Name("t"), "a", Locate::kHolding), nullptr);
  cache.Add(moved);
  cache.DropTable(Name("t"));
  EXPECT_EQ(cache.Find(Name("t"), "a", Locate::kHolding), nullptr);
}

}  // namespace
}  // namespace basalt::client
