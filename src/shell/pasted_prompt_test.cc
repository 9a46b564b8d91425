#include "shell/pasted_prompt.h"

#include <gtest/gtest.h>

namespace basalt::shell {
namespace {

TEST(PastedPromptTest, PromptsGo) {
  EXPECT_EQ(WithoutPrompt("hbase(main):017:0> scan 't'"), "scan 't'");
  EXPECT_EQ(WithoutPrompt("hbase:001:0> list"), "list");
  EXPECT_EQ(WithoutPrompt("  hbase> hbase> list"), "list");
  // A typographic variant.
  EXPECT_EQ(WithoutPrompt("hbase\xEF\xBC\x88main):001:0> list"), "list");
  EXPECT_EQ(WithoutPrompt("hbase(main):0.19:0> list"), "list");
  EXPECT_EQ(WithoutPrompt("hbase> "), "");
}

TEST(PastedPromptTest, OtherLinesStay) {
  for (const char* line :
       {"list", "", "hbase", "hbase = 5", "hbase_x > 1", "put 't', 'hbase> x'"}) {
    EXPECT_EQ(WithoutPrompt(line), line);
  }
}

}  // namespace
}  // namespace basalt::shell
