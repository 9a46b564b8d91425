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
  template <typename M>
  Status WriteAll(std::span<const M> mutations, const CallOptions& options);

  const std::shared_ptr<Cluster> cluster_;
  const TableName name_;
};

}  // namespace basalt::client
