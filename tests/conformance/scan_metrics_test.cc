// Scan metrics: the same on every kind of Connection.
#include "basalt/scan_metrics.h"

#include "filter/filter_language.h"
#include "fixture.h"

namespace basalt::conformance {
namespace {

class ScanMetricsCases : public Conformance {
 protected:
  // Reads all of it.
  ScanMetrics Metrics(Scan scan) {
    bytes_ = 0;
    rows_ = 0;
    auto scanner = table().GetScanner(scan.SetScanMetricsEnabled());
    EXPECT_TRUE(scanner.ok()) << scanner.status().ToString();
    if (!scanner.ok()) return {};
    for (const RowResult& row : *scanner) {
      ++rows_;
      for (const CellView cell : row) bytes_ += static_cast<int64_t>(SerializedCellSize(cell));
    }
    EXPECT_TRUE(scanner->status().ok()) << scanner->status().ToString();
    scanner->Close();
    EXPECT_NE(scanner->metrics(), nullptr);
    return scanner->metrics() == nullptr ? ScanMetrics() : *scanner->metrics();
  }
  // "scanned/filtered in n regions".
  std::string Counts(const Scan& scan) {
    const ScanMetrics metrics = Metrics(scan);
    return std::to_string(metrics.rows_scanned) + "/" + std::to_string(metrics.rows_filtered) +
           " in " + std::to_string(metrics.regions_scanned) + " regions";
  }
  static Scan Filtered(std::string_view text) {
    return Scan().SetFilter(*filter::ParseFilterString(text));
  }

  int64_t bytes_ = 0;
  int64_t rows_ = 0;
};

INSTANTIATE_TEST_SUITE_P(On, ScanMetricsCases, testing::ValuesIn(Targets()), TargetName);

TEST_P(ScanMetricsCases, AllOfATable) {
  MakeRows();
  const ScanMetrics metrics = Metrics(Scan());
  EXPECT_EQ(rows_, 20);
  EXPECT_EQ(metrics.rows_scanned, 20);
  EXPECT_EQ(metrics.rows_filtered, 0);
  EXPECT_EQ(metrics.regions_scanned, 3);
  EXPECT_EQ(metrics.bytes_in_results, bytes_);
  EXPECT_EQ(metrics.rpc_calls, GetParam() == "embedded" ? 0 : 3);
  EXPECT_LE(metrics.remote_rpc_calls, metrics.rpc_calls);
  EXPECT_EQ(metrics.rpc_retries, 0);
  EXPECT_EQ(metrics.not_serving_region_exception, 0);
}

TEST_P(ScanMetricsCases, NothingIsCountedUnasked) {
  MakeRows();
  auto scanner = table().GetScanner(Scan());
  ASSERT_TRUE(scanner.ok());
  EXPECT_EQ(scanner->metrics(), nullptr);
}

TEST_P(ScanMetricsCases, FiltersAndRowsThatAreGone) {
  MakeRows();
  EXPECT_EQ(Counts(Filtered("RowFilter(>=, 'binary:c')")), "20/8 in 3 regions");
  EXPECT_EQ(Counts(Filtered("ValueFilter(=, 'binary:b2')")), "20/19 in 3 regions");
  // The filter ends the scan at b0, which is not counted as scanned.
  EXPECT_EQ(Counts(Filtered("PrefixFilter('a')")), "4/1 in 2 regions");
  Check(table().Delete(basalt::Delete("c1")));
  EXPECT_EQ(Counts(Scan()), "20/1 in 3 regions");
  EXPECT_EQ(rows_, 19);
}

TEST_P(ScanMetricsCases, OnlyRegionsThatWereRead) {
  MakeRows();
  EXPECT_EQ(Counts(Scan("b", "d")), "8/0 in 1 regions");
  EXPECT_EQ(Counts(Scan("b").WithStopRow("d", true)), "8/0 in 2 regions");
  EXPECT_EQ(Counts(Scan("x")), "0/0 in 1 regions");
  EXPECT_EQ(Counts(Scan().SetLimit(4)), "4/0 in 1 regions");
  EXPECT_EQ(Counts(Scan().SetLimit(5)), "5/0 in 2 regions");
  EXPECT_EQ(Counts(Scan().SetReversed()), "20/0 in 3 regions");
  EXPECT_EQ(Counts(Scan().WithStartRow("d").SetReversed()), "12/0 in 3 regions");
  EXPECT_EQ(Counts(Scan().WithStartRow("d", false).SetReversed()), "12/0 in 2 regions");
  EXPECT_EQ(Counts(Scan().WithStartRow("c9").WithStopRow("b").SetReversed()), "8/0 in 1 regions");
}

TEST_P(ScanMetricsCases, RoundTripsAreCounted) {
  MakeRows();
  Scan scan("b", "d");
  scan.SetCaching(3);
  const ScanMetrics metrics = Metrics(scan);
  EXPECT_EQ(metrics.rows_scanned, 8);
  EXPECT_EQ(metrics.bytes_in_results, bytes_);
  if (GetParam() != "embedded") {
    EXPECT_GE(metrics.rpc_calls, 3);
  }
  EXPECT_EQ(metrics.regions_scanned, 1);
}

}  // namespace
}  // namespace basalt::conformance
