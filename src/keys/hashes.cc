#include "keys/hashes.h"

#include <bit>
#include <cstdlib>

#define XXH_INLINE_ALL  // header-only use
#include <xxhash.h>

#include "base/md5.h"

namespace basalt::keys {
namespace {

void AppendHighBytes(uint64_t value, size_t value_width, size_t width, Bytes& out) {
  for (size_t i = 0; i < width; ++i) {
    out.push_back(static_cast<char>(value >> (8 * (value_width - 1 - i))));
  }
}

}  // namespace

std::optional<HashKind> ParseHashKind(std::string_view name) {
  for (const HashKind kind : {HashKind::kMd5, HashKind::kMurmur3, HashKind::kXxh3}) {
    if (name == HashKindName(kind)) return kind;
  }
  return std::nullopt;
}

std::string_view HashKindName(HashKind kind) {
  switch (kind) {
    case HashKind::kMurmur3: return "murmur3";
    case HashKind::kXxh3: return "xxh3";
    case HashKind::kMd5: break;
  }
  return "md5";
}

size_t HashWidth(HashKind kind) {
  switch (kind) {
    case HashKind::kMurmur3: return 4;
    case HashKind::kXxh3: return 8;
    case HashKind::kMd5: break;
  }
  return 16;
}

void AppendHash(HashKind kind, BytesView input, size_t width, Bytes& out) {
  switch (kind) {
    case HashKind::kMurmur3: AppendHighBytes(Murmur3(input), 4, width, out); return;
    case HashKind::kXxh3:
      AppendHighBytes(XXH3_64bits(input.data(), input.size()), 8, width, out);
      return;
    case HashKind::kMd5: {
      const auto digest = base::Md5(input);
      out.append(reinterpret_cast<const char*>(digest.data()), width);
      return;
    }
  }
}

uint32_t Murmur3(BytesView input) {
  constexpr uint32_t kFirst = 0xcc9e2d51;
  constexpr uint32_t kSecond = 0x1b873593;
  const auto mixed = [](uint32_t block) { return std::rotl(block * kFirst, 15) * kSecond; };
  const auto byte = [&](size_t i) { return uint32_t{static_cast<unsigned char>(input[i])}; };
  uint32_t hash = 0;
  const size_t whole = input.size() / 4 * 4;
  for (size_t i = 0; i < whole; i += 4) {
    hash ^= mixed(byte(i) | byte(i + 1) << 8 | byte(i + 2) << 16 | byte(i + 3) << 24);
    hash = std::rotl(hash, 13) * 5 + 0xe6546b64;
  }
  uint32_t tail = 0;
  for (size_t i = input.size(); i > whole; --i) tail = tail << 8 | byte(i - 1);
  if (whole < input.size()) hash ^= mixed(tail);
  hash ^= static_cast<uint32_t>(input.size());
  hash = (hash ^ hash >> 16) * 0x85ebca6b;
  hash = (hash ^ hash >> 13) * 0xc2b2ae35;
  return hash ^ hash >> 16;
}

uint32_t PhoenixSalt(BytesView rest, uint32_t buckets) {
  uint32_t hash = 1;
  for (const char c : rest) hash = 31 * hash + static_cast<uint32_t>(static_cast<signed char>(c));
  return static_cast<uint32_t>(
      std::abs(static_cast<int32_t>(hash) % static_cast<int32_t>(buckets)));
}

}  // namespace basalt::keys
