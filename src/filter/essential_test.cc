#include "filter/essential.h"

#include <gtest/gtest.h>

#include "basalt/filters.h"

namespace basalt::filter {
namespace {

FilterPtr OnFamilyF(bool filter_if_missing) {
  filters::ColumnCondition condition;
  condition.family = "f";
  condition.qualifier = "q";
  condition.comparator = comparators::Binary("v");
  condition.filter_if_missing = filter_if_missing;
  return *filters::SingleColumnValue(condition);
}

TEST(EssentialTest, OnlyFiltersThatNeedTheirColumnLeaveFamiliesOut) {
  EXPECT_TRUE(IsFamilyEssential(*OnFamilyF(true), "f"));
  EXPECT_FALSE(IsFamilyEssential(*OnFamilyF(true), "g"));
  EXPECT_TRUE(IsFamilyEssential(*OnFamilyF(false), "g"));
  EXPECT_TRUE(IsFamilyEssential(*filters::Prefix("r"), "g"));
}

}  // namespace
}  // namespace basalt::filter
