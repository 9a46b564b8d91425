// EmbeddedTable: Table on the store in this process. Thread safe.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "basalt/table.h"
#include "catalog/catalog.h"
#include "catalog/table_handle.h"

namespace basalt::client {

class EmbeddedTable : public Table {
 public:
  // The table must exist.
  EmbeddedTable(std::shared_ptr<const catalog::Catalog> catalog, TableName name)
      : catalog_(std::move(catalog)), table_(*catalog_, std::move(name)) {}

  const TableName& name() const override { return table_.name(); }
  Result<TableDescriptor> GetDescriptor() override;
  Result<RowResult> Get(const basalt::Get& get) override;
  Result<std::vector<RowResult>> Get(std::span<const basalt::Get> gets) override;
  Result<bool> Exists(const basalt::Get& get) override;
  Result<ResultScanner> GetScanner(const Scan& scan) override;
  Status Put(const basalt::Put& put) override;
  Status Put(std::span<const basalt::Put> puts) override;
  Status Delete(const basalt::Delete& del) override;
  Status Delete(std::span<const basalt::Delete> deletes) override;
  Result<RowResult> Increment(const basalt::Increment& increment) override;
  Result<RowResult> Append(const basalt::Append& append) override;
  Result<RowResult> MutateRow(const RowMutations& mutations) override;
  Result<CheckAndMutateResult> CheckAndMutate(const basalt::CheckAndMutate& check) override;
  std::vector<Result<RowResult>> Batch(std::span<const Action> actions) override;

 private:
  const std::shared_ptr<const catalog::Catalog> catalog_;
  catalog::TableHandle table_;
};

}  // namespace basalt::client
