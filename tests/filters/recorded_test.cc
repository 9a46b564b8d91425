// Basalt's results are those that HBase 2.6.4 gave when recorded.answers was written.
#include "recorded.h"

#include <gtest/gtest.h>

#include "filter_script.h"

namespace basalt::filter_script {
namespace {

TEST(RecordedFilters, AnswersAreHBases) {
  Runner runner;
  int compared = 0;
  for (const Recorded& recorded : ReadRecorded(RECORDED_ANSWERS)) {
    const std::vector<std::string> ours = runner.Execute(recorded.line);
    if (!recorded.line.starts_with("scan") || recorded.failed()) continue;
    EXPECT_EQ(ours, recorded.answers) << recorded.line;
    ++compared;
  }
  EXPECT_GT(compared, 200);
}

}  // namespace
}  // namespace basalt::filter_script
