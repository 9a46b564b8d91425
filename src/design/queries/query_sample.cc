#include "design/queries/query_sample.h"

#include <algorithm>

#include "base/check.h"
#include "design/queries/workload_query.h"
#include "design/sample/deterministic_draw.h"
#include "keys/layout.h"
#include "keys/value_set.h"

namespace basalt::design {
namespace {

size_t SizeOf(const QuerySample::Row& row) {
  size_t size = sizeof(row) + row.key.size() + row.record.size() * sizeof(KeyValue);
  for (const KeyValue& value : row.record) {
    if (const auto* bytes = std::get_if<Bytes>(&value)) size += bytes->size();
  }
  return size;
}

}  // namespace

void QuerySample::Add(const SampleRecord& record) {
  auto values = ParseRecord(schema_, record);
  if (!values.ok()) return;
  KeyContext context{.dictionary = &dictionary_, .salt = {}};
  if (const auto salts = RandomSaltCount(schema_)) context.salt = SaltOfLine(record.line, *salts);
  Row row;
  if (!schema_.Encode(*values, context, row.key).ok()) return;
  row.record = std::move(*values);
  const uint64_t arrival = seen_++;
  if (rows_.size() >= max_rows_) {
    const uint64_t place = std::uniform_int_distribution<uint64_t>(0, arrival)(random_);
    if (place >= max_rows_) return;
    Drop(place);
  }
  bytes_ += SizeOf(row);
  rows_.push_back(std::move(row));
  while (bytes_ > max_bytes_ && rows_.size() > 1) {
    Drop(std::uniform_int_distribution<size_t>(0, rows_.size() - 1)(random_));
    // The byte limit is reached: the reservoir stays at this size.
    max_rows_ = rows_.size();
  }
}

void QuerySample::Drop(size_t place) {
  bytes_ -= SizeOf(rows_[place]);
  std::swap(rows_[place], rows_.back());
  rows_.pop_back();
}

void QuerySample::Sort() {
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.key < b.key; });
}

Result<QuerySample::Count> QuerySample::Run(const KeyQuery& query) {
  KeyQuery asked = query;
  asked.order = KeyOrder::kNone;
  BASALT_ASSIGN_OR_RETURN(const KeyPlan plan,
                          KeyPlan::Make(schema_, asked, {.dictionary = &dictionary_}));
  // Conditions are evaluated on the records, not on the keys: a window or a hash holds less.
  BASALT_ASSIGN_OR_RETURN(const auto alternatives,
                          keys::Alternatives(keys::LayoutOf(schema_), query.where));
  const auto wanted = [&](const Row& row) {
    return std::any_of(alternatives.begin(), alternatives.end(), [&](const auto& conjunct) {
      return std::all_of(conjunct.sets.begin(), conjunct.sets.end(), [&](const auto& entry) {
        return keys::Contains(keys::LayoutOf(schema_).fields[entry.first].type, entry.second,
                              row.record[entry.first]);
      });
    });
  };
  const auto from = [&](const Bytes& key) {
    return std::lower_bound(rows_.begin(), rows_.end(), key,
                            [](const Row& row, const Bytes& bound) { return row.key < bound; });
  };
  Count count;
  for (const KeyRange& range : plan.ranges()) {
    const auto stop = range.stop.empty() ? rows_.end() : from(range.stop);
    for (auto row = from(range.start); row < stop; ++row) {
      ++count.read;
      if (wanted(*row)) ++count.matched;
    }
  }
  return count;
}

KeyQuery QuerySample::WithDrawnValues(const KeyQuery& shape, size_t n, size_t runs) const {
  const size_t size = rows_.size();
  BASALT_CHECK(size > 0 && runs > 0, "Values are drawn from the rows of the sample.");
  return WithValues(schema_, shape, [&](size_t field, size_t number) {
    // The values of one run come from one record; the next run uses a distant record.
    return rows_[(n * size / runs + number * (size / 3 + 1)) % size].record[field];
  });
}

}  // namespace basalt::design
