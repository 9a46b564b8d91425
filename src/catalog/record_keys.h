// The keys of the catalog's records in the store's system space (docs/formats/directory.md). Pure
// functions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "basalt/descriptor.h"
#include "base/varint.h"
#include "model/region_info.h"

namespace basalt::catalog {

inline constexpr std::string_view kTablePrefix = "table/";
inline constexpr std::string_view kNamespacePrefix = "namespace/";
inline constexpr std::string_view kProcedurePrefix = "procedure/";
// Replication peers, by id, and the mark that they may not be changed.
inline constexpr std::string_view kPeerPrefix = "peer/";
inline constexpr std::string_view kPeerModificationOffKey = "peer_modification_off";
// Families that are leftovers when no table has them: made for a change that may not happen, or of
// a table that is gone.
inline constexpr std::string_view kFamilyPrefix = "family/";
// Copies of meta's regions (Store::AddCopy), by name.
inline constexpr std::string_view kRegionPrefix = "region/";
inline constexpr std::string_view kNextIdKey = "next_id";

inline constexpr std::string_view kDefaultNamespace = "default";

// Those that are there without a record.
inline std::map<std::string, NamespaceDescriptor, std::less<>> ReservedNamespaces() {
  std::map<std::string, NamespaceDescriptor, std::less<>> namespaces;
  for (const std::string_view name : {kDefaultNamespace, model::kSystemNamespace}) {
    namespaces[std::string(name)] = NamespaceDescriptor{std::string(name), {}};
  }
  return namespaces;
}

inline Bytes TableKey(const TableName& name) { return Bytes(kTablePrefix) + name.ToString(); }

inline Bytes NamespaceKey(std::string_view name) { return Bytes(kNamespacePrefix).append(name); }

inline Bytes FamilyKey(std::string_view label) { return Bytes(kFamilyPrefix).append(label); }

inline Bytes RegionKey(BytesView region_name) { return Bytes(kRegionPrefix).append(region_name); }

inline Bytes EncodeNumber(uint64_t number) {
  Bytes out;
  base::AppendVarint(out, number);
  return out;
}

}  // namespace basalt::catalog
