// Compression of cell blocks, as Hadoop's codecs do it. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::wire {

enum class Compressor : uint8_t { kNone, kGzip, kDeflate, kSnappy, kLz4 };

// By the Java class a connection header names; empty means kNone. nullopt: unknown.
std::optional<Compressor> CompressorByClassName(std::string_view class_name);

// How far a block may grow when it is unpacked.
struct GrowthLimit {
  // Gives `out` a capacity for `more` bytes; false: there is no memory for them.
  using Grow = std::function<bool(Bytes& out, size_t more)>;

  // Implicit: most callers limit the size alone.
  GrowthLimit(size_t max_bytes, Grow grow = {}) : bytes(max_bytes), grow(std::move(grow)) {}

  size_t bytes;
  // Asked before anything is allocated; empty: memory is not limited.
  Grow grow;
};

// The most bytes that Compress appends for a block of this size.
size_t CompressedBound(size_t block_bytes);

// Appends the compressed block to `out`.
Status Compress(Compressor compressor, BytesView block, Bytes& out);
// kDoNotRetry if the input is corrupt or would exceed the limit, kCallQueueTooBig if there is no
// memory for it now.
Status Decompress(Compressor compressor, BytesView compressed, const GrowthLimit& limit,
                  Bytes& out);

}  // namespace basalt::wire
