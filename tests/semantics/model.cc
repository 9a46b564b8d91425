// Tables, maintenance and reads of the model; model_write.cc has its writes.
#include "model.h"

#include <algorithm>

#include "text.h"

namespace basalt::semantics {
namespace {

Outcome TableNotFound(const std::string& table) {
  return Outcome::Error("TableNotFoundException", table);
}

Outcome NoSuchFamily(const std::string& family) {
  return Outcome::Error("NoSuchColumnFamilyException", family);
}

std::optional<int64_t> Number(const std::map<std::string, std::string>& attributes,
                              const std::string& key) {
  auto it = attributes.find(key);
  if (it == attributes.end()) return std::nullopt;
  return ParseNumber(it->second);
}

}  // namespace

Outcome Model::Create(const std::string& table, const std::vector<Family>& families) {
  if (tables_.contains(table)) return Outcome::Error("TableExistsException", table);
  for (const Family& family : families) {
    tables_[table][family.name].attributes = family.attributes;
  }
  return {};
}

Outcome Model::Alter(const std::string& table, const std::vector<Family>& families) {
  auto it = tables_.find(table);
  if (it == tables_.end()) return TableNotFound(table);
  for (const Family& family : families) {
    auto store = it->second.find(family.name);
    if (store == it->second.end()) return Outcome::Error("IllegalArgumentException", family.name);
    store->second.attributes = family.attributes;
  }
  return {};
}

Rules Model::FamilyRules(const Store& store, Purpose purpose) const {
  Rules rules{.purpose = purpose, .now = now_};
  rules.max_versions = Number(store.attributes, "VERSIONS").value_or(1);
  rules.min_versions = Number(store.attributes, "MIN_VERSIONS").value_or(0);
  if (auto ttl = Number(store.attributes, "TTL")) rules.ttl_ms = *ttl * 1000;
  if (auto keep = store.attributes.find("KEEP_DELETED_CELLS"); keep != store.attributes.end()) {
    if (keep->second == "TRUE") rules.keep = Keep::kTrue;
    if (keep->second == "TTL") rules.keep = Keep::kTtl;
  }
  auto new_versions = store.attributes.find("NEW_VERSION_BEHAVIOR");
  rules.new_versions = new_versions != store.attributes.end() && new_versions->second == "true";
  return rules;
}

Outcome Model::Flush(const std::string& table) {
  auto it = tables_.find(table);
  if (it == tables_.end()) return TableNotFound(table);
  for (auto& [name, store] : it->second) {
    if (store.memory.empty()) continue;
    Cells file;
    for (const auto& [row, cells] : store.memory) {
      file[row] = Survivors(cells, FamilyRules(store, Purpose::kFlush));
    }
    store.files.push_back(std::move(file));
    store.memory.clear();
  }
  return {};
}

Outcome Model::MajorCompact(const std::string& table) {
  auto it = tables_.find(table);
  if (it == tables_.end()) return TableNotFound(table);
  for (auto& [name, store] : it->second) {
    Rules rules = FamilyRules(store, Purpose::kMajorCompaction);
    Cells merged;
    for (size_t i = 0; i < store.files.size(); ++i) {
      int64_t earliest_put = INT64_MAX;
      int64_t newest = INT64_MIN;
      for (const auto& [row, cells] : store.files[i]) {
        for (const ModelCell& cell : cells) {
          newest = std::max(newest, cell.timestamp);
          if (!IsMarker(cell.type)) earliest_put = std::min(earliest_put, cell.timestamp);
        }
      }
      // Files of nothing but expired cells are dropped beforehand, all but the last.
      bool drop_file = rules.ttl_ms && rules.min_versions == 0 && i + 1 < store.files.size() &&
                       newest < now_ - *rules.ttl_ms;
      if (drop_file) continue;
      rules.earliest_put = std::min(rules.earliest_put, earliest_put);
      for (const auto& [row, cells] : store.files[i]) {
        merged[row].insert(merged[row].end(), cells.begin(), cells.end());
      }
    }
    if (store.files.empty()) continue;
    for (auto& [row, cells] : merged) {
      std::sort(cells.begin(), cells.end(), SortsBefore);
      cells = Survivors(cells, rules);
    }
    std::erase_if(merged, [](const auto& row) { return row.second.empty(); });
    store.files = {std::move(merged)};
  }
  return {};
}

AnswerRow Model::ReadRow(const Table& table, const std::string& row, const Read& read) const {
  AnswerRow answer;
  for (const auto& [name, store] : table) {
    auto asked = read.columns.find(name);
    if (!read.columns.empty() && asked == read.columns.end()) continue;
    std::vector<ModelCell> cells;
    auto add = [&](const Cells& source) {
      if (auto it = source.find(row); it != source.end()) {
        cells.insert(cells.end(), it->second.begin(), it->second.end());
      }
    };
    add(store.memory);
    for (const Cells& file : store.files) add(file);
    std::sort(cells.begin(), cells.end(), SortsBefore);

    Rules rules = FamilyRules(store, read.raw ? Purpose::kRawRead : Purpose::kRead);
    rules.versions_asked = read.versions;
    rules.range = read.range.value_or(Range());
    if (auto it = read.family_ranges.find(name); it != read.family_ranges.end()) {
      rules.range = it->second;
    }
    if (asked != read.columns.end())
      rules.columns.insert(asked->second.begin(), asked->second.end());
    int64_t passed = 0;
    for (const ModelCell& cell : Survivors(cells, rules)) {
      if (++passed <= read.store_offset) continue;
      answer.push_back({row, name, cell.qualifier, cell.timestamp, cell.type, cell.value});
      if (read.store_limit && *read.store_limit >= 0 &&
          passed >= *read.store_limit + read.store_offset) {
        break;
      }
    }
  }
  return answer;
}

Outcome Model::Validate(const Table& table, const Read& read) const {
  auto bad_range = [](const Range& range) {
    return range.min < 0 || range.max < 0 || range.max < range.min;
  };
  bool bad = read.range && bad_range(*read.range);
  for (const auto& [family, range] : read.family_ranges) bad = bad || bad_range(range);
  if (bad) return Outcome::Error("IllegalArgumentException", "bad time range");
  if (read.row) {
    if (read.row->empty()) return Outcome::Error("IllegalArgumentException", "empty row");
    if (read.row->size() > INT16_MAX) return Outcome::Error("IllegalArgumentException", "long row");
  }
  for (const auto& [family, qualifiers] : read.columns) {
    if (!table.contains(family)) return NoSuchFamily(family);
    if (read.raw && !qualifiers.empty()) {
      return Outcome::Error("DoNotRetryIOException", "Cannot specify any column for a raw scan");
    }
  }
  return {};
}

Outcome Model::Get(const std::string& table, const Read& read) {
  auto it = tables_.find(table);
  if (it == tables_.end()) return TableNotFound(table);
  if (Outcome bad = Validate(it->second, read); !bad.error.empty()) return bad;
  return {.rows = {{ReadRow(it->second, *read.row, read)}}};
}

Outcome Model::Exists(const std::string& table, const Read& read) {
  Outcome got = Get(table, read);
  if (!got.error.empty()) return got;
  return {.truth = !got.rows->front().empty()};
}

Outcome Model::Scan(const std::string& table, const Read& read) {
  auto it = tables_.find(table);
  if (it == tables_.end()) return TableNotFound(table);
  if (Outcome bad = Validate(it->second, read); !bad.error.empty()) return bad;
  std::set<std::string> rows;
  auto add = [&](const Cells& source) {
    for (const auto& [row, cells] : source) rows.insert(row);
  };
  for (const auto& [name, store] : it->second) {
    add(store.memory);
    for (const Cells& file : store.files) add(file);
  }
  std::vector<std::string> ordered(rows.begin(), rows.end());
  if (read.reverse) std::reverse(ordered.begin(), ordered.end());

  Outcome outcome{.rows = std::vector<AnswerRow>()};
  int32_t rows_found = 0;
  for (const std::string& row : ordered) {
    // How far the row is past a bound, in the scan's direction.
    auto past = [&](const std::string& bound) {
      int compared = row.compare(bound);
      return read.reverse ? -compared : compared;
    };
    if (!read.start.empty() && past(read.start) < (read.include_start ? 0 : 1)) continue;
    if (!read.stop.empty() && past(read.stop) > (read.include_stop ? 0 : -1)) break;
    AnswerRow cells = ReadRow(it->second, row, read);
    if (cells.empty()) continue;
    size_t piece = read.batch && *read.batch > 0 ? static_cast<size_t>(*read.batch) : cells.size();
    for (size_t i = 0; i < cells.size(); i += piece) {
      auto end = cells.begin() + static_cast<int64_t>(std::min(i + piece, cells.size()));
      outcome.rows->emplace_back(cells.begin() + static_cast<int64_t>(i), end);
    }
    if (read.limit && ++rows_found >= *read.limit) break;
  }
  return outcome;
}

}  // namespace basalt::semantics
