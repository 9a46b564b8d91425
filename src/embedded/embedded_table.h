// EmbeddedTable: Table on the store in this process. Thread safe.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "basalt/table.h"
#include "base/call_budget.h"
#include "catalog/catalog.h"
#include "catalog/table_handle.h"

namespace basalt::embedded {

class EmbeddedTable : public Table {
 public:
  // The table must exist.
  EmbeddedTable(std::shared_ptr<const catalog::Catalog> catalog, TableName name)
      : catalog_(std::move(catalog)), table_(*catalog_, std::move(name)) {}

  const TableName& name() const override { return table_.name(); }
  Result<TableDescriptor> GetDescriptor(const CallOptions& options) override;
  Result<RowResult> Get(const basalt::Get& get, const CallOptions& options) override;
  Result<std::vector<RowResult>> Get(std::span<const basalt::Get> gets,
                                     const CallOptions& options) override;
  Result<bool> Exists(const basalt::Get& get, const CallOptions& options) override;
  Result<ResultScanner> GetScanner(const Scan& scan, const CallOptions& options) override;
  Status Put(const basalt::Put& put, const CallOptions& options) override;
  Status Put(std::span<const basalt::Put> puts, const CallOptions& options) override;
  Status Delete(const basalt::Delete& del, const CallOptions& options) override;
  Status Delete(std::span<const basalt::Delete> deletes, const CallOptions& options) override;
  Result<RowResult> Increment(const basalt::Increment& increment,
                              const CallOptions& options) override;
  Result<RowResult> Append(const basalt::Append& append, const CallOptions& options) override;
  Result<RowResult> MutateRow(const RowMutations& mutations, const CallOptions& options) override;
  Result<CheckAndMutateResult> CheckAndMutate(const basalt::CheckAndMutate& check,
                                              const CallOptions& options) override;
  std::vector<Result<RowResult>> Batch(std::span<const Action> actions,
                                       const CallOptions& options) override;
  Result<std::unique_ptr<BulkWriter>> OpenBulkWriter(const CallOptions& options) override;

 private:
  // For one operation, if its limits have not ended it yet.
  Result<catalog::TableAccess> Access(base::CallBudget& budget);

  const std::shared_ptr<const catalog::Catalog> catalog_;
  catalog::TableHandle table_;
};

}  // namespace basalt::embedded
