#include "catalog/split_chore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class SplitChoreTest : public testing::Test {
 protected:
  SplitChoreTest() {
    SplitSettings settings;
    settings.policy = model::SplitPolicy::kConstantSize;
    settings.max_file_bytes = 100'000;
    settings.jitter_percent = 0;
    settings.heat_requests_per_second = 100;
    catalog_->regions().SetSplitSettings(settings);
    Restart({});
  }
  void Restart(SplitChoreOptions options) {
    SplitChore::Hooks hooks;
    hooks.log = [this](const std::string& line) { lines_.push_back(line); };
    chore_ = std::make_unique<SplitChore>(*catalog_, options, std::move(hooks));
  }
  void Create(std::map<std::string, std::string> attributes = {}) {
    TableDescriptor table = Descriptor("t");
    for (auto& [key, value] : attributes) table.SetAttribute(key, value);
    ASSERT_TRUE(catalog_->tables().Create(table, {}).ok());
  }
  // Rows p00, p01 ... of 10 kB each, on disk.
  void Fill(const std::string& prefix, int rows) {
    for (int i = 0; i < rows; ++i) {
      // Not compressible, were there compression.
      catalog_.Put("t", prefix + (i < 10 ? "0" : "") + std::to_string(i), 10'000);
    }
    ASSERT_TRUE((*catalog_->tables().Find(Name("t")))->CellsInAnyState()->Flush({}).ok());
  }
  void Touch(const Bytes& row, int times) {
    const auto region = *catalog_->regions().For(Name("t"), row);
    for (int i = 0; i < times; ++i) region->RecordRead(row, 0);
  }

  TestCatalog catalog_;
  std::unique_ptr<SplitChore> chore_;
  std::vector<std::string> lines_;
};

TEST_F(SplitChoreTest, ALargeRegionIsSplitInTheMiddle) {
  Create();
  Fill("r", 8);
  EXPECT_EQ(chore_->RunOnce(), 0);
  Fill("s", 8);
  EXPECT_EQ(chore_->RunOnce(), 1);
  EXPECT_EQ(catalog_.Ranges("t"), "[,s00) [s00,)");
  ASSERT_THAT(lines_, SizeIs(1));
  EXPECT_THAT(lines_[0], HasSubstr("at s00 into "));
  EXPECT_THAT(lines_[0], HasSubstr("ConstantSizeRegionSplitPolicy"));
  // Both halves are small enough now.
  EXPECT_EQ(chore_->RunOnce(), 0);
}

TEST_F(SplitChoreTest, TheSwitchAndTheTableMayForbidIt) {
  Create();
  Fill("r", 16);
  catalog_->regions().split_switch() = false;
  EXPECT_EQ(chore_->RunOnce(), 0);
  catalog_->regions().split_switch() = true;
  TableDescriptor table = Descriptor("t");
  for (const char* no : {"false", "FALSE", "no"}) {
    table.SetAttribute("SPLIT_ENABLED", no);
    ASSERT_TRUE(catalog_->tables().Modify(table).ok());
    EXPECT_EQ(chore_->RunOnce(), 0) << no;
  }
  table.SetAttribute("SPLIT_ENABLED", "True");
  table.SetAttribute("SPLIT_POLICY", "DisabledRegionSplitPolicy");
  ASSERT_TRUE(catalog_->tables().Modify(table).ok());
  EXPECT_EQ(chore_->RunOnce(), 0);
  table.SetAttribute("SPLIT_POLICY", "");
  ASSERT_TRUE(catalog_->tables().Modify(table).ok());
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_EQ(chore_->RunOnce(), 0);
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), true).ok());
  EXPECT_EQ(chore_->RunOnce(), 1);
}

TEST_F(SplitChoreTest, ARoundIsBounded) {
  Create();
  Fill("r", 64);
  Restart({.max_regions = 1000, .max_splits_per_round = 1});
  EXPECT_EQ(chore_->RunOnce(), 1);
  EXPECT_EQ(chore_->RunOnce(), 1);
  // Meta, namespace and the table's three.
  Restart({.max_regions = 6, .max_splits_per_round = 10});
  EXPECT_EQ(chore_->RunOnce(), 1);
  EXPECT_EQ(chore_->RunOnce(), 0);
  Restart({});
  chore_->Cancel();
  EXPECT_EQ(chore_->RunOnce(), 0);
}

