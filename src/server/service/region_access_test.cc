#include "server/service/region_access.h"

#include <gtest/gtest.h>

#include "server/service/client_verbs.h"
#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class RegionAccessTest : public ServiceTest {};

TEST_F(RegionAccessTest, WhatIsReadAndWrittenReachesTheRegionsFacts) {
  Create("t");
  const auto region = RegionOf("t");
  const Call call{.connection = connection_, .received = Call::TimePoint()};
  const auto access = RegionAccess::Find(context_, call, Specify(region->name()));
  Check(access.status());
  const Mutation put = basalt::Put("row").AddColumn("f", "q", "12345");
  for (int i = 0; i < 1000; ++i) Check((*access)->Write(put));
  EXPECT_EQ(region->writes(), 1000U);
  EXPECT_EQ(region->bytes_written(), 1000U * (3 + 1 + 1 + 5));

  Check((*access)->Write(basalt::Put("read").AddColumn("f", "q", "value")));
  for (int i = 0; i < 3000; ++i) Check(access->ReadRow(Get("read")).status());
  EXPECT_EQ(region->reads(), 3000U);
  EXPECT_GT(region->bytes_read(), 3000U * 5);

  const auto heat = region->heat().Profile(clock_.NowMs());
  ASSERT_EQ(heat.keys.size(), 2U);
  EXPECT_EQ(heat.keys[0].key, "read");
  EXPECT_NEAR(heat.keys[0].share, 0.75, 0.15);
}

}  // namespace
}  // namespace basalt::server
