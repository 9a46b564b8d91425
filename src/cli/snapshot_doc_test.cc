// The example of docs/snapshots.md, read from the page and run.
#include <gtest/gtest.h>

#include "cli/doc_example.h"

namespace basalt::cli {
namespace {

TEST(SnapshotDoc, TheExampleOfThePageIsTrue) {
  DocExample example(BASALT_SOURCE_DIR "/docs/snapshots.md");
  ASSERT_EQ(example.size(), 11);
  ASSERT_FALSE(example.Run("tour --fast --dir ./data").empty());
  example.RunAll();
}

}  // namespace
}  // namespace basalt::cli
