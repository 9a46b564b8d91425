// The memory that HBase takes a cell for when it limits the size of a scan's answers, in its 64-bit
// JVM with compressed pointers. Clients see it: a row is cut into partial results by it. Functions
// only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace basalt::store {

// Where HBase would have the cell. There it is an object of another class.
enum class CellPlace : uint8_t { kMemstore, kFile };

constexpr size_t AlignHeap(size_t bytes) { return (bytes + 7) / 8 * 8; }

// `serialized`: SerializedCellSize of the cell.
constexpr size_t HeapSize(size_t serialized, CellPlace place) {
  constexpr size_t kObject = 32;
  // Lengths that cells of files cache.
  constexpr size_t kCachedLengths = 6;
  // Of the serialised size, the length before the cell.
  constexpr size_t kLengthPrefix = 4;
  const size_t bytes = serialized - kLengthPrefix;
  return place == CellPlace::kMemstore ? AlignHeap(kObject + bytes)
                                       : kObject + bytes + kCachedLengths;
}

// Of a cell of this size that a filter has stripped of its value: it keeps the cell in memory.
constexpr size_t StrippedHeapSize(size_t heap_size, CellPlace place) {
  constexpr size_t kWrapper = 17;
  return place == CellPlace::kMemstore ? AlignHeap(kWrapper + heap_size) : heap_size;
}

}  // namespace basalt::store
