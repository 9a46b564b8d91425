#include "catalog/split_policy.h"

#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

constexpr int64_t kMb = 1 << 20;

SplitSettings Settings() {
  SplitSettings settings;
  settings.max_file_bytes = 1000 * kMb;
  settings.jitter_percent = 0;
  return settings;
}

SplitRules Rules(std::string_view policy, const SplitSettings& settings = Settings()) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute("SPLIT_POLICY", std::string(policy));
  table.SetAttribute("MEMSTORE_FLUSHSIZE", std::to_string(8 * kMb));
  return SplitRulesOf(table, settings);
}

SplitCandidate Holding(int64_t mb, size_t regions = 1) {
  SplitCandidate facts;
  facts.family_bytes = {static_cast<uint64_t>(mb * kMb)};
  facts.table_regions = regions;
  return facts;
}

bool Splits(const SplitRules& rules, const SplitCandidate& facts) {
  return DecideSplit(rules, facts).reason != SplitReason::kNone;
}

TEST(SplitPolicyTest, TheDefaultsAreHBases) {
  const SplitRules rules = SplitRulesOf(Descriptor("t"), SplitSettings());
  EXPECT_EQ(rules.policy, model::SplitPolicy::kStepping);
  EXPECT_EQ(rules.max_file_bytes, int64_t{10} << 30);
  EXPECT_EQ(rules.initial_bytes, 256 * kMb);
  EXPECT_EQ(rules.jitter, 0.25);
  EXPECT_FALSE(rules.whole_region);
}

TEST(SplitPolicyTest, ClassesWithAndWithoutTheirPackage) {
  EXPECT_EQ(Rules("ConstantSizeRegionSplitPolicy").policy, model::SplitPolicy::kConstantSize);
  EXPECT_EQ(
      Rules("org.apache.hadoop.hbase.regionserver.IncreasingToUpperBoundRegionSplitPolicy").policy,
      model::SplitPolicy::kIncreasingToUpperBound);
  EXPECT_EQ(Rules("SteppingSplitPolicy").policy, model::SplitPolicy::kStepping);
  EXPECT_EQ(Rules("BusyRegionSplitPolicy").policy, model::SplitPolicy::kBusy);
  EXPECT_EQ(Rules("HeatSplitPolicy").policy, model::SplitPolicy::kHeat);
  // What got past the checks: the server's own.
  EXPECT_EQ(Rules("com.example.Mine").policy, model::SplitPolicy::kStepping);
}

TEST(SplitPolicyTest, ConstantSize) {
  const SplitRules rules = Rules("ConstantSizeRegionSplitPolicy");
  EXPECT_FALSE(Splits(rules, Holding(1000)));
  EXPECT_TRUE(Splits(rules, Holding(1001)));
  EXPECT_TRUE(Splits(rules, Holding(1001, 50)));
  EXPECT_FALSE(Splits(rules, SplitCandidate()));
}

TEST(SplitPolicyTest, TheTablesMaxFileSizeComesFirst) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute("SPLIT_POLICY", "ConstantSizeRegionSplitPolicy");
  table.SetAttribute("MAX_FILESIZE", std::to_string(5 * kMb));
  EXPECT_TRUE(Splits(SplitRulesOf(table, Settings()), Holding(6)));
}

TEST(SplitPolicyTest, IncreasingByTheCubeOfTheRegions) {
  const SplitRules rules = Rules("IncreasingToUpperBoundRegionSplitPolicy");
  EXPECT_EQ(SizeLimit(rules, 1, 0.5), 16 * kMb);
  EXPECT_EQ(SizeLimit(rules, 2, 0.5), 128 * kMb);
  EXPECT_EQ(SizeLimit(rules, 3, 0.5), 432 * kMb);
  EXPECT_EQ(SizeLimit(rules, 4, 0.5), 1000 * kMb);
  EXPECT_EQ(SizeLimit(rules, 101, 0.5), 1000 * kMb);
}

TEST(SplitPolicyTest, SteppingKnowsTheFirstRegionAndTheOthers) {
  const SplitRules rules = Rules("SteppingSplitPolicy");
  EXPECT_EQ(SizeLimit(rules, 1, 0.5), 16 * kMb);
  EXPECT_EQ(SizeLimit(rules, 2, 0.5), 1000 * kMb);
  SplitSettings settings = Settings();
  settings.initial_bytes = 7 * kMb;
  EXPECT_EQ(SizeLimit(Rules("SteppingSplitPolicy", settings), 1, 0.5), 7 * kMb);
}

TEST(SplitPolicyTest, DisabledNeverSplits) {
  const SplitRules rules = Rules("DisabledRegionSplitPolicy");
  EXPECT_FALSE(rules.CanSplit());
  EXPECT_FALSE(Splits(rules, Holding(1'000'000)));
}

