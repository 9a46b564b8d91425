// Writes of the model: puts, deletes, increments, appends, conditions.
#include <algorithm>
#include <tuple>

#include "model.h"

namespace basalt::semantics {
namespace {

constexpr size_t kMaxCellBytes = 10 << 20;
constexpr size_t kCellOverheadBytes = 24;

Outcome IllegalArgument(std::string message) {
  return Outcome::Error("IllegalArgumentException", std::move(message));
}

std::string EncodeLong(int64_t value) {
  std::string out(8, '\0');
  for (int i = 0; i < 8; ++i) {
    out[static_cast<size_t>(i)] = static_cast<char>(static_cast<uint64_t>(value) >> (56 - 8 * i));
  }
  return out;
}

int64_t DecodeLong(const std::string& bytes) {
  uint64_t value = 0;
  for (char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return static_cast<int64_t>(value);
}

bool TooBig(const std::string& family, const ModelCell& cell) {
  size_t names = cell.row.size() + family.size() + cell.qualifier.size();
  return kCellOverheadBytes + names + cell.value.size() > kMaxCellBytes;
}

Outcome CellTooBig() { return Outcome::Error("DoNotRetryIOException", "cell too big"); }

// A delete of a family takes the place of what the same Delete asked for in that family before.
std::vector<Edit> WithoutOverridden(const std::vector<Edit>& edits) {
  std::vector<Edit> kept;
  for (const Edit& edit : edits) {
    if (edit.type == Type::kDeleteFamily) {
      std::erase_if(kept, [&](const Edit& other) { return other.family == edit.family; });
    }
    kept.push_back(edit);
  }
  return kept;
}

bool IsDelta(const Change& change) {
  return change.verb == Change::Verb::kIncrement || change.verb == Change::Verb::kAppend;
}

}  // namespace

Outcome Model::Validate(const Table& table, const Change& change) const {
  if (change.row.empty()) return IllegalArgument("empty row");
  if (change.row.size() > INT16_MAX) return IllegalArgument("long row");
  if (change.timestamp < 0) return IllegalArgument("negative timestamp");
  for (const Edit& edit : change.edits) {
    if (edit.timestamp && *edit.timestamp < 0) return IllegalArgument("negative timestamp");
  }
  if (change.edits.empty() && change.verb != Change::Verb::kDelete) {
    return IllegalArgument("no columns");
  }
  for (const Edit& edit : change.edits) {
    if (!table.contains(edit.family)) {
      return Outcome::Error("NoSuchColumnFamilyException", edit.family);
    }
  }
  return {};
}

std::vector<ModelCell> Model::ReadColumn(const Store& store, const std::string& row,
                                         const std::string& qualifier, int64_t versions,
                                         const std::optional<Range>& range) const {
  std::vector<ModelCell> cells;
  auto add = [&](const Cells& source) {
    if (auto it = source.find(row); it != source.end()) {
      cells.insert(cells.end(), it->second.begin(), it->second.end());
    }
  };
  add(store.memory);
  for (const Cells& file : store.files) add(file);
  std::sort(cells.begin(), cells.end(), SortsBefore);
  Rules rules = FamilyRules(store, Purpose::kRead);
  rules.versions_asked = versions;
  rules.columns = {qualifier};
  rules.range = range.value_or(Range());
  return Survivors(cells, rules);
}

// "Delete the newest version": the first such delete of a column finds the newest there is, the
// second the one before it, and so on. When there is none, the marker gets the current time.
void Model::PrepareDeletes(const Table& table, const Change& change,
                           std::vector<Write>& writes) const {
  if (change.edits.empty()) {
    for (const auto& [family, store] : table) {
      int64_t ts = change.timestamp == INT64_MAX ? now_ : change.timestamp;
      writes.push_back({family, {.row = change.row, .timestamp = ts, .type = Type::kDeleteFamily}});
    }
    return;
  }
  std::map<std::pair<std::string, std::string>, size_t> asked;
  for (const Edit& edit : WithoutOverridden(change.edits)) {
    int64_t ts = edit.timestamp.value_or(change.timestamp);
    if (ts == INT64_MAX && edit.type == Type::kDelete) {
      size_t nth = ++asked[{edit.family, edit.qualifier}];
      std::vector<ModelCell> found = ReadColumn(table.at(edit.family), change.row, edit.qualifier,
                                                static_cast<int64_t>(nth), std::nullopt);
      ts = found.size() < nth ? now_ : found[nth - 1].timestamp;
    } else if (ts == INT64_MAX) {
      ts = now_;
    }
    writes.push_back(
        {edit.family,
         {.row = change.row, .qualifier = edit.qualifier, .timestamp = ts, .type = edit.type}});
  }
}

// Increments and appends build on the newest visible version, and their cell is newer than it.
Outcome Model::PrepareDeltas(const Table& table, const Change& change, std::vector<Write>& writes,
                             AnswerRow& results) const {
  std::vector<Edit> edits = change.edits;
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return std::tie(a.family, a.qualifier) < std::tie(b.family, b.qualifier);
  });
  for (const Edit& edit : edits) {
    const Store& store = table.at(edit.family);
    ModelCell cell{.row = change.row, .qualifier = edit.qualifier};
    std::vector<ModelCell> found = ReadColumn(store, change.row, edit.qualifier, 1, change.range);
    bool increment = change.verb == Change::Verb::kIncrement;
    if (found.empty()) {
      cell.timestamp = change.timestamp == INT64_MAX ? now_ : change.timestamp;
      cell.value = increment ? EncodeLong(edit.amount) : edit.value;
      cell.ttl_ms = change.ttl_ms;
    } else {
      const ModelCell& old = found.front();
      if (increment && old.value.size() != 8) {
        return Outcome::Error(
            "DoNotRetryIOException",
            "Field is not a long, it's " + std::to_string(old.value.size()) + " bytes wide");
      }
      auto sum = static_cast<int64_t>(static_cast<uint64_t>(DecodeLong(old.value)) +
                                      static_cast<uint64_t>(edit.amount));
      cell.timestamp = std::max(old.timestamp + 1, now_);
      cell.value = increment ? EncodeLong(sum) : old.value + edit.value;
      cell.ttl_ms = change.ttl_ms ? change.ttl_ms : old.ttl_ms;
    }
    if (TooBig(edit.family, cell)) return CellTooBig();
    if (change.return_results) {
      results.push_back(
          {change.row, edit.family, edit.qualifier, cell.timestamp, Type::kPut, cell.value});
    }
    writes.push_back({edit.family, std::move(cell)});
  }
  return {};
}

