#include "store/range_size.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/testing.h"
#include "store/cell_table.h"

namespace basalt::store {
namespace {

class RangeSize : public ::testing::Test {
 protected:
  RangeSize() {
    StoreOptions options;
    options.automatic_compactions = false;
    store_ = *Store::Open(directory_.Sub("data"), options);
    TableDescriptor descriptor(*TableName::Parse("t"));
    std::vector<std::shared_ptr<Family>> families;
    for (const char* name : {"f", "g"}) {
      EXPECT_TRUE(descriptor.AddFamily(FamilyDescriptor(name)).ok());
      families.push_back(*store_->CreateFamily(name, FamilyDescriptor(name)));
    }
    table_ = std::make_unique<CellTable>(store_, 1, descriptor, families);
  }

  void Write(const Bytes& row, size_t bytes, const char* family = "f") {
    const Mutation put = Put(row).AddColumn(family, "q", 1, Bytes(bytes, 'x'));
    ASSERT_TRUE(table_->MutateRow(row, std::span(&put, 1)).ok());
  }
  std::optional<Bytes> Middle(Bytes start = {}, Bytes stop = {}) {
    auto middle = MiddleRow(*store_, table_->families(), {std::move(start), std::move(stop)});
    EXPECT_TRUE(middle.ok()) << middle.status().ToString();
    return *middle;
  }
  std::vector<FamilySize> Measure(Bytes start = {}, Bytes stop = {}) {
    return *MeasureRows(*store_, table_->families(), {std::move(start), std::move(stop)});
  }

  base::TempDir directory_;
  std::shared_ptr<Store> store_;
  std::unique_ptr<CellTable> table_;
};

TEST_F(RangeSize, NothingHasNoMiddle) {
  EXPECT_EQ(Middle(), std::nullopt);
  Write("only", 10);
  EXPECT_EQ(Middle(), std::nullopt);
  Write("only", 1000, "g");
  EXPECT_EQ(Middle(), std::nullopt);
}

TEST_F(RangeSize, MiddleOfFewRowsIsByBytes) {
  for (const char* row : {"a", "b", "c", "d"}) Write(row, 100);
  EXPECT_EQ(Middle(), "c");
  EXPECT_EQ(Middle("c"), "d");
  EXPECT_EQ(Middle("", "c"), "b");
  EXPECT_EQ(Middle("b", "c"), std::nullopt);
  EXPECT_EQ(Middle("x"), std::nullopt);
  Write("d", 5000);
  EXPECT_EQ(Middle(), "d");
  Write("a", 500000);
  EXPECT_EQ(Middle(), "b") << "the first row cannot be where the second half begins";
}

TEST_F(RangeSize, TheLargestFamilyDecides) {
  for (const char* row : {"a", "b", "c", "d"}) Write(row, 100);
  for (const char* row : {"w", "x", "y", "z"}) Write(row, 10000, "g");
  EXPECT_EQ(Middle(), "y");
}

TEST_F(RangeSize, LargeRangesAreEstimated) {
  for (int i = 0; i < 1000; ++i) Write(fmt::format("row{:06}", i), 20000);
  const auto middle = Middle();
  ASSERT_TRUE(middle);
  EXPECT_GT(*middle, "row000450");
  EXPECT_LT(*middle, "row000550");
  const auto quarter = Middle("row000500", "row001000");
  ASSERT_TRUE(quarter);
  EXPECT_GT(*quarter, "row000700");
  EXPECT_LT(*quarter, "row000800");
}

TEST_F(RangeSize, OneHugeRowHasNoMiddle) {
  for (int i = 0; i < 300; ++i) {
    const Mutation put = Put("r").AddColumn("f", fmt::format("q{:04}", i), 1, Bytes(20000, 'x'));
    ASSERT_TRUE(table_->MutateRow("r", std::span(&put, 1)).ok());
  }
  EXPECT_EQ(Middle(), std::nullopt);
  Write("s", 1);
  EXPECT_EQ(Middle(), "s");
}

TEST_F(RangeSize, MeasuresMemoryThenDisk) {
  EXPECT_EQ(Measure()[0].disk_bytes, 0U);
  for (int i = 0; i < 200; ++i) Write(fmt::format("row{:06}", i), 10000);
  auto sizes = Measure();
  ASSERT_EQ(sizes.size(), 2U);
  EXPECT_EQ(sizes[0].family, "f");
  EXPECT_EQ(sizes[0].disk_bytes, 0U);
  EXPECT_EQ(sizes[0].store_files, 0);
  EXPECT_GT(sizes[0].memstore_bytes, 0U);
  EXPECT_EQ(sizes[1].memstore_bytes, 0U);
  ASSERT_TRUE(table_->Flush({}).ok());
  sizes = Measure();
  EXPECT_EQ(sizes[0].memstore_bytes, 0U);
  EXPECT_EQ(sizes[0].store_files, 1);
  EXPECT_GT(sizes[0].disk_bytes, 1'900'000U);
  const uint64_t half = Measure("row000100")[0].disk_bytes;
  EXPECT_GT(half, sizes[0].disk_bytes * 4 / 10);
  EXPECT_LT(half, sizes[0].disk_bytes * 6 / 10);
  EXPECT_EQ(Measure("s")[0].store_files, 0);
  EXPECT_EQ(Measure("s")[0].disk_bytes, 0U);
}

}  // namespace
}  // namespace basalt::store
