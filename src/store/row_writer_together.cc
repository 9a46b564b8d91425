// RowWriter: mutations of several rows as one step, on conditions.
#include <algorithm>
#include <vector>

#include "filter/row_condition.h"
#include "model/mutation_check.h"
#include "store/cell_table.h"
#include "store/mutation_check.h"
#include "store/row_writer.h"

namespace basalt::store {

Result<bool> RowWriter::WriteTogether(std::span<const filter::RowCondition> conditions,
                                      std::span<const Mutation> mutations,
                                      const Store::RecordChange* record) {
  std::vector<RowLocks::Request> rows;
  rows.reserve(conditions.size() + mutations.size());
  for (const filter::RowCondition& condition : conditions) rows.push_back({condition.row, true});
  for (const Mutation& mutation : mutations) {
    rows.push_back({mutation.row(), model::NeedsRead(mutation)});
  }
  if (rows.empty()) return true;
  const Durability durability = DurabilityOf(mutations);
  BASALT_RETURN_IF_ERROR(Admit(durability));
  const auto guard = table_.store()->row_locks().Lock(table_.id(), rows, base::MayWait(budget_));
  BASALT_RETURN_IF_ERROR(Held(guard));
  guard_ = &guard;
  for (const filter::RowCondition& condition : conditions) {
    BASALT_ASSIGN_OR_RETURN(const RowResult row, Read(filter::GetFor(condition)));
    BASALT_ASSIGN_OR_RETURN(const bool holds, filter::Holds(condition, row, budget_));
    if (!holds) return false;
  }
  // HBase looks at the mutations only when the conditions hold.
  for (const Mutation& mutation : mutations) {
    BASALT_RETURN_IF_ERROR(CheckMutation(table_, mutation));
  }
  if (mutations.empty()) return true;
  const int64_t now_ms = table_.store()->clock().NowMs();
  for (const Mutation& mutation : mutations) {
    BASALT_RETURN_IF_ERROR(Prepare(mutation, now_ms, now_ms, nullptr));
  }
  BASALT_RETURN_IF_ERROR(NoteMarkers(now_ms));
  if (record != nullptr) BASALT_RETURN_IF_ERROR(table_.store()->AddRecord(batch_, *record));
  BASALT_RETURN_IF_ERROR(Commit(durability));
  return true;
}

}  // namespace basalt::store
