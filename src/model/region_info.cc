#include "model/region_info.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/md5.h"
#include "base/varint.h"
#include "model/names.h"

namespace basalt::model {
namespace {

constexpr BytesView kMetaRegionName = "hbase:meta,,1";
constexpr size_t kEncodedLength = 32;

// Protobuf's two kinds of field that these messages have.
constexpr uint64_t kNumberField = 0;
constexpr uint64_t kTextField = 2;

void AppendNumberField(Bytes& out, uint64_t field, uint64_t value) {
  base::AppendVarint(out, field << 3 | kNumberField);
  base::AppendVarint(out, value);
}

void AppendTextField(Bytes& out, uint64_t field, BytesView value) {
  base::AppendVarint(out, field << 3 | kTextField);
  base::AppendText(out, value);
}

// Protobuf allows numbers written longer than needed.
bool TakeNumber(BytesView& in, uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 70 && !in.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(in.front());
    in.remove_prefix(1);
    if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

struct Field {
  uint64_t number = 0;
  uint64_t value = 0;  // of a number
  BytesView text;      // of a text or message
};

bool Skip(BytesView& in, size_t bytes) {
  if (in.size() < bytes) return false;
  in.remove_prefix(bytes);
  return true;
}

// Reads the next field of a message; false when the bytes are malformed. Fields of fixed width,
// which these messages do not have, are returned without a value.
bool TakeField(BytesView& in, Field& field) {
  uint64_t key = 0;
  if (!TakeNumber(in, key)) return false;
  field = {key >> 3, 0, {}};
  switch (key & 7) {
    case kNumberField: return TakeNumber(in, field.value);
    case 1: return Skip(in, 8);
    case kTextField: {
      uint64_t length = 0;
      if (!TakeNumber(in, length) || length > in.size()) return false;
      field.text = in.substr(0, length);
      return Skip(in, length);
    }
    case 5: return Skip(in, 4);
    default: return false;
  }
}

Status Malformed(std::string_view what) {
  return {StatusCode::kCorruption, fmt::format("not a {} message", what)};
}

// Calls `visit` with each field of a message.
template <typename Visit>
Status ForEachField(BytesView message, std::string_view what, Visit visit) {
  Field field;
  while (!message.empty()) {
    if (!TakeField(message, field)) return Malformed(what);
    visit(field);
  }
  return {};
}

TableName MustParse(std::string_view name) { return *TableName::Parse(name); }

Result<TableName> ParseTableName(BytesView message) {
  BytesView ns;
  BytesView qualifier;
  BASALT_RETURN_IF_ERROR(ForEachField(message, "TableName", [&](const Field& field) {
    if (field.number == 1) ns = field.text;
    if (field.number == 2) qualifier = field.text;
  }));
  return TableName::Parse(fmt::format("{}{}{}", ns, kNamespaceDelimiter, qualifier));
}

}  // namespace

const TableName& MetaTableName() {
  static const TableName name = MustParse(kMetaTableName);
  return name;
}

const TableName& NamespaceTableName() {
  static const TableName name = MustParse("hbase:namespace");
  return name;
}

RegionInfo RegionInfo::Meta() {
  RegionInfo info{MetaTableName(), {}, {}};
  info.region_id = 1;
  return info;
}

Bytes RegionInfo::Name() const {
  Bytes name = fmt::format("{},{},{}", table.ToString(), start_key, region_id);
  if (replica_id > 0) name += fmt::format("_{:04X}", replica_id);
  if (!is_meta()) name += fmt::format(".{}.", base::Md5Hex(name));
  return name;
}

std::string RegionInfo::EncodedName() const {
  if (is_meta()) return std::string(kMetaEncodedName);
  const Bytes name = Name();
  return name.substr(name.size() - kEncodedLength - 1, kEncodedLength);
}

std::string RegionInfo::ToString() const {
  return fmt::format("{{ENCODED => {}, NAME => '{}', STARTKEY => '{}', ENDKEY => '{}'{}{}{}}}",
                     EncodedName(), ToStringBinary(Name()), ToStringBinary(start_key),
                     ToStringBinary(end_key), offline ? ", OFFLINE => true" : "",
                     split ? ", SPLIT => true" : "",
                     replica_id > 0 ? fmt::format(", REPLICA_ID => {}", replica_id) : "");
}

Bytes RegionInfo::ToProtobuf() const {
  Bytes name;
  AppendTextField(name, 1, table.ns());
  AppendTextField(name, 2, table.qualifier());
  Bytes out;
  AppendNumberField(out, 1, static_cast<uint64_t>(region_id));
  AppendTextField(out, 2, name);
  AppendTextField(out, 3, start_key);
  AppendTextField(out, 4, end_key);
  AppendNumberField(out, 5, offline ? 1 : 0);
  AppendNumberField(out, 6, split ? 1 : 0);
  AppendNumberField(out, 7, static_cast<uint64_t>(replica_id));
  return out;
}

Result<RegionInfo> RegionInfo::FromProtobuf(BytesView message) {
  std::optional<BytesView> name;
  RegionInfo info{MetaTableName(), {}, {}};
  BASALT_RETURN_IF_ERROR(ForEachField(message, "RegionInfo", [&](const Field& field) {
    switch (field.number) {
      case 1: info.region_id = static_cast<int64_t>(field.value); break;
      case 2: name = field.text; break;
      case 3: info.start_key.assign(field.text); break;
      case 4: info.end_key.assign(field.text); break;
      case 5: info.offline = field.value != 0; break;
      case 6: info.split = field.value != 0; break;
      case 7: info.replica_id = static_cast<int32_t>(field.value); break;
      default: break;
    }
  }));
  if (!name) return Malformed("RegionInfo");
  BASALT_ASSIGN_OR_RETURN(info.table, ParseTableName(*name));
  return info;
}

Bytes RegionInfo::ToCellValue() const { return Bytes(kProtobufMagic) + ToProtobuf(); }

Result<RegionInfo> RegionInfo::FromCellValue(BytesView value) {
  if (!value.starts_with(kProtobufMagic)) return Malformed("RegionInfo");
  return FromProtobuf(value.substr(kProtobufMagic.size()));
}

std::string_view EncodedNameOf(BytesView name) {
  if (name == kMetaRegionName) return kMetaEncodedName;
  constexpr size_t kTail = kEncodedLength + 2;
  if (name.size() <= kTail || name.back() != '.' || name[name.size() - kTail] != '.') return {};
  return name.substr(name.size() - kEncodedLength - 1, kEncodedLength);
}

bool IsLastRegion(const RegionInfo& region, const Scan& scan) {
  const Bytes& stop = scan.stop_row();
  if (scan.reversed()) {
    return region.start_key.empty() || (!stop.empty() && stop >= region.start_key);
  }
  return region.end_key.empty() ||
         (!stop.empty() &&
          (stop < region.end_key || (stop == region.end_key && !scan.include_stop_row())));
}

Bytes NamespaceToProtobuf(const NamespaceDescriptor& ns) {
  Bytes out;
  AppendTextField(out, 1, ns.name);
  for (const auto& [key, value] : ns.configuration) {
    Bytes pair;
    AppendTextField(pair, 1, key);
    AppendTextField(pair, 2, value);
    AppendTextField(out, 2, pair);
  }
  return out;
}

Result<NamespaceDescriptor> NamespaceFromProtobuf(BytesView message) {
  constexpr std::string_view kWhat = "NamespaceDescriptor";
  NamespaceDescriptor ns;
  Status bad;
  BASALT_RETURN_IF_ERROR(ForEachField(message, kWhat, [&](const Field& field) {
    if (field.number == 1) ns.name.assign(field.text);
    if (field.number != 2) return;
    std::string key;
    std::string value;
    const Status parsed = ForEachField(field.text, kWhat, [&](const Field& part) {
      if (part.number == 1) key.assign(part.text);
      if (part.number == 2) value.assign(part.text);
    });
    if (!parsed.ok()) bad = parsed;
    ns.configuration[std::move(key)] = std::move(value);
  }));
  BASALT_RETURN_IF_ERROR(bad);
  return ns;
}

}  // namespace basalt::model
