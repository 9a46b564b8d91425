#include "basalt/query.h"

#include <random>

#include <gtest/gtest.h>

namespace basalt {
namespace {

TEST(QueryTest, DefaultsAreHBases) {
  const Scan scan;
  EXPECT_TRUE(scan.columns().empty());
  EXPECT_EQ(scan.max_versions(), 1);
  EXPECT_TRUE(scan.time_range().is_all_time());
  EXPECT_TRUE(scan.cache_blocks());
  EXPECT_TRUE(scan.include_start_row());
  EXPECT_FALSE(scan.include_stop_row());
  EXPECT_FALSE(scan.reversed());
  EXPECT_EQ(scan.batch(), -1);
  EXPECT_EQ(scan.limit(), -1);
}

template <typename Query>
void TestSelection(Query query) {
  query.AddColumn("f", "a").AddColumn("f", "b").AddColumn("f", "a");
  EXPECT_EQ(query.columns(), (ColumnSelection{{"f", {"a", "b"}}}));
  // The whole family takes the place of its columns ...
  query.AddFamily("f").AddFamily("g");
  EXPECT_EQ(query.columns(), (ColumnSelection{{"f", {}}, {"g", {}}}));
  // ... and a column narrows it again.
  query.AddColumn("f", "");
  EXPECT_EQ(query.columns(), (ColumnSelection{{"f", {""}}, {"g", {}}}));
}

TEST(QueryTest, ColumnsAndFamiliesReplaceEachOther) {
  TestSelection(Get("r"));
  TestSelection(Scan());
}

TEST(QueryTest, GetBuilders) {
  const TimeRange range = TimeRange::Of(1, 2).value();
  Get get("r");
  get.ReadVersions(0).SetTimeRange(range).SetCheckExistenceOnly();
  EXPECT_EQ(get.row(), "r");
  EXPECT_EQ(get.max_versions(), 0);
  EXPECT_EQ(get.time_range(), range);
  EXPECT_TRUE(get.check_existence_only());
  EXPECT_EQ(get.ReadAllVersions().max_versions(), kAllVersions);
}

TEST(QueryTest, ScanBuilders) {
  Scan scan("a", "b");
  EXPECT_EQ(scan.start_row(), "a");
  EXPECT_EQ(scan.stop_row(), "b");
  scan.WithStartRow("c", false).WithStopRow("d", true).SetReversed().SetRaw();
  scan.SetBatch(3).SetLimit(4).ReadVersions(5);
  EXPECT_EQ(scan.start_row(), "c");
  EXPECT_FALSE(scan.include_start_row());
  EXPECT_EQ(scan.stop_row(), "d");
  EXPECT_TRUE(scan.include_stop_row());
  EXPECT_TRUE(scan.reversed());
  EXPECT_TRUE(scan.raw());
  EXPECT_EQ(scan.batch(), 3);
  EXPECT_EQ(scan.limit(), 4);
  EXPECT_EQ(scan.max_versions(), 5);
  EXPECT_EQ(scan.ReadAllVersions().max_versions(), kAllVersions);
}

TEST(QueryTest, CommonSettersKeepTheType) {
  const TimeRange range = TimeRange::Of(1, 2).value();
  const Scan scan = Scan()
                        .AddColumn("f", "q")
                        .SetMaxResultsPerColumnFamily(3)
                        .SetRowOffsetPerColumnFamily(4)
                        .SetCacheBlocks(false)
                        .SetColumnFamilyTimeRange("f", range)
                        .SetCaching(5)
                        .SetScanMetricsEnabled();
  EXPECT_EQ(scan.caching(), 5);
  EXPECT_TRUE(scan.scan_metrics_enabled());
  const Get get = Get("r").SetQuery(scan).SetCheckExistenceOnly();
  EXPECT_EQ(get.row(), "r");
  EXPECT_EQ(get.columns(), scan.columns());
  EXPECT_EQ(get.max_results_per_column_family(), 3);
  EXPECT_EQ(get.row_offset_per_column_family(), 4);
  EXPECT_FALSE(get.cache_blocks());
  EXPECT_EQ(get.column_family_time_ranges().at("f"), range);
}

TEST(QueryTest, RowPrefixSetsBothBounds) {
  Scan scan;
  scan.WithStartRow("x", false).WithStopRow("y", true).SetStartStopRowForPrefixScan("ab");
  EXPECT_EQ(scan.start_row(), "ab");
  EXPECT_TRUE(scan.include_start_row());
  EXPECT_EQ(scan.stop_row(), "ac");
  EXPECT_FALSE(scan.include_stop_row());
  scan.SetStartStopRowForPrefixScan("");
  EXPECT_EQ(scan.start_row(), "");
  EXPECT_EQ(scan.stop_row(), "");
}

TEST(QueryTest, PrefixStopCountsUp) {
  const struct {
    BytesView prefix;
    BytesView stop;
  } cases[] = {
      {"", ""},
      {"a", "b"},
      {BytesOf("a\0"), BytesOf("a\1")},
      {"a\xFF", "b"},
      {"a\xFE\xFF\xFF", "a\xFF"},
      {"\x7F", "\x80"},
      {"\xFF", ""},
      {"\xFF\xFF", ""},
  };
  for (const auto& c : cases) EXPECT_EQ(PrefixStop(c.prefix), c.stop) << ToStringBinary(c.prefix);
}

// R3: [start, stop) of a prefix holds exactly the keys that begin with it.
TEST(QueryTest, R3_PrefixRangeHoldsExactlyItsKeys) {
  std::mt19937 random(3);
  const auto bytes = [&random] {
    const char alphabet[] = {'\0', 'a', '\xFE', '\xFF'};
    Bytes text(random() % 4, '\0');
    for (char& c : text) c = alphabet[random() % std::size(alphabet)];
    return text;
  };
  for (int round = 0; round < 5000; ++round) {
    const Bytes prefix = bytes();
    const Bytes key = bytes();
    const Bytes stop = PrefixStop(prefix);
    const bool inside = key >= prefix && (stop.empty() || key < stop);
    ASSERT_EQ(inside, key.starts_with(prefix))
        << ToStringBinary(prefix) << " " << ToStringBinary(key);
  }
}

}  // namespace
}  // namespace basalt
