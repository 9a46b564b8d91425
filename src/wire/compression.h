// Compression of cell blocks, as Hadoop's codecs do it. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::wire {

enum class Compressor : uint8_t { kNone, kGzip, kDeflate, kSnappy, kLz4 };

// By the Java class a connection header names; empty means kNone. nullopt: unknown.
std::optional<Compressor> CompressorByClassName(std::string_view class_name);

// Appends the compressed block to `out`.
Status Compress(Compressor compressor, BytesView block, Bytes& out);
// Fails if the input is corrupt or would exceed `limit` bytes.
Status Decompress(Compressor compressor, BytesView compressed, size_t limit, Bytes& out);

}  // namespace basalt::wire
