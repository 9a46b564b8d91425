// Scanners over the wire: what HBase's clients rely on, field by field.
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/test_rpc.h"

namespace basalt::server {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ScansTest : public ::testing::Test {
 protected:
  explicit ScansTest(ServerConfig config = {})
      : server_(std::move(config)), region_(server_.CreateTable("t")), client_(server_.port()) {
    client_.Open("ClientService");
  }

  // Rows r0 … r(n-1) with `columns` columns each.
  void Fill(int rows, int columns = 1, size_t value_length = 1) {
    hbase::pb::MultiRequest request;
    auto& group = *request.add_regionaction();
    *group.mutable_region() = Specifier(region_);
    for (int i = 0; i < rows; ++i) {
      auto& mutation = *group.add_action()->mutable_mutation();
      mutation.set_row("r" + std::to_string(i));
      mutation.set_mutate_type(hbase::pb::MutationProto::PUT);
      auto& column = *mutation.add_column_value();
      column.set_family("f");
      for (int c = 0; c < columns; ++c) {
        auto& cell = *column.add_qualifier_value();
        cell.set_qualifier("q" + std::to_string(c));
        cell.set_value(std::string(value_length, 'v'));
      }
    }
    hbase::pb::MultiResponse response;
    ASSERT_TRUE(client_.Call("Multi", request, response).ok());
  }

  hbase::pb::ScanRequest OpenRequest(uint32_t rows) {
    hbase::pb::ScanRequest request;
    *request.mutable_region() = Specifier(region_);
    request.mutable_scan();
    request.set_number_of_rows(rows);
    request.set_client_handles_partials(true);
    request.set_client_handles_heartbeats(true);
    return request;
  }
  hbase::pb::ScanRequest NextRequest(uint64_t scanner, uint32_t rows, uint64_t sequence) {
    hbase::pb::ScanRequest request;
    request.set_scanner_id(scanner);
    request.set_number_of_rows(rows);
    request.set_next_call_seq(sequence);
    request.set_client_handles_partials(true);
    request.set_client_handles_heartbeats(true);
    return request;
  }
  TestReply Scan(const hbase::pb::ScanRequest& request) {
    response_.Clear();
    TestReply reply = client_.Call("Scan", request, response_);
    rows_.clear();
    wire::CellBlockReader cells(wire::CellCodec::kKeyValue, reply.cells);
    for (const uint32_t count : response_.cells_per_result()) {
      for (uint32_t i = 0; i < count; ++i) {
        const auto cell = cells.Next();
        EXPECT_TRUE(cell.ok());
        if (cell.ok() && i == 0) rows_.emplace_back(cell->row);
      }
    }
    EXPECT_TRUE(cells.AtEnd());
    EXPECT_EQ(response_.cells_per_result_size(), response_.partial_flag_per_result_size());
    return reply;
  }

