#include "wire/zookeeper/records.h"

#include <gtest/gtest.h>

#include "wire/zookeeper/session_records.h"

namespace basalt::wire::zookeeper {
namespace {

// Every record must round-trip, and every truncated one must be rejected.
template <typename Record>
void CheckRoundTrip(const Record& record) {
  Bytes bytes;
  AppendRecord(record, &bytes);
  auto parsed = ParseRecord<Record>(bytes);
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  Bytes again;
  AppendRecord(*parsed, &again);
  EXPECT_EQ(again, bytes);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ParseRecord<Record>(BytesView(bytes).substr(0, size)).ok()) << size;
  }
}

TEST(ZookeeperRecordsTest, EveryRecordRoundTripsAndEveryTruncationFails) {
  CheckRoundTrip(Stat{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  CheckRoundTrip(RequestHeader{-2, 11});
  CheckRoundTrip(ReplyHeader{7, int64_t{1} << 40, -101});
  CheckRoundTrip(WatcherEvent{3, 3, "/hbase/master"});
  CheckRoundTrip(PathRequest{"/hbase", true});
  CheckRoundTrip(PathOnly{"/"});
  CheckRoundTrip(PathAndNumber{"/a", -1});
  CheckRoundTrip(AuthPacket{0, "digest", "user:secret"});
  CheckRoundTrip(Acl{31, "world", "anyone"});
  CheckRoundTrip(ClientInfo{"ip", "127.0.0.1"});
  CheckRoundTrip(SetWatches{9, {"/a", "/b"}, {}, {"/c"}, {}, {}});
  CheckRoundTrip(MultiHeader{14, true, -1});
}

TEST(ZookeeperRecordsTest, FieldsAreInZooKeepersOrderBigEndian) {
  Bytes bytes;
  AppendRecord(ReplyHeader{1, 2, -101}, &bytes);
  EXPECT_EQ(bytes, BytesOf("\0\0\0\1\0\0\0\0\0\0\0\2\xFF\xFF\xFF\x9B"));
  bytes.clear();
  AppendRecord(PathRequest{"/a", true}, &bytes);
  EXPECT_EQ(bytes, BytesOf("\0\0\0\2/a\1"));
  bytes.clear();
  AppendRecord(Stat{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, &bytes);
  ASSERT_EQ(bytes.size(), 68U);
  EXPECT_EQ(bytes.substr(32, 12), BytesOf("\0\0\0\5\0\0\0\6\0\0\0\7"));
  EXPECT_EQ(bytes.back(), 11);
}

TEST(ZookeeperRecordsTest, NullIsEmptyAndOtherNegativeLengthsAreRefused) {
  auto null_path = ParseRecord<PathOnly>(BytesOf("\xFF\xFF\xFF\xFF"));
  ASSERT_TRUE(null_path.ok());
  EXPECT_EQ(null_path->path, "");
  EXPECT_FALSE(ParseRecord<PathOnly>(BytesOf("\xFF\xFF\xFF\xFE")).ok());
  EXPECT_FALSE(ParseRecord<PathOnly>(BytesOf("\x80\0\0\0")).ok());
  EXPECT_FALSE(ParseRecord<PathOnly>(BytesOf("\x7F\xFF\xFF\xFFxyz")).ok());
}

TEST(ZookeeperRecordsTest, AVectorsCountMustFitTheBytes) {
  // zxid, then a count of two billion data watches without any.
  Bytes bytes(8, '\0');
  bytes.append(BytesOf("\x7F\xFF\xFF\xFF\0\0\0\0"));
  EXPECT_FALSE(ParseRecord<SetWatches>(bytes).ok());
  // A null vector is an empty one.
  bytes.assign(8, '\0');
  bytes.append(12, '\xFF');
  auto watches = ParseRecord<SetWatches>(bytes);
  ASSERT_TRUE(watches.ok());
  EXPECT_TRUE(watches->data.empty());
}

TEST(ZookeeperRecordsTest, ConnectRequestWithAndWithoutReadOnly) {
  ConnectRequest request{0, 5, 30000, 77, Bytes(16, 'p'), true, true};
  Bytes bytes;
  AppendConnectRequest(request, &bytes);
  EXPECT_EQ(bytes.size(), 45U);
  auto parsed = ParseConnectRequest(bytes);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->last_zxid_seen, 5);
  EXPECT_EQ(parsed->timeout_ms, 30000);
  EXPECT_EQ(parsed->session_id, 77);
  EXPECT_EQ(parsed->password, Bytes(16, 'p'));
  EXPECT_TRUE(parsed->read_only);
  EXPECT_TRUE(parsed->has_read_only);

  auto old = ParseConnectRequest(BytesView(bytes).substr(0, 44));
  ASSERT_TRUE(old.ok());
  EXPECT_FALSE(old->has_read_only);
  EXPECT_FALSE(old->read_only);
  for (size_t size = 0; size < 44; ++size) {
    EXPECT_FALSE(ParseConnectRequest(BytesView(bytes).substr(0, size)).ok()) << size;
  }
}

TEST(ZookeeperRecordsTest, ConnectResponseWithAndWithoutReadOnly) {
  ConnectResponse response{0, 40000, 99, Bytes(16, 'q'), false, true};
  Bytes bytes;
  AppendConnectResponse(response, &bytes);
  EXPECT_EQ(bytes.size(), 37U);
  auto parsed = ParseConnectResponse(bytes);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->timeout_ms, 40000);
  EXPECT_EQ(parsed->session_id, 99);
  EXPECT_TRUE(parsed->has_read_only);
  response.has_read_only = false;
  bytes.clear();
  AppendConnectResponse(response, &bytes);
  EXPECT_EQ(bytes.size(), 36U);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ParseConnectResponse(BytesView(bytes).substr(0, size)).ok()) << size;
  }
}

}  // namespace
}  // namespace basalt::wire::zookeeper
