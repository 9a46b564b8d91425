// Metrics of scans: those of a directory, and what a remote scan makes of its answers. What both
// have in common is in tests/conformance.
#include "basalt/scan_metrics.h"

#include <unistd.h>

#include <array>

#include <gtest/gtest.h>

#include "client/remote/address.h"
#include "client/remote/scan_run.h"
#include "client/test_table.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;

ScanMetrics ReadAll(TestTable& table, Scan scan) {
  auto scanner = table->GetScanner(scan.SetScanMetricsEnabled());
  TestTable::Check(scanner.status());
  for (const RowResult& row : *scanner) EXPECT_FALSE(row.empty());
  TestTable::Check(scanner->status());
  return *scanner->metrics();
}

TEST(LocalMetrics, CountBlocksThatComeFromTheDisk) {
  TestTable table({FamilyDescriptor("f")});
  for (int i = 0; i < 100; ++i) table.Put("r" + std::to_string(i), "q", 1, Bytes(1000, 'x'));
  EXPECT_EQ(ReadAll(table, Scan()).bytes_read_from_fs, 0);  // all in memory
  table.Flush();
  table.Reopen();
  const ScanMetrics cold = ReadAll(table, Scan());
  EXPECT_GT(cold.block_read_ops_count, 0);
  EXPECT_GT(cold.bytes_read_from_fs, 0);
  EXPECT_EQ(cold.rows_scanned, 100);
  EXPECT_EQ(ReadAll(table, Scan()).block_read_ops_count, 0);  // in the cache now
}

TEST(LocalMetrics, GoOnWhileTheScanDoes) {
  TestTable table({FamilyDescriptor("f")});
  for (const char* row : {"a", "b", "c"}) table.Put(row, "q", 1, "v");
  ASSERT_TRUE(table.admin().SplitTable(TestTable::name(), Bytes("b")).ok());
  auto scanner = table->GetScanner(Scan().SetScanMetricsEnabled());
  TestTable::Check(scanner.status());
  RowResult row;
  EXPECT_EQ(scanner->metrics()->rows_scanned, 0);
  ASSERT_TRUE(*scanner->Next(row));
  EXPECT_EQ(scanner->metrics()->rows_scanned, 1);
  EXPECT_EQ(scanner->metrics()->regions_scanned, 1);
  ASSERT_TRUE(*scanner->Next(row));
  EXPECT_EQ(scanner->metrics()->regions_scanned, 2);
  scanner->Close();
  EXPECT_EQ(scanner->metrics()->rows_scanned, 2);
}

TEST(LocalMetrics, AScanOfNoRowsReadsNoRegion) {
  TestTable table({FamilyDescriptor("f")});
  EXPECT_EQ(ReadAll(table, Scan().SetLimit(0)).regions_scanned, 0);
}

class RemoteMetrics : public testing::Test {
 protected:
  RemoteMetrics()
      : cluster_(std::make_shared<Cluster>(*ParseTarget("hbase://localhost:1"), RemoteOptions(),
                                           nullptr)),
        run_(cluster_, TestTable::name(), Scan().SetScanMetricsEnabled()) {}

  static RegionLocationPtr Region(const std::string& start, const std::string& end) {
    model::RegionInfo info{.table = TestTable::name(), .start_key = start, .end_key = end};
    return std::make_shared<RegionLocation>(RegionLocation{info, info.Name(), {"elsewhere", 1}});
  }
  // The answer of a server, at the end of its region or before.
  static RpcAnswer Answer(int64_t rows, bool more_in_region) {
    pb::ScanResponse response;
    response.set_scanner_id(7);
    response.set_more_results(true);
    response.set_more_results_in_region(more_in_region);
    auto& metric = *response.mutable_scan_metrics()->add_metrics();
    metric.set_name("ROWS_SCANNED");
    metric.set_value(rows);
    auto& unknown = *response.mutable_scan_metrics()->add_metrics();
    unknown.set_name("ROWS_PAINTED");
    unknown.set_value(1);
    RpcAnswer answer;
    answer.message = response.SerializeAsString();
    return answer;
  }
  void Ask(const RegionLocationPtr& region) {
    pb::ScanRequest request;
    ASSERT_TRUE(run_.Fill(*region, request).ok());
    EXPECT_TRUE(request.track_scan_metrics());
  }

  const std::shared_ptr<Cluster> cluster_;
  ScanRun run_;
};

TEST_F(RemoteMetrics, SumUpRegionsAndRoundTrips) {
  const auto first = Region("", "m");
  const auto last = Region("m", "");
  Ask(first);
  ASSERT_TRUE(run_.Take(first, Answer(3, true)).ok());
  Ask(first);
  ASSERT_TRUE(run_.Take(first, Answer(4, false)).ok());
  Ask(last);
  ASSERT_TRUE(run_.Take(last, Answer(5, false)).ok());
  EXPECT_TRUE(run_.finished());
  EXPECT_EQ(run_.metrics()->rows_scanned, 12);
  EXPECT_EQ(run_.metrics()->regions_scanned, 2);
  EXPECT_EQ(run_.metrics()->rpc_calls, 3);
  EXPECT_EQ(run_.metrics()->remote_rpc_calls, 3);
  EXPECT_EQ(run_.metrics()->rpc_retries, 0);
}

TEST_F(RemoteMetrics, CountWhatIsTriedAgain) {
  const auto region = Region("", "");
  Ask(region);
  ASSERT_TRUE(run_.Take(region, Answer(1, true)).ok());
  Ask(region);
  const Status lost = run_.Failed(region, {StatusCode::kUnknownScanner, "gone"}, {Deadline::max()});
  EXPECT_EQ(lost.code(), StatusCode::kIoError);  // to be tried again
  Ask(region);
  ASSERT_TRUE(run_.Take(region, Answer(1, true)).ok());
  EXPECT_EQ(run_.metrics()->rpc_calls, 3);
  EXPECT_EQ(run_.metrics()->rpc_retries, 1);
  EXPECT_EQ(run_.metrics()->remote_rpc_retries, 1);
  EXPECT_EQ(run_.metrics()->regions_scanned, 2);
  pb::ScanRequest close;
  EXPECT_TRUE(run_.Close(close));
  EXPECT_TRUE(close.close_scanner());
  EXPECT_EQ(close.scanner_id(), 7);
  EXPECT_EQ(run_.metrics()->rpc_calls, 4);
}

TEST(ThisMachine, IsCalledByItsName) {
  std::array<char, 256> name{};
  ASSERT_EQ(gethostname(name.data(), name.size() - 1), 0);
  EXPECT_TRUE(IsThisMachine(name.data()));
  EXPECT_FALSE(IsThisMachine("elsewhere"));
  EXPECT_FALSE(IsThisMachine(""));
}

}  // namespace
}  // namespace basalt::client
