#include "client/keyed/range_reader.h"

#include <algorithm>

#include "basalt/filters.h"

namespace basalt::client {

RangeReader::RangeReader(Table& table, const KeyPlan& plan, const Query& columns,
                         CallOptions options, std::vector<KeyRange> ranges)
    : table_(table),
      plan_(plan),
      query_(columns),
      options_(std::move(options)),
      ranges_(std::move(ranges)) {
  if (plan.filter() != nullptr) {
    query_.SetFilter(query_.filter() == nullptr ? plan.filter()
                                                : filters::All({plan.filter(), query_.filter()}));
  }
}

Result<bool> RangeReader::Fetch(size_t rows, uint64_t bytes, Batch& batch) {
  uint64_t taken = 0;
  batch.used = 0;
  while (batch.used < rows && (taken < bytes || batch.used == 0)) {
    if (next_ == ranges_.size()) return false;
    const KeyRange& range = ranges_[next_];
    if (range.point) {
      BASALT_RETURN_IF_ERROR(FetchPoints(rows - batch.used, batch));
      continue;
    }
    if (!scanner_) BASALT_RETURN_IF_ERROR(OpenRange(range, rows));
    Row& row = batch.Add();
    row.branch_width = range.branch_width;
    BASALT_ASSIGN_OR_RETURN(const bool more, scanner_->Next(row.result));
    bool matches = more;
    if (more && !range.exact) {
      BASALT_ASSIGN_OR_RETURN(matches, plan_.Matches(range, row.result.row()));
    }
    if (matches) {
      taken += row.result.byte_size();
    } else {
      --batch.used;
    }
    if (!more) {
      scanner_.reset();
      ++next_;
    }
  }
  return true;
}

// Reads consecutive single rows in one request.
Status RangeReader::FetchPoints(size_t rows, Batch& batch) {
  std::vector<Get> gets;
  const size_t first = next_;
  while (next_ < ranges_.size() && ranges_[next_].point && gets.size() < rows) {
    gets.emplace_back(ranges_[next_++].start);
    gets.back().SetQuery(query_);
  }
  BASALT_ASSIGN_OR_RETURN(std::vector<RowResult> results,
                          table_.Get(std::span<const Get>(gets), options_));
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].empty()) continue;
    const KeyRange& range = ranges_[first + i];
    BASALT_ASSIGN_OR_RETURN(const bool matches, plan_.Matches(range, results[i].row()));
    if (!matches) continue;
    Row& row = batch.Add();
    row.result = std::move(results[i]);
    row.branch_width = range.branch_width;
  }
  return Status::Ok();
}

Status RangeReader::OpenRange(const KeyRange& range, size_t rows) {
  Scan scan;
  scan.SetQuery(query_);
  if (plan_.reversed()) {
    scan.SetReversed();
    scan.WithStartRow(range.stop, range.stop.empty()).WithStopRow(range.start, true);
  } else {
    scan.WithStartRow(range.start).WithStopRow(range.stop);
  }
  scan.SetCaching(static_cast<int32_t>(rows));
  if (plan_.limit() && range.exact) {
    scan.SetLimit(static_cast<int32_t>(std::min<uint64_t>(*plan_.limit(), INT32_MAX)));
  }
  BASALT_ASSIGN_OR_RETURN(scanner_, table_.GetScanner(scan, options_));
  return Status::Ok();
}

}  // namespace basalt::client
