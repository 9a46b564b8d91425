// RowOrder: the order of a table's rows, and the encoding of rows in keys.
//
// Plain tables order rows by their bytes. hbase:meta orders them in three parts: up to the first
// comma, up to the last comma, the rest; docs/formats/meta.md specifies their encoding. Pure
// functions.
#pragma once

#include <cstdint>

#include "basalt/bytes.h"
#include "store/cell_codec.h"

namespace basalt::store {

enum class RowOrder : uint8_t { kPlain, kMeta };

// Encodes a row of hbase:meta so that byte order is meta's order, and decodes it. FromSortable
// expects the output of ToSortable; for other input the result is unspecified, but safe.
Bytes ToSortable(BytesView meta_row);
Bytes FromSortable(BytesView sortable);

// Appends the escaped row, with which keys begin.
inline void AppendRow(Bytes& out, BytesView row, RowOrder order) {
  if (order == RowOrder::kPlain) {
    AppendEscaped(out, row);
  } else {
    AppendEscaped(out, ToSortable(row));
  }
}

inline Bytes EncodeRow(BytesView row, RowOrder order) {
  return order == RowOrder::kPlain ? EncodeRow(row) : EncodeRow(ToSortable(row));
}

// The raw row. Points into `escaped` or `scratch`.
inline BytesView DecodeRow(BytesView escaped, RowOrder order, Bytes& scratch) {
  const BytesView row = Unescape(escaped, scratch);
  if (order == RowOrder::kPlain) return row;
  scratch = FromSortable(row);
  return scratch;
}

// Less than, equal to, or greater than zero.
int CompareRows(BytesView a, BytesView b, RowOrder order);

}  // namespace basalt::store
