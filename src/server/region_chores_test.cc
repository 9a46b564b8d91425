#include "server/region_chores.h"

#include <thread>

#include <gtest/gtest.h>

#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class RegionChoresTest : public ServiceTest {
 protected:
  RegionChoresTest() {
    config_.split_check_period_ms = 0;  // when it is woken
    config_.normalizer_period_ms = 0;
    config_.splits.policy = model::SplitPolicy::kConstantSize;
    config_.splits.max_file_bytes = 1000;
    context_.Reconfigure(config_);
    Create("t");
    for (const char* row : {"a", "b", "c", "d"}) Put("t", row, std::string(1000, 'x'));
  }
  size_t Regions() { return context_.catalog().regions().Of(Name("t"))->size(); }
};

TEST_F(RegionChoresTest, AFlushWakesIt) {
  context_.region_chores().Start();
  pb::FlushRegionRequest request;
  *request.mutable_region() = Specify(RegionOf("t")->name());
  Check(Admin<pb::FlushRegionResponse>("FlushRegion", request).status());
  while (Regions() < 2) std::this_thread::yield();
  context_.region_chores().Stop();
  // Nothing happens any more.
  const size_t regions = Regions();
  context_.region_chores().Wake();
  context_.region_chores().Stop();
  EXPECT_EQ(Regions(), regions);
}

TEST_F(RegionChoresTest, ItStopsWithoutHavingRun) {
  context_.region_chores().Start();
  context_.region_chores().Stop();
  EXPECT_EQ(Regions(), 1U);
}

TEST_F(RegionChoresTest, SplitRegionsLeaveMeta) {
  const int before = MetaRows();
  Check(context_.catalog().regions().Split(RegionOf("t")->encoded_name(), "c").status());
  EXPECT_EQ(MetaRows(), before + 2);
  context_.switches().catalog_janitor = false;
  context_.region_chores().CleanMeta();
  EXPECT_EQ(MetaRows(), before + 2);
  context_.switches().catalog_janitor = true;
  context_.region_chores().CleanMeta();
  EXPECT_EQ(MetaRows(), before + 1);
}

}  // namespace
}  // namespace basalt::server
