#include "catalog/table_scanner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/table_access.h"
#include "catalog/table_handle.h"
#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

using testing::ElementsAre;

// A table with the rows a, b, m and the regions [,m) and [m,).
class TableScannerTest : public testing::Test {
 protected:
  TableScannerTest() {
    catalog_.Create("t", {"m"});
    handle_ = std::make_unique<TableHandle>(*catalog_, Name("t"));
    for (const char* row : {"a", "b", "m"}) {
      EXPECT_TRUE(Whole().Write(Put(row).AddColumn("f", "q", "v")).ok());
    }
  }

  TableAccess Whole() { return *handle_->Access(); }
  TableAccess LowRegion() {
    return *TableAccess::OfRegion(*catalog_, catalog_.Regions("t")[0]->name());
  }
  static std::vector<Bytes> Rows(const TableAccess& access, const Scan& scan) {
    const auto scanner = access.OpenScanner(scan);
    std::vector<Bytes> rows;
    RowResult row;
    while (*(*scanner)->Next(row)) rows.emplace_back(row.row());
    return rows;
  }

  TestCatalog catalog_;
  std::unique_ptr<TableHandle> handle_;
};

TEST_F(TableScannerTest, BoundsAreInclusiveAsAskedFor) {
  EXPECT_THAT(Rows(Whole(), Scan().WithStartRow("a", false)), ElementsAre("b", "m"));
  EXPECT_THAT(Rows(Whole(), Scan().WithStopRow("b", true)), ElementsAre("a", "b"));
  EXPECT_THAT(Rows(Whole(), Scan().SetReversed().WithStartRow("b", false)), ElementsAre("a"));
  EXPECT_THAT(Rows(Whole(), Scan().SetReversed().WithStopRow("b", true)), ElementsAre("m", "b"));
}

TEST_F(TableScannerTest, AnInclusiveBoundDoesNotLetTheRegionsEndIn) {
  EXPECT_THAT(Rows(LowRegion(), Scan().WithStopRow("m", true)), ElementsAre("a", "b"));
  EXPECT_THAT(Rows(LowRegion(), Scan().SetReversed().WithStartRow("m", true)),
              ElementsAre("b", "a"));
}

TEST_F(TableScannerTest, IsAtItsEndOnceItsLimitIsReached) {
  const auto scanner = Whole().OpenScanner(Scan().SetLimit(2));
  RowResult row;
  ASSERT_TRUE(*(*scanner)->Next(row));
  EXPECT_FALSE((*scanner)->AtEnd());
  ASSERT_TRUE(*(*scanner)->Next(row));
  EXPECT_TRUE((*scanner)->AtEnd());
}

}  // namespace
}  // namespace basalt::catalog
