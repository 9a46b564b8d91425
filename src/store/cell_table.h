// CellTable: one table's families in the store, and every read and write of their cells.
//
// Immutable: a change of the table's descriptor makes a new CellTable on the same families. Thread
// safe; shared by all requests on the table. An invalid request fails before anything of it is
// written, with HBase's message.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "basalt/admin.h"
#include "basalt/descriptor.h"
#include "basalt/mutation.h"
#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "basalt/table.h"
#include "base/call_budget.h"
#include "base/call_limits.h"
#include "store/row_scanner.h"
#include "store/store.h"
#include "store/write_guard.h"

namespace basalt::filter {
struct RowCondition;
}

namespace basalt::store {

class CellTable {
 public:
  // `id`: unique to the table, for its row locks. `families`: one per family of the descriptor, in
  // its order. `guard` may be nullptr.
  CellTable(std::shared_ptr<Store> store, uint64_t id, TableDescriptor descriptor,
            std::vector<std::shared_ptr<Family>> families,
            std::shared_ptr<const WriteGuard> guard = nullptr,
            RowOrder row_order = RowOrder::kPlain);

  uint64_t id() const { return id_; }
  RowOrder row_order() const { return row_order_; }
  const TableDescriptor& descriptor() const { return descriptor_; }
  // Cached from the descriptor, as every mutation needs it.
  bool read_only() const { return read_only_; }
  Durability durability() const { return durability_; }
  // The maximum cell size; 0 or less: unlimited. The store's limit, unless the table sets its own.
  int64_t max_cell_bytes() const { return max_cell_bytes_; }
  const std::shared_ptr<Store>& store() const { return store_; }
  const std::vector<FamilyView>& families() const { return families_; }
  // nullptr if writes are not validated by a guard.
  const WriteGuard* guard() const { return guard_.get(); }
  // nullptr when the table has no such family.
  const FamilyView* FindFamily(BytesView name) const;
  Status NoSuchFamily(BytesView name) const;

  // Each operation may have the `budget` of the call it belongs to, which may give it up before it
  // has had an effect.
  Result<RowResult> Get(const basalt::Get& get, base::CallBudget* budget = nullptr) const;
  Result<std::unique_ptr<RowScanner>> OpenScanner(const Scan& scan) const;

  // One row, all or nothing. Returns the new cells of increments and appends that ask for them.
  // `record`, if any, is written atomically with them.
  Result<RowResult> MutateRow(BytesView row, std::span<const Mutation> mutations,
                              const Store::RecordChange* record = nullptr,
                              base::CallBudget* budget = nullptr) const;
  // Puts and deletes of any rows; atomic row by row. Nothing is written if any of them is
  // malformed.
  Status MutateRows(std::span<const Mutation* const> mutations,
                    base::CallBudget* budget = nullptr) const;
  // The same, but each stands for itself: one outcome per mutation, in their order. They are one
  // write, which is tried once.
  std::vector<Status> MutateEach(std::span<const Mutation* const> mutations,
                                 base::CallBudget* budget = nullptr) const;
  // Mutations of any kind and of any rows, all or nothing, if all conditions hold; false: one does
  // not, and nothing is written. The new cells are not returned.
  Result<bool> MutateTogether(std::span<const filter::RowCondition> conditions,
                              std::span<const Mutation> mutations,
                              const Store::RecordChange* record = nullptr,
                              base::CallBudget* budget = nullptr) const;
  Result<CheckAndMutateResult> CheckAndMutate(const basalt::CheckAndMutate& check,
                                              base::CallBudget* budget = nullptr) const;

  // Maintenance of the families (all, or the one named) and rows in the range. The limits end a
  // flush between two families, and a compaction also while RocksDB works.
  Status Flush(const TableRange& range, const base::CallLimits& limits = {}) const;
  Status Compact(const TableRange& range, const base::CallLimits& limits = {}) const;
  Status MajorCompact(const TableRange& range, const base::CallLimits& limits = {}) const;
  // The paths of the store files with rows of the range. kNoSuchColumnFamily.
  Result<std::vector<std::string>> StoreFiles(const TableRange& range) const;

 private:
  Result<std::vector<const FamilyView*>> SelectFamilies(const Query& query) const;
  Result<std::vector<FamilyView>> SelectFamilies(const TableRange& range) const;

  // Declared first, so destroyed last: families need the engine.
  const std::shared_ptr<Store> store_;
  const uint64_t id_;
  const RowOrder row_order_;
  const TableDescriptor descriptor_;
  const bool read_only_;
  const Durability durability_;
  const int64_t max_cell_bytes_;
  std::vector<FamilyView> families_;
  const std::shared_ptr<const WriteGuard> guard_;
};

}  // namespace basalt::store
