#include "server/service/region_access.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/meta_columns.h"

namespace basalt::server {

Result<RegionAccess> RegionAccess::Find(const ServerContext& context, const Call& call,
                                        const hbase::pb::RegionSpecifier& specifier) {
  BASALT_ASSIGN_OR_RETURN(auto region, FindRegion(context, call, specifier));
  auto cells = region->table()->Cells();
  if (!cells.ok()) {
    return Status(StatusCode::kNotServingRegion,
                  fmt::format("{} is not online on {}", ToStringBinary(region->name()),
                              ToText(context.RegionServerName(call.connection))));
  }
  return RegionAccess(context, call, std::move(region), std::move(cells).value());
}

std::string RegionAccess::OutOfRange(BytesView row, std::string_view operation) const {
  const model::RegionInfo& info = region_->info();
  return fmt::format(
      "Requested row out of range for {} on HRegion {}, startKey='{}', getEndKey()='{}', row='{}'",
      operation, ToStringBinary(region_->name()), ToStringBinary(info.start_key),
      ToStringBinary(info.end_key), ToStringBinary(row));
}

Status RegionAccess::CheckRow(BytesView row, std::string_view operation) const {
  if (Contains(row)) return {};
  return {StatusCode::kWrongRegion, OutOfRange(row, operation)};
}

Status RegionAccess::CheckWrittenRow(BytesView row) const {
  if (Contains(row)) return {};
  return {StatusCode::kFailedSanityCheck, OutOfRange(row, "doMiniBatchMutation")};
}

Status RegionAccess::Explain(Status status) const {
  if (status.code() != StatusCode::kNoSuchColumnFamily) return status;
  const std::string& message = status.message();
  constexpr std::string_view kBeforeRegion = " does not exist in region ";
  const size_t at = message.find(kBeforeRegion);
  if (at == std::string::npos) return status;
  TableDescriptor table(cells_->descriptor().name());
  for (const auto& [key, value] : cells_->descriptor().attributes()) table.SetAttribute(key, value);
  std::string text = table.ToString();
  for (const FamilyDescriptor& family : cells_->descriptor().families()) {
    text += ", " + family.ToFullString();
  }
  return {StatusCode::kNoSuchColumnFamily,
          fmt::format("{}{}{} in table {}", message.substr(0, at), kBeforeRegion,
                      ToStringBinary(region_->name()), text)};
}

void RegionAccess::NoteWrite(const Mutation& mutation) const {
  size_t bytes = 0;
  for (const MutationCell& cell : mutation.cells()) {
    bytes += mutation.row().size() + cell.family.size() + cell.qualifier.size() + cell.value.size();
  }
  region_->CountWrites(1);
  region_->CountBytesWritten(bytes);
  using Touched = catalog::Region::Touched;
  region_->Touch(mutation.row(),
                 mutation.type() == MutationType::kDelete ? Touched::kDeleted : Touched::kWritten);
}

void RegionAccess::Clip(Scan& scan) const {
  const model::RegionInfo& info = region_->info();
  if (info.is_meta()) return;
  // The scan's lower and upper ends, whichever way it runs.
  const Bytes& lower = scan.reversed() ? scan.stop_row() : scan.start_row();
  const Bytes& upper = scan.reversed() ? scan.start_row() : scan.stop_row();
  const bool clip_lower = !info.start_key.empty() && lower < info.start_key;
  const bool clip_upper = !info.end_key.empty() && (upper.empty() || upper >= info.end_key);
  if (clip_lower && scan.reversed()) scan.WithStopRow(info.start_key, true);
  if (clip_lower && !scan.reversed()) scan.WithStartRow(info.start_key, true);
  if (clip_upper && scan.reversed()) scan.WithStartRow(info.end_key, false);
  if (clip_upper && !scan.reversed()) scan.WithStopRow(info.end_key, false);
}

void RegionAccess::FillAddress(RowResult& row) const {
  FillMetaAddress(context_->RegionServerName(call_->connection), row);
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
