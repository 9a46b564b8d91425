// `basalt load` that is killed at its steps and resumed, on a directory and on a server; and what
// `basalt unload` reads from one and `basalt load` writes to the other.
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing.h"
#include "copy/test_tables.h"
#include "server_process.h"

namespace basalt {
namespace {

using copy::Dump;
using testing::HasSubstr;

struct Outcome {
  int code = 0;  // the signal's number below zero when one ended it
  std::string text;
};

// `basalt ARGUMENTS` in a shell; `failpoint`: see base/failpoint.h.
Outcome Basalt(const std::string& arguments, const std::string& failpoint = "") {
  const std::string command = (failpoint.empty() ? "" : "BASALT_FAILPOINT=" + failpoint + " ") +
                              "exec " BASALT_PROGRAM " " + arguments + " 2>&1";
  Outcome outcome;
  FILE* pipe = ::popen(command.c_str(), "r");
  std::array<char, 4096> buffer;
  for (size_t n = 0; (n = ::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    outcome.text.append(buffer.data(), n);
  }
  const int status = ::pclose(pipe);
  outcome.code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  return outcome;
}

class LoadProcess : public testing::Test {
 protected:
  static constexpr int kRows = 60'000;

  LoadProcess() {
    std::ofstream file(file_);
    file << "key,f:a,g:b:long\n";
    // Not in order, so that chunks overlap.
    for (int i = 0; i < kRows; ++i) {
      const int row = static_cast<int>((i * 7919LL) % kRows);
      file << "row" << row << ",\"value " << row << "\"," << row << "\n";
    }
  }
  std::string Load(const std::string& target, const std::string& more = "") const {
    return "load t " + file_ + " --on " + target + " --create --threads 2 --memory-mb 16 --state " +
           state_ + " " + more;
  }
  static std::vector<std::string> Dumped(const std::string& target) {
    const auto connection = Connection::Open(target);
    if (!connection.ok()) return {connection.status().ToString()};
    return Dump(**connection, "t", true);
  }
  // Kills the load at each of the places.
  void KillAt(const std::string& command, const std::vector<std::string>& places) const {
    for (const std::string& place : places) {
      const Outcome outcome = Basalt(command, place);
      EXPECT_EQ(outcome.code, -SIGKILL) << place << ": " << outcome.text;
      EXPECT_TRUE(std::filesystem::exists(state_)) << place;
    }
    std::cout << "proof: kill-load " << places.size() << " kills\n";
  }

  base::TempDir directory_;
  const std::string file_ = directory_.Sub("in.csv");
  const std::string state_ = directory_.Sub("state");
  const std::string data_ = directory_.Sub("data");
};

TEST_F(LoadProcess, ADirectoryHasWholeChunksAfterEveryKill) {
  // An undisturbed load, with the timestamp of the other.
  const std::string other = directory_.Sub("other");
  ASSERT_EQ(Basalt(Load(other, "--timestamp 5")).code, 0);
  const std::vector<std::string> places = {"load.state_written",    "bulk.files_written",
                                           "bulk.before_ingestion", "bulk.ingested",
                                           "load.piece_written",    "load.before_state_removed"};
  const std::string command = Load(data_, "--timestamp 5");
  KillAt(command, places);
  const Outcome outcome = Basalt(command);
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  EXPECT_FALSE(std::filesystem::exists(state_));
  EXPECT_FALSE(std::filesystem::exists(data_ + "/bulk") &&
               !std::filesystem::is_empty(data_ + "/bulk"));
  const auto cells = Dumped(data_);
  EXPECT_EQ(cells.size(), 2U * kRows);
  EXPECT_TRUE(cells == Dumped(other));
}

TEST_F(LoadProcess, NothingOfAChunkIsThereBeforeItsIngestion) {
  ASSERT_EQ(Basalt(Load(data_), "bulk.before_ingestion").code, -SIGKILL);
  EXPECT_TRUE(Dumped(data_).empty());
  EXPECT_FALSE(std::filesystem::exists(data_ + "/bulk"));
  ASSERT_EQ(Basalt(Load(data_), "bulk.ingested").code, -SIGKILL);
  const size_t first = Dumped(data_).size();
  EXPECT_GT(first, 0U);
  EXPECT_EQ(first % 2, 0U);
  EXPECT_EQ(Basalt(Load(data_)).code, 0);
  EXPECT_EQ(Dumped(data_).size(), 2U * kRows);
}

TEST_F(LoadProcess, AServerHasEverythingAfterKills) {
  const conformance::ServerProcess server;
  const std::string command = Load(server.url());
  KillAt(command, {"load.batch_written:30", "load.state_written:2", "load.batch_written",
                   "load.before_state_removed"});
  const Outcome outcome = Basalt(command);
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  // Each cell once: all runs had the timestamp of the first.
  EXPECT_EQ(Dumped(server.url()).size(), 2U * kRows);
  // To a directory, by way of text.
  const std::string text = directory_.Sub("out.csv.zst");
  const Outcome unloaded = Basalt("unload t --on " + server.url() + " --raw -o " + text);
  EXPECT_EQ(unloaded.code, 0) << unloaded.text;
  const Outcome loaded =
      Basalt("load t " + text + " --on " + data_ + " --create --state " + state_);
  EXPECT_EQ(loaded.code, 0) << loaded.text;
  EXPECT_TRUE(Dumped(data_) == Dumped(server.url()));
}

TEST_F(LoadProcess, RejectsHaveAnExitCode) {
  std::ofstream(file_, std::ios::app) << "bad\n";
  Outcome outcome = Basalt(Load(data_));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.text, HasSubstr(":60002: 1 fields instead of 3"));
  EXPECT_THAT(outcome.text, HasSubstr("run the same command again to resume"));
  outcome = Basalt(Load(data_, "--max-rejects all --json"));
  EXPECT_EQ(outcome.code, 3) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("\"rejects\": 1"));
  EXPECT_EQ(Dumped(data_).size(), 2U * kRows);
  EXPECT_EQ(Basalt("load t --on " + data_ + " --max-rejects many").code, 1);
  EXPECT_EQ(Basalt("load").code, 2);
}

}  // namespace
}  // namespace basalt
