// Scans: the same on every kind of Connection.
#include "filter/filter_language.h"
#include "fixture.h"

namespace basalt::conformance {
namespace {

FilterPtr Parsed(std::string_view text) { return *filter::ParseFilterString(text); }

class Scans : public Conformance {};

// An answer that ends at the server's limit of bytes may end with a row of which only superseded
// cells are left.
TEST_P(Scans, RowsAtTheLimitOfAnAnswer) {
  Make();
  constexpr int kRows = 6000;
  for (const char letter : {'w', 'v'}) {
    std::vector<basalt::Put> puts;
    for (int i = 0; i < kRows; ++i) {
      puts.push_back(basalt::Put("r" + std::to_string(10'000 + i))
                         .AddColumn("f", "q", 1, std::string(900, letter)));
    }
    Check(table().Put(puts));
  }
  for (const int batch : {-1, 3}) {
    Scan scan;
    if (batch > 0) scan.SetBatch(batch);
    auto scanner = table().GetScanner(scan);
    ASSERT_TRUE(scanner.ok());
    int i = 0;
    for (const RowResult& row : *scanner) {
      ASSERT_EQ(row.row(), "r" + std::to_string(10'000 + i)) << "batch " << batch;
      ASSERT_EQ(row.size(), 1) << row.row() << ", batch " << batch;
      ++i;
    }
    EXPECT_TRUE(scanner->status().ok()) << scanner->status().ToString();
    EXPECT_EQ(i, kRows) << "batch " << batch;
  }
}

INSTANTIATE_TEST_SUITE_P(On, Scans, testing::ValuesIn(Targets()), TargetName);

TEST_P(Scans, RangesForwardAndBackwardOverRegions) {
  MakeRows();
  EXPECT_EQ(Rows(Scan("a3", "b1")), "a3,b0");
  EXPECT_EQ(Rows(Scan("c3", "d")), "c3");
  EXPECT_EQ(Rows(Scan("a2", "d0").WithStopRow("d0", true).WithStartRow("a2", false)),
            "a3,b0,b1,b2,b3,c0,c1,c2,c3,d0");
  EXPECT_EQ(Rows(Scan().SetReversed().SetLimit(5)), "e3,e2,e1,e0,d3");
  EXPECT_EQ(Rows(Scan("d1", "b").SetReversed()), "d1,d0,c3,c2,c1,c0,b3,b2,b1,b0");
  EXPECT_EQ(Rows(Scan("b", "").SetReversed()), "a3,a2,a1,a0");
  EXPECT_EQ(Rows(Scan("b0", "a1").SetReversed().WithStartRow("b0", false)), "a3,a2");
  EXPECT_EQ(Rows(Scan().SetStartStopRowForPrefixScan("c")), "c0,c1,c2,c3");
  EXPECT_EQ(Rows(Scan("x", "z")), "");
}

TEST_P(Scans, LimitsAndSmallRoundTrips) {
  MakeRows();
  Scan scan;
  scan.SetCaching(3);
  EXPECT_EQ(Rows(scan), "a0,a1,a2,a3,b0,b1,b2,b3,c0,c1,c2,c3,d0,d1,d2,d3,e0,e1,e2,e3");
  EXPECT_EQ(Rows(scan.SetLimit(7)), "a0,a1,a2,a3,b0,b1,b2");
  EXPECT_EQ(Rows(scan.SetLimit(4)), "a0,a1,a2,a3");
  EXPECT_EQ(Rows(Scan().SetLimit(1)), "a0");
}

TEST_P(Scans, RowsInParts) {
  Make();
  basalt::Put wide("wide");
  for (int i = 0; i < 5; ++i) wide.AddColumn("f", "q" + std::to_string(i), 1, "v");
  Check(table().Put(wide));
  Put("x", "q", "v");
  auto scanner = table().GetScanner(Scan().SetBatch(2));
  ASSERT_TRUE(scanner.ok());
  std::vector<std::string> parts;
  for (const RowResult& row : *scanner) parts.push_back(Print(row));
  ASSERT_TRUE(scanner->status().ok()) << scanner->status().ToString();
  EXPECT_EQ(parts, (std::vector<std::string>{"wide/f:q0/1/Put=v wide/f:q1/1/Put=v ...",
                                             "wide/f:q2/1/Put=v wide/f:q3/1/Put=v ...",
                                             "wide/f:q4/1/Put=v", "x/f:q/1/Put=v"}));
}

TEST_P(Scans, RowsLargerThanAnAnswerComeWhole) {
  Make();
  for (const char* row : {"a", "b", "c"}) {
    basalt::Put put(row);
    for (int i = 0; i < 6; ++i) put.AddColumn("f", "q" + std::to_string(i), Bytes(900'000, 'x'));
    Check(table().Put(put));
  }
  auto scanner = table().GetScanner(Scan());
  ASSERT_TRUE(scanner.ok());
  int rows = 0;
  for (const RowResult& row : *scanner) {
    ++rows;
    EXPECT_EQ(row.size(), 6U);
    EXPECT_FALSE(row.partial());
  }
  EXPECT_TRUE(scanner->status().ok()) << scanner->status().ToString();
  EXPECT_EQ(rows, 3);
}

TEST_P(Scans, Filters) {
  MakeRows();
  EXPECT_EQ(Rows(Scan().SetFilter(Parsed("PrefixFilter('c')"))), "c0,c1,c2,c3");
  EXPECT_EQ(Rows(Scan().SetFilter(Parsed("RowFilter(=, 'substring:2')"))), "a2,b2,c2,d2,e2");
  EXPECT_EQ(Rows(Scan().SetFilter(Parsed("SingleColumnValueFilter('f', 'q', >=, 'binary:d2')"))),
            "d2,d3,e0,e1,e2,e3");
  EXPECT_EQ(Print(Get("b1").SetFilter(Parsed("QualifierFilter(=, 'binary:r')"))), "b1/f:r/1/Put=x");
}

TEST_P(Scans, RawScansShowMarkers) {
  Make();
  Put("r", "q", "v", 1);
  Check(table().Delete(Delete("r").AddColumns("f", "q", 2)));
  auto scanner = table().GetScanner(Scan().SetRaw().ReadAllVersions());
  ASSERT_TRUE(scanner.ok());
  RowResult row;
  ASSERT_TRUE(*scanner->Next(row));
  EXPECT_EQ(Print(row), "r/f:q/2/DeleteColumn= r/f:q/1/Put=v");
  EXPECT_FALSE(*scanner->Next(row));
}

}  // namespace
}  // namespace basalt::conformance
