// The examples of docs/load.md, read from the page and run.
#include <cstdlib>

#include <gtest/gtest.h>

#include "cli/doc_example.h"

namespace basalt::cli {
namespace {

TEST(LoadDoc, TheExamplesOfThePageAreTrue) {
  DocExample example(BASALT_SOURCE_DIR "/docs/load.md");
  ASSERT_GE(example.size(), 7U);
  ::setenv("XDG_STATE_HOME", example.directory().c_str(), 1);
  example.RunAll();
}

}  // namespace
}  // namespace basalt::cli