TEST(SplitPolicyTest, TheLargestFamilyOrAllTogether) {
  SplitCandidate facts = Holding(600);
  facts.family_bytes.push_back(600 * kMb);
  EXPECT_FALSE(Splits(Rules("ConstantSizeRegionSplitPolicy"), facts));
  SplitSettings settings = Settings();
  settings.whole_region = true;
  EXPECT_TRUE(Splits(Rules("ConstantSizeRegionSplitPolicy", settings), facts));
}

TEST(SplitPolicyTest, JitterIsHalfOfItsPartUpAndDown) {
  SplitSettings settings = Settings();
  settings.jitter_percent = 50;
  const SplitRules rules = Rules("ConstantSizeRegionSplitPolicy", settings);
  EXPECT_EQ(SizeLimit(rules, 1, 0), 750 * kMb);
  EXPECT_EQ(SizeLimit(rules, 1, 1), 1250 * kMb);
  EXPECT_EQ(JitterPosition("00000000aaaa"), 0);
  EXPECT_NEAR(JitterPosition("ffffffffaaaa"), 1, 1e-6);
  settings.max_file_bytes = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(SizeLimit(Rules("ConstantSizeRegionSplitPolicy", settings), 1, 1),
            std::numeric_limits<int64_t>::max());
}

TEST(SplitPolicyTest, KeyPrefixesCutTheRow) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute("SPLIT_POLICY", "KeyPrefixRegionSplitPolicy");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "user-42"), "user-42");
  table.SetAttribute("prefix_split_key_policy.prefix_length", "2");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "user-42"), "us");
  table.SetAttribute("KeyPrefixRegionSplitPolicy.prefix_length", "4");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "user-42"), "user");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "us"), "us");
  table.SetAttribute("KeyPrefixRegionSplitPolicy.prefix_length", "-1");
  table.SetAttribute("prefix_split_key_policy.prefix_length", "many");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "user-42"), "user-42");
}

TEST(SplitPolicyTest, DelimitersCutTheRow) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute("SPLIT_POLICY", "DelimitedKeyPrefixRegionSplitPolicy");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "a_b_c"), "a_b_c");
  table.SetAttribute("DelimitedKeyPrefixRegionSplitPolicy.delimiter", "_");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "a_b_c"), "a");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "abc"), "abc");
}

TEST(SplitPolicyTest, RestrictionsHoldForEveryPolicy) {
  const std::string prefix = "hbase.regionserver.region.split_restriction.";
  TableDescriptor table = Descriptor("t");
  table.SetAttribute(prefix + "type", "KeyPrefix");
  table.SetAttribute(prefix + "prefix_length", "3");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "abcdef"), "abc");
  table.SetAttribute(prefix + "type", "DelimitedKeyPrefix");
  table.SetAttribute(prefix + "delimiter", "d");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "abcdef"), "abc");
  table.SetAttribute(prefix + "type", "None");
  EXPECT_EQ(AdjustSplitRow(SplitRulesOf(table, Settings()), "abcdef"), "abcdef");
}

TEST(SplitPolicyTest, HeatSplitsBusyRegionsThatAreOldEnough) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute("SPLIT_POLICY", "HeatSplitPolicy");
  table.SetAttribute("HeatSplitPolicy.requests_per_second", "100");
  table.SetAttribute("HeatSplitPolicy.min_age_seconds", "10");
  const SplitRules rules = SplitRulesOf(table, Settings());
  SplitCandidate facts = Holding(1);
  facts.age_ms = 10'000;
  facts.requests_per_second = 101;
  EXPECT_EQ(DecideSplit(rules, facts).reason, SplitReason::kHeat);
  facts.age_ms = 9'999;
  EXPECT_FALSE(Splits(rules, facts));
  facts.age_ms = 10'000;
  facts.requests_per_second = 100;
  EXPECT_FALSE(Splits(rules, facts));
  // By size as the stepping policy does, whatever the heat.
  EXPECT_EQ(DecideSplit(rules, Holding(257)).reason, SplitReason::kSize);
  // Others do not ask for the heat.
  facts.requests_per_second = 1e9;
  EXPECT_FALSE(Splits(Rules("SteppingSplitPolicy"), facts));
}

TEST(SplitPolicyTest, AnUnknownClassIsRefusedAsHBaseRefusesIt) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute("SPLIT_POLICY", "com.example.Mine");
  const Status status = table.Validate();
  EXPECT_EQ(status.code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(status.message(),
            "Unable to load configured region split policy 'com.example.Mine' for table 't' Set "
            "hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass "
            "sanity checks");
  table.SetAttribute("hbase.table.sanity.checks", "false");
  EXPECT_TRUE(table.Validate().ok());
}

}  // namespace
}  // namespace basalt::catalog
