#include "store/row_writer.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "model/mutation_check.h"
#include "store/cell_codec.h"
#include "store/cell_table.h"
#include "store/disk_error_handler.h"
#include "store/engine.h"
#include "store/mutation_check.h"
#include "store/row_cache.h"
#include "store/row_order.h"

namespace basalt::store {
namespace {

// The tags a cell is stored with: its own, and the mutation's TTL in place of any it had.
Bytes WithTtl(const Mutation& mutation, BytesView tags) {
  if (!mutation.ttl()) return Bytes(tags);
  Bytes result = RemoveTags(tags, kTtlTagType);
  AppendTag(result, kTtlTagType, EncodeLong(*mutation.ttl()));
  return result;
}

Result<int64_t> LongValue(BytesView value) {
  const auto number = DecodeLong(value);
  if (!number) {
    return Status(StatusCode::kDoNotRetry,
                  fmt::format("Field is not a long, it's {} bytes wide", value.size()));
  }
  return *number;
}

// Java's long addition: it wraps.
int64_t AddWrapping(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

// The approximate size of the mutation in a batch, for reserving memory.
size_t BatchBytes(const Mutation& mutation) {
  constexpr size_t kCellOverhead = 32;
  size_t bytes = 0;
  for (const MutationCell& cell : mutation.cells()) {
    bytes += kCellOverhead + mutation.row().size() + cell.qualifier.size() + cell.value.size();
  }
  return bytes;
}

}  // namespace

Result<RowResult> RowWriter::WriteRow(BytesView row, std::span<const Mutation> mutations,
                                      const Store::RecordChange* record) {
  BASALT_RETURN_IF_ERROR(CheckRowMutations(table_, row, mutations));
  const Durability durability = DurabilityOf(mutations);
  BASALT_RETURN_IF_ERROR(Admit(durability));
  const bool exclusive = std::any_of(mutations.begin(), mutations.end(), model::NeedsRead);
  const auto guard =
      table_.store()->row_locks().LockOne(table_.id(), row, exclusive, base::MayWait(budget_));
  BASALT_RETURN_IF_ERROR(Held(guard));
  guard_ = &guard;
  const int64_t now_ms = table_.store()->clock().NowMs();
  RowResult results;
  results.StartRow(row);
  for (const Mutation& mutation : mutations) {
    BASALT_RETURN_IF_ERROR(Prepare(mutation, now_ms, now_ms, &results));
  }
  BASALT_RETURN_IF_ERROR(NoteMarkers(now_ms));
  if (record != nullptr) BASALT_RETURN_IF_ERROR(table_.store()->AddRecord(batch_, *record));
  BASALT_RETURN_IF_ERROR(Commit(durability));
  return results;
}

Status RowWriter::WriteRows(std::span<const Mutation* const> mutations) {
  std::vector<RowLocks::Request> rows;
  rows.reserve(mutations.size());
  Durability durability = Durability::kSkipWal;
  size_t bytes = 0;
  for (const Mutation* mutation : mutations) {
    BASALT_RETURN_IF_ERROR(CheckMutation(table_, *mutation));
    bytes += BatchBytes(*mutation);
    rows.push_back({mutation->row(), model::NeedsRead(*mutation)});
    durability = std::max(durability, EffectiveDurability(table_, *mutation));
  }
  if (rows.empty()) return {};
  BASALT_RETURN_IF_ERROR(Admit(durability));
  const auto guard = table_.store()->row_locks().Lock(table_.id(), rows, base::MayWait(budget_));
  BASALT_RETURN_IF_ERROR(Held(guard));
  guard_ = &guard;
  const int64_t now_ms = table_.store()->clock().NowMs();
  batch_ = rocksdb::WriteBatch(bytes);
  for (const Mutation* mutation : mutations) {
    BASALT_RETURN_IF_ERROR(Prepare(*mutation, now_ms, now_ms, nullptr));
  }
  BASALT_RETURN_IF_ERROR(NoteMarkers(now_ms));
  return Commit(durability);
}

std::vector<Status> RowWriter::WriteEach(std::span<const Mutation* const> mutations) {
  std::vector<Status> outcomes(mutations.size());
  std::vector<RowLocks::Request> rows;
  rows.reserve(mutations.size());
  Durability durability = Durability::kSkipWal;
  size_t bytes = 0;
  for (size_t i = 0; i < mutations.size(); ++i) {
    const Mutation& mutation = *mutations[i];
    outcomes[i] = CheckMutation(table_, mutation);
    if (!outcomes[i].ok()) continue;
    bytes += BatchBytes(mutation);
    rows.push_back({mutation.row(), model::NeedsRead(mutation)});
    durability = std::max(durability, EffectiveDurability(table_, mutation));
  }
  // What concerns the write as a whole is the answer of all that it contains.
  const auto fail_all = [&outcomes](const Status& status) {
    for (Status& outcome : outcomes) {
      if (outcome.ok()) outcome = status;
    }
  };
  if (rows.empty()) return outcomes;
  if (const Status status = Admit(durability); !status.ok()) {
    fail_all(status);
    return outcomes;
  }
  const auto guard = table_.store()->row_locks().Lock(table_.id(), rows, base::MayWait(budget_));
  if (const Status status = Held(guard); !status.ok()) {
    fail_all(status);
    return outcomes;
  }
  guard_ = &guard;
  const int64_t now_ms = table_.store()->clock().NowMs();
  batch_ = rocksdb::WriteBatch(bytes);
  for (size_t i = 0; i < mutations.size(); ++i) {
    if (!outcomes[i].ok()) continue;
    // A mutation that fails takes its cells out of the batch again.
    batch_.SetSavePoint();
    outcomes[i] = Prepare(*mutations[i], now_ms, now_ms, nullptr);
    const rocksdb::Status status =
        outcomes[i].ok() ? batch_.PopSavePoint() : batch_.RollbackToSavePoint();
    if (!status.ok()) outcomes[i] = FromEngine(status, "writing");
    if (budget_ != nullptr && budget_->given_up()) {
      fail_all(budget_->status());
      return outcomes;
    }
  }
  if (batch_.Count() == 0) return outcomes;
  if (const Status status = Commit(durability); !status.ok()) fail_all(status);
  return outcomes;
}

Result<CheckAndMutateResult> RowWriter::CheckAndWrite(const CheckAndMutate& check) {
  if (check.filter() == nullptr && check.family().empty()) {
    return Status(StatusCode::kInvalidArgument,
                  "condition is null. You need to specify the condition by calling "
                  "ifNotExists/ifEquals/ifMatches before building a CheckAndMutate object");
  }
  BASALT_RETURN_IF_ERROR(CheckRowMutations(table_, check.row(), check.mutations()));
  const Durability durability = DurabilityOf(check.mutations());
  BASALT_RETURN_IF_ERROR(Admit(durability));
  const auto guard =
      table_.store()->row_locks().LockOne(table_.id(), check.row(), true, base::MayWait(budget_));
  BASALT_RETURN_IF_ERROR(Held(guard));
  guard_ = &guard;
  CheckAndMutateResult outcome;
  int64_t seen_timestamp = 0;
  BASALT_ASSIGN_OR_RETURN(outcome.success, Matches(check, seen_timestamp));
  if (!outcome.success) return outcome;

  const int64_t now_ms = table_.store()->clock().NowMs();
  // The cells that a check has read must not hide the cells written because of it.
  const int64_t put_floor = std::max(now_ms, seen_timestamp);
  outcome.result.StartRow(check.row());
  for (const Mutation& mutation : check.mutations()) {
    BASALT_RETURN_IF_ERROR(Prepare(mutation, now_ms, put_floor, &outcome.result));
  }
  BASALT_RETURN_IF_ERROR(NoteMarkers(now_ms));
  BASALT_RETURN_IF_ERROR(Commit(durability));
  return outcome;
}

Result<bool> RowWriter::Matches(const CheckAndMutate& check, int64_t& seen_timestamp) {
  Get get(check.row());
  get.SetTimeRange(check.time_range());
  if (check.filter() != nullptr) {
    get.SetFilter(check.filter());
  } else {
    if (check.compare_operator() == CompareOperator::kNoOp) {
      return Status(StatusCode::kDoNotRetry, "Unknown Compare op NO_OP");
    }
    get.AddColumn(check.family(), check.qualifier());
  }
  BASALT_ASSIGN_OR_RETURN(const RowResult row, Read(get));
  if (!row.empty()) seen_timestamp = row[0].timestamp;
  if (check.filter() != nullptr) return !row.empty();

  const CompareOperator op = check.compare_operator();
  // In HBase an empty value means that the column does not exist.
  if (!check.value() || check.value()->empty()) {
    const bool nothing = row.empty() || row[0].value.empty();
    return nothing == (op != CompareOperator::kNotEqual);
  }
  if (row.empty()) return false;
  return filter::OrderHolds(op, BytesView(*check.value()).compare(row[0].value));
}

Status RowWriter::Prepare(const Mutation& mutation, int64_t now_ms, int64_t put_floor,
                          RowResult* results) {
  BASALT_DCHECK(table_.store()->row_locks().Covers(*guard_, table_.id(), mutation.row(),
                                                   model::NeedsRead(mutation)),
                "The row is locked, alone if it is read before it is written.");
  key_scratch_.clear();
  AppendRow(key_scratch_, mutation.row(), table_.row_order());
  row_length_ = key_scratch_.size();
  WriteTimes& times = table_.store()->write_times();
  if (mutation.type() == MutationType::kDelete) {
    return PrepareDelete(mutation, times.ForDelete(table_.id(), mutation.row(), now_ms));
  }
  BASALT_ASSIGN_OR_RETURN(const int64_t put_ms, times.ForPut(table_.id(), mutation.row(), now_ms));
  if (mutation.type() == MutationType::kPut) {
    return PreparePut(mutation, std::max(put_ms, put_floor));
  }
  return PrepareDelta(mutation, put_ms, results);
}

Status RowWriter::PreparePut(const Mutation& put, int64_t put_ms) {
  const FamilyView* family = nullptr;
  for (const MutationCell& cell : put.cells()) {
    if (family == nullptr || family->name != cell.family) family = table_.FindFamily(cell.family);
    const int64_t timestamp = cell.timestamp == kLatestTimestamp ? put_ms : cell.timestamp;
    const bool plain = cell.tags.empty() && !put.ttl();
    BASALT_RETURN_IF_ERROR(AddToBatch(*family, put.row(), cell, timestamp, cell.value,
                                      plain ? Bytes() : WithTtl(put, cell.tags)));
  }
  return {};
}

Status RowWriter::PrepareDelete(const Mutation& del, int64_t now_ms) {
  const auto resolve = [now_ms](int64_t timestamp) {
    return timestamp == kLatestTimestamp ? now_ms : timestamp;
  };
  if (del.cells().empty()) {
    MutationCell marker;
    marker.type = CellType::kDeleteFamily;
    for (const FamilyView& family : table_.families()) {
      BASALT_RETURN_IF_ERROR(
          AddToBatch(family, del.row(), marker, resolve(del.timestamp()), {}, WithTtl(del, {})));
    }
    return {};
  }
  // How often this mutation has deleted each column's newest version.
  std::map<std::pair<BytesView, BytesView>, int> newest_asked;
  for (const MutationCell& cell : del.cells()) {
    int64_t timestamp = resolve(cell.timestamp);
    if (cell.type == CellType::kDelete && cell.timestamp == kLatestTimestamp) {
      const int nth = ++newest_asked[{cell.family, cell.qualifier}];
      BASALT_ASSIGN_OR_RETURN(const auto version, NthNewest(del, cell, nth));
      timestamp = version.value_or(now_ms);
    }
    BASALT_RETURN_IF_ERROR(AddToBatch(*table_.FindFamily(cell.family), del.row(), cell, timestamp,
                                      cell.value, WithTtl(del, cell.tags)));
  }
  return {};
}

Result<std::optional<int64_t>> RowWriter::NthNewest(const Mutation& del, const MutationCell& cell,
                                                    int nth) {
  Get get(del.row());
  get.AddColumn(cell.family, cell.qualifier).ReadVersions(nth);
  BASALT_ASSIGN_OR_RETURN(const RowResult row, Read(get));
  if (row.size() < static_cast<size_t>(nth)) return std::optional<int64_t>();
  return std::optional<int64_t>(row[static_cast<size_t>(nth) - 1].timestamp);
}

Status RowWriter::PrepareDelta(const Mutation& mutation, int64_t now_ms, RowResult* results) {
  Get get(mutation.row());
  get.SetTimeRange(mutation.time_range());
  std::vector<const MutationCell*> deltas;
  for (const MutationCell& cell : mutation.cells()) {
    get.AddColumn(cell.family, cell.qualifier);
    deltas.push_back(&cell);
  }
  std::stable_sort(deltas.begin(), deltas.end(), [](const auto* a, const auto* b) {
    return std::tie(a->family, a->qualifier) < std::tie(b->family, b->qualifier);
  });
  BASALT_ASSIGN_OR_RETURN(const RowResult current, Read(get));

  for (const MutationCell* delta : deltas) {
    const auto old = current.GetLatest(delta->family, delta->qualifier);
    Bytes value;
    if (mutation.type() == MutationType::kIncrement) {
      BASALT_ASSIGN_OR_RETURN(int64_t number, LongValue(delta->value));
      if (old) {
        BASALT_ASSIGN_OR_RETURN(const int64_t before, LongValue(old->value));
        number = AddWrapping(before, number);
      }
      value = EncodeLong(number);
    } else {
      if (old) value.assign(old->value);
      value.append(delta->value);
    }
    Bytes tags = delta->tags;
    int64_t timestamp = delta->timestamp == kLatestTimestamp ? now_ms : delta->timestamp;
    if (old) {
      tags.append(old->tags);
      timestamp = std::max(old->timestamp + 1, now_ms);
    }
    tags = WithTtl(mutation, tags);
    const CellView cell{mutation.row(), delta->family, delta->qualifier, timestamp, CellType::kPut,
                        value,          tags};
    BASALT_RETURN_IF_ERROR(CheckCellSize(table_, cell));
    BASALT_RETURN_IF_ERROR(AddToBatch(*table_.FindFamily(delta->family), mutation.row(), *delta,
                                      timestamp, value, tags));
    if (results != nullptr && mutation.return_results()) results->Append(cell);
  }
  return {};
}

Status RowWriter::AddToBatch(const FamilyView& family, BytesView row, const MutationCell& cell,
                             int64_t timestamp, BytesView value, BytesView tags) {
  if (table_.guard() != nullptr && cell.type == CellType::kPut) {
    BASALT_RETURN_IF_ERROR(table_.guard()->Check(
        {row, family.name, cell.qualifier, timestamp, cell.type, value, tags}));
  }
  if (!tags.empty()) BASALT_RETURN_IF_ERROR(table_.store()->NoteCellTtls(*family.family));
  key_scratch_.resize(row_length_);
  AppendEscaped(key_scratch_, cell.qualifier);
  if (family.family->control().orders_cells()) {
    if (order_ == 0) order_ = table_.store()->write_order().Next();
    AppendOrderedKeySuffix(key_scratch_, timestamp, cell.type, order_);
  } else {
    AppendKeySuffix(key_scratch_, timestamp, cell.type);
  }
  value_scratch_.clear();
  AppendValue(value_scratch_, value, tags);
  if (cell.type != CellType::kPut) markers_.emplace_back(row, timestamp);
  const std::pair<const Family*, BytesView> written(family.family.get(), row);
  if (written_.empty() || written_.back() != written) written_.push_back(written);
  const rocksdb::Status status = batch_.Put(family.family->handle(), key_scratch_, value_scratch_);
  return status.ok() ? Status() : FromEngine(status, "writing");
}

Status RowWriter::NoteMarkers(int64_t now_ms) {
  for (const auto& [row, timestamp] : markers_) {
    BASALT_RETURN_IF_ERROR(
        table_.store()->write_times().NoteMarker(table_.id(), row, timestamp, now_ms));
  }
  return {};
}

Status RowWriter::Commit(Durability durability) {
  BASALT_RETURN_IF_ERROR(table_.store()->disk_space().CheckWrite());
  if (budget_ != nullptr) {
    BASALT_RETURN_IF_ERROR(budget_->status());
    BASALT_RETURN_IF_ERROR(budget_->limits().Check());
    budget_->NoteEffect();
  }
  RowCache::Writes cached(table_.store()->row_cache());
  for (const auto& [family, row] : written_) cached.Add(*family, row);
  return table_.store()->Write(batch_, durability);
}

Durability RowWriter::DurabilityOf(std::span<const Mutation> mutations) const {
  Durability durability = Durability::kSkipWal;
  for (const Mutation& mutation : mutations) {
    durability = std::max(durability, EffectiveDurability(table_, mutation));
  }
  return durability;
}

Status RowWriter::Admit(Durability durability) {
  Store& store = *table_.store();
  if (!base::MayWait(budget_)) {
    // A guard may read other tables, or match regular expressions.
    if (table_.guard() != nullptr || store.WriteMayWait(durability)) return budget_->BeforeWait();
  }
  return store.disk_error_handler().memory().Pass(budget_);
}

Status RowWriter::Held(const RowLocks::Guard& guard) {
  return guard.locked() ? Status() : budget_->BeforeWait();
}

Result<RowResult> RowWriter::Read(const Get& get) const { return table_.Get(get, budget_); }

}  // namespace basalt::store
