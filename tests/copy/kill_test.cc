// Copies that are killed and resumed, copies that are stopped, and servers that fail during a copy.
#include <csignal>
#include <filesystem>
#include <iostream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing.h"
#include "copy/test_tables.h"
#include "copy_process.h"
#include "server_process.h"

namespace basalt::copy {
namespace {

using testing::HasSubstr;

class Kill : public testing::Test {
 protected:
  void Fill() { FillTable(source_, "t", 3, 30'000); }
  std::vector<std::string> Dumped(const std::string& target) {
    const auto connection = Connection::Open(target);
    if (!connection.ok()) return {connection.status().ToString()};
    return Dump(**connection, "t", true);
  }
  static void WaitForRows(const std::string& target) {
    copy::WaitForRows(**Connection::Open(target), "t");
  }

  base::TempDir directory_;
  const std::string source_ = directory_.Sub("a");
  const std::string destination_ = directory_.Sub("b");
  const std::string state_ = directory_.Sub("state");
};

TEST_F(Kill, GoesOnAfterEveryKill) {
  Fill();
  const std::vector<std::string> arguments = {source_,   destination_, "--threads", "2",
                                              "--state", state_,       "--verify"};
  // The first kills come before anything is copied.
  std::vector<std::string> places = {"copy.state_written", "copy.table_made", "copy.batch_written"};
  std::mt19937 random(1);
  for (int i = 0; i < 10; ++i) {
    places.push_back("copy.batch_written:" + std::to_string(1 + random() % 3));
  }
  int kills = 0;
  for (const std::string& place : places) {
    const Outcome outcome = Copy(arguments, place);
    if (outcome.code == 0) break;
    ASSERT_EQ(outcome.code, -SIGKILL) << outcome.text;
    EXPECT_TRUE(std::filesystem::exists(state_));
    ++kills;
  }
  EXPECT_GE(kills, 5);
  // Everything is copied and only the state is still there.
  Outcome outcome = Copy(arguments, "copy.before_state_removed");
  EXPECT_EQ(outcome.code, -SIGKILL) << outcome.text;
  outcome = Copy(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("copied 0 rows"));
  EXPECT_THAT(outcome.text, HasSubstr("the rest was copied by an earlier run"));
  EXPECT_FALSE(std::filesystem::exists(state_));
  EXPECT_EQ(Dumped(source_), Dumped(destination_));
  std::cout << "proof: kill-copy " << kills + 1 << " kills\n";
}

TEST_F(Kill, StopsWhenAsked) {
  Fill();
  const conformance::ServerProcess server;
  const std::vector<std::string> arguments = {source_, server.url(), "--state", state_, "--rate"};
  auto slow = arguments;
  slow.emplace_back("1");
  CopyProcess copy(slow);
  WaitForRows(server.url());
  copy.Signal(SIGINT);
  Outcome outcome = copy.Wait();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.text,
            "basalt: stopped; run the same command again to resume (state: " + state_ + ")\n");
  auto fast = arguments;
  fast.emplace_back("1000");
  outcome = Copy(fast);
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("the rest was copied by an earlier run"));
  EXPECT_EQ(Dumped(source_), Dumped(server.url()));
}

TEST_F(Kill, OutlivesTheDestinationsServer) {
  Fill();
  conformance::ServerProcess server;
  CopyProcess copy({source_, server.url(), "--state", state_, "--rate", "5", "--verify"});
  for (const int signal : {SIGKILL, SIGTERM}) {
    WaitForRows(server.url());
    server.Stop(signal);
    server.Start();
  }
  const Outcome outcome = copy.Wait();
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr(", equal"));
  EXPECT_EQ(Dumped(source_), Dumped(server.url()));
}

TEST_F(Kill, GoesOnAfterTheServerWasAwayTooLong) {
  Fill();
  conformance::ServerProcess server;
  const auto arguments = [&](const char* rate) {
    return std::vector<std::string>{source_,     server.url(), "--state", state_,
                                    "--timeout", "1",          "--rate",  rate};
  };
  CopyProcess copy(arguments("2"));
  WaitForRows(server.url());
  server.Stop(SIGKILL);
  Outcome outcome = copy.Wait();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("basalt: table 't': "));
  EXPECT_THAT(outcome.text, HasSubstr("; run the same command again to resume"));
  EXPECT_EQ(std::count(outcome.text.begin(), outcome.text.end(), '\n'), 1) << outcome.text;
  server.Start();
  outcome = Copy(arguments("1000"));
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  EXPECT_EQ(Dumped(source_), Dumped(server.url()));
}

}  // namespace
}  // namespace basalt::copy
