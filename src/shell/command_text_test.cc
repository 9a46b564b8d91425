#include "shell/command_text.h"

#include <gtest/gtest.h>

#include "basalt/bytes.h"

namespace basalt::shell {
namespace {

TEST(CommandTextTest, Put) {
  EXPECT_EQ(PutText("t", Put("r").AddColumn("f", "q", "v")), "put 't', 'r', 'f:q', 'v'");
  EXPECT_EQ(PutText("t", Put("r").AddColumn("f", "q", 7, "v").SetTtl(50)),
            "put 't', 'r', 'f:q', 'v', 7, {TTL => 50}");
}

TEST(CommandTextTest, BytesThatDoNotPrintNeedDoubleQuotes) {
  EXPECT_EQ(PutText("t", Put(Bytes(BytesOf("r\0"))).AddColumn("f", "q", "v")),
            "put 't', \"r\\x00\", 'f:q', 'v'");
}

TEST(CommandTextTest, DeletesAreDeleteOrDeleteall) {
  EXPECT_EQ(DeleteText("t", Delete("r")), "deleteall 't', 'r'");
  EXPECT_EQ(DeleteText("t", Delete("r").AddColumn("f", "q", 11)), "delete 't', 'r', 'f:q', 11");
  EXPECT_EQ(DeleteText("t", Delete("r").AddColumn("f", "q")), "delete 't', 'r', 'f:q'");
  EXPECT_EQ(DeleteText("t", Delete("r").AddColumns("f", "q")), "deleteall 't', 'r', 'f:q'");
}

TEST(CommandTextTest, IncrementAndAppend) {
  EXPECT_EQ(IncrementText("t", Increment("r").AddColumn("f", "q", -3)), "incr 't', 'r', 'f:q', -3");
  EXPECT_EQ(AppendText("t", Append("r").AddColumn("f", "q", "x")), "append 't', 'r', 'f:q', 'x'");
}

TEST(CommandTextTest, CheckAndMutate) {
  CheckAndMutate equals("r");
  equals.IfEquals("f", "q", "old").Then(Put("r").AddColumn("f", "q", "new"));
  EXPECT_EQ(CheckAndMutateText("t", equals),
            "checkAndMutate 't', 'r', ifEquals('f:q', 'old'), put('f:q', 'new')");
  CheckAndMutate absent("r");
  absent.IfNotExists("f", "q").Then(Put("r").AddColumn("f", "q", "new"));
  EXPECT_EQ(CheckAndMutateText("t", absent),
            "checkAndMutate 't', 'r', ifNotExists('f:q'), put('f:q', 'new')");
}

TEST(CommandTextTest, Get) {
  EXPECT_EQ(GetText("t", Get("r")), "get 't', 'r'");
  EXPECT_EQ(GetText("t", Get("r").AddFamily("f").ReadVersions(3)),
            "get 't', 'r', {COLUMN => 'f', VERSIONS => 3}");
  EXPECT_EQ(GetText("t", Get("r").AddColumn("f", "a").AddColumn("f", "b").SetTimeRange(
                             *TimeRange::Of(1, 5))),
            "get 't', 'r', {COLUMNS => ['f:a', 'f:b'], TIMERANGE => [1, 5]}");
}

TEST(CommandTextTest, Scan) {
  EXPECT_EQ(ScanText("t", Scan()), "scan 't'");
  EXPECT_EQ(ScanText("t", Scan("a", "b").SetRaw().SetLimit(2).ReadVersions(4)),
            "scan 't', {STARTROW => 'a', STOPROW => 'b', RAW => true, LIMIT => 2, VERSIONS => 4}");
  EXPECT_EQ(ScanText("t", Scan().SetReversed()), "scan 't', {REVERSED => true}");
}

}  // namespace
}  // namespace basalt::shell
