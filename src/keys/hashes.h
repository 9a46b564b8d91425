// Hash functions that distribute keys. Pure functions; the results are part of stored keys and
// never change.
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
// Digest length in bytes: 16, 4, 8.
size_t HashWidth(HashKind kind);
// Appends the first `width` bytes of the hash, the highest byte first.
void AppendHash(HashKind kind, BytesView input, size_t width, Bytes& out);

// MurmurHash3 (x86, 32 bit) with seed 0.
uint32_t Murmur3(BytesView input);
// Phoenix's salt byte for a row key with `rest` after the salt.
uint32_t PhoenixSalt(BytesView rest, uint32_t buckets);

}  // namespace basalt::keys
