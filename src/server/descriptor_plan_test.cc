#include "server/descriptor_plan.h"

#include <sys/resource.h>

#include <gtest/gtest.h>

namespace basalt::server {
namespace {

TEST(DescriptorPlanTest, ConnectionsLeaveHalfToTheEngine) {
  ServerConfig config;
  config.rpc.io_threads = 2;
  for (const size_t limit : {64U, 256U, 1024U, 4096U}) {
    const DescriptorPlan plan = PlanDescriptors(limit, config);
    EXPECT_GE(plan.connections, 1U);
    EXPECT_GE(plan.zookeeper_connections, 1U);
    EXPECT_GE(plan.engine, plan.connections + plan.zookeeper_connections) << limit;
    EXPECT_LT(plan.engine + plan.connections + plan.zookeeper_connections, limit);
  }
}

TEST(DescriptorPlanTest, EnoughForAllMeansTheConfiguredLimits) {
  ServerConfig config;
  const DescriptorPlan plan = PlanDescriptors(1 << 20, config);
  EXPECT_EQ(plan.connections, config.rpc.max_connections);
  EXPECT_GT(plan.engine, 1U << 19);
  config.zookeeper_enabled = false;
  EXPECT_EQ(PlanDescriptors(1 << 20, config).zookeeper_connections, 0U);
}

TEST(DescriptorPlanTest, TheSoftLimitIsRaised) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit low{before.rlim_max / 2, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  RaiseDescriptorLimit();
  rlimit after{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &after), 0);
  EXPECT_EQ(after.rlim_cur, before.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &before);
}

}  // namespace
}  // namespace basalt::server
