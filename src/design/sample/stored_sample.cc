#include "design/sample/stored_sample.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <utility>

#include "basalt/filters.h"
#include "basalt/split_algorithm.h"

namespace basalt::design {
namespace {

// The minimum of rows per sampled region.
constexpr uint32_t kLeastOfRegion = 8;
constexpr uint32_t kLeastOfPlace = 4;
constexpr int kMostPlaces = 32;

using Rows = std::map<Bytes, int64_t>;

// Samples one region.
class RegionSample {
 public:
  RegionSample(Table& table, Bytes start, Bytes end)
      : table_(table), start_(std::move(start)), end_(std::move(end)) {}

  // About `count` rows: from both ends and from `places` positions between, an equal number from
  // each.
  Result<Rows> Take(uint32_t count, int places) {
    const uint32_t each = std::max<uint32_t>(count / static_cast<uint32_t>(places + 2), 1);
    BASALT_ASSIGN_OR_RETURN(const uint32_t first, Read(Upwards(start_), each));
    if (first < each) return std::move(rows_);  // the region has no more rows
    Scan down;
    down.SetReversed().WithStartRow(end_, end_.empty()).WithStopRow(start_, true);
    BASALT_RETURN_IF_ERROR(Read(std::move(down), each).status());
    // Gaps are sampled from their middle, by bytes; each sample leaves a gap on both sides.
    std::deque<Gap> gaps;
    gaps.push_back({std::next(rows_.begin(), first - 1)->first,
                    std::prev(rows_.end(), std::min<std::ptrdiff_t>(each, rows_.size()))->first});
    // A position without rows after it yields nothing; up to as many further reads compensate.
    for (int i = 0; i < 2 * places && !gaps.empty() && rows_.size() + each <= count; ++i) {
      const Gap gap = std::move(gaps.front());
      gaps.pop_front();
      BASALT_RETURN_IF_ERROR(ReadMiddle(gap, each, gaps));
    }
    return std::move(rows_);
  }

 private:
  // Two sampled rows with unread rows between them.
  struct Gap {
    Bytes after;
    Bytes before;
  };

  Scan Upwards(const Bytes& from) const { return Scan(from, end_); }

  Status ReadMiddle(const Gap& gap, uint32_t limit, std::deque<Gap>& gaps) {
    if (gap.after >= gap.before) return {};
    // The first of the three keys is right after the gap's start, the last right before its end.
    const auto cuts = SplitKeysBetween(gap.after, gap.before, 4);
    if (!cuts.ok() || (*cuts)[1] <= gap.after || (*cuts)[1] >= gap.before)
      return {};  // the gap is too small
    const Bytes& middle = (*cuts)[1];
    BASALT_ASSIGN_OR_RETURN(const uint32_t came, Read(Scan(middle, gap.before), limit));
    const auto found = rows_.lower_bound(middle);
    if (came == 0) {
      gaps.push_back({gap.after, middle});
      return {};
    }
    gaps.push_back({gap.after, found->first});
    if (came == limit) gaps.push_back({std::next(found, came - 1)->first, gap.before});
    return {};
  }

  // Returns the number of rows read.
  Result<uint32_t> Read(Scan scan, uint32_t limit) {
    scan.SetLimit(static_cast<int32_t>(limit));
    scan.SetCaching(static_cast<int32_t>(std::min<uint32_t>(limit, 1000)));
    scan.SetCacheBlocks(false);
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
  for (const RegionMetrics& region : regions) starts.push_back(region.start_key);
  return starts;
}

Status SampleStoredRows(Connection& connection, const TableName& table,
                        const std::vector<Bytes>& region_starts, const StoredSampleOptions& options,
                        const StoredSampleHooks& hooks) {
  BASALT_ASSIGN_OR_RETURN(const auto opened, connection.GetTable(table));
  const size_t regions = region_starts.size();
  if (regions == 0) return {};
  // Of a table with too many regions, evenly spaced ones are sampled, including the first and the
  // last.
  const size_t most = std::max<size_t>(options.rows / kLeastOfRegion, 2);
  const size_t chosen = std::min(regions, most);
  const auto each = std::max<uint32_t>(options.rows / static_cast<uint32_t>(chosen), 1);
  const int places = std::clamp(std::min(options.places / static_cast<int>(chosen),
                                         static_cast<int>(each / kLeastOfPlace) - 2),
                                0, kMostPlaces);
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
