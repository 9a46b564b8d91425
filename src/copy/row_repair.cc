#include "copy/row_repair.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "copy/digest.h"
#include "copy/range_copy.h"
#include "copy/row_batch.h"

namespace basalt::copy {
namespace {

using CellKey = std::tuple<BytesView, BytesView, int64_t>;

CellKey KeyOf(const CellView& cell) { return {cell.family, cell.qualifier, cell.timestamp}; }

bool SameCell(const CellView& a, const CellView& b) {
  return KeyOf(a) == KeyOf(b) && a.type == b.type && a.value == b.value && a.tags == b.tags;
}

bool SameCells(const RowResult& a, const RowResult& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), SameCell);
}

Scan VisibleScan(const CopySpec& spec, const KeyRange& range) {
  Scan scan(range.start, range.stop);
  scan.ReadAllVersions().SetTimeRange(spec.time_range);
  scan.SetCacheBlocks(false);
  return scan;
}

// Copies the row's raw cells, including markers.
Status CopyRow(const CopySpec& spec, Table& source, Table& destination, BytesView row) {
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner,
                          source.GetScanner(RawScan(spec, {Bytes(row), RowAfter(row)})));
  RowBatch batch(spec.max_row_bytes);
  RowResult part;
  for (;;) {
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner.Next(part));
    if (!more) break;
    batch.Add(part);
    if (batch.bytes() >= spec.batch_bytes) BASALT_RETURN_IF_ERROR(batch.WriteTo(destination));
  }
  batch.EndRow();
  return batch.WriteTo(destination);
}

// `wanted` or `found` is nullptr if the row does not exist on that side.
Status RepairRow(const CopySpec& spec, Table& source, Table& destination, const RowResult* wanted,
                 const RowResult* found) {
  std::set<CellKey> keys;
  if (wanted != nullptr) {
    for (const CellView cell : *wanted) keys.insert(KeyOf(cell));
  }
  if (found != nullptr) {
    Delete surplus{Bytes(found->row())};
    for (const CellView cell : *found) {
      if (keys.contains(KeyOf(cell))) continue;
      surplus.AddColumn(cell.family, cell.qualifier, cell.timestamp);
    }
    if (!surplus.cells().empty()) BASALT_RETURN_IF_ERROR(destination.Delete(surplus));
  }
  // A row invisible in the source may still have markers that hide it.
  return CopyRow(spec, source, destination, wanted != nullptr ? wanted->row() : found->row());
}

}  // namespace

Result<std::optional<DifferentRange>> CompareRows(const CopySpec& spec, Table& source,
                                                  Table& destination, const KeyRange& range,
                                                  bool repair) {
  BASALT_ASSIGN_OR_RETURN(RowStream wanted, RowStream::Open(source, VisibleScan(spec, range)));
  BASALT_ASSIGN_OR_RETURN(RowStream found, RowStream::Open(destination, VisibleScan(spec, range)));
  std::optional<DifferentRange> different;
  for (;;) {
    BASALT_ASSIGN_OR_RETURN(const RowResult* a, wanted.Peek());
    BASALT_ASSIGN_OR_RETURN(const RowResult* b, found.Peek());
    if (a == nullptr && b == nullptr) return different;
    const bool take_a = b == nullptr || (a != nullptr && a->row() <= b->row());
    const bool take_b = a == nullptr || (b != nullptr && b->row() <= a->row());
    if (!take_a || !take_b || !SameCells(*a, *b)) {
      const Bytes row(take_a ? a->row() : b->row());
      if (!different) different.emplace().first = row;
      different->last = row;
      ++(!take_b ? different->missing : !take_a ? different->surplus : different->changed);
      if (repair) {
        BASALT_RETURN_IF_ERROR(
            RepairRow(spec, source, destination, take_a ? a : nullptr, take_b ? b : nullptr));
      }
    }
    if (take_a) wanted.Pop();
    if (take_b) found.Pop();
  }
}

}  // namespace basalt::copy
