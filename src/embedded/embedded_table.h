// EmbeddedTable: Table on the store in this process. Thread safe.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "basalt/table.h"
#include "catalog/catalog.h"

namespace basalt::embedded {

class EmbeddedTable : public Table {
 public:
  EmbeddedTable(std::shared_ptr<catalog::Catalog> catalog, TableName name,
                std::shared_ptr<catalog::TableEntry> entry)
      : catalog_(std::move(catalog)), name_(std::move(name)), entry_(std::move(entry)) {}

  const TableName& name() const override { return name_; }
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
  // The table as it is now; looks it up again when it was deleted and made anew.
  Result<std::shared_ptr<const store::CellTable>> Cells();

  // For the facts of the row's region. One row in KeyHeat::kEvery is looked up and counts for all.
  using Touched = catalog::Region::Touched;
  static void Note(const catalog::Catalog& catalog, const TableName& table, BytesView row,
                   Touched how);
  void Note(BytesView row, Touched how) const { Note(*catalog_, name_, row, how); }
  class ScannerSource;

  const std::shared_ptr<catalog::Catalog> catalog_;
  const TableName name_;
  std::mutex mutex_;  // guards entry_
  std::shared_ptr<catalog::TableEntry> entry_;
};

}  // namespace basalt::embedded
