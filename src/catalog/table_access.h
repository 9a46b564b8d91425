// TableAccess: the one way to the rows of a table, of all of it or of one region. The server's
// verbs and the embedded client open one for an operation; it knows that the table and the region
// are in service, refuses rows outside of the region, accounts for what is read and written, and
// hands the operation to the store, which checks it and asks the table's write guard.
//
// Accounting is the same for all callers. A read counts, with the bytes of its cells, when it has
// succeeded; a mutation counts when the store has answered, whatever it answered, but not when the
// call was given up and comes again. Each row
// counts for its own region. Counts and bytes are exact; only the keys for the heat are sampled.
//
// All reads of one row pass Get, all scans OpenScanner, and all mutations the store and RecordWrite
// after it; quotas and a cache of rows have their places there.
//
// A value for one operation, with the budget of the call that asks for it: reads and writes charge
// it and end with it, and those of a call that must not wait are given up before they wait
// (base/call_budget.h). Without a budget it is thread safe.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basalt/mutation.h"
#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "basalt/table.h"
#include "base/call_budget.h"
#include "catalog/catalog.h"
#include "catalog/region_map.h"
#include "catalog/table_scanner.h"
#include "store/bulk_chunk.h"
#include "store/cell_table.h"

namespace basalt::catalog {

class TableAccess {
 public:
  // One region, by its whole name. kNotServingRegion "<name> is not online on" when it is not there
  // or its table is disabled; the server's name is the caller's to add.
  // `budget` may be null; it outlives the access.
  static Result<TableAccess> OfRegion(const Catalog& catalog, BytesView region_name,
                                      base::CallBudget* budget = nullptr);
  // All of a table. `entry` and `regions` are of the same table. kTableNotEnabled.
  static Result<TableAccess> OfTable(const TableEntry& entry,
                                     std::shared_ptr<const TableRegions> regions,
                                     base::CallBudget* budget = nullptr);

  // nullptr when this is all of a table.
  const RegionPtr& region() const { return region_; }
  const TableDescriptor& descriptor() const { return cells_->descriptor(); }

  Result<RowResult> Get(const basalt::Get& get) const;
  // The same for one of several reads of a call that may yet be given up: CountRead counts it when
  // that is certain not to happen.
  Result<RowResult> GetUncounted(const basalt::Get& get) const;
  void CountRead(BytesView row, size_t bytes) const;
  // In the order asked; the first error is the answer.
  Result<std::vector<RowResult>> Get(std::span<const basalt::Get> gets) const;
  Result<bool> Exists(basalt::Get get) const;
  // The part of the scan that lies in the region, which may be none. A scanner outlives its call:
  // each step has a budget of its own (store::StepLimits).
  Result<std::unique_ptr<TableScanner>> OpenScanner(Scan scan) const;

  // A put or delete.
  Status Write(const Mutation& mutation) const;
  // Puts and deletes of any rows as one write, atomic row by row; refused whole if the store
  // refuses any of them.
  Status WriteAll(std::span<const Mutation* const> mutations) const;
  // The same, but each stands for itself: one outcome per mutation, in their order.
  std::vector<Status> WriteEach(std::span<const Mutation* const> mutations) const;

  // Mutations of one row, increments and appends among them, all or nothing. Returns the new cells
  // of those that ask for them. `record`, when there is one, is written with them.
  Result<RowResult> MutateRow(BytesView row, std::span<const Mutation> mutations,
                              const store::Store::RecordChange* record = nullptr) const;
  // One mutation of any kind.
  Result<RowResult> Mutate(const Mutation& mutation,
                           const store::Store::RecordChange* record = nullptr) const {
    return MutateRow(mutation.row(), {&mutation, 1}, record);
  }
  // Mutations that are one step: of one row any kinds, of several rows puts and deletes.
  // REQUIRES: there is at least one.
  Result<RowResult> MutateTogether(std::span<const Mutation> mutations) const;
  Result<CheckAndMutateResult> CheckAndMutate(const basalt::CheckAndMutate& check) const;

  // For bulk writes: a chunk of the whole table, mutations for it, and its end
  // (store/bulk_chunk.h). kNotSupported if the table's writes need more than that. The access that
  // ends a chunk may be a later one than that which began it.
  Result<std::unique_ptr<store::BulkChunk>> NewBulkChunk() const;
  Status AddTo(store::BulkChunk& chunk, const Mutation& mutation) const;
  Status Ingest(store::BulkChunk& chunk) const;

  // One outcome per action, in order; an action's failure does not stop the others.
  std::vector<Result<RowResult>> Batch(std::span<const Action> actions) const;

 private:
  TableAccess(std::shared_ptr<const store::CellTable> cells, RegionPtr region,
              std::shared_ptr<const TableRegions> regions, base::CallBudget* budget);

  // Whether the call goes on with its next action.
  Status CheckBudget() const { return budget_ == nullptr ? Status() : budget_->Check(); }
  Result<RowResult> Run(const Action& action) const;
  // REQUIRES: the rows have been checked.
  Status WriteInReach(std::span<const Mutation* const> mutations) const;

  // Whether the row is in reach: kWrongRegion, which clients answer by looking for the region
  // again.
  Status CheckRow(BytesView row, std::string_view operation) const;
  // The same for puts and deletes, which HBase refuses for good: kFailedSanityCheck.
  Status CheckWrittenRow(BytesView row) const;
  bool Contains(BytesView row) const;
  std::string OutOfRange(BytesView row, std::string_view operation) const;
  // Leaves the part of the scan that lies in the region.
  void Clip(Scan& scan) const;

  // Every mutation is accounted for here, once, in the region of its row, and every read in
  // CountRead.
  void RecordWrite(const Mutation& mutation) const;
  bool given_up() const { return budget_ != nullptr && budget_->given_up(); }
  const RegionPtr& RegionOf(BytesView row) const {
    return region_ != nullptr ? region_ : FindRegionWith(list_, row);
  }

  // The error as HBase words it, with the name of the region.
  Status Explain(Status status) const;
  template <typename T>
  Result<T> Explain(Result<T> result) const {
    if (result.ok()) return result;
    return Explain(result.status());
  }

  std::shared_ptr<const store::CellTable> cells_;
  // One region or, without it, those of the table: the current ones and where to find later ones.
  RegionPtr region_;
  std::shared_ptr<const TableRegions> regions_;
  RegionList list_;
  base::CallBudget* budget_;
};

}  // namespace basalt::catalog
