#include "quota/quota_table.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "wire/quota_codec.h"

namespace basalt::quota {
namespace {

namespace pb = hbase::pb;

TableDescriptor QuotaDescriptor() {
  TableDescriptor table(wire::QuotaTableName());
  for (const std::string_view name : {wire::kQuotaFamily, wire::kQuotaUsageFamily}) {
    FamilyDescriptor family(name);
    family.SetMaxVersions(1).SetBloomType(BloomType::kRow);
    // Names differ, so this cannot fail.
    (void)table.AddFamily(family).ok();
  }
  return table;
}

}  // namespace

QuotaTable::QuotaTable(catalog::Catalog& catalog)
    : catalog_(catalog), handle_(catalog, wire::QuotaTableName()) {}

Status QuotaTable::CreateIfMissing() {
  if (catalog_.tables().Find(wire::QuotaTableName()).ok()) return {};
  return catalog_.tables().Create(QuotaDescriptor(), {});
}

int64_t QuotaTable::NewTimestamp() {
  const int64_t now = catalog_.store()->clock().NowMs();
  int64_t last = last_timestamp_.load();
  int64_t next = 0;
  do {
    next = std::max(now, last + 1);
  } while (!last_timestamp_.compare_exchange_weak(last, next));
  return next;
}

Result<std::optional<pb::Quotas>> QuotaTable::Get(const QuotaOwner& owner) {
  BASALT_ASSIGN_OR_RETURN(const auto value, GetCell(wire::QuotaRow(owner), wire::kQuotaFamily,
                                                    wire::QuotaQualifier(owner)));
  if (!value) return std::optional<pb::Quotas>();
  BASALT_ASSIGN_OR_RETURN(pb::Quotas quotas, wire::DecodeQuotas(*value));
  return std::optional(std::move(quotas));
}

Status QuotaTable::Put(const QuotaOwner& owner, const pb::Quotas& quotas) {
  return PutCell(wire::QuotaRow(owner), wire::kQuotaFamily, wire::QuotaQualifier(owner),
                 wire::EncodeQuotas(quotas));
}

Status QuotaTable::Delete(const QuotaOwner& owner) {
  const Bytes row = wire::QuotaRow(owner);
  if (owner.user && (owner.table || owner.ns)) {
    return DeleteCell(row, wire::kQuotaFamily, wire::QuotaQualifier(owner));
  }
  BASALT_ASSIGN_OR_RETURN(const catalog::TableAccess access, handle_.Access());
  return access.Write(basalt::Delete(row, NewTimestamp()));
}

Result<std::optional<Bytes>> QuotaTable::GetCell(BytesView row, BytesView family,
                                                 BytesView qualifier) {
  BASALT_ASSIGN_OR_RETURN(const catalog::TableAccess access, handle_.Access());
  BASALT_ASSIGN_OR_RETURN(
      const RowResult found,
      access.Get(basalt::Get(Bytes(row)).AddColumn(Bytes(family), Bytes(qualifier))));
  if (found.empty()) return std::optional<Bytes>();
  return std::optional(Bytes(found[0].value));
}

Status QuotaTable::PutCell(BytesView row, BytesView family, BytesView qualifier,
                           const Bytes& value) {
  BASALT_ASSIGN_OR_RETURN(const catalog::TableAccess access, handle_.Access());
  return access.Write(
      basalt::Put(Bytes(row)).AddColumn(Bytes(family), Bytes(qualifier), NewTimestamp(), value));
}

Status QuotaTable::DeleteCell(BytesView row, BytesView family, BytesView qualifier) {
  BASALT_ASSIGN_OR_RETURN(const catalog::TableAccess access, handle_.Access());
  return access.Write(
      basalt::Delete(Bytes(row)).AddColumns(Bytes(family), Bytes(qualifier), NewTimestamp()));
}

Status QuotaTable::ForEachRow(std::string_view prefix, std::string_view family,
                              const std::function<Status(const RowResult& row)>& visit) {
  BASALT_ASSIGN_OR_RETURN(const catalog::TableAccess access, handle_.Access());
  Scan scan;
  scan.AddFamily(Bytes(family));
  scan.SetStartStopRowForPrefixScan(prefix);
  BASALT_ASSIGN_OR_RETURN(const auto rows, access.OpenScanner(std::move(scan)));
  RowResult row;
  while (true) {
    BASALT_ASSIGN_OR_RETURN(const bool more, rows->Next(row));
    if (!more) return {};
    BASALT_RETURN_IF_ERROR(visit(row));
  }
}

}  // namespace basalt::quota
