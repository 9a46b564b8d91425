#include "expected.h"

#include <fmt/format.h>

#include "rows.h"

namespace basalt::crash {
namespace {

int64_t NumberIn(const RowState& row, const Edit& edit) {
  const auto found = row.find({edit.family, edit.qualifier});
  return found == row.end() ? 0 : DecodeLong(found->second).value_or(0);
}

void ApplyEdits(const std::vector<Edit>& edits, RowState& row) {
  for (const Edit& edit : edits) {
    switch (edit.type) {
      case Edit::Type::kPut: row[{edit.family, edit.qualifier}] = edit.value; break;
      case Edit::Type::kDeleteColumn: row.erase({edit.family, edit.qualifier}); break;
      case Edit::Type::kDeleteFamily:
        std::erase_if(row, [&](const auto& cell) { return cell.first.first == edit.family; });
        break;
      case Edit::Type::kDeleteRow: row.clear(); break;
      case Edit::Type::kIncrement:
        row[{edit.family, edit.qualifier}] = EncodeLong(NumberIn(row, edit) + edit.amount);
        break;
      case Edit::Type::kAppend: row[{edit.family, edit.qualifier}] += edit.value; break;
    }
  }
}

void ApplyDdl(const Operation& operation, Tables& tables) {
  if (operation.kind == Kind::kDropTable) {
    tables.erase(operation.table);
    return;
  }
  TableState& table = tables[operation.table];
  switch (operation.kind) {
    case Kind::kCreateTable: table.families = InitialFamilies(operation.table); break;
    case Kind::kTruncateTable:
      table.rows.clear();
      table.enabled = true;
      break;
    case Kind::kEnableTable: table.enabled = true; break;
    case Kind::kDisableTable: table.enabled = false; break;
    case Kind::kAddFamily:
    case Kind::kAlterFamily: table.families[operation.family] = operation.versions; break;
    case Kind::kDropFamily:
      table.families.erase(operation.family);
      for (auto& [row, state] : table.rows) {
        std::erase_if(state,
                      [&](const auto& cell) { return cell.first.first == operation.family; });
      }
      std::erase_if(table.rows, [](const auto& row) { return row.second.empty(); });
      break;
    default: break;
  }
}

}  // namespace

const RowState& Expected::RowOf(const std::string& table, const Bytes& row) const {
  static const RowState kNothing;
  const auto& rows = tables.at(table).rows;
  const auto found = rows.find(row);
  return found == rows.end() ? kNothing : found->second;
}

bool Expected::CheckHolds(const Operation& operation) const {
  const RowState& row = RowOf(operation.table, operation.rows[0].row);
  const auto found = row.find({Bytes(kCheckedFamily), Bytes(kCheckedQualifier)});
  if (operation.check_absent) return found == row.end();
  return found != row.end() && found->second == operation.check_value;
}

void Expected::CheckValues(const JournalEntry& entry, std::vector<std::string>& problems) const {
  const RowEdit& row = entry.operation.rows[0];
  for (size_t i = 0; i < row.edits.size(); ++i) {
    const Edit& edit = row.edits[i];
    const auto& state = RowOf(entry.operation.table, row.row);
    if (entry.outcome->values[i] != state.at({edit.family, edit.qualifier})) {
      problems.push_back(fmt::format("{} answered {}", entry.operation.ToString(),
                                     ToStringBinary(entry.outcome->values[i])));
    }
  }
}

void Expected::Acknowledged(const JournalEntry& entry, std::vector<std::string>& problems) {
  const Operation& operation = entry.operation;
  ++operations;
  if (!entry.outcome->status.ok()) {
    problems.push_back(
        fmt::format("{} failed: {}", operation.ToString(), entry.outcome->status.ToString()));
    return;
  }
  switch (operation.kind) {
    case Kind::kCount: {
      const RowEdit& row = operation.rows[0];
      counters[row.row].sum += row.edits[0].amount;
      return;
    }
    case Kind::kFreePut: {
      const RowEdit& row = operation.rows[0];
      free_rows[row.row].writes.push_back(
          {row.edits[0].value, operation.durability != Durability::kSkipWal, entry.ended});
      return;
    }
    case Kind::kFlush:
    case Kind::kMajorCompact:
      if (operation.table == kMainTable) flushes.push_back(entry.begun);
      return;
    case Kind::kScan:
    case Kind::kCompact: return;
    default: break;
  }
  if (IsDdl(operation.kind)) {
    ApplyDdl(operation, tables);
    return;
  }
  if (operation.kind == Kind::kCheckAndPut) {
    const bool holds = CheckHolds(operation);
    if (entry.outcome->success != holds) {
      problems.push_back(fmt::format("{} answered {}", operation.ToString(), !holds));
    }
    if (!holds) return;
  }
  auto& rows = tables[operation.table].rows;
  for (const RowEdit& row : operation.rows) {
    ApplyEdits(row.edits, rows[row.row]);
    if (rows[row.row].empty()) rows.erase(row.row);
  }
  if (operation.kind == Kind::kIncrement || operation.kind == Kind::kAppend) {
    CheckValues(entry, problems);
  }
}

void Expected::UnderWay(const JournalEntry& entry) {
  const Operation& operation = entry.operation;
  ++operations;
  if (operation.kind == Kind::kScan || IsMaintenance(operation.kind)) return;
  if (operation.kind == Kind::kCount) {
    const RowEdit& row = operation.rows[0];
    counters[row.row].pending.push_back(row.edits[0].amount);
    return;
  }
  if (operation.kind == Kind::kFreePut) {
    const RowEdit& row = operation.rows[0];
    free_rows[row.row].writes.push_back(
        {row.edits[0].value, operation.durability != Durability::kSkipWal, FreeRow::kNever});
    return;
  }
  if (IsDdl(operation.kind)) {
    ddl_table = operation.table;
    return;
  }
  if (operation.kind == Kind::kCheckAndPut && !CheckHolds(operation)) return;
  for (const RowEdit& row : operation.rows) {
    RowState state = RowOf(operation.table, row.row);
    ApplyEdits(row.edits, state);
    alternatives[operation.table][row.row] = std::move(state);
  }
}

void Expected::Replay(const Journal& journal, std::vector<std::string>& problems) {
  // The threads that write rows need the tables, which the first thread makes.
  static_assert(kDdlThread == 0);
  Operation ddl;
  for (int thread = 0; thread < kMaxThreads; ++thread) {
    for (const JournalEntry& entry : journal.Entries(thread)) {
      if (entry.outcome) {
        Acknowledged(entry, problems);
      } else {
        UnderWay(entry);
        if (IsDdl(entry.operation.kind)) ddl = entry.operation;
      }
    }
  }
  after_ddl = tables;
  if (ddl.kind != Kind::kNone) ApplyDdl(ddl, after_ddl);
}

void Expected::Settle() {
  alternatives.clear();
  after_ddl.clear();
  ddl_table.clear();
  flushes.clear();
  for (auto& [row, counter] : counters) counter.pending.clear();
  for (auto& [row, free_row] : free_rows) free_row.writes.clear();
}

}  // namespace basalt::crash
