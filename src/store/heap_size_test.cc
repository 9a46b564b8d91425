#include "store/heap_size.h"

#include <gtest/gtest.h>

#include "basalt/cell.h"

namespace basalt::store {
namespace {

// Sizes of HBase 2.6.4's NoTagByteBufferChunkKeyValue and SizeCachedNoTagsKeyValue, by its own
// heapSize().
TEST(HeapSize, IsHBases) {
  CellView cell{"row", "f", "q", 5, CellType::kPut, "", ""};
  EXPECT_EQ(HeapSize(SerializedCellSize(cell), CellPlace::kMemstore), 64);  // 32 + 25, aligned
  EXPECT_EQ(HeapSize(SerializedCellSize(cell), CellPlace::kFile), 63);
  cell.value = "1234567";
  EXPECT_EQ(HeapSize(SerializedCellSize(cell), CellPlace::kMemstore), 64);
  EXPECT_EQ(HeapSize(SerializedCellSize(cell), CellPlace::kFile), 70);
  cell.value = "12345678";
  EXPECT_EQ(HeapSize(SerializedCellSize(cell), CellPlace::kMemstore), 72);
}

TEST(HeapSize, AStrippedCellKeepsItsValueInMemory) {
  EXPECT_EQ(StrippedHeapSize(64, CellPlace::kMemstore), 88);  // 64 + 17, aligned
  EXPECT_EQ(StrippedHeapSize(63, CellPlace::kFile), 63);
}

}  // namespace
}  // namespace basalt::store
