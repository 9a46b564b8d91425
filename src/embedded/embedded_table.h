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
