#include "server/service/region_access.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/meta_columns.h"

namespace basalt::server {

Result<RegionAccess> RegionAccess::Find(const ServerContext& context, const Call& call,
                                        const hbase::pb::RegionSpecifier& specifier) {
  auto access = catalog::TableAccess::OfRegion(context.catalog(), specifier.value(), call.budget);
  if (!access.ok()) return NameServer(context, call, access.status());
  return RegionAccess(context, call, std::move(access).value());
}

Result<RowResult> RegionAccess::ReadRow(const Get& get) const {
  size_t bytes = 0;
  BASALT_ASSIGN_OR_RETURN(RowResult row, ReadRowUncounted(get, bytes));
  access_.CountRead(get.row(), bytes);
  return row;
}

Result<RowResult> RegionAccess::ReadRowUncounted(const Get& get, size_t& bytes) const {
  BASALT_ASSIGN_OR_RETURN(RowResult row, access_.GetUncounted(get));
  bytes = row.byte_size();
  if (region().info().is_meta())
    FillMetaAddress(context_->RegionServerName(call_->connection), row);
  return row;
}

void FillMetaAddress(const hbase::pb::ServerName& server, RowResult& row) {
  const model::ServerAddress address{server.host_name(), static_cast<uint16_t>(server.port()),
                                     static_cast<int64_t>(server.start_code())};
  RowResult filled;
  filled.StartRow(row.row());
  for (CellView cell : row) {
    const std::optional<Bytes> value = model::AddressCellValue(cell, address);
    if (value) cell.value = *value;
    filled.Append(cell);
  }
  filled.set_partial(row.partial());
  filled.set_exists(row.exists());
  row = std::move(filled);
}

}  // namespace basalt::server
