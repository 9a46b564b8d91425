// Regions: found, split, merged, and what is refused.
#include <atomic>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/region_ranges.h"
#include "catalog/test_catalog.h"

namespace basalt::catalog {
namespace {

using model::RegionInfo;
using testing::Contains;
using testing::Pair;

TEST(Regions, FoundByTheirNames) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  const auto region = catalog.Regions("t")[1];
  EXPECT_EQ(*catalog->regions().Find(region->name()), region);
  EXPECT_EQ(*catalog->regions().FindByEncodedName(region->encoded_name()), region);
  EXPECT_EQ(*catalog->regions().FindAny(region->name()), region);
  EXPECT_EQ(*catalog->regions().FindAny(region->encoded_name()), region);
  // The digits decide, whatever stands before them.
  EXPECT_EQ(*catalog->regions().Find("x." + region->encoded_name() + "."), region);
  EXPECT_EQ((*catalog->regions().Find("hbase:meta,,1"))->info(), RegionInfo::Meta());
  EXPECT_EQ((*catalog->regions().FindByEncodedName("1588230740"))->info(), RegionInfo::Meta());
  EXPECT_EQ(region->table(), *catalog->tables().Find(Name("t")));

  const Status none = catalog->regions().Find("t,\x01,1").status();
  EXPECT_EQ(none.code(), StatusCode::kNotServingRegion);
  EXPECT_EQ(none.message(), "t,\\x01,1 is not online on");
  // HBase does not take the digits alone for a name.
  EXPECT_EQ(catalog->regions().Find(region->encoded_name()).status().code(),
            StatusCode::kNotServingRegion);
  EXPECT_EQ(catalog->regions().FindAny("x").status().code(), StatusCode::kUnknownRegion);
}

// R21
TEST(Regions, FoundByTheirRows) {
  TestCatalog catalog;
  catalog.Create("t", {"c", "m"});
  const auto regions = catalog.Regions("t");
  EXPECT_EQ(*catalog->regions().For(Name("t"), ""), regions[0]);
  EXPECT_EQ(*catalog->regions().For(Name("t"), "bzz"), regions[0]);
  EXPECT_EQ(*catalog->regions().For(Name("t"), "c"), regions[1]);
  EXPECT_EQ(*catalog->regions().For(Name("t"), "zzz"), regions[2]);
  EXPECT_EQ(catalog->regions().For(Name("none"), "r").status().code(), StatusCode::kTableNotFound);
  EXPECT_EQ(catalog->regions().Of(Name("none")).status().code(), StatusCode::kTableNotFound);
  EXPECT_TRUE((*catalog->regions().For(model::MetaTableName(), "t,,1"))->info().is_meta());
}

TEST(Regions, ServeWhileTheirTableIsEnabled) {
  TestCatalog catalog;
  catalog.Create("t");
  const Bytes name = catalog.Regions("t")[0]->name();
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_FALSE(catalog.Regions("t")[0]->online());
  EXPECT_EQ(catalog->regions().Find(name).status().code(), StatusCode::kNotServingRegion);
  EXPECT_TRUE(catalog->regions().FindAny(name).ok());
  catalog.Reopen();
  EXPECT_FALSE(catalog->regions().Find(name).ok());
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), true).ok());
  EXPECT_TRUE(catalog->regions().Find(name).ok()) << "the same region again";
  const auto region = catalog.Regions("t")[0];
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog->tables().Delete(Name("t")).ok());
  EXPECT_FALSE(region->online());
  EXPECT_EQ(catalog->regions().FindAny(name).status().code(), StatusCode::kUnknownRegion);
}

TEST(Regions, TruncationMakesNewOnes) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  const int64_t old_id = catalog.Regions("t")[0]->info().region_id;
  catalog.Put("t", "row");
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog->tables().Truncate(Name("t"), true).ok());
  EXPECT_EQ(catalog.Ranges("t"), "[,m) [m,)");
  EXPECT_GT(catalog.Regions("t")[0]->info().region_id, old_id);
  EXPECT_TRUE(catalog.Regions("t")[0]->online());
  EXPECT_EQ(catalog.Cells("t").size(), 0U);
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog->tables().Truncate(Name("t"), false).ok());
  EXPECT_EQ(catalog.Ranges("t"), "[,)");
  const auto rows = catalog.MetaRows();
  EXPECT_EQ(rows.size(), 4U);
  catalog.Reopen();
  EXPECT_EQ(catalog.Ranges("t"), "[,)");
}

