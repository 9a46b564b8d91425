#include "copy/copier.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "copy/test_tables.h"

namespace basalt::copy {
namespace {

using CopierTest = TwoStores;
using testing::HasSubstr;

TEST_F(CopierTest, CopiesWhatIsStored) {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string table = "t" + std::to_string(seed);
    MakeTable(*source_, table, {"r20", "r45"});
    RandomWriter(*source_, table, seed).Write(900);
    CopySpec spec = SmallSpec();
    spec.tables = table;
    spec.verify = spec.exact = true;
    const bool in_parts = seed % 2 == 0;
    if (!in_parts) spec.max_row_bytes = 1 << 20;
    const CopyReport report = RunWell(spec);
    ASSERT_FALSE(report.tables.empty());
    ExpectEqual(table, table);
    const auto stored = Dump(*source_, table, true);
    // A row in parts is copied again if its range was split after it.
    EXPECT_GE(report.tables[0].copied.cells, stored.size());
    if (!in_parts) {
      EXPECT_EQ(report.tables[0].copied.cells, stored.size());
    }
    EXPECT_EQ(report.tables[0].copied.rows, report.tables[0].verified_rows);
    EXPECT_GT(report.tables[0].copied.rows, 40);
    EXPECT_EQ(report.different(), 0);
    EXPECT_FALSE(std::filesystem::exists(spec.state_path));
    // Copying again changes nothing.
    RunWell(spec);
    ExpectEqual(table, table);
  }
}

TEST_F(CopierTest, CopiesTheSchema) {
  Check(source_->admin().CreateNamespace(
      {.name = "shop", .configuration = {{"hbase.namespace.quota.maxtables", "9"}}}));
  TableDescriptor table(Name("shop:orders"));
  table.SetAttribute("MAX_FILESIZE", "1073741824").SetAttribute("OWNER", "someone");
  Check(table.AddFamily(FamilyDescriptor("f")
                            .SetMaxVersions(7)
                            .SetTtlSeconds(86400)
                            .SetCompression(Compression::kZstd)
                            .SetConfiguration("hbase.hstore.blockingStoreFiles", "20")));
  Check(source_->admin().CreateTable(table, {"g", BytesOf("p\0").data()}));
  Write(*source_, "shop:orders", Put("x").AddColumn("f", "q", "v"));
  table.SetAttribute("READONLY", "true");
  Check(source_->admin().ModifyTable(table));

  EXPECT_TRUE(RunWell(Spec()).tables[0].made);
  const auto copied = destination_->admin().GetDescriptor(Name("shop:orders"));
  ASSERT_TRUE(copied.ok()) << copied.status().ToString();
  EXPECT_EQ(*copied, table);
  const auto namespaces = *destination_->admin().ListNamespaces();
  EXPECT_THAT(namespaces,
              testing::Contains(testing::Field(
                  &NamespaceDescriptor::configuration,
                  testing::Contains(testing::Pair("hbase.namespace.quota.maxtables", "9")))));
  EXPECT_EQ(*RegionStarts(*destination_, "shop:orders"), *RegionStarts(*source_, "shop:orders"));
  ExpectEqual("shop:orders", "shop:orders");

  // The state of a copy killed at the very end: no range is left.
  CopyState state{.source = NormalTarget(Spec().source),
                  .destination = NormalTarget(Spec().destination),
                  .time_range = {},
                  .tables = {{{Name("shop:orders"), Name("shop:orders")}, true}},
                  .ranges = {{.table = 0, .range = {}, .done = true}}};
  Check(WriteState(Spec().state_path, state));
  EXPECT_TRUE(RunWell(Spec()).continued);

  // The table rejects writes now, and the error says so.
  EXPECT_THAT(Run(Spec()).status().message(),
              HasSubstr("table 'shop:orders': is read-only in the destination"));
}

TEST_F(CopierTest, RefusesTablesThatDoNotFit) {
  MakeTable(*source_, "t");
  TableDescriptor table(Name("t"));
  Check(table.AddFamily(FamilyDescriptor("f")));
  Check(destination_->admin().CreateTable(table));
  EXPECT_EQ(Run(Spec()).status().message(),
            "table 't': is in the destination without the family 'g'");
  EXPECT_FALSE(std::filesystem::exists(Spec().state_path));

  CopySpec other_name = Spec();
  other_name.tables = "t=u";
  RunWell(other_name);
  Check(source_->admin().DisableTable(Name("t")));
  EXPECT_EQ(Run(other_name).status().message(), "table 't' is disabled in the source");
  other_name.tables = "t=v";
  other_name.copy = false;
  Check(source_->admin().EnableTable(Name("t")));
  EXPECT_EQ(Run(other_name).status().message(), "the destination has no table 'v'");
  other_name.tables = "nope";
  EXPECT_EQ(Run(other_name).status().code(), StatusCode::kTableNotFound);
}

TEST_F(CopierTest, TakesOnlyTheTimesAskedFor) {
  MakeTable(*source_, "t");
  for (int64_t ts = 1; ts <= 6; ++ts) {
    Write(*source_, "t", Put("r").AddColumn("g", "q", ts, "v" + std::to_string(ts)));
  }
  Write(*source_, "t", Delete("r").AddColumn("g", "q", 2));
  Write(*source_, "t", Delete("r").AddColumn("g", "q", 4));
  CopySpec spec = Spec();
  spec.time_range = *TimeRange::Of(3, 6);
  spec.verify = spec.exact = true;
  const CopyReport report = RunWell(spec);
  EXPECT_EQ(report.different(), 0);
  EXPECT_EQ(report.this_run.cells, 4) << "3, 4, its marker, 5";
  EXPECT_EQ(Dump(*destination_, "t", true).size(), 4);
}

TEST_F(CopierTest, GoesOnWhereItWas) {
  MakeTable(*source_, "t", {"m"});
  for (const char* row : {"a", "b", "c", "n", "o"}) {
    Write(*source_, "t", Put(row).AddColumn("f", "q", 1, "v"));
  }
  CopyState state{.source = NormalTarget(Spec().source),
                  .destination = NormalTarget(Spec().destination),
                  .time_range = {},
                  .tables = {{{Name("t"), Name("t")}, true}},
                  .ranges = {}};
  state.ranges.push_back({.table = 0, .range = {"", "m"}, .last_row = "b", .counts = {.rows = 2}});
  state.ranges.push_back({.table = 0, .range = {"m", ""}, .done = true, .counts = {.rows = 2}});
  Check(WriteState(Spec().state_path, state));

  const CopyReport report = RunWell(Spec());
  EXPECT_TRUE(report.continued);
  EXPECT_EQ(report.this_run.rows, 1);
  EXPECT_EQ(report.tables[0].copied.rows, 5);
  // Finished ranges are not read again.
  ASSERT_EQ(Dump(*destination_, "t", true).size(), 1);
  EXPECT_THAT(Dump(*destination_, "t", true)[0], HasSubstr("c/f:q/1/Put"));
}

TEST_F(CopierTest, RefusesTheStateOfAnotherCopy) {
  MakeTable(*source_, "t");
  MakeTable(*source_, "u");
  CopyState state{.source = NormalTarget(Spec().source),
                  .destination = NormalTarget(Spec().destination),
                  .time_range = {},
                  .tables = {{{Name("t"), Name("t")}, true}},
                  .ranges = {}};
  Check(WriteState(Spec().state_path, state));
  EXPECT_THAT(Run(Spec()).status().message(), HasSubstr("an unfinished copy with other tables"));
  CopySpec spec = Spec();
  spec.tables = "t";
  spec.time_range = *TimeRange::Of(5, 10);
  EXPECT_THAT(Run(spec).status().message(), HasSubstr("an unfinished copy with other times"));
  state.destination = "elsewhere";
  Check(WriteState(Spec().state_path, state));
  EXPECT_THAT(Run(spec).status().message(), HasSubstr("another source or destination"));
  std::ofstream(Spec().state_path) << "{\"format\": \"basalt-copy-1\", \"tables\": 5}";
  EXPECT_EQ(Run(Spec()).status().code(), StatusCode::kCorruption);
  spec.restart = true;
  RunWell(spec);
  EXPECT_FALSE(std::filesystem::exists(Spec().state_path));
}

TEST_F(CopierTest, Stops) {
  MakeTable(*source_, "t");
  Write(*source_, "t", Put("a").AddColumn("f", "q", 1, "v"));
  {
    Copier copier(*source_, *destination_, Spec(), [](const Progress&) {});
    copier.Stop();
    EXPECT_EQ(copier.Run().status().code(), StatusCode::kCancelled);
    EXPECT_EQ(copier.state_path(), Spec().state_path);
  }
  EXPECT_TRUE(std::filesystem::exists(Spec().state_path));
  EXPECT_TRUE(RunWell(Spec()).continued);
  ExpectEqual("t", "t");
}

TEST_F(CopierTest, CopiesWithinAStore) {
  MakeTable(*source_, "t");
  Write(*source_, "t", Put("a").AddColumn("f", "q", 1, "v"));
  CopySpec spec = Spec();
  spec.destination = spec.source;
  const auto run = [&] {
    return Copier(*source_, *source_, spec, [](const Progress&) {}).Run().status();
  };
  EXPECT_EQ(run().message(), "source and destination of table 't' are the same");
  spec.tables = "t=u";
  Check(run());
  EXPECT_EQ(Dump(*source_, "t", true), Dump(*source_, "u", true));
}

}  // namespace
}  // namespace basalt::copy
