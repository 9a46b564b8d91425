#include "catalog/table_access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "basalt/filters.h"
#include "catalog/table_handle.h"
#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

basalt::Put PutOf(const Bytes& row, BytesView value = "v") {
  return basalt::Put(row).AddColumn("f", "q", value);
}

// A table with the regions [,m) and [m,).
class TableAccessTest : public testing::Test {
 protected:
  TableAccessTest() {
    catalog_.Create("t", {"m"});
    handle_ = std::make_unique<TableHandle>(*catalog_, Name("t"));
  }

  TableAccess Whole() { return *handle_->Access(); }
  TableAccess Of(const RegionPtr& region) {
    return *TableAccess::OfRegion(*catalog_, region->name());
  }
  RegionPtr Low() { return catalog_.Regions("t")[0]; }
  RegionPtr High() { return catalog_.Regions("t")[1]; }
  static std::vector<Bytes> Rows(TableScanner& scanner) {
    std::vector<Bytes> rows;
    RowResult row;
    while (*scanner.Next(row)) rows.emplace_back(row.row());
    return rows;
  }

  TestCatalog catalog_;
  std::unique_ptr<TableHandle> handle_;
};

TEST_F(TableAccessTest, RowsOfOtherRegionsAreRefused) {
  const TableAccess low = Of(Low());
  const Status read = low.Get(Get("z")).status();
  EXPECT_EQ(read.code(), StatusCode::kWrongRegion);
  EXPECT_THAT(read.message(), StartsWith("Requested row out of range for Get on HRegion t,,"));
  EXPECT_EQ(low.Write(PutOf("z")).code(), StatusCode::kFailedSanityCheck);
  const auto increment = low.Mutate(Increment("z").AddColumn("f", "n", 1));
  EXPECT_EQ(increment.status().code(), StatusCode::kWrongRegion);
  EXPECT_THAT(increment.status().message(), HasSubstr("out of range for increment"));
  const auto check = low.CheckAndMutate(CheckAndMutate("z").IfNotExists("f", "q").Then(PutOf("z")));
  EXPECT_THAT(check.status().message(), HasSubstr("out of range for checkAndMutate"));
  const std::vector<Mutation> together = {PutOf("a"), PutOf("z")};
  EXPECT_EQ(low.MutateTogether(together).status().code(), StatusCode::kWrongRegion);
  EXPECT_EQ(Low()->writes() + Low()->reads() + High()->writes(), 0U) << "nothing was done";
  EXPECT_TRUE(Whole().Write(PutOf("z")).ok());
}

TEST_F(TableAccessTest, EachMutationOfAGroupAnswersForItself) {
  const basalt::Put good = PutOf("a");
  const basalt::Put foreign = PutOf("z");
  const basalt::Put unknown = basalt::Put("b").AddColumn("none", "q", "v");
  const std::vector<const Mutation*> mutations = {&good, &foreign, &unknown};
  const std::vector<Status> outcomes = Of(Low()).WriteEach(mutations);
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_TRUE(outcomes[0].ok());
  EXPECT_EQ(outcomes[1].code(), StatusCode::kFailedSanityCheck);
  EXPECT_EQ(outcomes[2].code(), StatusCode::kNoSuchColumnFamily);
  EXPECT_THAT(outcomes[2].message(), HasSubstr(Low()->encoded_name()));
  EXPECT_TRUE(*Whole().Exists(Get("a")));
  EXPECT_EQ(Low()->writes(), 2U) << "of a row of another region nothing is counted";
}

TEST_F(TableAccessTest, ScansAreClippedToTheRegion) {
  for (const char* row : {"a", "l", "m", "z"}) ASSERT_TRUE(Whole().Write(PutOf(row)).ok());
  EXPECT_THAT(Rows(**Of(Low()).OpenScanner(Scan())), ElementsAre("a", "l"));
  EXPECT_THAT(Rows(**Of(High()).OpenScanner(Scan())), ElementsAre("m", "z"));
  EXPECT_THAT(Rows(**Of(Low()).OpenScanner(Scan().SetReversed(true))), ElementsAre("l", "a"));
  EXPECT_THAT(Rows(**Of(High()).OpenScanner(Scan().WithStopRow("b"))), ElementsAre());
  EXPECT_THAT(Rows(**Whole().OpenScanner(Scan())), ElementsAre("a", "l", "m", "z"));
}

