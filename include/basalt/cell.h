// Cells: the unit HBase stores.
//
// Lifetimes: a Cell owns its bytes and is independent of what it was made from. A CellView borrows
// them, from a Cell, a RowResult or a caller's buffer, and is valid until its source is changed or
// destroyed; Cell(view) makes a copy to keep. Both are plain values: several threads may read one,
// nothing is synchronised.
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
  kMinimum = 0,               // never stored; sorts last at a timestamp
  kPut = 4,                   // a value
  kDelete = 8,                // masks the version at exactly this timestamp
  kDeleteFamilyVersion = 10,  // masks every column of the family at exactly this timestamp
  kDeleteColumn = 12,         // masks all versions of the column up to this timestamp
  kDeleteFamily = 14,         // masks every column of the family up to this timestamp
  kMaximum = 255,             // never stored; sorts first at a timestamp
};

// "Put", "DeleteColumn" and so on, as HBase prints them.
BASALT_EXPORT std::string_view CellTypeName(CellType type);
// Whether the cell deletes others instead of having a value.
constexpr bool IsDeleteMarker(CellType type) {
  return type >= CellType::kDelete && type <= CellType::kDeleteFamily;
}
// Whether the marker deletes columns of a whole family; such a cell has no qualifier.
constexpr bool IsFamilyMarker(CellType type) {
  return type == CellType::kDeleteFamily || type == CellType::kDeleteFamilyVersion;
}

// In a write: "the server's clock". HBase's HConstants.LATEST_TIMESTAMP.
constexpr int64_t kLatestTimestamp = std::numeric_limits<int64_t>::max();
// The maximum length of a row key in bytes, as in HBase. Longer ones are refused, empty ones, too.
constexpr size_t kMaxRowLength = 32767;
// The maximum length of a column family's name in bytes, as in HBase.
constexpr size_t kMaxFamilyLength = 127;

// The tag type of a cell's time to live. Tags of other types are stored and returned as they are.
constexpr uint8_t kTtlTagType = 8;

// A cell whose bytes belong to a Cell, a RowResult or another buffer; valid until that is changed
// or destroyed.
struct BASALT_EXPORT CellView {
  BytesView row;                         // 1 to kMaxRowLength bytes
  BytesView family;                      // the column family's name
  BytesView qualifier;                   // the column within the family; may be empty
  int64_t timestamp = kLatestTimestamp;  // the version: milliseconds since 1970
  CellType type = CellType::kPut;        // a value or a kind of delete marker
  BytesView value;                       // empty for delete markers
  BytesView tags;                        // HBase's form: repeated { u16 length, u8 type, value }
};

// A cell that owns its bytes; the fields are those of CellView.
struct BASALT_EXPORT Cell {
  Bytes row;                             // 1 to kMaxRowLength bytes
  Bytes family;                          // the column family's name
  Bytes qualifier;                       // the column within the family; may be empty
  int64_t timestamp = kLatestTimestamp;  // the version: milliseconds since 1970
  CellType type = CellType::kPut;        // a value or a kind of delete marker
  Bytes value;                           // empty for delete markers
  Bytes tags;                            // HBase's form: repeated { u16 length, u8 type, value }

  // Empty, to be filled in.
  Cell() = default;
  // Copies the bytes, so that the view's source is no longer needed.
  explicit Cell(const CellView& view);
  // Borrows this cell's bytes; valid until the cell is changed, moved or destroyed.
  CellView view() const;
};

// HBase's CellComparator: row, family, qualifier ascending; timestamp, then type descending.
BASALT_EXPORT std::strong_ordering CompareCells(const CellView& a, const CellView& b);

// HBase's form: row/family:qualifier/timestamp/Type/vlen=n/seqid=0.
BASALT_EXPORT std::string ToString(const CellView& cell);

// Bytes of the cell in HBase's KeyValue form plus 4: what the cell size limit is measured in.
BASALT_EXPORT size_t SerializedCellSize(const CellView& cell);

// The value of the first TTL tag in milliseconds, if there is one. `tags`: as in CellView::tags.
BASALT_EXPORT std::optional<int64_t> TtlFromTags(BytesView tags);
// Appends a tag to a serialised list, which grows by 3 bytes and the value.
BASALT_EXPORT void AppendTag(Bytes& tags, uint8_t type, BytesView value);
// `tags` without tags of that type.
BASALT_EXPORT Bytes RemoveTags(BytesView tags, uint8_t type);

}  // namespace v1
}  // namespace basalt
