#include "server/region_chores.h"

#include <thread>

#include <gtest/gtest.h>

#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class RegionChoresTest : public ControlTest {
 protected:
  RegionChoresTest() {
    config_.split_check_period_ms = 0;  // when it is woken
    config_.normalizer_period_ms = 0;
    config_.split_policy = "ConstantSizeRegionSplitPolicy";
    config_.max_file_bytes = 1000;
    node_.catalog->regions().SetSplitSettings(*SplitSettingsFrom(config_));
    Create("t");
    for (const char* row : {"a", "b", "c", "d"}) Put("t", row, std::string(1000, 'x'));
  }
  size_t Regions() { return node_.catalog->regions().Of(Name("t"))->size(); }
};

TEST_F(RegionChoresTest, AFlushWakesIt) {
  node_.region_chores->Start();
  pb::FlushRegionRequest request;
  *request.mutable_region() = Specify(RegionOf("t")->name());
  Check(Admin<pb::FlushRegionResponse>("FlushRegion", request).status());
  while (Regions() < 2) std::this_thread::yield();
  node_.region_chores->Stop();
  // Nothing happens any more.
  const size_t regions = Regions();
  node_.region_chores->Wake();
  node_.region_chores->Stop();
  EXPECT_EQ(Regions(), regions);
}

TEST_F(RegionChoresTest, ItStopsWithoutHavingRun) {
  node_.region_chores->Start();
  node_.region_chores->Stop();
  EXPECT_EQ(Regions(), 1U);
}

TEST_F(RegionChoresTest, SplitRegionsLeaveMeta) {
  const auto rows = [this] {
    const auto meta = *(*node_.catalog->tables().Find(model::MetaTableName()))->Cells();
    const auto scanner = meta->OpenScanner(Scan());
    RowResult row;
    int count = 0;
    while (*(*scanner)->Next(row)) ++count;
    return count;
  };
  const int before = rows();
  Check(node_.catalog->regions().Split(RegionOf("t")->encoded_name(), "c").status());
  EXPECT_EQ(rows(), before + 2);
  node_.switches.catalog_janitor = false;
  node_.region_chores->CleanMeta();
  EXPECT_EQ(rows(), before + 2);
  node_.switches.catalog_janitor = true;
  node_.region_chores->CleanMeta();
  EXPECT_EQ(rows(), before + 1);
}

TEST_F(RegionChoresTest, SettingsReachTheCatalog) {
  ServerConfig config;
  config.split_policy = "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";
  config.split_jitter_percent = 50;
  config.split_by_whole_size = true;
  config.heat_split_min_age_s = 7;
  const auto settings = SplitSettingsFrom(config);
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(settings->policy, model::SplitPolicy::kDisabled);
  EXPECT_EQ(settings->jitter, 0.5);
  EXPECT_TRUE(settings->whole_region);
  EXPECT_EQ(settings->heat_min_age_ms, 7000);
  config.split_policy = "Mine";
  EXPECT_EQ(SplitSettingsFrom(config).status().message(),
            "regions.split_policy: no split policy is called Mine");
}

}  // namespace
}  // namespace basalt::server
