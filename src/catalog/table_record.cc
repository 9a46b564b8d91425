#include "catalog/table_record.h"

#include <utility>

#include "base/varint.h"
#include "model/descriptor_codec.h"

namespace basalt::catalog {
namespace {

constexpr uint64_t kTableRecordVersion = 1;

Status DamagedTableRecord() {
  return {StatusCode::kCorruption, "a table's catalog record is damaged"};
}

}  // namespace

Bytes TableRecord::Encode() const {
  Bytes out;
  base::AppendVarint(out, kTableRecordVersion);
  base::AppendVarint(out, id);
  base::AppendVarint(out, enabled ? 1 : 0);
  base::AppendText(out, model::EncodeTableDescriptor(descriptor));
  base::AppendVarint(out, labels.size());
  for (const auto& [family, label] : labels) {
    base::AppendText(out, family);
    base::AppendText(out, label);
  }
  base::AppendVarint(out, splits.size());
  for (const Bytes& split : splits) base::AppendText(out, split);
  return out;
}

Result<TableRecord> TableRecord::Decode(BytesView bytes) {
  uint64_t version;
  uint64_t id;
  uint64_t enabled;
  uint64_t count;
  BytesView text;
  if (!base::TakeVarint(bytes, version)) return DamagedTableRecord();
  if (version > kTableRecordVersion) {
    return Status(StatusCode::kNewerFormat, "a table's catalog record has a newer version");
  }
  if (!base::TakeVarint(bytes, id) || !base::TakeVarint(bytes, enabled) ||
      !base::TakeText(bytes, text)) {
    return DamagedTableRecord();
  }
  BASALT_ASSIGN_OR_RETURN(auto descriptor, model::DecodeTableDescriptor(text));
  TableRecord record(std::move(descriptor));
  record.id = id;
  record.enabled = enabled != 0;
  if (!base::TakeVarint(bytes, count)) return DamagedTableRecord();
  for (; count > 0; --count) {
    BytesView label;
    if (!base::TakeText(bytes, text) || !base::TakeText(bytes, label)) return DamagedTableRecord();
    record.labels.emplace(text, label);
  }
  if (!base::TakeVarint(bytes, count)) return DamagedTableRecord();
  for (; count > 0; --count) {
    if (!base::TakeText(bytes, text)) return DamagedTableRecord();
    record.splits.emplace_back(text);
  }
  if (!bytes.empty()) return DamagedTableRecord();
  return record;
}

Result<TableDescriptor> Renamed(const TableDescriptor& table, const TableName& name) {
  TableDescriptor renamed(name);
  for (const auto& [key, value] : table.attributes()) renamed.SetAttribute(key, value);
  for (const FamilyDescriptor& family : table.families()) {
    BASALT_RETURN_IF_ERROR(renamed.AddFamily(family));
  }
  return renamed;
}

}  // namespace basalt::catalog