  TestServer server_;
  Bytes region_;
  TestClient client_;
  hbase::pb::ScanResponse response_;
  std::vector<Bytes> rows_;
};

TEST_F(ScansTest, OpeningReturnsRowsAndEndsEagerly) {
  Fill(3);
  ASSERT_TRUE(Scan(OpenRequest(10)).ok());
  EXPECT_THAT(rows_, ElementsAre("r0", "r1", "r2"));
  EXPECT_TRUE(response_.more_results());
  EXPECT_TRUE(response_.has_more_results_in_region());
  EXPECT_FALSE(response_.more_results_in_region());
  EXPECT_NE(response_.scanner_id(), 0U);
  EXPECT_EQ(response_.ttl(), 60000U);
  EXPECT_NE(response_.mvcc_read_point(), 0U);

  // Closing a scanner that ended by itself is harmless, and so is asking once more.
  hbase::pb::ScanRequest close;
  close.set_scanner_id(response_.scanner_id());
  close.set_number_of_rows(0);
  close.set_close_scanner(true);
  const uint64_t id = response_.scanner_id();
  ASSERT_TRUE(Scan(close).ok());
  EXPECT_EQ(response_.scanner_id(), id);
}

TEST_F(ScansTest, ReadsOnBySequence) {
  Fill(5);
  ASSERT_TRUE(Scan(OpenRequest(2)).ok());
  EXPECT_THAT(rows_, ElementsAre("r0", "r1"));
  EXPECT_TRUE(response_.more_results_in_region());
  const uint64_t id = response_.scanner_id();
  ASSERT_TRUE(Scan(NextRequest(id, 2, 0)).ok());
  EXPECT_THAT(rows_, ElementsAre("r2", "r3"));
  EXPECT_FALSE(response_.has_ttl());

  const TestReply again = Scan(NextRequest(id, 2, 0));
  EXPECT_EQ(again.exception(), std::string(kHBase) + "exceptions.OutOfOrderScannerNextException");
  EXPECT_THAT(again.header.exception().stack_trace(),
              HasSubstr("Expected nextCallSeq: 1 But the nextCallSeq got from client: 0"));

  hbase::pb::ScanRequest renew = NextRequest(id, 0, 1);
  renew.set_renew(true);
  ASSERT_TRUE(Scan(renew).ok());
  EXPECT_THAT(rows_, IsEmpty());
  EXPECT_FALSE(response_.has_more_results());

  ASSERT_TRUE(Scan(NextRequest(id, 2, 2)).ok());
  EXPECT_THAT(rows_, ElementsAre("r4"));
  EXPECT_FALSE(response_.more_results_in_region());
}

TEST_F(ScansTest, ARowLimitEndsTheWholeScan) {
  Fill(5);
  auto request = OpenRequest(10);
  request.set_limit_of_rows(2);
  ASSERT_TRUE(Scan(request).ok());
  EXPECT_THAT(rows_, ElementsAre("r0", "r1"));
  EXPECT_FALSE(response_.more_results());
}

TEST_F(ScansTest, MetricsAreOfOneCallAndForThoseWhoAsk) {
  Fill(5);
  ASSERT_TRUE(Scan(OpenRequest(2)).ok());
  EXPECT_FALSE(response_.has_scan_metrics());
  auto request = NextRequest(response_.scanner_id(), 10, 0);
  request.set_track_scan_metrics(true);
  ASSERT_TRUE(Scan(request).ok());
  std::map<std::string, int64_t> metrics;
  for (const auto& metric : response_.scan_metrics().metrics()) {
    metrics[metric.name()] = metric.value();
  }
  EXPECT_EQ(metrics["ROWS_FILTERED"], 0);
  for (const char* name : {"BLOCK_READ_OPS_COUNT", "BYTES_READ_FROM_FS", "FS_READ_TIME",
                           "RPC_SCAN_PROCESSING_TIME", "RPC_SCAN_QUEUE_WAIT_TIME"}) {
    EXPECT_TRUE(metrics.contains(name)) << name;
    EXPECT_GE(metrics[name], 0) << name;
  }
  EXPECT_EQ(metrics["BYTES_READ_FROM_FS"], 0);  // all is in memory
  EXPECT_EQ(metrics["ROWS_SCANNED"], 3);
}

TEST_F(ScansTest, AnUnknownScannerIsCalledThat) {
  const TestReply reply = Scan(NextRequest(12345, 1, 0));
  EXPECT_EQ(reply.exception(), std::string(kHBase) + "UnknownScannerException");
}

TEST_F(ScansTest, ALargeRowComesInParts) {
  Fill(1, 100, 1000);
  auto request = OpenRequest(10);
  request.mutable_scan()->set_max_result_size(10000);
  ASSERT_TRUE(Scan(request).ok());
  ASSERT_EQ(response_.cells_per_result_size(), 1);
  EXPECT_TRUE(response_.partial_flag_per_result(0));
  EXPECT_TRUE(response_.more_results_in_region());
  uint32_t cells = response_.cells_per_result(0);
  const uint64_t id = response_.scanner_id();
  for (uint64_t sequence = 0; response_.more_results_in_region(); ++sequence) {
    ASSERT_LT(sequence, 100U);
    ASSERT_TRUE(Scan(NextRequest(id, 10, sequence)).ok());
    for (const uint32_t count : response_.cells_per_result()) cells += count;
  }
  EXPECT_EQ(cells, 100U);

  // A client that cannot put rows together gets them whole.
  request.set_client_handles_partials(false);
  ASSERT_TRUE(Scan(request).ok());
  EXPECT_THAT(response_.cells_per_result(), ElementsAre(100U));
  EXPECT_FALSE(response_.partial_flag_per_result(0));
}

TEST_F(ScansTest, BatchesCutRows) {
  Fill(2, 5);
  auto request = OpenRequest(10);
  request.mutable_scan()->set_batch_size(2);
  ASSERT_TRUE(Scan(request).ok());
  EXPECT_THAT(response_.cells_per_result(), ElementsAre(2U, 2U, 1U, 2U, 2U, 1U));
  EXPECT_THAT(response_.partial_flag_per_result(),
              ElementsAre(true, true, false, true, true, false));
}

TEST_F(ScansTest, APieceWithNothingAfterItIsTheLastOfItsRow) {
  Fill(1, 2);
  auto request = OpenRequest(10);
  request.mutable_scan()->set_batch_size(1);
  hbase::pb::ColumnPrefixFilter prefix;
  prefix.set_prefix("q0");
  auto& filter = *request.mutable_scan()->mutable_filter();
  filter.set_name("org.apache.hadoop.hbase.filter.ColumnPrefixFilter");
  prefix.SerializeToString(filter.mutable_serialized_filter());
  ASSERT_TRUE(Scan(request).ok());
  EXPECT_THAT(response_.cells_per_result(), ElementsAre(1U));
  EXPECT_FALSE(response_.partial_flag_per_result(0));
  EXPECT_FALSE(response_.more_results_in_region());
}

TEST_F(ScansTest, ReverseScansKeepCellsInOrder) {
  Fill(3, 2);
  auto request = OpenRequest(10);
  request.mutable_scan()->set_reversed(true);
  const TestReply reply = Scan(request);
  EXPECT_THAT(rows_, ElementsAre("r2", "r1", "r0"));
  wire::CellBlockReader cells(wire::CellCodec::kKeyValue, reply.cells);
  EXPECT_EQ(cells.Next()->qualifier, "q0");
  EXPECT_EQ(cells.Next()->qualifier, "q1");
}

TEST_F(ScansTest, ZeroRowsAtOpenMakeAScanner) {
  Fill(1);
  ASSERT_TRUE(Scan(OpenRequest(0)).ok());
  EXPECT_THAT(rows_, IsEmpty());
  EXPECT_TRUE(response_.more_results_in_region());
  ASSERT_TRUE(Scan(NextRequest(response_.scanner_id(), 5, 0)).ok());
  EXPECT_THAT(rows_, ElementsAre("r0"));
}

TEST_F(ScansTest, AScannerSeesItsRowsAsTheyWere) {
  Fill(3);
  ASSERT_TRUE(Scan(OpenRequest(1)).ok());
  const uint64_t id = response_.scanner_id();
  Fill(3, 3);
  ASSERT_TRUE(Scan(NextRequest(id, 10, 0)).ok());
  EXPECT_THAT(response_.cells_per_result(), ElementsAre(1U, 1U));
}

}  // namespace
}  // namespace basalt::server
