// QuotaTable: the rows of hbase:quota (wire/quota_codec.h) in this server's catalog. Thread safe;
// callers that read a row and write it anew hold a lock of their own.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string_view>

#include "basalt/quota.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "catalog/catalog.h"
#include "catalog/table_handle.h"
#include "hbase/quota.pb.h"

namespace basalt::quota {

class QuotaTable {
 public:
  // The catalog must outlive it.
  explicit QuotaTable(catalog::Catalog& catalog);

  // Makes the table if it is not there.
  Status CreateIfMissing();

  Result<std::optional<hbase::pb::Quotas>> Get(const QuotaOwner& owner);
  Status Put(const QuotaOwner& owner, const hbase::pb::Quotas& quotas);
  // As HBase does: of a user in a table or namespace these settings alone, of others the whole row.
  Status Delete(const QuotaOwner& owner);

  Result<std::optional<Bytes>> GetCell(BytesView row, BytesView family, BytesView qualifier);
  Status PutCell(BytesView row, BytesView family, BytesView qualifier, const Bytes& value);
  Status DeleteCell(BytesView row, BytesView family, BytesView qualifier);

  // Visits the rows that begin with the prefix, with the cells of one family.
  Status ForEachRow(std::string_view prefix, std::string_view family,
                    const std::function<Status(const RowResult& row)>& visit);

 private:
  // Later than that of every earlier write, so that a delete hides none that comes after it.
  int64_t NewTimestamp();

  catalog::Catalog& catalog_;
  catalog::TableHandle handle_;
  std::atomic<int64_t> last_timestamp_{0};
};

}  // namespace basalt::quota
