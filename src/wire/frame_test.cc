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

  const size_t header_end = 1 + header.ByteSizeLong();
  for (size_t length = 0; length < frame.size(); ++length) {
    RequestParts cut;
    const Status status = ParseRequest(BytesView(frame).substr(0, length), cut);
    // A call whose header can be read is answered.
    // A header that is cut may still be one.
    if (length < header_end) continue;
    EXPECT_TRUE(status.ok()) << length;
    EXPECT_FALSE(cut.unreadable.ok()) << length;
  }
}

TEST(FrameTest, AParameterLongerThanItsFrameEndsWithTheFrame) {
  hbase::pb::RequestHeader header;
  header.set_call_id(7);
  header.set_request_param(true);
  const auto frame_with = [&](BytesView length_and_param) {
    Bytes frame;
    base::AppendText(frame, header.SerializeAsString());
    return frame.append(length_and_param);
  };
  RequestParts parts;
  const Bytes too_long = frame_with("\xe8\x07param");
  ASSERT_TRUE(ParseRequest(too_long, parts).ok());
  EXPECT_TRUE(parts.unreadable.ok());
  EXPECT_EQ(parts.param, "param");

  // A length of more bytes than it needs is read as Java reads it.
  const Bytes padded = frame_with("\x85\x80\x80\x80\x80\x80\x80\x80\x80\x01param rest");
  ASSERT_TRUE(ParseRequest(padded, parts).ok());
  EXPECT_EQ(parts.param, "param");
  // A negative one is not, nor one without an end.
  const Bytes negative = frame_with("\xff\xff\xff\xff\x0fparam");
  ASSERT_TRUE(ParseRequest(negative, parts).ok());
  EXPECT_FALSE(parts.unreadable.ok());
  const Bytes endless = frame_with(Bytes(11, '\xff'));
  ASSERT_TRUE(ParseRequest(endless, parts).ok());
  EXPECT_FALSE(parts.unreadable.ok());
}

TEST(FrameTest, CellsBehindAParameterThatIsTooLongAreNowhere) {
  hbase::pb::RequestHeader header;
  header.set_request_param(true);
  header.mutable_cell_block_meta()->set_length(0);
  Bytes frame;
  base::AppendText(frame, header.SerializeAsString());
  base::AppendVarint(frame, 1000);
  frame += "param";
  RequestParts parts;
  ASSERT_TRUE(ParseRequest(frame, parts).ok());
  EXPECT_FALSE(parts.unreadable.ok());
}

TEST(FrameTest, BytesBehindTheCallAreIgnored) {
  hbase::pb::RequestHeader header;
  header.set_request_param(true);
  const Bytes frame = RequestFrame(header, "param", "and more");
  RequestParts parts;
  ASSERT_TRUE(ParseRequest(frame, parts).ok());
  EXPECT_TRUE(parts.unreadable.ok());
  EXPECT_EQ(parts.param, "param");
  EXPECT_TRUE(parts.cell_block.empty());
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
