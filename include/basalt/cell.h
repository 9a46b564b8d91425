// Cells: the unit HBase stores. Cell owns its bytes; CellView borrows them.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "basalt/bytes.h"
#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// HBase's type codes. At one timestamp higher codes sort first, so markers come before puts.
enum class CellType : uint8_t {
  kMinimum = 0,  // never stored; sorts last at a timestamp
  kPut = 4,
  kDelete = 8,                // masks the version at exactly this timestamp
  kDeleteFamilyVersion = 10,  // masks every column of the family at exactly this timestamp
  kDeleteColumn = 12,         // masks all versions of the column up to this timestamp
  kDeleteFamily = 14,         // masks every column of the family up to this timestamp
  kMaximum = 255,             // never stored; sorts first at a timestamp
};

// "Put", "DeleteColumn" and so on, as HBase prints them.
BASALT_EXPORT std::string_view CellTypeName(CellType type);
constexpr bool IsDeleteMarker(CellType type) {
  return type >= CellType::kDelete && type <= CellType::kDeleteFamily;
}
constexpr bool IsFamilyMarker(CellType type) {
  return type == CellType::kDeleteFamily || type == CellType::kDeleteFamilyVersion;
}

// In a write: "the server's clock". HBase's HConstants.LATEST_TIMESTAMP.
constexpr int64_t kLatestTimestamp = std::numeric_limits<int64_t>::max();
constexpr size_t kMaxRowLength = 32767;
constexpr size_t kMaxFamilyLength = 127;

// Tag types of HBase that Basalt itself reads; all others are carried along unread.
constexpr uint8_t kTtlTagType = 8;

// A cell whose bytes belong to someone else; valid as long as its source says.
// `tags` is HBase's serialised form: repeated { u16 length, u8 type, value }.
struct BASALT_EXPORT CellView {
  BytesView row;
  BytesView family;
  BytesView qualifier;
  int64_t timestamp = kLatestTimestamp;
  CellType type = CellType::kPut;
  BytesView value;
  BytesView tags;
};

// A cell that owns its bytes.
struct BASALT_EXPORT Cell {
  Bytes row;
  Bytes family;
  Bytes qualifier;
  int64_t timestamp = kLatestTimestamp;
  CellType type = CellType::kPut;
  Bytes value;
  Bytes tags;

  Cell() = default;
  explicit Cell(const CellView& view);
  CellView view() const;
};

// HBase's CellComparator: row, family, qualifier ascending; timestamp, then type descending.
BASALT_EXPORT std::strong_ordering CompareCells(const CellView& a, const CellView& b);

// HBase's form: row/family:qualifier/timestamp/Type/vlen=n/seqid=0.
BASALT_EXPORT std::string ToString(const CellView& cell);

// Bytes of the cell in HBase's KeyValue form plus 4: what the cell size limit is measured in.
BASALT_EXPORT size_t SerializedCellSize(const CellView& cell);

// The value of the first TTL tag in milliseconds, if there is one.
BASALT_EXPORT std::optional<int64_t> TtlFromTags(BytesView tags);
// Appends a tag to a serialised list.
BASALT_EXPORT void AppendTag(Bytes& tags, uint8_t type, BytesView value);
// `tags` without tags of that type.
BASALT_EXPORT Bytes RemoveTags(BytesView tags, uint8_t type);

}  // namespace v1
}  // namespace basalt
