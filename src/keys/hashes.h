// The hashes that keys are spread by. Pure functions; the results are part of stored keys and never
// change.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "basalt/bytes.h"

namespace basalt::keys {

enum class HashKind : uint8_t { kMd5, kMurmur3, kXxh3 };

// "md5", "murmur3", "xxh3".
std::optional<HashKind> ParseHashKind(std::string_view name);
std::string_view HashKindName(HashKind kind);
// How many bytes it gives: 16, 4, 8.
size_t HashWidth(HashKind kind);
// Appends the first `width` bytes of the hash, the highest byte first.
void AppendHash(HashKind kind, BytesView input, size_t width, Bytes& out);

// MurmurHash3 (x86, 32 bit) with seed 0.
uint32_t Murmur3(BytesView input);
// The salt byte of Phoenix for a row with these bytes after it.
uint32_t PhoenixSalt(BytesView rest, uint32_t buckets);

}  // namespace basalt::keys
