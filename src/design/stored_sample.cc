#include "design/stored_sample.h"

#include <algorithm>
#include <map>
#include <utility>

#include "basalt/filters.h"
#include "basalt/split_algorithm.h"

namespace basalt::design {
namespace {

// Less of a region says nothing.
constexpr uint32_t kLeastOfRegion = 8;
constexpr int kLeastPlaces = 2;
constexpr int kMostPlaces = 32;

using Rows = std::map<Bytes, int64_t>;

// Reads one region.
class RegionSample {
 public:
  RegionSample(Table& table, Bytes start, Bytes end)
      : table_(table), start_(std::move(start)), end_(std::move(end)) {}

  // About `count` rows: from both ends and from so many places between, as many from each.
  Result<Rows> Take(uint32_t count, int places) {
    const uint32_t each = std::max<uint32_t>(count / static_cast<uint32_t>(places + 2), 1);
    BASALT_ASSIGN_OR_RETURN(const uint32_t first, Read(Upwards(start_), each));
    if (first < each) return std::move(rows_);  // that is all there is
    Scan down;
    down.SetReversed().WithStartRow(end_, end_.empty()).WithStopRow(start_, true);
    BASALT_RETURN_IF_ERROR(Read(std::move(down), each).status());
    // Where keys divide evenly by their bytes, as far as they do; two rows may be too near.
    const auto cuts =
        SplitKeysBetween(rows_.begin()->first, rows_.rbegin()->first, std::max(places, 3));
    if (!cuts.ok()) return std::move(rows_);
    for (const Bytes& cut : *cuts) BASALT_RETURN_IF_ERROR(Read(Upwards(cut), each).status());
    return std::move(rows_);
  }

 private:
  Scan Upwards(const Bytes& from) const { return Scan(from, end_); }

  // Returns how many came.
  Result<uint32_t> Read(Scan scan, uint32_t limit) {
    scan.SetLimit(static_cast<int32_t>(limit));
    scan.caching = static_cast<int32_t>(std::min<uint32_t>(limit, 1000));
    scan.cache_blocks = false;
    scan.SetFilter(filters::All({filters::FirstKeyOnly(), filters::KeyOnly()}));
    BASALT_ASSIGN_OR_RETURN(auto scanner, table_.GetScanner(scan));
    uint32_t came = 0;
    for (const RowResult& row : scanner) {
      ++came;
      if (!row.empty()) rows_.emplace(row.row(), row[0].timestamp);
    }
    BASALT_RETURN_IF_ERROR(scanner.status());
    return came;
  }

  Table& table_;
  const Bytes start_;
  const Bytes end_;
  Rows rows_;
};

}  // namespace

Result<std::vector<Bytes>> RegionStarts(Connection& connection, const TableName& table) {
  BASALT_ASSIGN_OR_RETURN(const auto regions, connection.admin().ListRegions(table));
  std::vector<Bytes> starts;
  starts.reserve(regions.size());
  for (const RegionFacts& region : regions) starts.push_back(region.start_key);
  return starts;
}

Status SampleStoredRows(Connection& connection, const TableName& table,
                        const std::vector<Bytes>& region_starts, const StoredSampleOptions& options,
                        const StoredSampleHooks& hooks) {
  BASALT_ASSIGN_OR_RETURN(const auto opened, connection.GetTable(table));
  const size_t regions = region_starts.size();
  if (regions == 0) return {};
  // Of a table with too many regions, some: spread evenly, the first and the last among them.
  const size_t most = std::max<size_t>(options.rows / kLeastOfRegion, 2);
  const size_t chosen = std::min(regions, most);
  const auto each = std::max<uint32_t>(options.rows / static_cast<uint32_t>(chosen), 1);
  const int places =
      std::clamp(options.places / static_cast<int>(chosen), kLeastPlaces, kMostPlaces);
  uint64_t rows = 0;
  for (size_t i = 0; i < chosen; ++i) {
    const size_t at = chosen == 1 ? 0 : i * (regions - 1) / (chosen - 1);
    RegionSample sample(*opened, region_starts[at],
                        at + 1 < regions ? region_starts[at + 1] : Bytes());
    BASALT_ASSIGN_OR_RETURN(const Rows taken, sample.Take(each, places));
    for (const auto& [key, timestamp] : taken) hooks.row(key, timestamp);
    rows += taken.size();
    if (hooks.progress) hooks.progress(rows, i + 1, chosen);
  }
  return {};
}

}  // namespace basalt::design
