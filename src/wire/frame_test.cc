#include "wire/frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/varint.h"
#include "hbase/client.pb.h"

namespace basalt::wire {
namespace {

using ::testing::HasSubstr;

Bytes RequestFrame(const hbase::pb::RequestHeader& header, BytesView param, BytesView cells) {
  Bytes frame;
  base::AppendText(frame, header.SerializeAsString());
  if (header.request_param()) base::AppendText(frame, param);
  return frame.append(cells);
}

TEST(FrameTest, FindsTheParts) {
  hbase::pb::RequestHeader header;
  header.set_call_id(0);
  header.set_method_name("Multi");
  header.set_request_param(true);
  header.mutable_cell_block_meta()->set_length(5);
  const Bytes frame = RequestFrame(header, "param", "cells");
  RequestParts parts;
  ASSERT_TRUE(ParseRequest(frame, parts).ok());
  EXPECT_TRUE(parts.header.has_call_id());
  EXPECT_EQ(parts.header.method_name(), "Multi");
  EXPECT_EQ(parts.param, "param");
  EXPECT_EQ(parts.cell_block, "cells");

  for (size_t length = 0; length < frame.size(); ++length) {
    RequestParts cut;
    EXPECT_FALSE(ParseRequest(BytesView(frame).substr(0, length), cut).ok()) << length;
  }
}

TEST(FrameTest, AnAnnouncedBlockMayBeEmpty) {
  hbase::pb::RequestHeader header;
  header.set_request_param(true);
  header.mutable_cell_block_meta()->set_length(0);
  RequestParts parts;
  const Bytes frame = RequestFrame(header, "", "");
  ASSERT_TRUE(ParseRequest(frame, parts).ok());
  EXPECT_TRUE(parts.cell_block.empty());
}

TEST(FrameTest, AResponseCountsItsCells) {
  Bytes out;
  hbase::pb::MutateResponse message;
  message.set_processed(true);
  AppendResponseHead(3, message, 10, out);
  // Total: header 1 + 2 + 4, message 1 + 2, cells 10.
  EXPECT_EQ(out, BytesOf("\0\0\0\x14\x06\x08\x03\x1a\x02\x08\x0a\x02\x10\x01"));
}

TEST(FrameTest, AnExceptionHasNoMessage) {
  Bytes out;
  AppendException(kConnectionCallId, Status(StatusCode::kTableNotFound, "t"), out);
  BytesView rest = BytesView(out).substr(4);
  BytesView header;
  ASSERT_TRUE(base::TakeText(rest, header));
  EXPECT_TRUE(rest.empty());
  hbase::pb::ResponseHeader parsed;
  ASSERT_TRUE(parsed.ParseFromArray(header.data(), static_cast<int>(header.size())));
  EXPECT_EQ(parsed.call_id(), kConnectionCallId);
  EXPECT_EQ(parsed.exception().exception_class_name(),
            "org.apache.hadoop.hbase.TableNotFoundException");
  EXPECT_EQ(parsed.exception().stack_trace(), "org.apache.hadoop.hbase.TableNotFoundException: t");
  EXPECT_TRUE(parsed.exception().do_not_retry());
}

TEST(FrameTest, AMessageWithoutARequiredFieldIsAnError) {
  hbase::pb::GetRequest request;
  EXPECT_THAT(ParseMessage("", request).message(), HasSubstr("missing required fields"));
  EXPECT_FALSE(ParseMessage("\xff", request).ok());
}

}  // namespace
}  // namespace basalt::wire
