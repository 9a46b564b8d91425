// The keys of the catalog's records in the store's system space (docs/formats/directory.md). Pure
// functions.
#pragma once

#include <cstdint>
#include <string_view>

#include "basalt/descriptor.h"
#include "base/varint.h"

namespace basalt::catalog {

inline constexpr std::string_view kTablePrefix = "table/";
inline constexpr std::string_view kNamespacePrefix = "namespace/";
inline constexpr std::string_view kProcedurePrefix = "procedure/";
inline constexpr std::string_view kNextIdKey = "next_id";

inline constexpr std::string_view kDefaultNamespace = "default";

inline Bytes TableKey(const TableName& name) { return Bytes(kTablePrefix) + name.ToString(); }

inline Bytes NamespaceKey(std::string_view name) { return Bytes(kNamespacePrefix).append(name); }

inline Bytes EncodeNumber(uint64_t number) {
  Bytes out;
  base::AppendVarint(out, number);
  return out;
}

}  // namespace basalt::catalog
