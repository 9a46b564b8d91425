// Regions by the public interface: their facts, splits, merges, tables made of many.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/test_table.h"

namespace basalt::embedded {
namespace {

using client::TestTable;

using testing::ElementsAre;
using testing::HasSubstr;

class RegionsTest : public testing::Test {
 protected:
  RegionsTest() : table_({FamilyDescriptor("f"), FamilyDescriptor("g")}) {}

  std::vector<RegionMetrics> List() {
    auto regions = table_.admin().ListRegions(TestTable::name());
    EXPECT_TRUE(regions.ok()) << regions.status().ToString();
    return regions.ok() ? *regions : std::vector<RegionMetrics>();
  }
  std::vector<Bytes> Starts() {
    std::vector<Bytes> starts;
    for (const RegionMetrics& region : List()) starts.push_back(region.start_key);
    return starts;
  }
  Status Split(const Bytes& row) { return table_.admin().SplitTable(TestTable::name(), row); }
  // It is refused with these words, and nothing has changed.
  void Refused(const Status& status, StatusCode code, const std::string& words) {
    EXPECT_EQ(status.code(), code) << status.ToString();
    EXPECT_THAT(status.message(), HasSubstr(words));
    EXPECT_EQ(Starts(), starts_);
  }

  TestTable table_;
  std::vector<Bytes> starts_;
};

TEST_F(RegionsTest, R23_FactsOfARegion) {
  for (int i = 0; i < 100; ++i) {
    table_.Put("a" + std::to_string(i), "q", 1, Bytes(1000, 'x'));
    table_.Put("m" + std::to_string(i), "q", 1, Bytes(2000, 'x'), "g");
  }
  ASSERT_TRUE(Split("m").ok());
  table_.Flush();
  const auto regions = List();
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[0].end_key, "m");
  EXPECT_EQ(regions[1].start_key, "m");
  EXPECT_TRUE(regions[0].online);
  EXPECT_THAT(regions[0].name, HasSubstr(regions[0].encoded_name));
  ASSERT_EQ(regions[0].families.size(), 2U);
  EXPECT_EQ(regions[0].families[0].family, "f");
  EXPECT_GT(regions[0].families[0].store_file_size_bytes, 1000U);
  EXPECT_EQ(regions[0].families[0].store_file_count, 1);
  EXPECT_EQ(regions[0].families[1].store_file_count, 0);
  EXPECT_GT(regions[1].families[1].store_file_size_bytes, 1000U);
  EXPECT_EQ(table_.admin().ListRegions(*TableName::Parse("none")).status().code(),
            StatusCode::kTableNotFound);
}

TEST_F(RegionsTest, RequestsAreCountedAndTheirKeysSampled) {
  ASSERT_TRUE(Split("m").ok());
  for (int i = 0; i < 16'000; ++i) {
    ASSERT_TRUE(table_->Get(Get(i % 4 == 0 ? "a" : "b")).ok());
  }
  for (int i = 0; i < 4'000; ++i) table_.Put("z", "q", 1, "v");
  table_.clock().Advance(1000);
  const auto regions = List();
  EXPECT_EQ(regions[0].read_request_count, 16'000U);
  EXPECT_EQ(regions[0].write_request_count, 0U);
  EXPECT_EQ(regions[1].write_request_count, 4'000U);
  EXPECT_EQ(regions[1].bytes_written, 4'000U * 4);
  EXPECT_NEAR(regions[0].requests_per_second, 16'000, 2'000);
  ASSERT_EQ(regions[0].hot_rows.size(), 2U);
  EXPECT_EQ(regions[0].hot_rows[0].row, "b");
  EXPECT_NEAR(regions[0].hot_rows[0].fraction, 0.75, 0.15);
}

TEST_F(RegionsTest, WritesThatMarchAreCountedByTheSample) {  // R44
  ASSERT_TRUE(Split("m").ok());
  for (int i = 0; i < 4'000; ++i) {
    const std::string number = std::to_string(10'000 + i);
    table_.Put("z" + number, "q", 1, "v");
    ASSERT_TRUE(table_->Delete(Delete("a" + number)).ok());
    ASSERT_TRUE(table_->Get(Get("b" + number)).ok());
  }
  const auto regions = List();
  EXPECT_EQ(regions[0].insert_order.samples, 0U);
  EXPECT_GT(regions[1].insert_order.samples, 100U);
  EXPECT_GT(regions[1].insert_order.ascending_fraction, 0.9);
  EXPECT_EQ(regions[1].insert_order.descending_fraction, 0);
}

TEST_F(RegionsTest, SplitsAndMerges) {
  ASSERT_TRUE(Split("m").ok());
  ASSERT_TRUE(Split("c").ok());
  EXPECT_THAT(Starts(), ElementsAre("", "c", "m"));
  const auto regions = List();
  ASSERT_TRUE(table_.admin().MergeRegions({regions[0].name, Bytes(regions[1].encoded_name)}).ok());
  EXPECT_THAT(Starts(), ElementsAre("", "m"));
  // Without a row: the middle of what is there.
  for (int i = 0; i < 10; ++i) table_.Put("n" + std::to_string(i), "q", 1, "v");
  ASSERT_TRUE(table_.admin().SplitRegion(List()[1].encoded_name).ok());
  EXPECT_THAT(Starts(), ElementsAre("", "m", "n5"));
  table_.Reopen();
  EXPECT_THAT(Starts(), ElementsAre("", "m", "n5"));
}

TEST_F(RegionsTest, SplitsOfAWholeTable) {
  for (const char* row : {"a", "b", "p", "q"}) table_.Put(row, "q", 1, "v");
  ASSERT_TRUE(Split("m").ok());
  ASSERT_TRUE(table_.admin().SplitTable(TestTable::name()).ok());
  EXPECT_THAT(Starts(), ElementsAre("", "b", "m", "q"));
  // Each has one row now and cannot be split.
  starts_ = Starts();
  Refused(table_.admin().SplitTable(TestTable::name()), StatusCode::kDoNotRetry,
          "Region not splittable because bestSplitPoint = null");
}

TEST_F(RegionsTest, BadSplits) {
  ASSERT_TRUE(Split("c").ok());
  ASSERT_TRUE(Split("m").ok());
  starts_ = Starts();
  const auto regions = List();
  Admin& admin = table_.admin();
  Refused(Split("m"), StatusCode::kDoNotRetry, "Split row is equal to startkey: m");
  Refused(admin.SplitRegion(regions[1].name, "m"), StatusCode::kDoNotRetry,
          "Split row is not inside region key range splitKey:m region: ");
  Refused(admin.SplitRegion(regions[1].name, "z"), StatusCode::kDoNotRetry,
          "Split row is not inside region key range splitKey:z region: ");
  Refused(admin.SplitRegion("nobody"), StatusCode::kUnknownRegion, "nobody");
  Refused(admin.SplitRegion(regions[1].name), StatusCode::kDoNotRetry, "bestSplitPoint = null");
  Refused(admin.SplitTable(*TableName::Parse("none"), "x"), StatusCode::kTableNotFound, "none");
}

TEST_F(RegionsTest, PoliciesHoldForSplitsByHand) {
  TableDescriptor table = *table_.admin().GetDescriptor(TestTable::name());
  table.SetAttribute("SPLIT_POLICY", "DisabledRegionSplitPolicy");
  ASSERT_TRUE(table_.admin().ModifyTable(table).ok());
  starts_ = Starts();
  // Even with a row, as in HBase.
  Refused(Split("m"), StatusCode::kDoNotRetry, "NOT splittable");
  table.SetAttribute("SPLIT_POLICY", "KeyPrefixRegionSplitPolicy");
  table.SetAttribute("KeyPrefixRegionSplitPolicy.prefix_length", "2");
  ASSERT_TRUE(table_.admin().ModifyTable(table).ok());
  for (const char* row : {"aa1", "aa2", "bb1", "bb2"}) table_.Put(row, "q", 1, "v");
  ASSERT_TRUE(table_.admin().SplitTable(TestTable::name()).ok());
  EXPECT_THAT(Starts(), ElementsAre("", "bb"));
  // A row given by hand is taken as it is.
  ASSERT_TRUE(Split("aa2").ok());
  EXPECT_THAT(Starts(), ElementsAre("", "aa2", "bb"));
}

TEST_F(RegionsTest, BadMerges) {
  ASSERT_TRUE(Split("c").ok());
  ASSERT_TRUE(Split("m").ok());
  TableDescriptor other(*TableName::Parse("u"));
  ASSERT_TRUE(other.AddFamily(FamilyDescriptor("f")).ok());
  Admin& admin = table_.admin();
  ASSERT_TRUE(admin.CreateTable(other).ok());
  const Bytes stranger = admin.ListRegions(other.name())->front().name;
  starts_ = Starts();
  const auto regions = List();
  Refused(admin.MergeRegions({regions[0].name, regions[2].name}), StatusCode::kMergeRegion,
          "Unable to merge non-adjacent or non-overlapping regions");
  Refused(admin.MergeRegions({regions[0].name, regions[0].name}), StatusCode::kMergeRegion,
          "Duplicate regions specified; cannot merge a region to itself");
  Refused(admin.MergeRegions({regions[0].name, stranger}), StatusCode::kMergeRegion,
          "Can't merge regions from different tables");
  Refused(admin.MergeRegions({regions[0].name}), StatusCode::kMergeRegion,
          "Need two Regions at least");
  Refused(admin.MergeRegions({regions[0].name, "nobody"}), StatusCode::kUnknownRegion, "nobody");
}

TEST_F(RegionsTest, BadSplitsOfANewTable) {
  TableDescriptor other(*TableName::Parse("u"));
  ASSERT_TRUE(other.AddFamily(FamilyDescriptor("f")).ok());
  Admin& admin = table_.admin();
  const auto refuse = [&](const Status& status, const std::string& words) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(status.message(), HasSubstr(words));
    EXPECT_FALSE(*admin.TableExists(other.name()));
  };
  refuse(admin.CreateTable(other, {"b", "a", "b"}),
         "All split keys must be unique, found duplicate: b, b");
  refuse(admin.CreateTable(other, {"a", ""}), "Empty split key must not be passed");
  refuse(admin.CreateTable(other, SplitAlgorithm::kDecimalString, 200'000'000),
         "split granularity (200000000) is greater than the range (100000000)");
  refuse(admin.CreateTable(other, SplitAlgorithm::kUniform, 0),
         "Number of regions must be greater than 1");
  // Keys in any order will do.
  ASSERT_TRUE(admin.CreateTable(other, {"m", "c", "x"}).ok());
  EXPECT_EQ((*admin.ListRegions(other.name()))[1].start_key, "c");
}

TEST_F(RegionsTest, TenThousandRegionsInOneTable) {
  TableDescriptor other(*TableName::Parse("u"));
  ASSERT_TRUE(other.AddFamily(FamilyDescriptor("f")).ok());
  Admin& admin = table_.admin();
  ASSERT_TRUE(admin.CreateTable(other, SplitAlgorithm::kHexString, 10'000).ok());
  const auto regions = admin.ListRegions(other.name());
  ASSERT_TRUE(regions.ok());
  ASSERT_EQ(regions->size(), 10'000U);
  for (size_t i = 1; i < regions->size(); ++i) {
    ASSERT_EQ((*regions)[i - 1].end_key, (*regions)[i].start_key);
  }
  ASSERT_TRUE(admin.SplitTable(other.name(), "80").ok());
  EXPECT_EQ(admin.ListRegions(other.name())->size(), 10'001U);
}

}  // namespace
}  // namespace basalt::embedded
