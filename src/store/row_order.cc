#include "store/row_order.h"

namespace basalt::store {
namespace {

constexpr char kDelimiter = ',';
// Sorts before every byte that may follow in a part, like the end of a part.
constexpr BytesView kSeparator("\x00\x01", 2);
constexpr BytesView kEscapedZero("\x00\xFF", 2);

void AppendPart(Bytes& out, BytesView part) {
  for (const char c : part) {
    if (c == '\0') {
      out.append(kEscapedZero);
    } else {
      out.push_back(c);
    }
  }
}

// Consumes a part and the separator after it, if any.
Bytes TakePart(BytesView& in, bool& separated) {
  Bytes part;
  separated = false;
  while (!in.empty() && !separated) {
    const char c = in.front();
    in.remove_prefix(1);
    if (c != '\0' || in.empty()) {
      part.push_back(c);
      continue;
    }
    separated = in.front() == kSeparator[1];
    if (!separated) part.push_back('\0');
    in.remove_prefix(1);
  }
  return part;
}

}  // namespace

Bytes ToSortable(BytesView meta_row) {
  Bytes out;
  out.reserve(meta_row.size() + 2 * kSeparator.size());
  const size_t first = meta_row.find(kDelimiter);
  AppendPart(out, meta_row.substr(0, first));
  if (first == BytesView::npos) return out;
  const size_t last = meta_row.rfind(kDelimiter);
  out.append(kSeparator);
  // HBase's comparator takes a row with one comma for its own third part.
  const bool one_comma = first == last;
  AppendPart(out, meta_row.substr(first + 1, one_comma ? BytesView::npos : last - first - 1));
  out.append(kSeparator);
  out.append(one_comma ? meta_row : meta_row.substr(last + 1));
  return out;
}

Bytes FromSortable(BytesView sortable) {
  bool separated = false;
  Bytes row = TakePart(sortable, separated);
  if (!separated) return row;
  const Bytes middle = TakePart(sortable, separated);
  if (sortable.find(kDelimiter) != BytesView::npos) return Bytes(sortable);
  row.append(1, kDelimiter).append(middle).append(1, kDelimiter).append(sortable);
  return row;
}

int CompareRows(BytesView a, BytesView b, RowOrder order) {
  if (order == RowOrder::kPlain) return a.compare(b);
  return ToSortable(a).compare(ToSortable(b));
}

}  // namespace basalt::store