TEST(Regions, AnotherTableOfTheSameNameHasOtherRegions) {
  TestCatalog catalog;
  catalog.Create("t");
  const auto old = catalog.Regions("t")[0];
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  ASSERT_TRUE(catalog->tables().Delete(Name("t")).ok());
  catalog.Create("t");
  EXPECT_NE(catalog.Regions("t")[0]->name(), old->name());
}

TEST(Splits, AtAGivenRow) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  auto parent = catalog.Regions("t")[0];
  const Bytes parent_name = parent->name();
  {
    const auto daughters = catalog->regions().Split(parent_name, "c");
    ASSERT_TRUE(daughters.ok()) << daughters.status().ToString();
    EXPECT_EQ(catalog.Ranges("t"), "[,c) [c,m) [m,)");
    EXPECT_EQ((*daughters)[0], catalog.Regions("t")[0]);
    EXPECT_EQ((*daughters)[1], catalog.Regions("t")[1]);
    for (const auto& daughter : *daughters) {
      EXPECT_TRUE(daughter->online());
      EXPECT_TRUE(catalog->regions().Find(daughter->name()).ok());
      EXPECT_GT(daughter->info().region_id, parent->info().region_id);
    }
  }
  EXPECT_FALSE(parent->online());
  EXPECT_EQ(catalog->regions().Find(parent_name).status().code(), StatusCode::kNotServingRegion);
  parent.reset();
  catalog.Reopen();
  EXPECT_EQ(catalog.Ranges("t"), "[,c) [c,m) [m,)");
  EXPECT_FALSE(catalog->regions().Find(parent_name).ok());
}

