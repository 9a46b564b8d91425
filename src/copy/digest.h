// Digests of the cells in a range of rows, for comparing two tables. A RowStream is a scan with
// lookahead. One thread at a time.
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

// A digest of cells in scan order, over all their parts including tags. It does not depend on how a
// scan splits rows into results.
class Digest {
 public:
  void Add(const CellView& cell);
  friend bool operator==(const Digest&, const Digest&) = default;

 private:
  std::array<uint8_t, 16> hash_{};
};

struct DigestedRows {
  Digest digest;
  Bytes last_row;  // empty if there was no row
  Counts counts;
};

// Consumes whole rows up to `max_rows` or `max_bytes`.
Result<DigestedRows> DigestSome(RowStream& rows, uint64_t max_rows, uint64_t max_bytes);
// Consumes the rows before `stop`; all if empty.
Result<DigestedRows> DigestBefore(RowStream& rows, BytesView stop);

}  // namespace basalt::copy
