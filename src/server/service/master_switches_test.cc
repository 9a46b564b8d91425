#include "server/service/master_fixture.h"

namespace basalt::server {
namespace {

class MasterSwitchesTest : public ServiceTest {};

TEST_F(MasterSwitchesTest, TheValueBeforeIsReturned) {
  pb::SetBalancerRunningRequest balancer;
  balancer.set_on(false);
  EXPECT_TRUE(
      Master<pb::SetBalancerRunningResponse>("SetBalancerRunning", balancer)->prev_balance_value());
  EXPECT_FALSE(
      Master<pb::SetBalancerRunningResponse>("SetBalancerRunning", balancer)->prev_balance_value());
  EXPECT_FALSE(
      Master<pb::IsBalancerEnabledResponse>("IsBalancerEnabled", pb::EmptyMsg())->enabled());
  EXPECT_FALSE(Master<pb::BalanceResponse>("Balance", pb::EmptyMsg())->balancer_ran());
  pb::BalanceRequest dry;
  dry.set_dry_run(true);
  EXPECT_TRUE(Master<pb::BalanceResponse>("Balance", dry)->balancer_ran());

  pb::SetNormalizerRunningRequest normalizer;
  normalizer.set_on(false);
  EXPECT_TRUE(Master<pb::NormalizeResponse>("Normalize", pb::EmptyMsg())->normalizer_ran());
  EXPECT_TRUE(Master<pb::SetNormalizerRunningResponse>("SetNormalizerRunning", normalizer)
                  ->prev_normalizer_value());
  EXPECT_FALSE(
      Master<pb::IsNormalizerEnabledResponse>("IsNormalizerEnabled", pb::EmptyMsg())->enabled());
  EXPECT_FALSE(Master<pb::NormalizeResponse>("Normalize", pb::EmptyMsg())->normalizer_ran());

  pb::EnableCatalogJanitorRequest janitor;
  janitor.set_enable(false);
  EXPECT_TRUE(
      Master<pb::EnableCatalogJanitorResponse>("EnableCatalogJanitor", janitor)->prev_value());
  EXPECT_FALSE(
      Master<pb::IsCatalogJanitorEnabledResponse>("IsCatalogJanitorEnabled", pb::EmptyMsg())
          ->value());

  pb::SetCleanerChoreRunningRequest cleaner;
  cleaner.set_on(false);
  EXPECT_TRUE(
      Master<pb::RunCleanerChoreResponse>("RunCleanerChore", pb::EmptyMsg())->cleaner_chore_ran());
  EXPECT_TRUE(
      Master<pb::SetCleanerChoreRunningResponse>("SetCleanerChoreRunning", cleaner)->prev_value());
  EXPECT_FALSE(
      Master<pb::IsCleanerChoreEnabledResponse>("IsCleanerChoreEnabled", pb::EmptyMsg())->value());
  EXPECT_FALSE(
      Master<pb::RunCleanerChoreResponse>("RunCleanerChore", pb::EmptyMsg())->cleaner_chore_ran());

  pb::SetSnapshotCleanupRequest cleanup;
  cleanup.set_enabled(false);
  EXPECT_TRUE(Master<pb::SetSnapshotCleanupResponse>("SwitchSnapshotCleanup", cleanup)
                  ->prev_snapshot_cleanup());
  EXPECT_FALSE(
      Master<pb::IsSnapshotCleanupEnabledResponse>("IsSnapshotCleanupEnabled", pb::EmptyMsg())
          ->enabled());
}

TEST_F(MasterSwitchesTest, SplitAndMergeAreTwo) {
  pb::SetSplitOrMergeEnabledRequest request;
  request.set_enabled(false);
  request.add_switch_types(pb::MERGE);
  auto response = Master<pb::SetSplitOrMergeEnabledResponse>("SetSplitOrMergeEnabled", request);
  ASSERT_EQ(response->prev_value_size(), 1);
  EXPECT_TRUE(response->prev_value(0));
  EXPECT_TRUE(context_.catalog().regions().split_switch());
  EXPECT_FALSE(context_.catalog().regions().merge_switch());
  request.add_switch_types(pb::SPLIT);
  response = Master<pb::SetSplitOrMergeEnabledResponse>("SetSplitOrMergeEnabled", request);
  ASSERT_EQ(response->prev_value_size(), 2);
  EXPECT_FALSE(response->prev_value(0));
  EXPECT_TRUE(response->prev_value(1));
  pb::IsSplitOrMergeEnabledRequest is;
  is.set_switch_type(pb::SPLIT);
  EXPECT_FALSE(Master<pb::IsSplitOrMergeEnabledResponse>("IsSplitOrMergeEnabled", is)->enabled());
}

TEST_F(MasterSwitchesTest, ThrottlesStayOffWithoutQuotas) {
  pb::SwitchRpcThrottleRequest request;
  request.set_rpc_throttle_enabled(true);
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(Master<pb::SwitchRpcThrottleResponse>("SwitchRpcThrottle", request)
                     ->previous_rpc_throttle_enabled());
  }
  EXPECT_FALSE(Master<pb::IsRpcThrottleEnabledResponse>("IsRpcThrottleEnabled", pb::EmptyMsg())
                   ->rpc_throttle_enabled());
}

TEST_F(MasterSwitchesTest, CatalogScanCleansParents) {
  Create("t");
  const int before = MetaRows();
  ASSERT_TRUE(context_.catalog().regions().Split(RegionOf("t")->encoded_name(), "m").ok());
  EXPECT_EQ(MetaRows(), before + 2) << "the parent and two daughters";
  const auto scanned = Master<pb::RunCatalogScanResponse>("RunCatalogScan", pb::EmptyMsg());
  ASSERT_TRUE(scanned.ok()) << scanned.status().ToString();
  EXPECT_EQ(scanned->scan_result(), 0) << "rows removed are not counted";
  EXPECT_EQ(MetaRows(), before + 1) << "the parent is gone";
}

TEST_F(MasterSwitchesTest, NormalizeMergesWhatIsEmpty) {
  const auto regions = [this](const std::string& table) {
    return context_.catalog().regions().Of(Name(table))->size();
  };
  for (const std::string name : {"one", "two", "left"}) {
    TableDescriptor table = Describe(name);
    if (name != "left") table.SetAttribute("NORMALIZATION_ENABLED", "true");
    Check(
        Master<pb::CreateTableResponse>("CreateTable", CreateRequest(table, {"b", "c"})).status());
  }
  const auto normalize = [this](const pb::NormalizeRequest& request) {
    return Master<pb::NormalizeResponse>("Normalize", request)->normalizer_ran();
  };
  EXPECT_TRUE(normalize({}));
  EXPECT_EQ(regions("one"), 3U);  // too young
  clock_.Advance(4 * 86'400'000LL);

  context_.switches().normalizer = false;
  EXPECT_FALSE(normalize({}));
  context_.switches().normalizer = true;
  context_.catalog().regions().merge_switch() = false;
  EXPECT_TRUE(normalize({}));
  EXPECT_EQ(regions("one"), 3U);
  context_.catalog().regions().merge_switch() = true;

  pb::NormalizeRequest by_name;
  by_name.set_regex("on.*");
  EXPECT_TRUE(normalize(by_name));
  EXPECT_EQ(regions("one"), 1U);
  EXPECT_EQ(regions("two"), 3U);
  pb::NormalizeRequest named;
  wire::FillTableName(Name("two"), *named.add_table_names());
  EXPECT_TRUE(normalize(named));
  EXPECT_EQ(regions("two"), 1U);
  EXPECT_TRUE(normalize({}));
  EXPECT_EQ(regions("left"), 3U);
}

}  // namespace
}  // namespace basalt::server