TEST(Splits, InTheMiddleOfTheData) {
  TestCatalog catalog;
  catalog.Create("t");
  const Status empty =
      catalog->regions().Split(catalog.Regions("t")[0]->name(), std::nullopt).status();
  EXPECT_EQ(empty.code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(empty.message(),
            "Region not splittable because bestSplitPoint = null, maybe table is too small for "
            "auto split. For force split, try specifying split row");
  for (const char* row : {"a", "b", "c", "d"}) catalog.Put("t", row, 100);
  ASSERT_TRUE(catalog->regions().Split(catalog.Regions("t")[0]->name(), std::nullopt).ok());
  EXPECT_EQ(catalog.Ranges("t"), "[,c) [c,)");
  // An empty row is HBase's way to say none.
  ASSERT_TRUE(catalog->regions().Split(catalog.Regions("t")[1]->name(), Bytes()).ok());
  EXPECT_EQ(catalog.Ranges("t"), "[,c) [c,d) [d,)");
  EXPECT_FALSE(catalog->regions().Split(catalog.Regions("t")[2]->name(), std::nullopt).ok());
}

// The middle is looked for before the change has its turn; what was found is then checked again.
TEST(Splits, OneOfManyAtATimeWins) {
  TestCatalog catalog;
  catalog.Create("t");
  for (int i = 0; i < 100; ++i) catalog.Put("t", fmt::format("a{:03}", i), 1000);
  const Bytes name = catalog.Regions("t")[0]->name();
  std::atomic<int> done{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto split = catalog->regions().Split(name, std::nullopt);
      if (split.ok()) {
        ++done;
      } else {
        EXPECT_EQ(split.status().code(), StatusCode::kUnknownRegion) << split.status().ToString();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(done, 1);
  const auto regions = catalog.Regions("t");
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[0]->info().end_key, regions[1]->info().start_key);
}

TEST(Splits, Refused) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  const auto region = catalog.Regions("t")[1];
  const Status start = catalog->regions().Split(region->name(), "m").status();
  EXPECT_EQ(start.code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(start.message(), "Split row is equal to startkey: m");
  const Status outside = catalog->regions().Split(region->name(), "a").status();
  EXPECT_EQ(outside.code(), StatusCode::kDoNotRetry);
  EXPECT_EQ(outside.message(), "Split row is not inside region key range splitKey:a region: " +
                                   region->info().ToString());
  const Status unknown = catalog->regions().Split(Bytes(32, '0'), "a").status();
  EXPECT_EQ(unknown.code(), StatusCode::kUnknownRegion);
  EXPECT_EQ(unknown.message(), "No RegionState found for 00000000000000000000000000000000");
  EXPECT_EQ(catalog->regions().Split("hbase:meta,,1", "a").status().message(),
            "1588230740 NOT splittable");

  TableDescriptor fixed = Descriptor("fixed");
  fixed.SetAttribute("SPLIT_ENABLED", "false");
  fixed.SetAttribute("MERGE_ENABLED", "false");
  ASSERT_TRUE(catalog->tables().Create(fixed, {"m"}).ok());
  const auto regions = catalog.Regions("fixed");
  EXPECT_EQ(
      catalog->regions().Split(regions[0]->name(), "a").status().message(),
      "Split region " + regions[0]->name() + " failed as region split is disabled for the table");
  EXPECT_EQ(
      catalog->regions().Merge({regions[0]->name(), regions[1]->name()}, true).status().message(),
      "Merge of [" + regions[0]->encoded_name() + ", " + regions[1]->encoded_name() +
          "] failed as region merge is disabled for the table");

  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_EQ(catalog->regions().Split(region->name(), "x").status().code(),
            StatusCode::kTableNotEnabled);
  EXPECT_EQ(catalog.Ranges("t"), "[,m) [m,)");
}

TEST(Merges, NeighboursBecomeOne) {
  TestCatalog catalog;
  catalog.Create("t", {"b", "c", "d"});
  Bytes name;
  {
    const auto old = catalog.Regions("t");
    // In any order, and more than two.
    const auto merged =
        catalog->regions().Merge({old[3]->name(), old[2]->name(), old[1]->encoded_name()}, false);
    ASSERT_TRUE(merged.ok()) << merged.status().ToString();
    EXPECT_EQ(catalog.Ranges("t"), "[,b) [b,)");
    EXPECT_TRUE((*merged)->online());
    EXPECT_GT((*merged)->info().region_id, old[3]->info().region_id);
    EXPECT_FALSE(old[1]->online());
    EXPECT_FALSE(catalog->regions().Find(old[3]->name()).ok());
    EXPECT_TRUE(catalog->regions().Find(old[0]->name()).ok());
    name = (*merged)->name();
  }
  catalog.Reopen();
  EXPECT_EQ(catalog.Ranges("t"), "[,b) [b,)");
  EXPECT_TRUE(catalog->regions().Find(name).ok());
}

TEST(Merges, DaughtersBecomeTheParentAgain) {
  TestCatalog catalog;
  catalog.Create("t");
  const auto parent = catalog.Regions("t")[0];
  const auto daughters = *catalog->regions().Split(parent->name(), "m");
  const auto merged =
      *catalog->regions().Merge({daughters[0]->name(), daughters[1]->name()}, false);
  EXPECT_EQ(catalog.Ranges("t"), "[,)");
  EXPECT_GT(merged->info().region_id, daughters[0]->info().region_id);
  EXPECT_EQ(*catalog->regions().For(Name("t"), "x"), merged);
}

TEST(Merges, ForcedOnesTakeWhatLiesBetween) {
  TestCatalog catalog;
  catalog.Create("t", {"b", "c", "d"});
  const auto old = catalog.Regions("t");
  const Status apart = catalog->regions().Merge({old[0]->name(), old[2]->name()}, false).status();
  EXPECT_EQ(apart.code(), StatusCode::kMergeRegion);
  EXPECT_EQ(apart.message(), "Unable to merge non-adjacent or non-overlapping regions '" +
                                 old[0]->encoded_name() + "', '" + old[2]->encoded_name() +
                                 "' when force=false");
  ASSERT_TRUE(catalog->regions().Merge({old[0]->name(), old[2]->name()}, true).ok());
  EXPECT_EQ(catalog.Ranges("t"), "[,d) [d,)");
  EXPECT_FALSE(old[1]->online());
}

TEST(Merges, Refused) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  catalog.Create("u");
  const auto regions = catalog.Regions("t");
  const auto other = catalog.Regions("u")[0];
  const auto refusal = [&](std::vector<Bytes> names) {
    const Status status = catalog->regions().Merge(names, false).status();
    EXPECT_EQ(status.code(), StatusCode::kMergeRegion);
    return status.message();
  };
  EXPECT_EQ(refusal({regions[0]->name(), regions[0]->encoded_name()}),
            "Duplicate regions specified; cannot merge a region to itself. Passed in 2 but only 1 "
            "unique.");
  EXPECT_EQ(refusal({regions[0]->name()}), "Need two Regions at least to run a Merge");
  EXPECT_EQ(refusal({}), "Need two Regions at least to run a Merge");
  EXPECT_EQ(refusal({regions[0]->name(), other->name()}),
            "Can't merge regions from different tables: " + regions[0]->info().ToString() + ", " +
                other->info().ToString());
  EXPECT_EQ(catalog->regions().Merge({"x", "y"}, false).status().code(),
            StatusCode::kUnknownRegion);
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_EQ(refusal({regions[0]->name(), regions[1]->name()}),
            "org.apache.hadoop.hbase.client.DoNotRetryRegionException: " +
                regions[0]->encoded_name() + " is not OPEN; state=CLOSED");
}

TEST(Regions, SizesAreThoseOfTheirRows) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  for (int i = 0; i < 100; ++i) catalog.Put("t", fmt::format("a{:03}", i), 10000);
  ASSERT_TRUE((*(*catalog->tables().Find(Name("t")))->Cells())->Flush({}).ok());
  const auto regions = catalog.Regions("t");
  const auto low = *Regions::SizeOf(*regions[0]);
  const auto high = *Regions::SizeOf(*regions[1]);
  ASSERT_EQ(low.size(), 1U);
  EXPECT_EQ(low[0].family, "f");
  EXPECT_EQ(low[0].store_files, 1);
  EXPECT_GT(low[0].disk_bytes, 900'000U);
  EXPECT_EQ(high[0].disk_bytes, 0U);
  EXPECT_EQ(high[0].store_files, 0);
  const auto both = *Regions::SizesOf(regions);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0][0].disk_bytes, low[0].disk_bytes);
  EXPECT_EQ(both[1][0].disk_bytes, 0U);
  EXPECT_TRUE(Regions::SizesOf({})->empty());
}

