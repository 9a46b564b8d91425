// Memory of responses, counted before it is allocated. Functions only.
#pragma once

#include <cstddef>

#include "basalt/row_result.h"
#include "server/service/call.h"

namespace basalt::server {

// What a row takes in a cell block, at most.
inline size_t EncodedBytes(const RowResult& row) {
  // The lengths, timestamp and type of a cell, of any codec.
  constexpr size_t kCellHead = 40;
  return row.byte_size() + kCellHead * row.size();
}

// Counts and makes room for `bytes` more of a response. False: there is none.
[[nodiscard]] inline bool TryMakeRoom(const Call& call, wire::CellCodec codec, size_t bytes,
                                      Bytes& cells) {
  if (call.memory == nullptr) return true;
  if (codec != wire::CellCodec::kNone) return call.memory->GrowBuffer(cells, bytes);
  // The cells go into the message, and the message into the frame.
  return call.memory->TrySpend(2 * bytes);
}

// The same for what cannot be refused any more: a row that a scanner has passed, the result of a
// write.
inline void MakeRoom(const Call& call, wire::CellCodec codec, size_t bytes, Bytes& cells) {
  if (call.memory == nullptr) return;
  if (codec != wire::CellCodec::kNone) return call.memory->MustGrowBuffer(cells, bytes);
  call.memory->Spend(2 * bytes);
}

}  // namespace basalt::server
