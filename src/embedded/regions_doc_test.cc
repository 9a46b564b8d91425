// The example of docs/regions.md: run here, and compared with the page.
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "client/test_table.h"

namespace basalt::embedded {
namespace {

using client::TestTable;

void Check(const Status& status) { ASSERT_TRUE(status.ok()) << status.ToString(); }

TEST(RegionsDoc, TheExampleRuns) {
  const base::TempDir temporary;
  const std::string directory = temporary.Sub("data");
  // clang-format off
  // [example]
  auto connection = *basalt::Connection::Open(directory);
  basalt::Admin& admin = connection->admin();

  basalt::TableDescriptor events(*basalt::TableName::Parse("events"));
  Check(events.AddFamily(basalt::FamilyDescriptor("f")));
  events.SetAttribute("SPLIT_POLICY", "KeyPrefixRegionSplitPolicy");
  events.SetAttribute("KeyPrefixRegionSplitPolicy.prefix_length", "3");

  // Four regions, cut where keys of hexadecimal digits divide evenly: at 4, 8 and c.
  Check(admin.CreateTable(events, basalt::SplitAlgorithm::kHexString, 4));

  auto table = *connection->GetTable(events.name());
  for (const char* row : {"a10-1", "a10-2", "a20-1", "a20-2"}) {
    Check(table->Put(basalt::Put(row).AddColumn("f", "q", "v")));
  }

  // At a row of our own, and at the middle of a region's data, which the policy cuts to "a20".
  Check(admin.SplitTable(events.name(), "9"));
  auto regions = *admin.ListRegions(events.name());
  Check(admin.SplitRegion(regions[3].name));

  regions = *admin.ListRegions(events.name());
  for (const basalt::RegionMetrics& region : regions) {
    std::printf("[%s, %s) %zu families\n", region.start_key.c_str(), region.end_key.c_str(),
                region.families.size());
  }

  // The first two become one.
  Check(admin.MergeRegions({regions[0].name, regions[1].name}));
  // [end]
  // clang-format on
  std::string starts;
  const auto left = admin.ListRegions(events.name());
  ASSERT_TRUE(left.ok());
  for (const RegionMetrics& region : *left) starts += region.start_key + ",";
  EXPECT_EQ(starts, ",80000000,9,a20,c0000000,");
}

std::string Read(const std::string& path) {
  std::ifstream file(std::string(BASALT_SOURCE_DIR) + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(RegionsDoc, ThePageShowsTheExample) {
  const std::string source = Read("/src/embedded/regions_doc_test.cc");
  const std::string begin = "  // [example]\n";
  const size_t from = source.find(begin) + begin.size();
  std::istringstream lines(source.substr(from, source.find("  // [end]\n") - from));
  std::string expected;
  for (std::string line; std::getline(lines, line);) {
    expected += (line.empty() ? line : line.substr(2)) + "\n";
  }
  ASSERT_GT(expected.size(), 500U);
  EXPECT_NE(Read("/docs/regions.md").find("```cpp\n" + expected + "```\n"), std::string::npos)
      << expected;
}

}  // namespace
}  // namespace basalt::embedded
