// Messages encoded by the client and decoded by the server, and the reverse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "basalt/filters.h"
#include "hbase/client.pb.h"
#include "wire/exceptions.h"
#include "wire/frame.h"
#include "wire/mutation_codec.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::wire {
namespace {

constexpr auto kCodec = CellCodec::kKeyValueWithTags;

TEST(ClientCodec, GetsComeBack) {
  Get get("row");
  get.AddColumn("f", "a").AddColumn("f", "b").AddFamily("g").ReadVersions(4);
  get.SetTimeRange(*TimeRange::Of(3, 9)).SetCheckExistenceOnly();
  get.SetColumnFamilyTimeRange("g", *TimeRange::Of(1, 2));
  get.SetMaxResultsPerColumnFamily(5);
  get.SetRowOffsetPerColumnFamily(6);
  get.SetCacheBlocks(false);
  hbase::pb::Get message;
  ASSERT_TRUE(FillGet(get, message).ok());
  const auto back = ParseGet(message);
  ASSERT_TRUE(back.ok()) << back.status().ToString();
  EXPECT_EQ(back->row(), get.row());
  EXPECT_EQ(back->columns(), get.columns());
  EXPECT_EQ(back->max_versions(), 4);
  EXPECT_EQ(back->time_range(), get.time_range());
  EXPECT_EQ(back->column_family_time_ranges(), get.column_family_time_ranges());
  EXPECT_EQ(back->max_results_per_column_family(), 5);
  EXPECT_EQ(back->row_offset_per_column_family(), 6);
  EXPECT_FALSE(back->cache_blocks());
  EXPECT_TRUE(back->check_existence_only());
}

TEST(ClientCodec, ScansComeBack) {
  Scan scan("b", "a");
  scan.WithStartRow("b", false).WithStopRow("a", true).SetReversed().SetRaw().SetBatch(7);
  scan.SetCaching(8);
  hbase::pb::Scan message;
  ASSERT_TRUE(FillScan(scan, message).ok());
  const auto back = ParseScan(message);
  ASSERT_TRUE(back.ok()) << back.status().ToString();
  EXPECT_EQ(back->start_row(), "b");
  EXPECT_EQ(back->stop_row(), "a");
  EXPECT_FALSE(back->include_start_row());
  EXPECT_TRUE(back->include_stop_row());
  EXPECT_TRUE(back->reversed());
  EXPECT_TRUE(back->raw());
  EXPECT_EQ(back->batch(), 7);
  EXPECT_EQ(back->caching(), 8);
  EXPECT_EQ(back->max_versions(), 1);
}

TEST(ClientCodec, AFilterOfTheCallersOwnCannotTravel) {
  struct Own : Filter {
    std::unique_ptr<Filter> Clone() const override { return std::make_unique<Own>(); }
  };
  hbase::pb::Get message;
  EXPECT_EQ(FillGet(Get("r").SetFilter(std::make_shared<Own>()), message).code(),
            StatusCode::kInvalidArgument);
}

TEST(ClientCodec, MutationsComeBack) {
  Put put("r", 5);
  put.AddColumn("f", "q", "v").AddColumn("f", "p", 6, "w").SetTtl(99);
  put.SetDurability(Durability::kFsyncWal);
  put.mutable_cells()[0].tags = Bytes("\0\2\1x", 4);
  Append append("r");
  append.AddColumn("f", "q", "s").SetReturnResults(false).SetTimeRange(*TimeRange::Of(2, 3));
  const Delete row_delete("r", 8);
  Bytes block;
  std::vector<hbase::pb::MutationProto> messages(3);
  FillMutation(put, kCodec, block, messages[0]);
  FillMutation(append, kCodec, block, messages[1]);
  FillMutation(row_delete, kCodec, block, messages[2]);

  CellBlockReader reader(kCodec, block);
  const auto first = ParseMutation(messages[0], &reader);
  ASSERT_TRUE(first.ok()) << first.status().ToString();
  EXPECT_EQ(first->type(), MutationType::kPut);
  ASSERT_EQ(first->cells().size(), 2U);
  EXPECT_EQ(first->cells()[0].timestamp, 5);
  EXPECT_EQ(first->cells()[0].tags, put.cells()[0].tags);
  EXPECT_EQ(first->cells()[1].value, "w");
  EXPECT_EQ(first->durability(), Durability::kFsyncWal);
  EXPECT_EQ(first->ttl(), 99);
  const auto second = ParseMutation(messages[1], &reader);
  ASSERT_TRUE(second.ok()) << second.status().ToString();
  EXPECT_EQ(second->type(), MutationType::kAppend);
  EXPECT_FALSE(second->return_results());
  EXPECT_EQ(second->time_range(), append.time_range());
  const auto third = ParseMutation(messages[2], &reader);
  ASSERT_TRUE(third.ok()) << third.status().ToString();
  EXPECT_EQ(third->type(), MutationType::kDelete);
  EXPECT_TRUE(third->cells().empty());
  EXPECT_EQ(third->timestamp(), 8);
  EXPECT_TRUE(reader.AtEnd());
}

TEST(ClientCodec, ConditionsComeBack) {
  hbase::pb::Condition message;
  CheckAndMutate check("r");
  check.IfMatches("f", "q", CompareOperator::kGreaterOrEqual, "v");
  check.SetTimeRange(*TimeRange::Of(1, 2));
  ASSERT_TRUE(FillCondition(check, message).ok());
  const auto back = ParseCondition(message);
  ASSERT_TRUE(back.ok()) << back.status().ToString();
  EXPECT_EQ(back->compare_operator(), CompareOperator::kGreaterOrEqual);
  EXPECT_EQ(back->value(), "v");
  EXPECT_EQ(back->time_range(), check.time_range());
}

TEST(ClientCodec, ResultsComeBack) {
  RowResult row;
  row.StartRow("r");
  row.Append({.row = "r", .family = "f", .qualifier = "q", .timestamp = 4, .value = "v"});
  row.Append({.row = "r", .family = "g", .qualifier = "", .timestamp = 5, .value = ""});
  for (const CellCodec codec : {kCodec, CellCodec::kNone}) {
    Bytes block;
    hbase::pb::Result message;
    FillResult(row, codec, block, message);
    CellBlockReader reader(kCodec, block);
    RowResult back;
    ASSERT_TRUE(ParseResult(message, reader, back).ok());
    ASSERT_EQ(back.size(), 2U);
    EXPECT_EQ(back.GetValue("f", "q"), "v");
    EXPECT_EQ(back.GetLatest("g", "")->timestamp, 5);
  }
  hbase::pb::Result greedy;
  greedy.set_associated_cell_count(1);
  CellBlockReader nothing(kCodec, {});
  EXPECT_FALSE(ParseResult(greedy, nothing, row).ok());
  Bytes two_rows;
  AppendCell(kCodec, {.row = "r", .family = "f", .qualifier = "q", .value = "v"}, two_rows);
  AppendCell(kCodec, {.row = "s", .family = "f", .qualifier = "q", .value = "v"}, two_rows);
  greedy.set_associated_cell_count(2);
  CellBlockReader mixed(kCodec, two_rows);
  EXPECT_EQ(ParseResult(greedy, mixed, row).code(), StatusCode::kIoError);
}

TEST(ClientCodec, FramesComeBack) {
  hbase::pb::RequestHeader header;
  header.set_call_id(7);
  header.set_method_name("Get");
  hbase::pb::GetRequest request;
  Bytes bytes;
  AppendRequest(header, request, "cells", bytes);
  RequestParts parts;
  ASSERT_TRUE(ParseRequest(BytesView(bytes).substr(4), parts).ok());
  EXPECT_EQ(parts.header.call_id(), 7U);
  EXPECT_EQ(parts.cell_block, "cells");

  hbase::pb::ScanResponse response;
  response.set_scanner_id(3);
  bytes.clear();
  AppendResponseHead(7, response, 2, bytes);
  bytes += "ab";
  const BytesView frame = BytesView(bytes).substr(4);
  ResponseParts answer;
  ASSERT_TRUE(ParseResponse(frame, answer).ok());
  EXPECT_EQ(answer.message, response.SerializeAsString());
  EXPECT_EQ(answer.cell_block, "ab");
  for (size_t length = 0; length < frame.size(); ++length) {
    ResponseParts cut;
    EXPECT_FALSE(ParseResponse(frame.substr(0, length), cut).ok()) << length;
  }
}

TEST(ClientCodec, ExceptionsComeBack) {
  hbase::pb::ExceptionResponse exception;
  FillException(Status(StatusCode::kTableNotFound, "t"), exception);
  EXPECT_EQ(StatusFromException(exception).ToString(), "TABLE_NOT_FOUND: t");
  EXPECT_FALSE(IsRetryable(StatusFromException(exception)));
  exception.set_exception_class_name("org.apache.hadoop.hbase.exceptions.RegionMovedException");
  exception.set_stack_trace(exception.exception_class_name() + ": moved\n\tat Some.java");
  EXPECT_EQ(StatusFromException(exception).message(), "moved");
  EXPECT_EQ(StatusFromException(exception).code(), StatusCode::kNotServingRegion);
  EXPECT_TRUE(IsRetryable(StatusFromException(exception)));
  exception.set_exception_class_name("com.example.Odd");
  exception.set_do_not_retry(true);
  EXPECT_EQ(StatusFromException(exception).code(), StatusCode::kDoNotRetry);
  exception.set_do_not_retry(false);
  EXPECT_EQ(StatusFromException(exception).code(), StatusCode::kIoError);
}

}  // namespace
}  // namespace basalt::wire
