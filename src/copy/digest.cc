#include "copy/digest.h"

#include <limits>
#include <utility>

#include "base/md5.h"

namespace basalt::copy {
namespace {

void AppendSized(Bytes& text, BytesView part) {
  const auto size = static_cast<uint32_t>(part.size());
  for (int shift = 0; shift < 32; shift += 8) text.push_back(static_cast<char>(size >> shift));
  text += part;
}

void TakePart(const RowResult& part, DigestedRows& taken) {
  if (part.row() != taken.last_row) {
    taken.last_row = part.row();
    ++taken.counts.rows;
  }
  for (const CellView cell : part) {
    taken.digest.Add(cell);
    ++taken.counts.cells;
    taken.counts.bytes += SerializedCellSize(cell);
  }
}

}  // namespace

Result<RowStream> RowStream::Open(Table& table, const Scan& scan) {
  BASALT_ASSIGN_OR_RETURN(ResultScanner scanner, table.GetScanner(scan));
  return RowStream(std::move(scanner));
}

Result<const RowResult*> RowStream::Peek() {
  if (!filled_ && !ended_) {
    BASALT_ASSIGN_OR_RETURN(filled_, scanner_.Next(next_));
    ended_ = !filled_;
  }
  return filled_ ? &next_ : nullptr;
}

void Digest::Add(const CellView& cell) {
  thread_local Bytes text;
  text.assign(reinterpret_cast<const char*>(hash_.data()), hash_.size());
  text.push_back(static_cast<char>(cell.type));
  text += EncodeLong(cell.timestamp);
  for (const BytesView part : {cell.row, cell.family, cell.qualifier, cell.value, cell.tags}) {
    AppendSized(text, part);
  }
  hash_ = base::Md5(text);
}

Result<DigestedRows> DigestSome(RowStream& rows, uint64_t max_rows, uint64_t max_bytes) {
  DigestedRows taken;
  for (;;) {
    BASALT_ASSIGN_OR_RETURN(const RowResult* next, rows.Peek());
    if (next == nullptr) return taken;
    const bool new_row = next->row() != taken.last_row;
    if (new_row && (taken.counts.rows >= max_rows || taken.counts.bytes >= max_bytes)) return taken;
    TakePart(*next, taken);
    rows.Pop();
  }
}

Result<DigestedRows> DigestBefore(RowStream& rows, BytesView stop) {
  DigestedRows taken;
  for (;;) {
    BASALT_ASSIGN_OR_RETURN(const RowResult* next, rows.Peek());
    if (next == nullptr || (!stop.empty() && next->row() >= stop)) return taken;
    TakePart(*next, taken);
    rows.Pop();
  }
}

}  // namespace basalt::copy
