#include "load/report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace basalt::load {
namespace {

NamedResult Sample() {
  NamedResult named;
  named.target = "./<data>";
  named.spec.workload = *FindWorkload("get");
  named.result.seconds = 2;
  named.result.operations = 100;
  named.result.errors = 3;
  named.result.error_texts["IO_ERROR: gone"] = 3;
  named.result.per_second = {40, 60};
  for (int i = 1; i <= 100; ++i) {
    named.result.latencies[0].Record(static_cast<uint64_t>(i) * 1000);
  }
  named.result.server_cpu_s = 0.01;
  named.result.server_memory_mb = 12;
  return named;
}

TEST(Report, Text) {
  const std::string text = TextReport(Sample());
  EXPECT_NE(text.find("./<data>: get, 4 threads, no target rate\n"
                      "50 operations/s; 100 operations in 2.0 s, 3 errors\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("server: 100.0 µs of CPU time per operation, 12 MB\n"), std::string::npos);
  EXPECT_NE(text.find("error, 3 times: IO_ERROR: gone\n"), std::string::npos);
}

TEST(Report, Json) {
  const auto object = nlohmann::json::parse(JsonReport(Sample()));
  EXPECT_EQ(object["operations_per_s"], 50);
  EXPECT_EQ(object["per_second"], nlohmann::json::array({40, 60}));
  EXPECT_NEAR(object["latency"]["get"]["p50_us"].get<double>(), 50, 1);
  EXPECT_NEAR(object["all"]["p99.9_us"].get<double>(), 100, 1);
  EXPECT_FALSE(object["latency"].contains("put"));
}

TEST(Report, HtmlIsWholeAndSafe) {
  const std::string page = HtmlReport({Sample(), Sample()});
  EXPECT_EQ(page.find("<data>"), std::string::npos);
  EXPECT_NE(page.find("&lt;data&gt;"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos);  // the page loads no resources
  size_t lines = 0;
  for (size_t at = 0; (at = page.find("<polyline", at)) != std::string::npos; ++at) ++lines;
  EXPECT_EQ(lines, 4U);
}

TEST(Report, Ratios) {
  const Ratio odd = Compare({1, 2, 4}, {2, 2, 16});
  EXPECT_EQ(odd.median, 2);
  EXPECT_EQ(odd.lowest, 1);
  EXPECT_EQ(odd.highest, 4);
  EXPECT_EQ(Compare({1, 1}, {1, 3}).median, 2);
  EXPECT_EQ(Compare({}, {}).median, 0);
}

}  // namespace
}  // namespace basalt::load
