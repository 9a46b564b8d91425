#include "cli/line_editor.h"

#include <gtest/gtest.h>

namespace basalt::cli {
namespace {

TEST(LineEditorTest, CommonPrefix) {
  EXPECT_EQ(CommonPrefix({"scan"}), "scan");
  EXPECT_EQ(CommonPrefix({"list", "list_regions"}), "list");
  EXPECT_EQ(CommonPrefix({"get", "scan"}), "");
}

TEST(LineEditorTest, ACommandOfSeveralLinesBecomesOne) {
  EXPECT_EQ(JoinLines("list"), "list");
  EXPECT_EQ(JoinLines("create 't',\n  'f'"), "create 't', 'f'");
  EXPECT_EQ(JoinLines("create 't', {\n  NAME => 'f',\n  VERSIONS => 3\n}"),
            "create 't', {NAME => 'f', VERSIONS => 3\n}");
  // A comment ends with its line, and a text may go on in the next.
  EXPECT_EQ(JoinLines("create 't', # a,\n  'f'"), "create 't', # a,\n  'f'");
  EXPECT_EQ(JoinLines("put 't', 'r', 'f:a', 'one\ntwo'"), "put 't', 'r', 'f:a', 'one\ntwo'");
}

}  // namespace
}  // namespace basalt::cli
