#include "model/meta_columns.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace basalt::model {

std::string ServerAddress::HostAndPort() const { return fmt::format("{}:{}", host, port); }

std::string ServerAddress::ToString() const {
  return fmt::format("{},{},{}", host, port, start_code);
}

Bytes ReplicaColumn(BytesView column, int32_t replica_id) {
  return replica_id == 0 ? Bytes(column) : fmt::format("{}_{:04X}", column, replica_id);
}

ReplicaColumnParts ParseReplicaColumn(BytesView qualifier) {
  constexpr size_t kDigits = 4;
  constexpr size_t kSuffix = kDigits + 1;
  const ReplicaColumnParts plain{qualifier, 0};
  if (qualifier.size() <= kSuffix || qualifier[qualifier.size() - kSuffix] != '_') return plain;
  const BytesView digits = qualifier.substr(qualifier.size() - kDigits);
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
  if (!std::ranges::all_of(digits, is_digit)) return plain;
  int32_t replica_id = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), replica_id, 16);
  return {qualifier.substr(0, qualifier.size() - kSuffix), replica_id};
}

std::optional<Bytes> AddressCellValue(const CellView& cell, const ServerAddress& server) {
  if (cell.family != kInfoFamily || cell.type != CellType::kPut || cell.value.empty()) return {};
  const BytesView column = ParseReplicaColumn(cell.qualifier).column;
  if (column == kServerColumn) return server.HostAndPort();
  if (column == kStartCodeColumn) return EncodeLong(server.start_code);
  if (column == kServerNameColumn) return server.ToString();
  return {};
}

}  // namespace basalt::model
