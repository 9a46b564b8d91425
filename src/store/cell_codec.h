// The encoding of cells in RocksDB. Pure functions; docs/formats/cells.md specifies the bytes.
//
//   key   = escape(row) escape(qualifier) ~timestamp(8, big endian) ~type(1)
//         | escape(row) escape(qualifier) ~timestamp(8) ~(type | 1)(1) ~order(7) 0x00
//   value = 0x00 bytes | 0x01 varint(tags length) tags bytes
//
// escape() writes 0x00 as 0x00 0xFF and ends with 0x00 0x01, so that the byte order of keys is
// HBase's order of cells and a row's (or column's) cells share a prefix no other row (column) has.
//
// The second form of a key has the cell's order number: its place in the order of writes. Families
// with NEW_VERSION_BEHAVIOR write it. HBase's type codes are even, so the last byte of a key tells
// the form: odd without, even with an order number.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "basalt/cell.h"

namespace basalt::store {

constexpr size_t kTerminatorLength = 2;
constexpr size_t kKeySuffixLength = 9;
constexpr size_t kOrderedKeySuffixLength = 17;
// The largest order number, which is RocksDB's largest sequence number, too.
constexpr uint64_t kMaxOrder = (uint64_t{1} << 56) - 1;

// Appends escape(raw).
void AppendEscaped(Bytes& out, BytesView raw);
Bytes EncodeRow(BytesView row);

// Appends ~timestamp ~type.
void AppendKeySuffix(Bytes& out, int64_t timestamp, CellType type);
// The same with an order number, of at most kMaxOrder.
void AppendOrderedKeySuffix(Bytes& out, int64_t timestamp, CellType type, uint64_t order);
// Appends what sorts before every suffix with this timestamp and type, and after all others that
// cells of greater timestamps or types have. For seeks.
void AppendSeekSuffix(Bytes& out, int64_t timestamp, CellType type);
Bytes EncodeKey(BytesView row, BytesView qualifier, int64_t timestamp, CellType type);

// The first key after every key that starts with this escaped prefix. Escaped prefixes end in
// 0x00 0x01, and no key continues one with 0x00 0x02, so this is a tight bound.
Bytes AfterPrefix(BytesView escaped);

// The functions below run for every cell of a scan, mostly on a few bytes: a call of memcmp or
// memchr would cost more than the work.
inline uint64_t LoadWord(const char* at) {
  uint64_t word;
  std::memcpy(&word, at, sizeof(word));
  return word;
}

// Whether n bytes at a and b are equal.
inline bool EqualBytes(const char* a, const char* b, size_t n) {
  constexpr size_t kWord = sizeof(uint64_t);
  if (n < kWord) {
    for (size_t i = 0; i < n; ++i) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }
  for (size_t i = 0; i + kWord < n; i += kWord) {
    if (LoadWord(a + i) != LoadWord(b + i)) return false;
  }
  return LoadWord(a + n - kWord) == LoadWord(b + n - kWord);
}

// The first zero byte at or after `begin`, or npos.
inline size_t FindZero(BytesView bytes, size_t begin) {
  static_assert(std::endian::native == std::endian::little);
  if (bytes.size() - begin >= sizeof(uint64_t)) {
    const uint64_t word = LoadWord(bytes.data() + begin);
    const uint64_t zeros = (word - 0x0101010101010101ULL) & ~word & 0x8080808080808080ULL;
    if (zeros != 0) return begin + static_cast<size_t>(std::countr_zero(zeros)) / 8;
  }
  return bytes.find('\0', begin);
}

// Where an escaped string that begins at `begin` ends (one past its terminator).
// npos when the bytes are not an escaped string.
inline size_t FindEscapedEnd(BytesView key, size_t begin) {
  size_t at = begin;
  while (at + 1 < key.size()) {
    at = FindZero(key, at);
    if (at >= key.size() - 1) return BytesView::npos;
    const auto next = static_cast<uint8_t>(key[at + 1]);
    if (next == 0x01) return at + kTerminatorLength;
    if (next != 0xFF) return BytesView::npos;
    at += 2;
  }
  return BytesView::npos;
}

// The raw bytes of an escaped string (terminator included in `escaped`). Points into `escaped` when
// nothing had to be unescaped, else into `scratch`.
BytesView Unescape(BytesView escaped, Bytes& scratch);

// The functions below require a cell's key.
inline bool HasOrder(BytesView key) { return (static_cast<uint8_t>(key.back()) & 1) == 0; }

inline size_t KeySuffixLength(BytesView key) {
  return HasOrder(key) ? kOrderedKeySuffixLength : kKeySuffixLength;
}

inline int64_t DecodeTimestamp(BytesView key) {
  uint64_t big_endian;
  std::memcpy(&big_endian, key.data() + key.size() - KeySuffixLength(key), sizeof(big_endian));
  return static_cast<int64_t>(~__builtin_bswap64(big_endian));
}

inline CellType DecodeType(BytesView key) {
  const size_t from_end = KeySuffixLength(key) - sizeof(uint64_t);
  const auto inverted = static_cast<uint8_t>(key[key.size() - from_end]);
  return static_cast<CellType>(static_cast<uint8_t>(~inverted & ~1U));
}

// The cell's order number; 0 for a key without one.
inline uint64_t DecodeOrder(BytesView key) {
  if (!HasOrder(key)) return 0;
  uint64_t big_endian;
  std::memcpy(&big_endian, key.data() + key.size() - sizeof(big_endian), sizeof(big_endian));
  return (~__builtin_bswap64(big_endian)) >> 8;
}

// A parsed key; views into the key.
struct ParsedKey {
  BytesView row;        // escaped, with terminator
  BytesView qualifier;  // escaped, with terminator
  int64_t timestamp = 0;
  CellType type = CellType::kPut;
  uint64_t order = 0;
};
// False when the bytes are not a cell's key.
bool ParseKey(BytesView key, ParsedKey& parsed);

// Appends the stored form of a value.
void AppendValue(Bytes& out, BytesView value, BytesView tags);

struct ParsedValue {
  BytesView value;
  BytesView tags;
};
inline bool HasTags(BytesView stored) { return !stored.empty() && stored[0] != 0; }
bool ParseTaggedValue(BytesView stored, ParsedValue& parsed);
// False when the bytes are not a stored value.
inline bool ParseValue(BytesView stored, ParsedValue& parsed) {
  if (stored.empty()) return false;
  if (HasTags(stored)) return ParseTaggedValue(stored, parsed);
  parsed = {stored.substr(1), {}};
  return true;
}

// No cell TTL.
constexpr int64_t kNoTtl = std::numeric_limits<int64_t>::max();
// The cell's own TTL in milliseconds, or kNoTtl.
int64_t CellTtl(BytesView stored);

}  // namespace basalt::store