TEST_F(TableAccessTest, EveryRowCountsForItsRegion) {
  const std::vector<basalt::Put> puts = {PutOf("a", "12345"), PutOf("n", "1"), PutOf("o", "2")};
  const std::vector<const Mutation*> pointers = {&puts[0], &puts[1], &puts[2]};
  ASSERT_TRUE(Whole().WriteAll(pointers).ok());
  EXPECT_EQ(Low()->writes(), 1U);
  EXPECT_EQ(Low()->bytes_written(), 1U + 1 + 1 + 5);
  EXPECT_EQ(High()->writes(), 2U);
  EXPECT_EQ(High()->bytes_written(), 2U * 4);

  const RowResult read = *Whole().Get(Get("a"));
  EXPECT_EQ(Low()->reads(), 1U);
  EXPECT_EQ(Low()->bytes_read(), read.byte_size());
  EXPECT_EQ(Rows(**Whole().OpenScanner(Scan())).size(), 3U);
  EXPECT_EQ(Low()->reads(), 2U);
  EXPECT_EQ(Low()->bytes_read(), 2 * read.byte_size());
  EXPECT_EQ(High()->reads(), 2U);
}

TEST_F(TableAccessTest, FilteredRowsCountForTheirRegion) {
  for (const char* row : {"a", "b", "c", "n", "o", "p", "q"}) {
    ASSERT_TRUE(Whole().Write(PutOf(row)).ok());
  }
  // From one row to the next that passes, the scan goes over the border of the regions.
  Scan scan;
  scan.SetFilter(filters::Row(CompareOperator::kEqual, *comparators::Regex("[ao]")));
  EXPECT_THAT(Rows(**Whole().OpenScanner(scan)), ElementsAre("a", "o"));
  EXPECT_EQ(Low()->filtered_reads(), 2U);
  EXPECT_EQ(High()->filtered_reads(), 3U);
  EXPECT_EQ(Low()->reads(), 1U);
  EXPECT_EQ(High()->reads(), 1U);
}

TEST_F(TableAccessTest, AScanFollowsASplit) {
  for (const char* row : {"n", "s", "x"}) ASSERT_TRUE(Whole().Write(PutOf(row)).ok());
  const auto scanner = *Whole().OpenScanner(Scan());
  RowResult row;
  ASSERT_TRUE(*scanner->Next(row));
  const auto daughters = *catalog_->regions().Split(High()->name(), "p");
  EXPECT_EQ(Rows(*scanner).size(), 2U);
  EXPECT_EQ(daughters[0]->reads(), 0U);
  EXPECT_EQ(daughters[1]->reads(), 2U);
}

TEST_F(TableAccessTest, TheStateIsLookedAtWhenItIsOpened) {
  const Bytes name = Low()->name();
  ASSERT_TRUE(catalog_->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_EQ(handle_->Access().status().code(), StatusCode::kTableNotEnabled);
  const Status offline = TableAccess::OfRegion(*catalog_, name).status();
  EXPECT_EQ(offline.code(), StatusCode::kNotServingRegion);
  EXPECT_EQ(offline.message(), ToStringBinary(name) + " is not online on");
  ASSERT_TRUE(catalog_->tables().Delete(Name("t")).ok());
  EXPECT_EQ(handle_->Access().status().code(), StatusCode::kTableNotFound);
  catalog_.Create("t");
  EXPECT_TRUE(Whole().Write(PutOf("z")).ok()) << "the handle finds the new table";
  EXPECT_EQ(Low()->writes(), 1U);
}

TEST_F(TableAccessTest, ABatchAnswersActionByAction) {
  const std::vector<Action> actions = {PutOf("a"), Get("a"), Put("b").AddColumn("none", "q", "v"),
                                       Increment("n").AddColumn("f", "n", 7), Delete("a")};
  const auto outcomes = Whole().Batch(actions);
  ASSERT_EQ(outcomes.size(), 5U);
  EXPECT_EQ(*outcomes[1]->GetValue("f", "q"), "v");
  EXPECT_EQ(outcomes[2].status().code(), StatusCode::kNoSuchColumnFamily);
  EXPECT_EQ(DecodeLong(*outcomes[3]->GetValue("f", "n")), 7);
  EXPECT_TRUE(outcomes[4].ok());
  EXPECT_EQ(Low()->writes(), 3U);
  EXPECT_EQ(Low()->reads(), 1U);
  EXPECT_EQ(High()->writes(), 1U);
}

}  // namespace
}  // namespace basalt::catalog
