// RowFormatter: writes the rows of a table as text: one record per cell, which is lossless, or one
// record per row with the columns of a mapping. What it writes a load reads back. One thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/key_table.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "transfer/mapping.h"
#include "transfer/record_format.h"

namespace basalt::transfer {

struct RowFormat {
  RecordFormat format;
  bool header = true;
  // One record per row; without one, one per cell.
  std::optional<Mapping> mapping;
  // Whether the header has the mapping's targets in place of its sources, so that the file can be
  // loaded without a mapping.
  bool targets_as_names = false;
  // Of keys, columns and values of records per cell. Of JSON lines: text, which is base64 where it
  // is not UTF-8.
  ValueType type = ValueType::Of(ValueType::Kind::kEscaped);
  // Records per cell have the cell's type, and its tags.
  bool types = false;
  bool tags = false;
};

class RowFormatter {
 public:
  // `keys` is needed for mappings with key fields; borrowed, may be null.
  RowFormatter(RowFormat format, KeyTable* keys);

  // With the line end; empty without a header.
  std::string Header() const;
  // Appends the row's records. kInvalidArgument, with row and column, if a value is not of its
  // type.
  Status Append(const RowResult& row, std::string& out);

 private:
  struct Value {
    std::string text;
    bool absent = false;
    bool number = false;  // of JSON, without quotes
    std::string type;     // of JSON: for the member's name
  };

  Status AppendCell(const CellView& cell, std::string& out);
  Status AppendMapped(const RowResult& row, std::string& out);
  Status MappedValue(const MapItem& item, const RowResult& row, const std::optional<KeyRecord>& key,
                     Value& value) const;
  // The text of bytes in a type, as the format needs it.
  Status Print(BytesView bytes, const ValueType& type, Value& value) const;
  void AppendRecord(const std::vector<Value>& values, std::string& out) const;

  const RowFormat format_;
  KeyTable* const keys_;
  std::vector<std::string> names_;
  std::vector<Value> values_;
};

}  // namespace basalt::transfer