TEST(Regions, CountersStartAtZero) {
  TestCatalog catalog;
  catalog.Create("t");
  const auto region = catalog.Regions("t")[0];
  for (int i = 0; i < 3; ++i) region->RecordRead("a", 0);
  for (int i = 0; i < 2; ++i) region->RecordWrite(basalt::Put("a"));
  region->RecordFilteredRead();
  EXPECT_EQ(region->reads(), 3U);
  EXPECT_EQ(region->writes(), 2U);
  EXPECT_EQ(region->filtered_reads(), 1U);
  EXPECT_EQ((*catalog->regions().Split(region->name(), "m"))[0]->reads(), 0U);
}

TEST(RegionRanges, HolesAreWhatNoRegionCovers) {
  const auto infos = CutAt(Name("t"), {"b", "d", "f"}, 1);
  EXPECT_TRUE(FillHoles(Name("t"), infos, 2).empty());
  const auto holes = FillHoles(Name("t"), {infos[1], infos[1], infos[2]}, 2);
  ASSERT_EQ(holes.size(), 2U);
  EXPECT_EQ(holes[0].start_key, "");
  EXPECT_EQ(holes[0].end_key, "b");
  EXPECT_EQ(holes[1].start_key, "f");
  EXPECT_EQ(holes[1].end_key, "");
  EXPECT_EQ(FillHoles(Name("t"), {}, 2), CutAt(Name("t"), {}, 2));
  // A small region inside of a large one leaves no hole behind itself.
  auto inside = infos[1];
  inside.start_key = "bb";
  inside.end_key = "c";
  EXPECT_TRUE(FillHoles(Name("t"), {infos[0], infos[1], inside, infos[2], infos[3]}, 2).empty());
}

