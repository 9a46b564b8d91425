// RemoteTable: Table on servers. Thread safe.
#pragma once

#include <memory>
#include <vector>

#include "basalt/table.h"
#include "client/remote/cluster.h"

namespace basalt::client {

class RemoteTable : public Table {
 public:
  RemoteTable(std::shared_ptr<Cluster> cluster, TableName name)
      : cluster_(std::move(cluster)), name_(std::move(name)) {}

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
  template <typename M>
  Status WriteAll(std::span<const M> mutations);

  const std::shared_ptr<Cluster> cluster_;
  const TableName name_;
};

// The rows of a scan, region after region.
std::unique_ptr<ResultScanner::Source> MakeScannerSource(std::shared_ptr<Cluster> cluster,
                                                         TableName table, const Scan& scan);
// Actions by server and region, all servers at once, again and again as errors allow.
std::vector<Result<RowResult>> RunBatch(Cluster& cluster, const TableName& table,
                                        std::span<const Action> actions);

}  // namespace basalt::client
