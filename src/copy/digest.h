// Digests of the cells of a range of rows, by which two sides are compared. A RowStream is a scan
// with a look ahead. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "basalt/table.h"
#include "copy/work_list.h"

namespace basalt::copy {

class RowStream {
 public:
  static Result<RowStream> Open(Table& table, const Scan& scan);

  // The next result, valid until Pop(); nullptr at the end.
  Result<const RowResult*> Peek();
  void Pop() { filled_ = false; }

 private:
  explicit RowStream(ResultScanner scanner) : scanner_(std::move(scanner)) {}

  ResultScanner scanner_;
  RowResult next_;
  bool filled_ = false;
  bool ended_ = false;
};

// Of cells in their order: all that a cell is made of, tags too. Where results of a scan were cut
// does not matter.
class Digest {
 public:
  void Add(const CellView& cell);
  friend bool operator==(const Digest&, const Digest&) = default;

 private:
  std::array<uint8_t, 16> hash_{};
};

struct DigestedRows {
  Digest digest;
  Bytes last_row;  // empty: there was none
  Counts counts;
};

// Takes rows until there are so many or so many bytes; whole rows only.
Result<DigestedRows> DigestSome(RowStream& rows, uint64_t max_rows, uint64_t max_bytes);
// Takes the rows before `stop`; empty: all.
Result<DigestedRows> DigestBefore(RowStream& rows, BytesView stop);

}  // namespace basalt::copy
