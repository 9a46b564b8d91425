#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/testing.h"
#include "cli/test_program.h"

namespace basalt::cli {
namespace {

Outcome Bench(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "bench");
  return RunBasalt(arguments);
}

TEST(BenchCommand, MeasuresADirectory) {
  const base::TempDir directory;
  const std::string data = directory.Sub("data");
  const std::string page = directory.Sub("page.html");
  const Outcome outcome =
      Bench({data.c_str(), "--workload", "ycsb-f", "--rows", "200", "--warm-up", "0", "--seconds",
             "0.2", "--threads", "2", "--verify", "--json", "--html", page.c_str()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto object = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(object["target"], data);
  EXPECT_EQ(object["errors"], 0);
  EXPECT_EQ(object["verified_rows"], 200);
  EXPECT_GT(object["latency"]["read-modify-write"]["count"], 0);
  EXPECT_GT(object["server_memory_mb"], 0);
  std::stringstream html;
  html << std::ifstream(page).rdbuf();
  EXPECT_NE(html.str().find("<svg"), std::string::npos);
}

TEST(BenchCommand, ComparesTwo) {
  const base::TempDir directory;
  const std::string a = directory.Sub("a");
  const std::string b = directory.Sub("b");
  const Outcome outcome = Bench({a.c_str(), b.c_str(), "-w", "get", "--rows", "100", "--warm-up",
                                 "0", "--seconds", "0.1", "--rounds", "2"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find(b + " compared with " + a + ", 2 rounds in turns:"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("operations per second"), std::string::npos);
}

// "compare" is optional; with --json the comparison is the last object.
TEST(BenchCommand, CompareAsAWord) {
  const base::TempDir directory;
  const std::string a = directory.Sub("a");
  const std::string b = directory.Sub("b");
  const Outcome outcome =
      Bench({"compare", a.c_str(), b.c_str(), "-w", "multi-put", "--rows", "100", "--batch", "10",
             "--warm-up", "0", "--seconds", "0.1", "--rounds", "1", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  std::string line;
  for (int i = 0; i < 3; ++i) std::getline(lines, line);
  const auto object = nlohmann::json::parse(line);
  EXPECT_EQ(object["second"], b);
  EXPECT_GT(object["metrics"]["operations_per_second"]["ratio"], 0);
  EXPECT_EQ(Bench({"compare", a.c_str()}).err, "basalt: bench compare needs two targets\n");
}

TEST(BenchCommand, Mistakes) {
  const base::TempDir directory;
  const std::string data = directory.Sub("data");
  EXPECT_EQ(Bench({}).err, "basalt: bench needs one target, or two to compare\n");
  EXPECT_EQ(Bench({data.c_str(), "-w", "nope"}).code, 1);
  EXPECT_EQ(Bench({data.c_str(), "--threads", "0"}).code, 1);
  EXPECT_EQ(Bench({data.c_str(), "--distribution", "flat"}).err,
            "basalt: unknown distribution 'flat'; use uniform, zipfian or latest\n");
  EXPECT_FALSE(std::ifstream(data + "/FORMAT").good()) << "something was made";
  EXPECT_EQ(Bench({"--nonsense"}).code, 2);
  EXPECT_NE(Bench({"--list"}).out.find("ycsb-e"), std::string::npos);
}

}  // namespace
}  // namespace basalt::cli
