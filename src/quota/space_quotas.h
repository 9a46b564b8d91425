// SpaceQuotas: limits of the space that tables and namespaces take. Evaluate is HBase's chore: it
// measures all tables, writes what it finds to hbase:quota (u:p of a table's row) and sees to it
// that it is enforced. Thread safe; one evaluation at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>

#include "basalt/mutation_base.h"
#include "basalt/quota.h"
#include "basalt/status.h"
#include "catalog/catalog.h"
#include "quota/quota_table.h"

namespace basalt::quota {

class SpaceQuotas {
 public:
  using Snapshots = std::map<TableName, SpaceQuotaSnapshot>;
  using Log = std::function<void(const std::string& line)>;

  // Both outlive it.
  SpaceQuotas(catalog::Catalog& catalog, QuotaTable& table, Log log)
      : catalog_(catalog), table_(table), log_(std::move(log)) {}

  // Enforces what hbase:quota says; measures nothing.
  Status Load();
  // Measures, and enforces what follows from it.
  Status Evaluate();
  // Measures what snapshots of tables with a limit hold alone, and writes it to hbase:quota.
  Status MeasureSnapshots();

  // Called when a limit was removed: of a table, or of a namespace. Tables that it had disabled are
  // enabled.
  Status Release(const QuotaOwner& owner);

  // Whether any table is in violation: false costs one load.
  bool enforcing() const { return enforcing_.load(std::memory_order_relaxed); }
  // The policy that the table's writes are refused by; nullopt: none.
  std::optional<SpaceViolationPolicy> PolicyOf(const TableName& table) const;
  // kSpaceLimit with HBase's message.
  static Status Check(SpaceViolationPolicy policy, MutationType type);
  // kAccessDenied for a table that was disabled because it is too large.
  Status CheckEnable(const TableName& table) const;

  // What is enforced, and what the last evaluation has found: of tables and namespaces with a limit
  // of their own, and the sizes of all tables.
  Snapshots Enforced() const;
  Snapshots Tables() const;
  std::map<std::string, SpaceQuotaSnapshot> Namespaces() const;
  std::map<TableName, uint64_t> Sizes() const;

 private:
  struct Limits {
    std::map<TableName, SpaceLimit> tables;
    std::map<std::string, SpaceLimit> namespaces;
  };

  Result<Limits> ReadLimits();
  Result<std::map<TableName, uint64_t>> MeasureTables() const;
  // By table or, with an empty qualifier, by namespace.
  Result<std::map<TableName, uint64_t>> ReadSnapshotSizes();
  Status Transition(const TableName& table, const SpaceQuotaSnapshot& before,
                    const SpaceQuotaSnapshot& after, bool own_limit);
  Status SetEnabled(const TableName& table, bool enabled);
  void Publish(Snapshots snapshots);
  void Forget(const TableName& table);

  catalog::Catalog& catalog_;
  QuotaTable& table_;
  const Log log_;
  std::mutex evaluating_;
  std::atomic<bool> enforcing_{false};
  mutable std::shared_mutex mutex_;  // guards what follows
  Snapshots enforced_;
  Snapshots tables_;
  std::map<std::string, SpaceQuotaSnapshot> namespaces_;
  std::map<TableName, uint64_t> sizes_;
};

}  // namespace basalt::quota
