#include "basalt/cell.h"

namespace basalt {
inline namespace v1 {
namespace {

constexpr int64_t kOldestTimestamp = std::numeric_limits<int64_t>::min();

// A KeyValue's fixed parts: key and value length (4 each), row length 2, family length 1,
// timestamp 8, type 1.
constexpr size_t kKeyValueOverhead = 4 + 4 + 2 + 1 + 8 + 1;
constexpr size_t kTagsLengthSize = 2;
constexpr size_t kTagHeaderSize = 2;

// HBase's "last on row" seek key: it follows every cell of its row.
bool IsLastOnRow(const CellView& cell) {
  return cell.type == CellType::kMinimum && cell.family.empty() && cell.qualifier.empty();
}

std::string TimestampText(int64_t timestamp) {
  if (timestamp == kLatestTimestamp) return "LATEST_TIMESTAMP";
  if (timestamp == kOldestTimestamp) return "OLDEST_TIMESTAMP";
  return std::to_string(timestamp);
}

// One tag of a serialised list.
struct Tag {
  BytesView whole;  // with its length field
  uint8_t type;
  BytesView value;
};

// Removes the first tag from `tags`; nullopt at the end, and for a malformed tag, which ends the
// list.
std::optional<Tag> NextTag(BytesView& tags) {
  if (tags.size() < kTagHeaderSize + 1) return std::nullopt;
  const size_t length = static_cast<size_t>(static_cast<unsigned char>(tags[0])) << 8 |
                        static_cast<unsigned char>(tags[1]);
  if (length == 0 || tags.size() - kTagHeaderSize < length) return std::nullopt;
  const Tag tag{tags.substr(0, kTagHeaderSize + length), static_cast<uint8_t>(tags[kTagHeaderSize]),
                tags.substr(kTagHeaderSize + 1, length - 1)};
  tags.remove_prefix(tag.whole.size());
  return tag;
}

}  // namespace

std::string_view CellTypeName(CellType type) {
  switch (type) {
    case CellType::kMinimum: return "Minimum";
    case CellType::kPut: return "Put";
    case CellType::kDelete: return "Delete";
    case CellType::kDeleteFamilyVersion: return "DeleteFamilyVersion";
    case CellType::kDeleteColumn: return "DeleteColumn";
    case CellType::kDeleteFamily: return "DeleteFamily";
    case CellType::kMaximum: return "Maximum";
  }
  return "Unknown";
}

Cell::Cell(const CellView& view)
    : row(view.row),
      family(view.family),
      qualifier(view.qualifier),
      timestamp(view.timestamp),
      type(view.type),
      value(view.value),
      tags(view.tags) {}

CellView Cell::view() const { return {row, family, qualifier, timestamp, type, value, tags}; }

std::strong_ordering CompareCells(const CellView& a, const CellView& b) {
  if (const auto order = a.row <=> b.row; std::is_neq(order)) return order;
  if (const bool a_last = IsLastOnRow(a), b_last = IsLastOnRow(b); a_last != b_last) {
    return a_last ? std::strong_ordering::greater : std::strong_ordering::less;
  }
  if (const auto order = a.family <=> b.family; std::is_neq(order)) return order;
  if (const auto order = a.qualifier <=> b.qualifier; std::is_neq(order)) return order;
  if (const auto order = b.timestamp <=> a.timestamp; std::is_neq(order)) return order;
  return b.type <=> a.type;
}

std::string ToString(const CellView& cell) {
  std::string text = ToStringBinary(cell.row);
  text.push_back('/');
  if (!cell.family.empty()) text.append(ToStringBinary(cell.family)).push_back(':');
  text.append(ToStringBinary(cell.qualifier)).push_back('/');
  text.append(TimestampText(cell.timestamp)).push_back('/');
  text.append(CellTypeName(cell.type));
  // Basalt keeps no sequence ids; HBase prints 0 too for cells that reach a client.
  text.append("/vlen=").append(std::to_string(cell.value.size())).append("/seqid=0");
  return text;
}

size_t SerializedCellSize(const CellView& cell) {
  const size_t tags = cell.tags.empty() ? 0 : kTagsLengthSize + cell.tags.size();
  return 4 + kKeyValueOverhead + cell.row.size() + cell.family.size() + cell.qualifier.size() +
         cell.value.size() + tags;
}

std::optional<int64_t> TtlFromTags(BytesView tags) {
  while (const auto tag = NextTag(tags)) {
    if (tag->type == kTtlTagType) return DecodeLong(tag->value);
  }
  return std::nullopt;
}

void AppendTag(Bytes& tags, uint8_t type, BytesView value) {
  const size_t length = 1 + value.size();
  tags.push_back(static_cast<char>(length >> 8 & 0xFF));
  tags.push_back(static_cast<char>(length & 0xFF));
  tags.push_back(static_cast<char>(type));
  tags.append(value);
}

Bytes RemoveTags(BytesView tags, uint8_t type) {
  Bytes kept;
  while (const auto tag = NextTag(tags)) {
    if (tag->type != type) kept.append(tag->whole);
  }
  return kept;
}

}  // namespace v1
}  // namespace basalt
