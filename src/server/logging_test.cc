#include "server/logging.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include "base/testing.h"

namespace basalt::server {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class LoggingTest : public testing::Test {
 protected:
  ~LoggingTest() override { spdlog::set_default_logger(before_); }

  std::string Text() const {
    std::ifstream file(config_.log_file);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  const std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
  base::TempDir directory_;
  ServerConfig config_;
};

TEST_F(LoggingTest, LinesOfTheLevelGoToTheFile) {
  config_.log_file = directory_.Sub("log");
  config_.log_level = "warn";
  ASSERT_TRUE(StartLog(config_).ok());
  spdlog::info("too little");
  spdlog::warn("enough");
  // It is there at once, and a second start adds to it.
  EXPECT_THAT(Text(), AllOf(HasSubstr("enough\n"), Not(HasSubstr("too little"))));
  config_.log_level = "info";
  ASSERT_TRUE(StartLog(config_).ok());
  spdlog::info("now it is");
  EXPECT_THAT(Text(), AllOf(HasSubstr("enough\n"), HasSubstr("now it is\n")));
}

TEST_F(LoggingTest, AFileThatCannotBeWrittenIsRefused) {
  config_.log_file = directory_.path();
  const Status status = StartLog(config_);
  EXPECT_EQ(status.code(), StatusCode::kIoError);
  EXPECT_THAT(status.message(), StartsWith("log.file = " + directory_.path() + ": "));
}

// A rotation: the file is moved away, and lines go to a new one once the log is reopened.
TEST_F(LoggingTest, ReopeningMakesTheFileAnew) {
  config_.log_file = directory_.Sub("log");
  ASSERT_TRUE(StartLog(config_).ok());
  spdlog::info("before");
  std::filesystem::rename(directory_.Sub("log"), directory_.Sub("log.1"));
  spdlog::info("between");
  config_.log_level = "warn";
  ASSERT_TRUE(ReopenLog(config_).ok());
  spdlog::info("not logged any more");
  spdlog::warn("after");
  EXPECT_THAT(Text(), AllOf(HasSubstr("after\n"), Not(HasSubstr("between")),
                            Not(HasSubstr("not logged any more"))));
  config_.log_file = directory_.Sub("log.1");
  EXPECT_THAT(Text(), AllOf(HasSubstr("before\n"), HasSubstr("between\n")));
}

TEST_F(LoggingTest, AFileThatCannotBeReopenedLeavesTheLogAsItIs) {
  config_.log_file = directory_.Sub("log");
  ASSERT_TRUE(StartLog(config_).ok());
  ServerConfig bad = config_;
  bad.log_file = directory_.path();
  EXPECT_EQ(ReopenLog(bad).code(), StatusCode::kIoError);
  spdlog::info("still here");
  EXPECT_THAT(Text(), HasSubstr("still here\n"));
}

}  // namespace
}  // namespace basalt::server
