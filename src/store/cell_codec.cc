#include "store/cell_codec.h"

#include "base/varint.h"

namespace basalt::store {
namespace {

constexpr char kPlainValue = 0;
constexpr char kTaggedValue = 1;

}  // namespace

void AppendEscaped(Bytes& out, BytesView raw) {
  while (true) {
    const size_t zero = raw.find('\0');
    if (zero == BytesView::npos) break;
    out.append(raw.substr(0, zero));
    out.append(BytesView("\x00\xFF", 2));
    raw.remove_prefix(zero + 1);
  }
  out.append(raw);
  out.append(BytesView("\x00\x01", 2));
}

Bytes EncodeRow(BytesView row) {
  Bytes out;
  out.reserve(row.size() + kTerminatorLength);
  AppendEscaped(out, row);
  return out;
}

void AppendKeySuffix(Bytes& out, int64_t timestamp, CellType type) {
  const uint64_t inverted = __builtin_bswap64(~static_cast<uint64_t>(timestamp));
  char suffix[kKeySuffixLength];
  std::memcpy(suffix, &inverted, sizeof(inverted));
  suffix[8] = static_cast<char>(~static_cast<uint8_t>(type));
  out.append(suffix, kKeySuffixLength);
}

void AppendOrderedKeySuffix(Bytes& out, int64_t timestamp, CellType type, uint64_t order) {
  AppendSeekSuffix(out, timestamp, type);
  // The order's upper byte is 0 and is shifted out; 0x00 takes the place of the lowest.
  const uint64_t inverted = __builtin_bswap64(~order << 8);
  char bytes[sizeof(inverted)];
  std::memcpy(bytes, &inverted, sizeof(inverted));
  out.append(bytes, sizeof(bytes));
}

void AppendSeekSuffix(Bytes& out, int64_t timestamp, CellType type) {
  AppendKeySuffix(out, timestamp, static_cast<CellType>(static_cast<uint8_t>(type) | 1));
}

Bytes EncodeKey(BytesView row, BytesView qualifier, int64_t timestamp, CellType type) {
  Bytes key;
  key.reserve(row.size() + qualifier.size() + 2 * kTerminatorLength + kKeySuffixLength);
  AppendEscaped(key, row);
  AppendEscaped(key, qualifier);
  AppendKeySuffix(key, timestamp, type);
  return key;
}

Bytes AfterPrefix(BytesView escaped) {
  Bytes after(escaped);
  after.back() = 0x02;
  return after;
}

BytesView Unescape(BytesView escaped, Bytes& scratch) {
  BytesView body = escaped.substr(0, escaped.size() - kTerminatorLength);
  size_t zero = body.find('\0');
  if (zero == BytesView::npos) return body;
  scratch.clear();
  while (zero != BytesView::npos) {
    scratch.append(body.substr(0, zero + 1));
    body.remove_prefix(zero + 2);
    zero = body.find('\0');
  }
  scratch.append(body);
  return scratch;
}

bool ParseKey(BytesView key, ParsedKey& parsed) {
  const size_t row_end = FindEscapedEnd(key, 0);
  if (row_end == BytesView::npos) return false;
  const size_t qualifier_end = FindEscapedEnd(key, row_end);
  if (qualifier_end == BytesView::npos || qualifier_end >= key.size() ||
      key.size() - qualifier_end != KeySuffixLength(key)) {
    return false;
  }
  parsed.row = key.substr(0, row_end);
  parsed.qualifier = key.substr(row_end, qualifier_end - row_end);
  parsed.timestamp = DecodeTimestamp(key);
  parsed.type = DecodeType(key);
  parsed.order = DecodeOrder(key);
  return true;
}

void AppendValue(Bytes& out, BytesView value, BytesView tags) {
  if (tags.empty()) {
    out.push_back(kPlainValue);
  } else {
    out.push_back(kTaggedValue);
    base::AppendText(out, tags);
  }
  out.append(value);
}

bool ParseTaggedValue(BytesView stored, ParsedValue& parsed) {
  const char kind = stored.front();
  stored.remove_prefix(1);
  if (kind != kTaggedValue || !base::TakeText(stored, parsed.tags)) return false;
  parsed.value = stored;
  return true;
}

int64_t CellTtl(BytesView stored) {
  ParsedValue parsed;
  if (!HasTags(stored) || !ParseValue(stored, parsed)) return kNoTtl;
  return TtlFromTags(parsed.tags).value_or(kNoTtl);
}

}  // namespace basalt::store
