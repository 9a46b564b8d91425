#include "copy/row_batch.h"

#include "copy/test_tables.h"

namespace basalt::copy {
namespace {

using RowBatchTest = TwoStores;

// A large row is written in parts. The destination may compact between any two of them, and cells
// that are hidden in the source must not become visible.
TEST_F(RowBatchTest, MarkersReachEveryPart) {
  TableDescriptor descriptor(Name("t"));
  Check(descriptor.AddFamily(FamilyDescriptor("f").SetMaxVersions(5)));
  Check(descriptor.AddFamily(FamilyDescriptor("g").SetMaxVersions(5)));
  Check(source_->admin().CreateTable(descriptor));
  Check(destination_->admin().CreateTable(descriptor));
  Put put("r");
  for (const char* family : {"f", "g"}) {
    for (const char* qualifier : {"", "a", "b", "c"}) {
      for (int64_t ts = 1; ts <= 5; ++ts) put.AddColumn(family, qualifier, ts, "value");
    }
  }
  Write(*source_, "t", put);
  Write(*source_, "t", Delete("r").AddFamily("f", 2).AddFamilyVersion("f", 4));
  Write(*source_, "t", Delete("r").AddColumns("g", "a", 3).AddColumn("g", "b", 5));

  const auto table = *destination_->GetTable(Name("t"));
  auto scanner = *(*source_->GetTable(Name("t")))->GetScanner(Scan().SetRaw().ReadAllVersions());
  RowResult row;
  ASSERT_TRUE(*scanner.Next(row));
  RowBatch batch(100);
  int parts = 0;
  for (const CellView cell : row) {
    RowResult one;
    one.StartRow("r");
    one.Append(cell);
    batch.Add(one);
    EXPECT_EQ(batch.current_row(), "r");
    if (batch.mutations() == 0) continue;
    Check(batch.WriteTo(*table));
    Check(destination_->admin().MajorCompact(Name("t")));
    ++parts;
  }
  EXPECT_EQ(batch.last_row(), "");
  batch.EndRow();
  EXPECT_EQ(batch.last_row(), "r");
  Check(batch.WriteTo(*table));
  EXPECT_GT(parts, 10);
  EXPECT_EQ(Dump(*source_, "t", false), Dump(*destination_, "t", false));
}

TEST_F(RowBatchTest, ARowIsOneMutation) {
  MakeTable(*source_, "t");
  Write(*source_, "t", Put("a").AddColumn("f", "q", 1, "v").AddColumn("g", "q", 1, "v"));
  Write(*source_, "t", Delete("a").AddColumns("f", "q", 1));
  Write(*source_, "t", Put("b").AddColumn("f", "q", 1, "v"));
  Write(*source_, "t", Delete("c").AddFamily("f", 1));
  auto scanner = *(*source_->GetTable(Name("t")))->GetScanner(Scan().SetRaw().ReadAllVersions());
  RowBatch batch(1000);
  for (const RowResult& row : scanner) batch.Add(row);
  EXPECT_EQ(batch.rows(), 2) << "the third may go on";
  batch.EndRow();
  EXPECT_EQ(batch.mutations(), 3);
  EXPECT_EQ(batch.rows(), 3);
  EXPECT_EQ(batch.cells(), 5);
  EXPECT_EQ(batch.last_row(), "c");
  batch.Clear();
  EXPECT_EQ(batch.mutations(), 0);
  EXPECT_EQ(batch.last_row(), "");
}

}  // namespace
}  // namespace basalt::copy
