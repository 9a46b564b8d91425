// RegionInfo: the identity of a region: a range of rows of a table, and an id that distinguishes it
// from earlier regions of the same range. Names and protobuf form are HBase's. A value; pure
// functions.
#pragma once

#include <cstdint>
#include <string>

#include "basalt/bytes.h"
#include "basalt/descriptor.h"
#include "basalt/query.h"
#include "basalt/status.h"

namespace basalt::model {

inline constexpr std::string_view kSystemNamespace = "hbase";
inline constexpr std::string_view kMetaEncodedName = "1588230740";
// The magic bytes before protobuf messages in the cells of hbase:meta.
inline constexpr std::string_view kProtobufMagic = "PBUF";

const TableName& MetaTableName();       // hbase:meta
const TableName& NamespaceTableName();  // hbase:namespace
inline bool IsSystemTable(const TableName& name) { return name.ns() == kSystemNamespace; }

struct RegionInfo {
  TableName table;
  Bytes start_key;  // the first row; empty: from the beginning
  Bytes end_key;    // the first row after it; empty: to the end
  int64_t region_id = 0;
  bool offline = false;
  bool split = false;
  int32_t replica_id = 0;

  // The one region of hbase:meta.
  static RegionInfo Meta();

  bool is_meta() const { return table == MetaTableName(); }
  // The whole name: <table>,<start key>,<id>.<encoded name>. and hbase:meta,,1 for meta.
  Bytes Name() const;
  // 32 hexadecimal digits; 1588230740 for meta.
  std::string EncodedName() const;
  bool Contains(BytesView row) const {
    return row >= start_key && (end_key.empty() || row < end_key);
  }
  // HBase's log and message form: {ENCODED => ..., NAME => '...', STARTKEY => '', ENDKEY => ''}.
  std::string ToString() const;

  // A RegionInfo message, all seven fields written, without the magic in front.
  Bytes ToProtobuf() const;
  static Result<RegionInfo> FromProtobuf(BytesView message);
  // The same with the magic in front, as in meta's cells.
  Bytes ToCellValue() const;
  static Result<RegionInfo> FromCellValue(BytesView value);

  friend bool operator==(const RegionInfo&, const RegionInfo&) = default;
};

// The encoded name inside a whole region name: the 32 digits of its tail, meta's for
// "hbase:meta,,1", else nothing. Points into `name` or to a constant.
std::string_view EncodedNameOf(BytesView name);

// Whether a scan that has read all of this region is at its end.
bool IsLastRegion(const RegionInfo& region, const Scan& scan);

// hbase:namespace's cells: a NamespaceDescriptor message.
Bytes NamespaceToProtobuf(const NamespaceDescriptor& ns);
Result<NamespaceDescriptor> NamespaceFromProtobuf(BytesView message);

}  // namespace basalt::model
