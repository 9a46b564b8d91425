#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/testing.h"
#include "cli/doc_example.h"
#include "cli/test_program.h"

namespace basalt::cli {
namespace {

// A home without the state of other copies.
class CopyCommand : public testing::Test {
 protected:
  void SetUp() override { ::setenv("XDG_STATE_HOME", directory_.Sub("home").c_str(), 1); }
  void TearDown() override { ::unsetenv("XDG_STATE_HOME"); }

  static Outcome Run(const std::vector<std::string>& arguments) { return RunBasalt(arguments); }
  static Outcome Copy(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "copy");
    return Run(std::move(arguments));
  }
  void MakeTable() { Run({"shell", a_, "-e", "create 't', 'f'\nput 't', 'r', 'f:q', 'v', 7"}); }

  base::TempDir directory_;
  const std::string a_ = directory_.Sub("a");
  const std::string b_ = directory_.Sub("b");
};

TEST_F(CopyCommand, TheExampleOfThePageIsTrue) {
  DocExample example(BASALT_SOURCE_DIR "/docs/copy.md");
  ASSERT_EQ(example.size(), 8);
  example.RunAll();
}

TEST_F(CopyCommand, PrintsJson) {
  MakeTable();
  const Outcome outcome = Copy({a_, b_, "--verify", "--json", "--tables", "t=ns:u"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto object = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(object["equal"], true);
  EXPECT_EQ(object["cells"], 1);
  EXPECT_EQ(object["tables"][0]["destination"], "ns:u");
  EXPECT_EQ(object["tables"][0]["made"], true);
  EXPECT_TRUE(std::filesystem::is_empty(directory_.Sub("home") + "/basalt")) << "the state is left";
}

TEST_F(CopyCommand, Mistakes) {
  const auto message = [](const Outcome& outcome) {
    EXPECT_EQ(outcome.code, 1);
    return outcome.err;
  };
  EXPECT_EQ(message(Copy({a_, b_})), "basalt: the directory " + a_ + " does not exist\n");
  MakeTable();
  EXPECT_EQ(message(Copy({a_, b_, "--tables", "x"})), "basalt: the source has no table 'x'\n");
  EXPECT_FALSE(std::filesystem::exists(b_)) << "something was made";
  EXPECT_EQ(message(Copy({a_, a_ + "/."})),
            "basalt: source and destination of table 't' are the same\n");
  EXPECT_EQ(message(Copy({a_, "hbase://localhost:1"})),
            "basalt: cannot open 'hbase://localhost:1': no server answers at localhost:1: "
            "Connection refused\n");
  EXPECT_EQ(message(Copy({a_, b_, "--threads", "0"})), "basalt: threads must be from 1 to 256\n");
  EXPECT_EQ(message(Copy({a_, b_, "--since", "9", "--until", "3"})).substr(0, 8), "basalt: ");
  EXPECT_THAT(message(Copy({a_, b_, "--verify-only"})), testing::HasSubstr("does not exist"));
  EXPECT_EQ(Copy({a_}).code, 2);
  EXPECT_EQ(Copy({a_, b_, "--nonsense"}).code, 2);
}

}  // namespace
}  // namespace basalt::cli
