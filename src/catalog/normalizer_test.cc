#include "catalog/normalizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int64_t kDayMs = 86'400'000;
constexpr int64_t kNow = 100 * kDayMs;

std::vector<NormalizerRegion> OldRegions(const std::vector<int64_t>& sizes) {
  std::vector<NormalizerRegion> regions;
  for (const int64_t size : sizes) regions.push_back({kNow - 10 * kDayMs, size, true});
  return regions;
}

std::vector<NormalizerPlan> Plan(const std::vector<int64_t>& sizes,
                                 const NormalizerSettings& settings = {},
                                 const TableDescriptor& table = Descriptor("t")) {
  return PlanNormalization(table, settings, OldRegions(sizes), kNow);
}

NormalizerPlan P(std::vector<size_t> regions) { return regions; }

TEST(NormalizerPlanTest, EvenRegionsAreLeft) {
  EXPECT_THAT(Plan({}), IsEmpty());
  EXPECT_THAT(Plan({10}), IsEmpty());
  EXPECT_THAT(Plan({10, 10, 10, 10}), IsEmpty());
  // Twice the average is not more than it.
  EXPECT_THAT(Plan({4, 4, 16}, {.merge = false}), IsEmpty());
}

TEST(NormalizerPlanTest, RegionsOfMoreThanTwiceTheAverageAreSplit) {
  EXPECT_THAT(Plan({10, 10, 10, 100}, {.merge = false}), ElementsAre(P({3})));
  EXPECT_THAT(Plan({10, 10, 10, 100}, {.split = false, .merge = false}), IsEmpty());
}

TEST(NormalizerPlanTest, SmallNeighboursAreMergedUpToTheAverage) {
  // The average is 10: 3 and 5 fit, and so do 1 and 2.
  EXPECT_THAT(Plan({3, 5, 20, 1, 2, 29}, {.split = false}), ElementsAre(P({0, 1}), P({3, 4})));
  // HBase's example: 15, 5, 5, 15, 16 has the average 11; only the two 5 fit into it.
  EXPECT_THAT(Plan({15, 5, 5, 15, 16}), ElementsAre(P({1, 2})));
}

TEST(NormalizerPlanTest, EmptyRegionsJoinAnything) {
  EXPECT_THAT(Plan({0, 10, 0, 10}, {.split = false}), ElementsAre(P({0, 1, 2})));
  EXPECT_THAT(Plan({0, 0, 0}), ElementsAre(P({0, 1, 2})));
  EXPECT_THAT(Plan({10, 0, 0, 10, 0}, {.split = false}), ElementsAre(P({0, 1, 2}), P({3, 4})));
}

TEST(NormalizerPlanTest, NoMoreThanTheMostInOneMerge) {
  EXPECT_THAT(Plan({0, 0, 0, 0, 0}, {.merge_max_regions = 2}), ElementsAre(P({0, 1}), P({2, 3})));
}

TEST(NormalizerPlanTest, TablesWithFewRegionsAreNotMerged) {
  EXPECT_THAT(Plan({1, 1}), IsEmpty());
  TableDescriptor table = Descriptor("t");
  table.SetAttribute("hbase.normalizer.merge.min.region.count", "2");
  EXPECT_THAT(PlanNormalization(table, SettingsOf(table, {}), OldRegions({0, 0}), kNow),
              ElementsAre(P({0, 1})));
}

TEST(NormalizerPlanTest, YoungSmallAndClosedRegionsAreNotMerged) {
  auto regions = OldRegions({0, 0, 0, 0, 0});
  regions[1].region_id = kNow - 3 * kDayMs;  // not yet past its third day
  EXPECT_THAT(PlanNormalization(Descriptor("t"), {}, regions, kNow), ElementsAre(P({2, 3, 4})));
  regions[3].online = false;
  EXPECT_THAT(PlanNormalization(Descriptor("t"), {}, regions, kNow), IsEmpty());
  EXPECT_THAT(Plan({2, 1, 1, 4, 20}, {.split = false, .merge_min_region_size_mb = 2}), IsEmpty());
}

