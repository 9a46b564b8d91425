// Cell blocks: cells encoded beside a protobuf message, in the codecs that HBase's clients name.
//
// The writer appends to a buffer; the reader returns views into a borrowed block. Both are plain
// values, one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "basalt/cell.h"
#include "basalt/status.h"

namespace basalt::wire {

enum class CellCodec : uint8_t {
  kNone,  // cells travel inside the messages
  kKeyValue,
  kKeyValueWithTags,
  kCell,
  kCellWithTags,
  kMessage,
};

// By the Java class a connection header names; an empty name means kNone. nullopt: unknown.
std::optional<CellCodec> CodecByClassName(std::string_view class_name);
std::string_view ClassNameOf(CellCodec codec);

// REQUIRES: codec is not kNone.
void AppendCell(CellCodec codec, const CellView& cell, Bytes& block);

class CellBlockReader {
 public:
  // `block` must outlive the reader and the cells taken from it.
  CellBlockReader(CellCodec codec, BytesView block) : codec_(codec), rest_(block) {}

  bool AtEnd() const { return rest_.empty(); }
  // The next cell; an error when the block is truncated or its lengths are inconsistent.
  Result<CellView> Next();

 private:
  Result<CellView> NextKeyValue();
  Result<CellView> NextCell();
  Result<CellView> NextMessage();

  CellCodec codec_;
  BytesView rest_;
  // Holds the bytes of the last cell of the message codec.
  Cell message_cell_;
};

}  // namespace basalt::wire
