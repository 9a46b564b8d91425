#include "design/check/stored_check.h"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "design/check/key_flow.h"
#include "design/sample/deterministic_draw.h"
#include "hotspot/hotspot_verdict.h"
#include "keys/leading_part.h"

namespace basalt::design {
namespace {

// The minimum of newest rows for a statement about their regions.
constexpr uint64_t kMinNewestRows = 20;

// Draws the same rows in every run, independent of the order of keys and times.
uint64_t Draw(uint64_t n) { return MixBits(n + 0x9e3779b97f4a7c15); }

}  // namespace

uint64_t StoredResult::errors() const { return CountErrors(findings); }

double StoredResult::hottest() const {
  if (newest_by_region.empty() || newest == 0) return 0;
  return static_cast<double>(newest_by_region[0].newest) / static_cast<double>(newest);
}

StoredCheck::StoredCheck(std::string table, std::optional<KeySchema> schema,
                         std::vector<Bytes> region_starts, KeyDictionary* dictionary)
    : schema_(std::move(schema)),
      region_starts_(std::move(region_starts)),
      dictionary_(dictionary) {
  result_.table = std::move(table);
  result_.regions = region_starts_.size();
  if (!schema_) return;
  result_.schema = schema_->text();
  parts_.emplace(*schema_);
}

void StoredCheck::Add(BytesView key, int64_t timestamp) {
  rows_.push_back({timestamp, Draw(rows_.size()), Bytes(key)});
  if (!schema_) return;
  const auto record = schema_->Decode(key, {.dictionary = dictionary_, .salt = {}});
  if (record.ok()) {
    parts_->Add(*record);
  } else if (result_.schema_mismatches++ == 0) {
    first_mismatch_ = record.status().message();
  }
}

StoredResult StoredCheck::Finish(uint64_t rows) {
  result_.rows = rows_.size();
  if (rows_.empty()) {
    result_.findings.push_back(
        {Severity::kNote, "empty", "the table has no rows", "check again when it has some"});
    return std::move(result_);
  }
  if (result_.schema_mismatches > 0) {
    result_.findings.push_back(
        {Severity::kError, "broken",
         fmt::format("{} of {} rows have keys that are not of the schema: {}",
                     result_.schema_mismatches, result_.rows, first_mismatch_),
         "writers and the table's KEY_SCHEMA must have one schema"});
  }
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return std::pair(a.timestamp, a.draw) < std::pair(b.timestamp, b.draw);
  });
  ReportOrder();
  ReportNewest();
  if (parts_) parts_->Report(rows, result_.findings);
  SortBySeverity(result_.findings);
  return std::move(result_);
}

void StoredCheck::ReportOrder() {
  KeyFlow flow;
  hotspot::InsertOrder order(0, std::numeric_limits<int64_t>::max());
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (i > 0 && rows_[i].timestamp == rows_[i - 1].timestamp) continue;
    flow.Add(rows_[i].key);
    order.Sample(rows_[i].key, 0);
  }
  const hotspot::InsertOrderCounts counts = order.Totals();
  // The first row has none before it.
  const auto judged = static_cast<double>(std::max<uint64_t>(counts.samples, 2) - 1);
  result_.timestamps = flow.keys();
  result_.first_ms = rows_.front().timestamp;
  result_.last_ms = rows_.back().timestamp;
  result_.ascending = flow.ascending();
  result_.descending = flow.descending();
  result_.nearly_ascending = static_cast<double>(counts.ascending) / judged;
  result_.nearly_descending = static_cast<double>(counts.descending) / judged;
  if (result_.timestamps < kMinTimestamps) {
    result_.findings.push_back(
        {Severity::kNote, "unordered",
         fmt::format("the rows have {} different timestamps: their insert order is not known",
                     result_.timestamps),
         "check again when rows were written at other times; the rows of a batch may share a "
         "timestamp"});
    return;
  }
  const bool up = result_.nearly_ascending >= result_.nearly_descending;
  const double share = up ? result_.nearly_ascending : result_.nearly_descending;
  if (share < hotspot::HotspotVerdict::kMinMonotonicFraction &&
      result_.ascending <= KeyFlow::kMonotonic && result_.descending <= KeyFlow::kMonotonic) {
    return;
  }
  result_.findings.push_back(
      {Severity::kWarning, "monotonic",
       fmt::format("rows were inserted in key order: {:.0f} % {}; the "
                   "{} region takes their writes",
                   100 * share, up ? "ascending" : "descending", up ? "last" : "first"),
       schema_ ? keys::AdviceOnMonotonicKeys(*schema_) : keys::AdviceOnMonotonicKeys()});
}

void StoredCheck::ReportNewest() {
  result_.newest = (rows_.size() + 9) / 10;
  std::vector<uint64_t> counts(std::max<size_t>(region_starts_.size(), 1));
  for (size_t i = rows_.size() - result_.newest; i < rows_.size(); ++i) {
    const auto after = std::upper_bound(region_starts_.begin(), region_starts_.end(), rows_[i].key);
    const auto at = after - region_starts_.begin();
    ++counts[at == 0 ? 0 : static_cast<size_t>(at) - 1];
  }
  for (size_t i = 0; i < region_starts_.size(); ++i) {
    if (counts[i] > 0) result_.newest_by_region.push_back({region_starts_[i], counts[i]});
  }
  std::stable_sort(result_.newest_by_region.begin(), result_.newest_by_region.end(),
                   [](const auto& a, const auto& b) { return a.newest > b.newest; });
  const auto regions = static_cast<double>(result_.regions);
  const bool known = result_.timestamps >= kMinTimestamps && result_.newest >= kMinNewestRows;
  if (!known || result_.hottest() <= 0.5 || result_.hottest() * regions <= RegionHeat::kHot) return;
  const Bytes& start = result_.newest_by_region[0].start_key;
  result_.findings.push_back(
      {Severity::kWarning, "hot_region",
       fmt::format("one of {} regions has {:.0f} % of the newest rows: the one that starts at {}",
                   result_.regions, 100 * result_.hottest(),
                   start.empty() ? "the beginning" : ToStringBinary(start)),
       "begin the key with salt(n), or with hash(...) of a field with many values"});
}

}  // namespace basalt::design
