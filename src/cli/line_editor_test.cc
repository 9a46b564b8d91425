#include "cli/line_editor.h"

#include <gtest/gtest.h>

namespace basalt::cli {
namespace {

TEST(LineEditorTest, CommonPrefix) {
  EXPECT_EQ(CommonPrefix({"scan"}), "scan");
  EXPECT_EQ(CommonPrefix({"list", "list_regions"}), "list");
  EXPECT_EQ(CommonPrefix({"get", "scan"}), "");
}

}  // namespace
}  // namespace basalt::cli
