#include "model/mutation_check.h"

#include <gtest/gtest.h>

namespace basalt::model {
namespace {

TEST(MutationCheck, RefuseWhatNoServerShouldSee) {
  EXPECT_EQ(CheckWrite(Put("")).message(), "Row length is 0");
  EXPECT_TRUE(CheckWrite(Delete(Bytes(kMaxRowLength, 'r'))).ok());
  EXPECT_EQ(CheckWrite(Delete(Bytes(kMaxRowLength + 1, 'r'))).message(),
            "Row length 32768 is > 32767");
  EXPECT_EQ(CheckWrite(Put("r")).message(), "No columns to insert");
  EXPECT_TRUE(CheckWrite(Delete("r")).ok());
  EXPECT_EQ(CheckWrite(Put("r").AddColumn("f", "q", -1, "v")).message(),
            "Timestamp cannot be negative. ts=-1");
  EXPECT_FALSE(CheckWrite(Put("r").AddColumn(Bytes(128, 'f'), "q", "v")).ok());
  RowMutations other("r");
  other.Add(Delete("s"));
  EXPECT_EQ(CheckAction(other).message(), "Action's getRow must match");
}

TEST(MutationCheck, SaysWhichNeedToRead) {
  EXPECT_FALSE(NeedsRead(Put("r").AddColumn("f", "q", "v")));
  EXPECT_TRUE(NeedsRead(Increment("r").AddColumn("f", "q", 1)));
  EXPECT_FALSE(NeedsRead(Delete("r").AddColumns("f", "q")));
  // The newest version: which one that is, only the store knows.
  EXPECT_TRUE(NeedsRead(Delete("r").AddColumn("f", "q")));
}

}  // namespace
}  // namespace basalt::model
