#include "model/meta_columns.h"

#include <fmt/format.h>

namespace basalt::model {

std::string ServerAddress::HostAndPort() const { return fmt::format("{}:{}", host, port); }

std::string ServerAddress::ToString() const {
  return fmt::format("{},{},{}", host, port, start_code);
}

std::optional<Bytes> AddressCellValue(const CellView& cell, const ServerAddress& server) {
  if (cell.family != kInfoFamily || cell.type != CellType::kPut || cell.value.empty()) return {};
  if (cell.qualifier == kServerColumn) return server.HostAndPort();
  if (cell.qualifier == kStartCodeColumn) return EncodeLong(server.start_code);
  if (cell.qualifier == kServerNameColumn) return server.ToString();
  return {};
}

}  // namespace basalt::model
