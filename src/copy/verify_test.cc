#include <gmock/gmock.h>

#include "copy/test_tables.h"

namespace basalt::copy {
namespace {

class VerifyTest : public TwoStores {
 protected:
  void SetUp() override {
    TwoStores::SetUp();
    MakeTable(*source_, "t", {"r30"});
    for (int i = 10; i < 60; ++i) {
      Write(*source_, "t", Put("r" + std::to_string(i)).AddColumn("f", "q", 5, "v"));
    }
    Write(*source_, "t", Delete("r20").AddColumns("f", "q", 5));
    RunWell(SmallSpec());
  }
  CopySpec VerifySpec(bool repair) const {
    CopySpec spec = SmallSpec();
    spec.copy = false;
    spec.verify = true;
    spec.repair = repair;
    return spec;
  }
};

TEST_F(VerifyTest, FindsAndRepairs) {
  EXPECT_EQ(RunWell(VerifySpec(false)).different(), 0);
  Write(*destination_, "t", Put("r11x").AddColumn("f", "q", 5, "surplus row"));
  Write(*destination_, "t", Put("r12").AddColumn("f", "q", 5, "other value"));
  Write(*destination_, "t", Put("r13").AddColumn("f", "q", 6, "surplus version"));
  Write(*destination_, "t", Put("r14").AddColumn("f", "p", 6, "surplus column"));
  Write(*source_, "t", Put("r29").AddColumn("f", "q", 7, "missing version"));
  Write(*source_, "t", Put("r61").AddColumn("f", "q", 1, "missing row"));
  Write(*source_, "t", Delete("r40").AddColumns("f", "q", 5));
  Write(*destination_, "t", Put("r99").AddColumn("f", "q", 5, "behind all"));

  const CopyReport found = RunWell(VerifySpec(false));
  DifferentRange sum;
  for (const DifferentRange& range : found.tables[0].different) {
    sum.missing += range.missing;
    sum.surplus += range.surplus;
    sum.changed += range.changed;
  }
  EXPECT_EQ(sum.missing, 1);
  EXPECT_EQ(sum.surplus, 3) << "r11x, r40, r99";
  EXPECT_EQ(sum.changed, 4);
  EXPECT_EQ(found.tables[0].different.front().first, "r11x");
  EXPECT_EQ(found.tables[0].different.back().last, "r99");
  EXPECT_NE(Dump(*source_, "t", false), Dump(*destination_, "t", false)) << "only looked";

  const CopyReport repaired = RunWell(VerifySpec(true));
  EXPECT_EQ(repaired.different(), 0);
  EXPECT_GE(repaired.tables[0].repaired, 3);
  EXPECT_EQ(Dump(*source_, "t", false), Dump(*destination_, "t", false));
  EXPECT_EQ(RunWell(VerifySpec(false)).different(), 0);
}

TEST_F(VerifyTest, RepairsWhatWasRandomlyChanged) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string name = "u" + std::to_string(seed);
    MakeTable(*source_, name);
    MakeTable(*destination_, name);
    RandomWriter(*source_, name, seed).Write(500);
    // Puts only: the destination's own markers are another test.
    const auto table = *destination_->GetTable(Name(name));
    std::mt19937_64 random(seed);
    for (int i = 0; i < 300; ++i) {
      Put put("r" + std::to_string(random() % 90));
      put.AddColumn(random() % 2 == 0 ? "f" : "g", "a", static_cast<int64_t>(1 + random() % 15),
                    "other");
      Check(table->Put(put));
    }
    CopySpec spec = VerifySpec(true);
    spec.tables = name;
    EXPECT_EQ(RunWell(spec).different(), 0);
    EXPECT_EQ(Dump(*source_, name, false), Dump(*destination_, name, false));
  }
}

TEST_F(VerifyTest, MarkersOfTheDestinationStay) {
  Write(*destination_, "t", Delete("r50"));
  CopyReport report = RunWell(VerifySpec(true));
  ASSERT_EQ(report.different(), 1);
  EXPECT_EQ(report.tables[0].different[0].missing, 1);
  Check(destination_->admin().MajorCompact(Name("t")));
  report = RunWell(VerifySpec(true));
  EXPECT_EQ(report.different(), 0);
  EXPECT_EQ(report.tables[0].repaired, 1);
  EXPECT_EQ(Dump(*source_, "t", false), Dump(*destination_, "t", false));
}

TEST_F(VerifyTest, OldCellsAreNoDifferenceToReaders) {
  // Drops the deleted cell and its marker.
  Check(destination_->admin().MajorCompact(Name("t")));
  EXPECT_NE(Dump(*source_, "t", true), Dump(*destination_, "t", true));
  CopySpec spec = VerifySpec(false);
  CopyReport report = RunWell(spec);
  EXPECT_EQ(report.different(), 0);
  EXPECT_EQ(report.tables[0].old_cells_differ, 1);
  spec.exact = true;
  report = RunWell(spec);
  EXPECT_EQ(report.different(), 1);
  EXPECT_EQ(report.tables[0].old_cells_differ, 0);
}

TEST_F(VerifyTest, Reports) {
  Write(*destination_, "t", Put("r12").AddColumn("f", "q", 5, "other value"));
  CopySpec spec = Spec();
  spec.copy = false;
  spec.verify = true;
  const CopyReport report = RunWell(spec);
  EXPECT_EQ(TextReport(report),
            "t: verified 50 rows in 2 ranges, 1 different\n"
            "  rows 'r12' to 'r12': 1 different\n");
  EXPECT_THAT(JsonReport(spec, report), testing::HasSubstr("\"equal\": false"));
  EXPECT_EQ(ProgressLine({.doing = "copying",
                          .counts = {.rows = 1200, .cells = 3600, .bytes = 12'000'000},
                          .seconds = 4,
                          .ranges_done = 1,
                          .ranges = 2,
                          .fraction = 0.5}),
            "copying: 1,200 rows, 3,600 cells, 12.0 MB, 3.0 MB/s, 1 of 2 ranges, about 4 s left");
}

}  // namespace
}  // namespace basalt::copy
