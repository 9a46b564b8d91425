#include "wire/zookeeper/request.h"

#include <gtest/gtest.h>

#include "wire/zookeeper/constants.h"
#include "wire/zookeeper/path.h"

namespace basalt::wire::zookeeper {
namespace {

template <typename... Fields>
Bytes Frame(OpCode op, const Fields&... fields) {
  Bytes bytes;
  JuteWriter writer(&bytes);
  writer(RequestHeader{1, static_cast<int32_t>(op)}, fields...);
  return bytes;
}

// The whole frame parses; every truncated one is rejected or, past the header, marked malformed.
void CheckTruncations(const Bytes& frame) {
  auto whole = ParseRequest(frame);
  ASSERT_TRUE(whole.ok());
  EXPECT_TRUE(whole->well_formed);
  for (size_t size = 0; size < frame.size(); ++size) {
    auto request = ParseRequest(BytesView(frame).substr(0, size));
    ASSERT_EQ(request.ok(), size >= 8) << size;
    if (!request.ok()) continue;
    EXPECT_FALSE(request->well_formed) << size;
    EXPECT_EQ(request->header.type, whole->header.type);
    EXPECT_TRUE(std::holds_alternative<NoBody>(request->body));
  }
}

const std::vector<Acl> kOpenAcl = {{31, "world", "anyone"}};

Bytes MultiFrame(OpCode op) {
  auto header = [](OpCode type) { return MultiHeader{static_cast<int32_t>(type), false, -1}; };
  return Frame(op, header(OpCode::kCreate), Bytes("/a"), Bytes("data"), kOpenAcl, int32_t{1},
               header(OpCode::kCreateTtl), Bytes("/t"), Bytes(), kOpenAcl, int32_t{5}, int64_t{9},
               header(OpCode::kDelete), Bytes("/b"), int32_t{3}, header(OpCode::kSetData),
               Bytes("/c"), Bytes("x"), int32_t{4}, header(OpCode::kCheck), Bytes("/d"), int32_t{5},
               header(OpCode::kGetData), Bytes("/e"), false, header(OpCode::kGetChildren),
               Bytes("/f"), true, MultiHeader{-1, true, -1});
}

TEST(ZookeeperRequestTest, EveryTruncationIsSeen) {
  for (OpCode op :
       {OpCode::kExists, OpCode::kGetData, OpCode::kGetChildren, OpCode::kGetChildren2}) {
    CheckTruncations(Frame(op, PathRequest{"/hbase", true}));
  }
  for (OpCode op :
       {OpCode::kSync, OpCode::kGetAcl, OpCode::kGetEphemerals, OpCode::kGetAllChildrenNumber}) {
    CheckTruncations(Frame(op, PathOnly{"/hbase"}));
  }
  for (OpCode op : {OpCode::kCheckWatches, OpCode::kRemoveWatches, OpCode::kAddWatch}) {
    CheckTruncations(Frame(op, PathAndNumber{"/hbase", 1}));
  }
  CheckTruncations(Frame(OpCode::kAuth, AuthPacket{0, "digest", "a:b"}));
  CheckTruncations(Frame(OpCode::kSetWatches, SetWatches{1, {"/a"}, {"/b"}, {"/c"}, {}, {}}));
  CheckTruncations(Frame(OpCode::kSetWatches2, SetWatches{1, {"/a"}, {"/b"}, {"/c"}, {}, {}},
                         std::vector<Bytes>{"/d"}, std::vector<Bytes>{"/e"}));
  CheckTruncations(MultiFrame(OpCode::kMulti));
}

TEST(ZookeeperRequestTest, SetWatches2ReadsTheListsThatSetWatchesLacks) {
  SetWatches watches{7, {"/a"}, {"/b"}, {"/c"}, {}, {}};
  auto old = ParseRequest(Frame(OpCode::kSetWatches, watches));
  ASSERT_TRUE(old.ok());
  EXPECT_TRUE(std::get<SetWatches>(old->body).persistent.empty());
  auto now = ParseRequest(Frame(OpCode::kSetWatches2, watches, std::vector<Bytes>{"/d"},
                                std::vector<Bytes>{"/e", "/f"}));
  ASSERT_TRUE(now.ok());
  const auto& body = std::get<SetWatches>(now->body);
  EXPECT_EQ(body.relative_zxid, 7);
  EXPECT_EQ(body.child, std::vector<Bytes>{"/c"});
  EXPECT_EQ(body.persistent, std::vector<Bytes>{"/d"});
  EXPECT_EQ(body.persistent_recursive, (std::vector<Bytes>{"/e", "/f"}));
}

TEST(ZookeeperRequestTest, PartsOfAMulti) {
  auto request = ParseRequest(MultiFrame(OpCode::kMulti));
  ASSERT_TRUE(request.ok());
  const auto& ops = std::get<Multi>(request->body).ops;
  std::string paths;
  for (const MultiOp& op : ops) paths += op.path;
  EXPECT_EQ(paths, "/a/t/b/c/d/e/f");
  EXPECT_EQ(ops[4].version, 5);
  EXPECT_EQ(ops[6].type, static_cast<int32_t>(OpCode::kGetChildren));
}

TEST(ZookeeperRequestTest, APartThatCannotBeOneSpoilsTheMulti) {
  auto request = ParseRequest(Frame(OpCode::kMulti,
                                    MultiHeader{static_cast<int32_t>(OpCode::kExists), false, -1},
                                    PathRequest{"/a", false}, MultiHeader{-1, true, -1}));
  ASSERT_TRUE(request.ok());
  EXPECT_FALSE(request->well_formed);
}

TEST(ZookeeperRequestTest, UnknownOperationsKeepTheirNumber) {
  auto request = ParseRequest(Frame(static_cast<OpCode>(4711), Bytes("whatever")));
  ASSERT_TRUE(request.ok());
  EXPECT_TRUE(request->well_formed);
  EXPECT_EQ(request->header.type, 4711);
}

TEST(ZookeeperPathTest, Validity) {
  for (const char* path : {"/", "/a", "/a/b", "/a.b/..c", "/hbase/rs/::1,16020,5"}) {
    EXPECT_TRUE(IsValidPath(path)) << path;
  }
  for (const char* path : {"", "a", "//", "/a/", "/a//b", "/.", "/a/..", "/a/./b"}) {
    EXPECT_FALSE(IsValidPath(path)) << path;
  }
  EXPECT_FALSE(IsValidPath(BytesOf("/a\0b")));
}

TEST(ZookeeperPathTest, UpAndDown) {
  EXPECT_EQ(ParentPath("/a/b"), "/a");
  EXPECT_EQ(ParentPath("/a"), "/");
  EXPECT_EQ(ParentPath("/"), "/");
  EXPECT_EQ(JoinPath("/", "a"), "/a");
  EXPECT_EQ(JoinPath("/a", "b"), "/a/b");
  EXPECT_TRUE(IsAtOrBelow("/a/b", "/a"));
  EXPECT_TRUE(IsAtOrBelow("/a", "/a"));
  EXPECT_TRUE(IsAtOrBelow("/a", "/"));
  EXPECT_FALSE(IsAtOrBelow("/ab", "/a"));
}

}  // namespace
}  // namespace basalt::wire::zookeeper
