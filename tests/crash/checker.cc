#include "checker.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "rows.h"

namespace basalt::crash {
namespace {

std::string Describe(const RowState& row) {
  std::string text = "{";
  for (const auto& [column, value] : row) {
    text += fmt::format(" {}:{}={:.24}", column.first, column.second, ToStringBinary(value));
  }
  return text + " }";
}

std::string Describe(const TableState& table) {
  std::string text = table.enabled ? "enabled" : "disabled";
  for (const auto& [family, versions] : table.families) {
    text += fmt::format(" {}({})", family, versions);
  }
  return text;
}

bool SameShape(const TableState& a, const TableState& b) {
  return a.enabled == b.enabled && a.families == b.families;
}

// Whether both have the table in the same state, or both do not have it.
bool SameShape(const Tables& a, const Tables& b, const std::string& table) {
  const auto in_a = a.find(table);
  const auto in_b = b.find(table);
  if (in_a == a.end() || in_b == b.end()) return in_a == a.end() && in_b == b.end();
  return SameShape(in_a->second, in_b->second);
}

RowState ToState(const RowResult& row) {
  RowState state;
  for (const CellView& cell : row) {
    state[{Bytes(cell.family), Bytes(cell.qualifier)}] = Bytes(cell.value);
  }
  return state;
}

// Every cell of `seen` is of one of the two states, and every cell that both have is seen.
bool IsMixture(const RowState& seen, const RowState& before, const RowState& after) {
  std::set<std::pair<Bytes, Bytes>> columns;
  for (const RowState* state : {&seen, &before, &after}) {
    for (const auto& [column, value] : *state) columns.insert(column);
  }
  const auto value_in = [](const RowState& state, const std::pair<Bytes, Bytes>& column) {
    const auto found = state.find(column);
    return found == state.end() ? nullptr : &found->second;
  };
  const auto same = [](const Bytes* a, const Bytes* b) {
    return a == nullptr || b == nullptr ? a == b : *a == *b;
  };
  return std::all_of(columns.begin(), columns.end(), [&](const auto& column) {
    const Bytes* value = value_in(seen, column);
    return same(value, value_in(before, column)) || same(value, value_in(after, column));
  });
}

bool IsOwned(const Bytes& row) {
  return !row.starts_with(kCountPrefix) && !row.starts_with(kFreePrefix);
}

// Whether `sum` plus some of `pending` makes `value`.
bool CanBe(int64_t value, int64_t sum, const std::vector<int64_t>& pending) {
  for (size_t chosen = 0; chosen < (size_t{1} << pending.size()); ++chosen) {
    int64_t total = sum;
    for (size_t i = 0; i < pending.size(); ++i) {
      if ((chosen >> i & 1) != 0) total += pending[i];
    }
    if (total == value) return true;
  }
  return false;
}

}  // namespace

void Checker::Lost(std::string what) {
  ++findings_.lost;
  findings_.problems.push_back(std::move(what));
}

void Checker::Half(std::string what) {
  ++findings_.half_rows;
  findings_.problems.push_back(std::move(what));
}

void Checker::Check() {
  findings_.operations += std::exchange(expected_.operations, 0);
  if (const Status status = CheckTables(); !status.ok()) {
    findings_.problems.push_back("reading the store: " + status.ToString());
  }
  expected_.Settle();
}

Status Checker::ReadTables(Tables& seen) {
  BASALT_ASSIGN_OR_RETURN(const auto descriptors, connection_.admin().ListTables());
  for (const TableDescriptor& descriptor : descriptors) {
    TableState& table = seen[descriptor.name().ToString()];
    BASALT_ASSIGN_OR_RETURN(table.enabled, connection_.admin().IsTableEnabled(descriptor.name()));
    for (const FamilyDescriptor& family : descriptor.families()) {
      table.families[family.name()] = family.max_versions();
    }
  }
  return {};
}

void Checker::SettleDdl(const Tables& seen) {
  const std::string& table = expected_.ddl_table;
  if (table.empty() || SameShape(seen, expected_.tables, table)) return;
  if (SameShape(seen, expected_.after_ddl, table)) expected_.tables = expected_.after_ddl;
}

Status Checker::CheckTables() {
  Tables seen;
  BASALT_RETURN_IF_ERROR(ReadTables(seen));
  SettleDdl(seen);
  std::set<std::string> names;
  for (const Tables* tables : {&seen, &expected_.tables}) {
    for (const auto& [name, table] : *tables) names.insert(name);
  }
  for (const std::string& name : names) {
    if (SameShape(seen, expected_.tables, name)) continue;
    const auto state = [&](const Tables& tables) {
      const auto found = tables.find(name);
      return found == tables.end() ? "absent" : Describe(found->second);
    };
    Lost(fmt::format("table {} is {}, expected {}", name, state(seen), state(expected_.tables)));
  }
  for (auto& [name, table] : seen) {
    if (!table.enabled) {
      BASALT_RETURN_IF_ERROR(connection_.admin().EnableTable(*TableName::Parse(name)));
      table.enabled = true;
    }
    BASALT_RETURN_IF_ERROR(ReadRows(name, table.rows).WithContext("table " + name));
    CheckRows(name, table.rows);
    if (name == kMainTable) {
      CheckCounters(table.rows);
      CheckFreeRows(table.rows);
    }
    BASALT_RETURN_IF_ERROR(CheckOtherReads(name, table.rows).WithContext("table " + name));
    std::erase_if(table.rows, [](const auto& row) { return !IsOwned(row.first); });
  }
  expected_.tables = std::move(seen);
  return {};
}

Status Checker::ReadRows(const std::string& name, std::map<Bytes, RowState>& rows) {
  BASALT_ASSIGN_OR_RETURN(const auto table, connection_.GetTable(*TableName::Parse(name)));
  BASALT_ASSIGN_OR_RETURN(auto scanner, table->GetScanner(Scan()));
  for (const RowResult& row : scanner) rows[Bytes(row.row())] = ToState(row);
  return scanner.status();
}

// Backwards and row by row there must be the same.
Status Checker::CheckOtherReads(const std::string& name, const std::map<Bytes, RowState>& rows) {
  BASALT_ASSIGN_OR_RETURN(const auto table, connection_.GetTable(*TableName::Parse(name)));
  BASALT_ASSIGN_OR_RETURN(auto scanner, table->GetScanner(Scan().SetReversed()));
  std::map<Bytes, RowState> backwards;
  for (const RowResult& row : scanner) backwards[Bytes(row.row())] = ToState(row);
  BASALT_RETURN_IF_ERROR(scanner.status());
  if (backwards != rows) Lost(fmt::format("table {} differs when read backwards", name));
  for (const auto& [row, state] : rows) {
    BASALT_ASSIGN_OR_RETURN(const RowResult got, table->Get(Get(row)));
    if (ToState(got) != state) {
      Lost(fmt::format("{}/{}: get {} but scan {}", name, row, Describe(ToState(got)),
                       Describe(state)));
    }
  }
  return {};
}

void Checker::CheckRows(const std::string& table, const std::map<Bytes, RowState>& seen) {
  const RowState nothing;
  for (const auto& [row, state] : seen) {
    if (IsOwned(row)) CheckRow(table, row, state);
  }
  for (const auto& [row, state] : expected_.tables[table].rows) {
    if (!seen.contains(row)) CheckRow(table, row, nothing);
  }
}

void Checker::CheckRow(const std::string& table, const Bytes& row, const RowState& seen) {
  const auto& rows = expected_.tables[table].rows;
  const auto found = rows.find(row);
  const RowState before = found == rows.end() ? RowState() : found->second;
  if (seen == before) return;
  const auto& alternatives = expected_.alternatives[table];
  const auto under_way = alternatives.find(row);
  if (under_way == alternatives.end()) {
    Lost(fmt::format("{}/{} is {}, expected {}", table, row, Describe(seen), Describe(before)));
    return;
  }
  if (seen == under_way->second) return;
  const std::string what = fmt::format("{}/{} is {}, expected {} or {}", table, row, Describe(seen),
                                       Describe(before), Describe(under_way->second));
  if (IsMixture(seen, before, under_way->second)) {
    Half(what);
  } else {
    Lost(what);
  }
}

void Checker::CheckCounters(const std::map<Bytes, RowState>& seen) {
  for (auto& [row, counter] : expected_.counters) {
    const auto found = seen.find(row);
    const auto number = [&](const char* family) -> int64_t {
      if (found == seen.end()) return 0;
      const auto cell = found->second.find({family, Bytes(kCounter)});
      return cell == found->second.end() ? 0 : DecodeLong(cell->second).value_or(0);
    };
    const int64_t value = number("a");
    if (value != number("b")) {
      Half(fmt::format("{}: a is {}, b is {}", row, value, number("b")));
    } else if (!CanBe(value, counter.sum, counter.pending)) {
      Lost(fmt::format("{} is {}, acknowledged {} and {} under way", row, value, counter.sum,
                       counter.pending.size()));
    }
    counter.sum = value;
  }
  for (const auto& [row, state] : seen) {
    if (row.starts_with(kCountPrefix) && !expected_.counters.contains(row)) {
      Lost(fmt::format("{} is {}, but nobody counted it", row, Describe(state)));
    }
  }
}

void Checker::CheckFreeRows(const std::map<Bytes, RowState>& seen) {
  for (auto& [row, free_row] : expected_.free_rows) {
    const auto found = seen.find(row);
    CheckFreeRow(row, free_row, found == seen.end() ? RowState() : found->second);
  }
  for (const auto& [row, state] : seen) {
    if (row.starts_with(kFreePrefix) && !expected_.free_rows.contains(row)) {
      Lost(fmt::format("{} is {}, but nobody wrote it", row, Describe(state)));
    }
  }
}

void Checker::CheckFreeRow(const Bytes& row, FreeRow& free_row, const RowState& seen) {
  // A write is safe once it is in the log, or flushed after it was acknowledged.
  const uint64_t last_flush =
      expected_.flushes.empty()
          ? 0
          : *std::max_element(expected_.flushes.begin(), expected_.flushes.end());
  size_t safe = 0;  // writes before this one have been overwritten by a safe one
  for (size_t i = 0; i < free_row.writes.size(); ++i) {
    const FreeRow::Write& write = free_row.writes[i];
    if (write.ended == FreeRow::kNever) continue;
    if (write.logged || write.ended < last_flush) safe = i + 1;
  }
  std::map<Bytes, size_t> newest;  // family -> number of the write it shows; 0: what was there
  for (const char* family : {"a", "b"}) {
    const auto token = [&](const char* qualifier) {
      const auto cell = seen.find({family, qualifier});
      return cell == seen.end() ? Bytes() : cell->second;
    };
    if (token("u0") != token("u1")) {
      Half(fmt::format("{}: {}:u0 and {}:u1 differ in {}", row, family, family, Describe(seen)));
      return;
    }
    size_t number = free_row.writes.size();
    while (number > 0 && free_row.writes[number - 1].token != token("u0")) --number;
    if (number < safe || (number == 0 && token("u0") != free_row.seen[family])) {
      Lost(fmt::format("{}: family {} shows '{}', not one of the last {} writes", row, family,
                       token("u0"), free_row.writes.size() + 1 - safe));
      return;
    }
    newest[family] = number;
    free_row.seen[family] = token("u0");
  }
  if (newest["a"] == newest["b"]) return;
  // The log holds a row's families together; memory flushed by family does not.
  const size_t last = std::max(newest["a"], newest["b"]);
  if (free_row.writes[last - 1].logged) {
    Half(fmt::format("{}: half of a logged write in {}", row, Describe(seen)));
  } else {
    ++findings_.parted_free_rows;
  }
}

}  // namespace basalt::crash