Outcome Model::Prepare(const Table& table, const Change& change, int64_t oldest_now,
                       std::vector<Write>& writes, AnswerRow& results) const {
  if (Outcome bad = Validate(table, change); !bad.error.empty()) return bad;
  if (IsDelta(change)) return PrepareDeltas(table, change, writes, results);
  if (change.verb == Change::Verb::kDelete) {
    PrepareDeletes(table, change, writes);
    return {};
  }
  for (const Edit& edit : change.edits) {
    int64_t ts = edit.timestamp.value_or(change.timestamp);
    if (ts == INT64_MAX) ts = std::max(now_, oldest_now);
    ModelCell cell{.row = change.row,
                   .qualifier = edit.qualifier,
                   .timestamp = ts,
                   .value = edit.value,
                   .ttl_ms = change.ttl_ms};
    if (TooBig(edit.family, cell)) return CellTooBig();
    writes.push_back({edit.family, std::move(cell)});
  }
  return {};
}

void Model::Commit(Table& table, const std::vector<Write>& writes) {
  ++sequence_;
  for (const Write& write : writes) {
    Store& store = table.at(write.family);
    ModelCell cell = write.cell;
    cell.sequence = sequence_;
    auto same = [&](const ModelCell& other) {
      return other.qualifier == cell.qualifier && other.timestamp == cell.timestamp &&
             other.type == cell.type &&
             (!options_.keeps_overwritten_cells || other.sequence == cell.sequence);
    };
    std::vector<ModelCell>& row = store.memory[cell.row];
    std::erase_if(row, same);
    if (!options_.keeps_overwritten_cells) {
      for (Cells& file : store.files) {
        if (auto it = file.find(cell.row); it != file.end()) std::erase_if(it->second, same);
      }
    }
    row.insert(std::upper_bound(row.begin(), row.end(), cell, SortsBefore), cell);
  }
}

Outcome Model::ApplyAll(Table& table, const std::vector<Change>& changes, int64_t oldest_now) {
  std::vector<Write> writes;
  AnswerRow results;
  for (const Change& change : changes) {
    Outcome outcome = Prepare(table, change, oldest_now, writes, results);
    if (!outcome.error.empty()) return outcome;
  }
  Commit(table, writes);
  return {.rows = {{results}}};
}

Outcome Model::Apply(const std::string& table, const Change& change) {
  auto it = tables_.find(table);
  if (it == tables_.end()) return Outcome::Error("TableNotFoundException", table);
  return ApplyAll(it->second, {change});
}

Outcome Model::MutateRow(const std::string& table, const std::string& /*row*/,
                         const std::vector<Change>& changes) {
  auto it = tables_.find(table);
  if (it == tables_.end()) return Outcome::Error("TableNotFoundException", table);
  return ApplyAll(it->second, changes);
}

Outcome Model::Check(const std::string& table, const std::string& row, const Condition& condition,
                     const std::vector<Change>& changes) {
  auto it = tables_.find(table);
  if (it == tables_.end()) return Outcome::Error("TableNotFoundException", table);
  auto store = it->second.find(condition.family);
  if (store == it->second.end()) {
    return Outcome::Error("NoSuchColumnFamilyException", condition.family);
  }
  std::vector<ModelCell> found =
      ReadColumn(store->second, row, condition.qualifier, 1, condition.range);
  bool matches = false;
  // HBase treats no value and the empty value alike, and only != differs from the other operators.
  if (condition.value.empty()) {
    bool nothing = found.empty() || found.front().value.empty();
    matches = nothing != (condition.op == "!=" || condition.op == "present");
  } else if (!found.empty()) {
    int compared = condition.value.compare(found.front().value);
    matches = (condition.op == "<" && compared < 0) || (condition.op == "<=" && compared <= 0) ||
              (condition.op == "=" && compared == 0) || (condition.op == "!=" && compared != 0) ||
              (condition.op == ">=" && compared >= 0) || (condition.op == ">" && compared > 0);
  }
  if (!matches) return {.truth = false};
  Outcome outcome = ApplyAll(it->second, changes, found.empty() ? 0 : found.front().timestamp);
  if (outcome.error.empty()) outcome.truth = true;
  return outcome;
}

std::vector<Outcome> Model::Batch(const std::string& table, const std::vector<Action>& actions) {
  std::vector<Outcome> outcomes;
  for (const Action& action : actions) {
    if (action.get) {
      outcomes.push_back(Get(table, *action.get));
    } else if (action.row_mutations) {
      outcomes.push_back(MutateRow(table, action.row, action.changes));
    } else {
      outcomes.push_back(Apply(table, action.changes.front()));
    }
  }
  return outcomes;
}

}  // namespace basalt::semantics
