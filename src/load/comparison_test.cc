#include "load/comparison.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace basalt::load {
namespace {

LoadResult MakeResult(uint64_t operations, std::optional<double> cpu_s) {
  LoadResult result;
  result.seconds = 2;
  result.operations = operations;
  for (uint64_t i = 0; i < operations; ++i) result.latencies[0].Record(1000);
  result.server_cpu_s = cpu_s;
  return result;
}

TEST(ComparisonTest, MediansAndRatios) {
  Comparison comparison("a", "b");
  comparison.Add(0, MakeResult(100, 1.0));
  comparison.Add(1, MakeResult(200, 1.0));
  comparison.Add(1, MakeResult(900, 1.0));
  comparison.Add(0, MakeResult(300, 1.0));
  const auto json = nlohmann::json::parse(comparison.Json());
  EXPECT_EQ(json["rounds"], 2);
  const auto rate = json["metrics"]["operations_per_second"];
  EXPECT_EQ(rate["first"], 100);
  EXPECT_EQ(rate["second"], 275);
  EXPECT_EQ(rate["ratio"], 2.5);
  EXPECT_EQ(rate["lowest"], 2);
  EXPECT_EQ(rate["highest"], 3);
  EXPECT_TRUE(json["metrics"].contains("server_cpu_us"));
  EXPECT_FALSE(json["metrics"].contains("server_memory_mb")) << "not measured";
  EXPECT_NE(comparison.Text().find("b compared with a, 2 rounds in turns:"), std::string::npos);
  EXPECT_NE(comparison.Text().find("2.50 (2.00 to 3.00)"), std::string::npos);
}

// A metric that is missing for a target or a round is not compared.
TEST(ComparisonTest, LeavesOutWhatOneLacks) {
  Comparison comparison("a", "b");
  comparison.Add(0, MakeResult(100, 1.0));
  comparison.Add(1, MakeResult(100, std::nullopt));
  EXPECT_FALSE(nlohmann::json::parse(comparison.Json())["metrics"].contains("server_cpu_us"));
  comparison.Add(0, MakeResult(0, 1.0));
  comparison.Add(1, MakeResult(100, 1.0));
  EXPECT_TRUE(nlohmann::json::parse(comparison.Json())["metrics"].empty());
}

}  // namespace
}  // namespace basalt::load