// Lookups go on while regions come and go: a row always has a region, and one found online holds
// the row.
TEST(Regions, LookupsBesideSplitsAndMerges) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  constexpr int kRounds = 40;
  std::atomic<bool> stop{false};
  std::atomic<int> lookups{0};
  std::vector<std::thread> readers;
  for (const char* row : {"a", "p"}) {
    readers.emplace_back([&catalog, &stop, &lookups, row] {
      while (!stop) {
        const auto by_row = catalog->regions().For(Name("t"), row);
        ASSERT_TRUE(by_row.ok()) << by_row.status().ToString();
        ASSERT_TRUE((*by_row)->info().Contains(row));
        const auto by_name = catalog->regions().Find((*by_row)->name());
        if (by_name.ok()) {
          ASSERT_EQ(*by_name, *by_row);
        } else {
          ASSERT_FALSE((*by_row)->online());
        }
        ASSERT_GE(catalog->regions().All().size(), 3U);
        ++lookups;
      }
    });
  }
  for (int i = 0; i < kRounds; ++i) {
    const auto daughters =
        catalog->regions().Split((*catalog->regions().For(Name("t"), "a"))->name(), "g");
    ASSERT_TRUE(daughters.ok()) << daughters.status().ToString();
    ASSERT_TRUE(
        catalog->regions().Merge({(*daughters)[0]->name(), (*daughters)[1]->name()}, false).ok());
  }
  while (lookups < 100) std::this_thread::yield();
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(catalog.Ranges("t"), "[,m) [m,)");
}

// Before, a region that was closed by hand was open again after a restart, and meta called it open
// all the time.
TEST(Regions, AClosedRegionStaysClosed) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  // Regions keep the store open, so only the names live on.
  const Bytes name = catalog.Regions("t")[1]->name();
  const std::string encoded = catalog.Regions("t")[1]->encoded_name();
  ASSERT_TRUE(catalog->regions().SetOpen(name, false).ok());
  EXPECT_THAT(catalog.MetaRow(name), Contains(Pair("info:state", "CLOSED")));
  EXPECT_EQ(catalog->regions().Find(name).status().code(), StatusCode::kNotServingRegion);
  EXPECT_EQ(catalog->regions().SetOpen(name, false).message(),
            "Unexpected state for state=CLOSED, table=t, region=" + encoded);
  EXPECT_EQ(catalog->regions().Split(name, "x").status().code(), StatusCode::kRegionState);
  catalog.Reopen();
  EXPECT_TRUE(catalog.Regions("t")[0]->online());
  ASSERT_FALSE(catalog.Regions("t")[1]->online());
  ASSERT_TRUE(catalog->regions().SetOpen(encoded, true).ok());
  EXPECT_TRUE(catalog->regions().Find(name).ok());
  EXPECT_THAT(catalog.MetaRow(name), Contains(Pair("info:state", "OPEN")));
  catalog.Reopen();
  EXPECT_TRUE(catalog.Regions("t")[1]->online());
}

TEST(Regions, EnablingATableOpensAllItsRegions) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  ASSERT_TRUE(catalog->regions().SetOpen(catalog.Regions("t")[0]->name(), false).ok());
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), false).ok());
  EXPECT_EQ(catalog->regions().SetOpen(catalog.Regions("t")[0]->name(), true).code(),
            StatusCode::kDoNotRetry);
  ASSERT_TRUE(catalog->tables().SetEnabled(Name("t"), true).ok());
  for (const RegionPtr& open : catalog.Regions("t")) EXPECT_TRUE(open->online());
}

TEST(Regions, TheCatalogsOwnAreNotClosed) {
  TestCatalog catalog;
  EXPECT_EQ(catalog->regions().SetOpen("hbase:meta,,1", false).code(), StatusCode::kNotSupported);
  EXPECT_EQ(catalog->regions().SetOpen("nothing", false).code(), StatusCode::kUnknownRegion);
}

TEST(Regions, SwitchesStopSplitsAndMerges) {
  TestCatalog catalog;
  catalog.Create("t", {"m"});
  const auto regions = catalog.Regions("t");
  catalog->regions().split_switch() = false;
  catalog->regions().merge_switch() = false;
  EXPECT_EQ(
      catalog->regions().Split(regions[0]->encoded_name(), "c").status().message(),
      "Split region " + ToStringBinary(regions[0]->name()) + " failed due to split switch off");
  const std::vector<Bytes> both = {regions[0]->encoded_name(), regions[1]->encoded_name()};
  EXPECT_EQ(catalog->regions().Merge(both, false).status().message(),
            "Merge of [" + both[0] + ", " + both[1] + "] failed because merge switch is off");
  catalog->regions().split_switch() = true;
  catalog->regions().merge_switch() = true;
  EXPECT_TRUE(catalog->regions().Merge(both, false).ok());
  EXPECT_TRUE(catalog->regions().Split(catalog.Regions("t")[0]->encoded_name(), "c").ok());
}

}  // namespace
}  // namespace basalt::catalog