TEST(NormalizerPlanTest, TargetsTakeTheAveragesPlace) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute("NORMALIZER_TARGET_REGION_SIZE_MB", "4");
  EXPECT_THAT(Plan({10, 3, 1, 3}, {}, table), ElementsAre(P({0}), P({1, 2})));
  TableDescriptor counted = Descriptor("t");
  counted.SetAttribute("NORMALIZER_TARGET_REGION_COUNT", "8");
  EXPECT_THAT(Plan({10, 10, 10, 10}, {.merge = false}, counted),
              IsEmpty());  // 5 on average: 10 is not more than twice
  counted.SetAttribute("NORMALIZER_TARGET_REGION_COUNT", "10");
  EXPECT_THAT(Plan({10, 10, 10, 10}, {.merge = false}, counted),
              ElementsAre(P({0}), P({1}), P({2}), P({3})));
}

TEST(NormalizerPlanTest, TheTablesOwnSettings) {
  TableDescriptor table = Descriptor("t");
  table.SetAttribute("hbase.normalizer.split.enabled", "false");
  table.SetAttribute("hbase.normalizer.merge.enabled", "FALSE");
  table.SetAttribute("hbase.normalizer.merge.min_region_age.days", "0");
  table.SetAttribute("hbase.normalizer.merge.min_region_size.mb", "7");
  const NormalizerSettings settings = SettingsOf(table, {});
  EXPECT_FALSE(settings.split);
  EXPECT_FALSE(settings.merge);
  EXPECT_EQ(settings.merge_min_region_age_days, 0);
  EXPECT_EQ(settings.merge_min_region_size_mb, 7);
}

class NormalizeTest : public testing::Test {
 protected:
  NormalizeTest() {
    hooks_.cancelled = [] { return false; };
    hooks_.log = [this](const std::string& line) { lines_.push_back(line); };
  }
  void Create(const std::vector<Bytes>& splits, bool wanted = true) {
    TableDescriptor table = Descriptor("t");
    if (wanted) table.SetAttribute("NORMALIZATION_ENABLED", "true");
    ASSERT_TRUE(catalog_->tables().Create(table, splits).ok());
    catalog_.clock().Advance(4 * kDayMs);
  }
  int Normalize() { return NormalizeTables(*catalog_, {Name("t")}, settings_, hooks_); }

  TestCatalog catalog_;
  NormalizerSettings settings_;
  NormalizerHooks hooks_;
  std::vector<std::string> lines_;
};

TEST_F(NormalizeTest, EmptyRegionsOfATableBecomeOne) {
  Create({"b", "c", "d"});
  EXPECT_EQ(Normalize(), 1);
  EXPECT_EQ(catalog_.Ranges("t"), "[,)");
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("normalizer: merge of ")));
  EXPECT_EQ(Normalize(), 0);
}

TEST_F(NormalizeTest, ALargeRegionIsSplit) {
  Create({"b", "c"});
  for (int i = 0; i < 9; ++i) catalog_.Put("t", "c" + std::to_string(i), 1 << 20);
  ASSERT_TRUE((*catalog_->tables().Find(Name("t")))->CellsInAnyState()->Flush({}).ok());
  catalog_->regions().merge_switch() = false;
  EXPECT_EQ(Normalize(), 1);
  EXPECT_EQ(catalog_.Regions("t").size(), 4U);
}

TEST_F(NormalizeTest, TablesThatDoNotWantItAreLeft) {
  Create({"b", "c", "d"}, false);
  EXPECT_EQ(Normalize(), 0);
  settings_.all_tables = true;
  EXPECT_EQ(Normalize(), 1);
}

TEST_F(NormalizeTest, SwitchesAreRespected) {
  Create({"b", "c", "d"});
  catalog_->regions().merge_switch() = false;
  EXPECT_EQ(Normalize(), 0);
  catalog_->regions().split_switch() = false;
  EXPECT_EQ(Normalize(), 0);
  catalog_->regions().merge_switch() = true;
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_EQ(Normalize(), 0);
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), true).ok());
  EXPECT_EQ(Normalize(), 1);
}

}  // namespace
}  // namespace basalt::catalog
