#include "model/descriptor_codec.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/varint.h"
#include "model/names.h"

namespace basalt::model {
namespace {

constexpr char kTableKind = 'T';
constexpr char kNamespaceKind = 'N';
constexpr uint8_t kVersion = 1;

using TextMap = std::map<std::string, std::string>;

void PutMap(Bytes& out, const TextMap& map) {
  base::AppendVarint(out, map.size());
  for (const auto& [key, value] : map) {
    base::AppendText(out, key);
    base::AppendText(out, value);
  }
}

Bytes StartRecord(char kind) { return {kind, static_cast<char>(kVersion)}; }

Status Damaged(std::string_view what) {
  return {StatusCode::kCorruption, fmt::format("descriptor record: {}", what)};
}

// Reads the fields of a record one after the other.
class Reader {
 public:
  explicit Reader(BytesView record) : rest_(record) {}

  Status Start(char kind) {
    if (rest_.size() < 2) return Damaged("cut short");
    if (rest_[0] != kind) return Damaged("of another kind");
    const auto version = static_cast<uint8_t>(rest_[1]);
    if (version == 0) return Damaged("version 0");
    if (version > kVersion) {
      return {StatusCode::kNewerFormat,
              fmt::format("descriptor record has version {}, this Basalt reads up to {}", version,
                          kVersion)};
    }
    rest_.remove_prefix(2);
    return {};
  }

  Result<uint64_t> Varint() {
    uint64_t value;
    if (!base::TakeVarint(rest_, value)) return Damaged("a number is cut short or malformed");
    return value;
  }

  Result<std::string> Text() {
    BytesView text;
    if (!base::TakeText(rest_, text)) return Damaged("cut short");
    return std::string(text);
  }

  Result<TextMap> Map() {
    BASALT_ASSIGN_OR_RETURN(const uint64_t size, Varint());
    TextMap map;
    for (uint64_t i = 0; i < size; ++i) {
      BASALT_ASSIGN_OR_RETURN(std::string key, Text());
      BASALT_ASSIGN_OR_RETURN(std::string value, Text());
      if (!map.empty() && key <= map.rbegin()->first) return Damaged("keys out of order");
      map.emplace_hint(map.end(), std::move(key), std::move(value));
    }
    return map;
  }

  Status End() const {
    if (rest_.empty()) return {};
    return Damaged(fmt::format("{} bytes too many", rest_.size()));
  }

 private:
  BytesView rest_;
};

// Descriptors hold no empty values and no times or sizes with units; a record that does is damaged.
template <typename Descriptor, typename Set>
Status SetAll(Descriptor& descriptor, const TextMap& map, const TextMap& (Descriptor::*get)() const,
              Set set) {
  for (const auto& [key, value] : map) (descriptor.*set)(key, value);
  return (descriptor.*get)() == map ? Status() : Damaged("a value no descriptor can have");
}

Result<FamilyDescriptor> ReadFamily(Reader& reader) {
  BASALT_ASSIGN_OR_RETURN(const std::string name, reader.Text());
  BASALT_ASSIGN_OR_RETURN(const TextMap attributes, reader.Map());
  BASALT_ASSIGN_OR_RETURN(const TextMap configuration, reader.Map());
  FamilyDescriptor family(name);
  BASALT_RETURN_IF_ERROR(
      SetAll(family, attributes, &FamilyDescriptor::attributes, &FamilyDescriptor::SetAttribute));
  BASALT_RETURN_IF_ERROR(SetAll(family, configuration, &FamilyDescriptor::configuration,
                                &FamilyDescriptor::SetConfiguration));
  return family;
}

}  // namespace

Bytes EncodeTableDescriptor(const TableDescriptor& table) {
  Bytes out = StartRecord(kTableKind);
  base::AppendText(out, table.name().ns());
  base::AppendText(out, table.name().qualifier());
  PutMap(out, table.attributes());
  base::AppendVarint(out, table.families().size());
  for (const FamilyDescriptor& family : table.families()) {
    base::AppendText(out, family.name());
    PutMap(out, family.attributes());
    PutMap(out, family.configuration());
  }
  return out;
}

Bytes EncodeNamespaceDescriptor(const NamespaceDescriptor& descriptor) {
  Bytes out = StartRecord(kNamespaceKind);
  base::AppendText(out, descriptor.name);
  PutMap(out, descriptor.configuration);
  return out;
}

Result<TableDescriptor> DecodeTableDescriptor(BytesView record) {
  Reader reader(record);
  BASALT_RETURN_IF_ERROR(reader.Start(kTableKind));
  BASALT_ASSIGN_OR_RETURN(const std::string ns, reader.Text());
  BASALT_ASSIGN_OR_RETURN(const std::string qualifier, reader.Text());
  const auto name = TableName::Parse(ns + kNamespaceDelimiter + qualifier);
  if (!name.ok()) return Damaged(name.status().message());
  TableDescriptor table(*name);

  BASALT_ASSIGN_OR_RETURN(const TextMap attributes, reader.Map());
  BASALT_RETURN_IF_ERROR(
      SetAll(table, attributes, &TableDescriptor::attributes, &TableDescriptor::SetAttribute));
  BASALT_ASSIGN_OR_RETURN(const uint64_t families, reader.Varint());
  for (uint64_t i = 0; i < families; ++i) {
    BASALT_ASSIGN_OR_RETURN(FamilyDescriptor family, ReadFamily(reader));
    if (i > 0 && family.name() <= table.families().back().name()) {
      return Damaged("families out of order");
    }
    if (const Status added = table.AddFamily(std::move(family)); !added.ok()) {
      return Damaged(added.message());
    }
  }
  BASALT_RETURN_IF_ERROR(reader.End());
  return table;
}

Result<NamespaceDescriptor> DecodeNamespaceDescriptor(BytesView record) {
  Reader reader(record);
  BASALT_RETURN_IF_ERROR(reader.Start(kNamespaceKind));
  NamespaceDescriptor descriptor;
  BASALT_ASSIGN_OR_RETURN(descriptor.name, reader.Text());
  BASALT_ASSIGN_OR_RETURN(descriptor.configuration, reader.Map());
  BASALT_RETURN_IF_ERROR(reader.End());
  return descriptor;
}

}  // namespace basalt::model
