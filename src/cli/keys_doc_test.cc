// The examples of docs/keys.md, read from the page and run.
#include <gtest/gtest.h>

#include "cli/doc_example.h"

namespace basalt::cli {
namespace {

TEST(KeysDoc, TheExamplesOfThePageAreTrue) {
  DocExample example(BASALT_SOURCE_DIR "/docs/keys.md");
  ASSERT_GT(example.size(), 15U);
  example.RunAll();
}

}  // namespace
}  // namespace basalt::cli