TEST_F(SplitChoreTest, OneLargeRowCannotBeSplitAndIsLoggedOnce) {
  Create();
  catalog_.Put("t", "row", 200'000);
  ASSERT_TRUE((*catalog_->tables().Find(Name("t")))->CellsInAnyState()->Flush({}).ok());
  EXPECT_EQ(chore_->RunOnce(), 0);
  EXPECT_EQ(chore_->RunOnce(), 0);
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("it has no valid split row")));
  // Checked again when the region has grown.
  Fill("s", 10);
  EXPECT_EQ(chore_->RunOnce(), 1);
}

TEST_F(SplitChoreTest, KeyPrefixesStayTogether) {
  Create({{"SPLIT_POLICY", "KeyPrefixRegionSplitPolicy"},
          {"KeyPrefixRegionSplitPolicy.prefix_length", "1"},
          {"MAX_FILESIZE", "100000"},
          {"hbase.table.sanity.checks", "false"}});
  Fill("a", 8);
  Fill("b", 8);
  Fill("c", 8);
  EXPECT_EQ(chore_->RunOnce(), 1);
  EXPECT_EQ(catalog_.Ranges("t"), "[,b) [b,)");
  EXPECT_EQ(chore_->RunOnce(), 1);
  EXPECT_EQ(catalog_.Ranges("t"), "[,b) [b,c) [c,)");
  // Rows of one prefix are not parted, however many.
  for (int i = 0; i < 12; ++i) catalog_.Put("t", "b" + std::to_string(20 + i), 10'000);
  ASSERT_TRUE((*catalog_->tables().Find(Name("t")))->CellsInAnyState()->Flush({}).ok());
  EXPECT_EQ(chore_->RunOnce(), 0);
}

TEST_F(SplitChoreTest, ByHeatWhereTheTrafficIsHalved) {
  Create({{"SPLIT_POLICY", "HeatSplitPolicy"}});
  for (int second = 0; second < 61; ++second) {
    catalog_.clock().Advance(1000);
    // A quarter before m, three at m and after.
    for (int i = 0; i < 100; ++i) Touch("a" + std::to_string(i), 1);
    for (int i = 100; i < 400; ++i) Touch("m" + std::to_string(i), 1);
    // Too young, or not known for a whole window.
    if (second < 58) {
      ASSERT_EQ(chore_->RunOnce(), 0);
    }
  }
  EXPECT_EQ(chore_->RunOnce(), 1);
  const Bytes at = catalog_.Regions("t")[1]->info().start_key;
  EXPECT_GT(at, "m130");
  EXPECT_LT(at, "m270");
  ASSERT_THAT(lines_, SizeIs(1));
  EXPECT_THAT(lines_[0], HasSubstr("requests per second, more than 100"));
  // The daughters are too young to be split by heat.
  EXPECT_EQ(chore_->RunOnce(), 0);
}

TEST_F(SplitChoreTest, TheHeatOfOneRowCannotBeSplitAndIsLoggedOnce) {
  Create({{"SPLIT_POLICY", "HeatSplitPolicy"}});
  for (int second = 0; second < 100; ++second) {
    catalog_.clock().Advance(1000);
    Touch("counter", 500);
    Touch("other", 5);
    ASSERT_EQ(chore_->RunOnce(), 0);
  }
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("nearly all of its traffic is for one row")));
}

TEST_F(SplitChoreTest, OtherPoliciesIgnoreHeat) {
  Create();
  for (int second = 0; second < 100; ++second) {
    catalog_.clock().Advance(1000);
    for (int i = 0; i < 300; ++i) Touch(std::to_string(i), 1);
  }
  EXPECT_EQ(chore_->RunOnce(), 0);
  EXPECT_THAT(lines_, IsEmpty());
}

}  // namespace
}  // namespace basalt::catalog
