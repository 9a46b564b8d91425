// Mapping: which column of a text file becomes what of a row. The language, the same on the command
// line, in a header line and in a TOML file:
//
//   key=id                  the row key                 key:long=id       with a type
//   key.user=uid            a field of the table's key schema
//   f:name=full_name        a column of the table       f:age:int=age     with a type
//   ts=when                 the timestamp               ttl=keep_ms       the cells' time to live
//   type=op                 Put, Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion, DeleteRow
//   column=c  value=v       one cell per record, whose column is in the record; tags=t in hex
//
// A value. Thread safe when it does not change.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/key_schema.h"
#include "basalt/status.h"
#include "transfer/value_type.h"

namespace basalt::transfer {

struct MapItem {
  enum class Target : uint8_t {
    kKey,
    kKeyField,
    kColumn,
    kTimestamp,
    kTtl,
    kCellType,
    kCellColumn,
    kCellValue,
    kCellTags,
  };
  Target target = Target::kKey;
  // Of kKeyField.
  std::string field;
  // Of kColumn.
  Bytes family;
  Bytes qualifier;
  ValueType type;
  // The column of the file: its name, or its number from 1.
  std::string source;

  // "key", "f:age:int". `fallback`: the type if the text has none. kInvalidArgument.
  static Result<MapItem> ParseTarget(std::string_view text, const ValueType& fallback);
  // The reverse.
  std::string TargetText() const;
};

struct Mapping {
  std::vector<MapItem> items;

  // "key=id f:name=full_name". Quotes around what has spaces.
  static Result<Mapping> Parse(std::string_view text, const ValueType& fallback);
  // Each name is a target, or that of a field of the schema. `schema` may be null.
  static Result<Mapping> OfNames(const std::vector<std::string>& names, const ValueType& fallback,
                                 const KeySchema* schema);

  // Fields of the key schema that are not mapped come from columns of their own names.
  void AddKeyFields(const KeySchema& schema);
  // Whether there is one item of what must be there, and at most one of what may be.
  Status Check(const KeySchema* schema) const;
  // One cell per record.
  bool of_cells() const { return Has(MapItem::Target::kCellColumn); }
  bool Has(MapItem::Target target) const;
  // Of the columns that are named.
  std::set<Bytes> Families() const;
  // In the form that Parse reads.
  std::string ToString() const;
};

// The place of a source among the names of a file's columns. kInvalidArgument.
Result<size_t> FindSource(const std::string& source, const std::vector<std::string>& names);

}  // namespace basalt::transfer
