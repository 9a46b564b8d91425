// RowWriter: applies the mutations of one request to a table: validates, locks rows, reads what
// must be read, and writes one batch.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <rocksdb/write_batch.h>

#include "basalt/mutation.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "basalt/table.h"
#include "base/call_budget.h"
#include "filter/row_condition.h"
#include "store/row_locks.h"
#include "store/store.h"

namespace basalt::store {

class CellTable;
struct FamilyView;

class RowWriter {
 public:
  // `table` and `budget`, which may be null, must outlive the writer.
  RowWriter(const CellTable& table, base::CallBudget* budget) : table_(table), budget_(budget) {}

  // See CellTable for the semantics.
  Result<RowResult> WriteRow(BytesView row, std::span<const Mutation> mutations,
                             const Store::RecordChange* record);
  Status WriteRows(std::span<const Mutation* const> mutations);
  std::vector<Status> WriteEach(std::span<const Mutation* const> mutations);
  Result<CheckAndMutateResult> CheckAndWrite(const CheckAndMutate& check);
  Result<bool> WriteTogether(std::span<const filter::RowCondition> conditions,
                             std::span<const Mutation> mutations,
                             const Store::RecordChange* record);

 private:
  // Waits, before any lock is taken, until the store takes such a write. Gives a call up that must
  // not wait.
  Status Admit(Durability durability);
  // The strongest that the mutations ask for.
  Durability DurabilityOf(std::span<const Mutation> mutations) const;
  // An error if the rows cannot be locked without waiting, and the call must not wait.
  Status Held(const RowLocks::Guard& guard);
  Result<RowResult> Read(const Get& get) const;
  // Adds a mutation's cells to the batch. REQUIRES: the row is locked, alone if
  // model::NeedsRead(mutation). `put_floor`: puts without a timestamp get at least this one.
  // `results`: gets the cells the mutation returns; may be null.
  Status Prepare(const Mutation& mutation, int64_t now_ms, int64_t put_floor, RowResult* results);
  Status PreparePut(const Mutation& put, int64_t put_ms);
  Status PrepareDelete(const Mutation& del, int64_t now_ms);
  // Increment and Append.
  Status PrepareDelta(const Mutation& mutation, int64_t now_ms, RowResult* results);
  // The version a delete of "the newest" means: the `nth` newest visible, else nothing.
  Result<std::optional<int64_t>> NthNewest(const Mutation& del, const MutationCell& cell, int nth);
  // `row` is that of the mutation being prepared.
  Status AddToBatch(const FamilyView& family, BytesView row, const MutationCell& cell,
                    int64_t timestamp, BytesView value, BytesView tags);
  // Tells the store of the markers in the batch. After all mutations have been prepared: those of
  // one request do not follow one another in time.
  Status NoteMarkers(int64_t now_ms);
  Status Commit(Durability durability);

  Result<bool> Matches(const CheckAndMutate& check, int64_t& seen_timestamp);

  const CellTable& table_;
  base::CallBudget* const budget_;
  const RowLocks::Guard* guard_ = nullptr;  // while rows are prepared
  rocksdb::WriteBatch batch_;
  // Begins with the row of the mutation being prepared, escaped.
  Bytes key_scratch_;
  size_t row_length_ = 0;
  Bytes value_scratch_;
  // The rows of the batch, family by family, for the row cache.
  std::vector<std::pair<const Family*, BytesView>> written_;
  // Of all cells of the batch, in families that order their cells; 0: not known yet.
  uint64_t order_ = 0;
  // Of the markers in the batch: the mutation's row, and the time.
  std::vector<std::pair<BytesView, int64_t>> markers_;
};

}  // namespace basalt::store
