#include "client/remote/scan_run.h"

#include <algorithm>
#include <utility>

#include "wire/exceptions.h"
#include "wire/frame.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;

// The default size of a round trip: that of HBase's client.
constexpr uint64_t kMaxResultBytes = 2 << 20;
constexpr uint32_t kAnyNumber = 0x7FFFFFFF;

// The server no longer knows the scanner; another one may be opened.
bool IsLost(const Status& status) {
  return status.code() == StatusCode::kUnknownScanner ||
         status.code() == StatusCode::kScannerReset ||
         status.code() == StatusCode::kOutOfOrderScannerNext;
}

}  // namespace

ScanRun::ScanRun(std::shared_ptr<Cluster> cluster, TableName table, const Scan& scan)
    : cluster_(std::move(cluster)),
      table_(std::move(table)),
      scan_(scan),
      left_(scan.limit()),
      finished_(scan.limit() == 0),
      metrics_(scan.scan_metrics_enabled() ? std::make_shared<ScanMetrics>() : nullptr) {}

Locate ScanRun::HowToStart() const {
  const bool before = scan_.reversed() && (scan_.start_row().empty() || !scan_.include_start_row());
  return before ? Locate::kBefore : Locate::kHolding;
}

Result<RegionLocationPtr> ScanRun::Find(const RpcContext& context) {
  return cluster_->Find(table_, scan_.start_row(), HowToStart(), context);
}

Status ScanRun::Fill(const RegionLocation& region, pb::ScanRequest& request) {
  if (region_ == nullptr) {
    FillRegion(region, *request.mutable_region());
    BASALT_RETURN_IF_ERROR(wire::FillScan(scan_, *request.mutable_scan()));
    request.mutable_scan()->set_max_result_size(kMaxResultBytes);
  } else {
    request.set_scanner_id(scanner_id_);
    request.set_next_call_seq(next_sequence_++);
  }
  request.set_number_of_rows(scan_.caching() > 0 ? static_cast<uint32_t>(scan_.caching())
                                                 : kAnyNumber);
  if (left_ > 0) request.set_limit_of_rows(static_cast<uint32_t>(left_));
  request.set_close_scanner(false);
  request.set_client_handles_partials(true);
  request.set_client_handles_heartbeats(true);
  if (metrics_ != nullptr) request.set_track_scan_metrics(true);
  CountCall(region);
  return {};
}

Status ScanRun::Take(const RegionLocationPtr& region, const RpcAnswer& answer) {
  const bool opening = region_ == nullptr;
  pb::ScanResponse response;
  BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer.message, response));
  if (opening) {
    region_ = region;
    scanner_id_ = response.scanner_id();
    next_sequence_ = 0;
  }
  CountAnswer(response, opening);
  BASALT_RETURN_IF_ERROR(TakeResults(*region, response, answer.cells));
  const bool at_end = response.has_more_results() && !response.more_results();
  // A row ends with its region.
  if ((at_end || !response.more_results_in_region()) && !RowUnderWay().empty()) EndRow();
  if (finished_) return {};
  if (at_end) {
    Finish();
  } else if (!response.more_results_in_region()) {
    NextRegion();
  }
  return {};
}

Status ScanRun::TakeResults(const RegionLocation& region, const pb::ScanResponse& response,
                            BytesView block) {
  wire::CellBlockReader cells(kChannelCodec, block);
  const int in_block = response.cells_per_result_size();
  for (int i = 0; i < in_block + response.results_size() && !finished_; ++i) {
    RowResult part;
    if (i < in_block) {
      BASALT_RETURN_IF_ERROR(wire::TakeCells(cells, response.cells_per_result(i), part));
    } else {
      BASALT_RETURN_IF_ERROR(wire::ParseResult(response.results(i - in_block), cells, part));
    }
    CountResult(region, part);
    const bool partial = i < response.partial_flag_per_result_size()
                             ? response.partial_flag_per_result(i)
                             : part.partial();
    TakeResult(std::move(part), partial);
  }
  return {};
}

void ScanRun::TakeResult(RowResult part, bool partial) {
  SkipCellsHandedOut(part);
  // A server that stops at its limit of bytes calls a row partial when cells are left that it
  // will not show: the next result may be of another row.
  if (!part.empty() && !RowUnderWay().empty() && part.row() != RowUnderWay()) EndRow();
  if (finished_) return;
  if (scan_.batch() > 0) {
    // Parts are what was asked for; only the row that is under way is remembered.
    if (!part.empty()) open_row_ = Bytes(part.row());
    handed_out_ += part.size();
    if (!part.empty()) {
      part.set_partial(partial);
      ready_.push_back(std::move(part));
    }
  } else if (row_.empty()) {
    row_ = std::move(part);
  } else {
    for (const CellView cell : part) row_.Append(cell);
  }
  if (!partial && !RowUnderWay().empty()) EndRow();
}

BytesView ScanRun::RowUnderWay() const {
  if (scan_.batch() > 0) return open_row_;
  return row_.empty() ? BytesView() : row_.row();
}

void ScanRun::EndRow() {
  if (scan_.batch() > 0) {
    last_row_ = std::exchange(open_row_, {});
    handed_out_ = 0;
  } else {
    last_row_ = Bytes(row_.row());
    row_.set_partial(false);
    ready_.push_back(std::exchange(row_, {}));
  }
  if (left_ > 0 && --left_ == 0) Finish();
}

void ScanRun::SkipCellsHandedOut(RowResult& part) {
  if (skip_ == 0) return;
  if (part.row() != open_row_) {  // the row was deleted meanwhile
    skip_ = 0;
    handed_out_ = 0;
    return;
  }
  size_t index = 0;
  const size_t skipped = std::min(skip_, part.size());
  part.Retain([&](const CellView&) { return index++ >= skipped; });
  skip_ -= skipped;
  handed_out_ += skipped;
}

Status ScanRun::Failed(const RegionLocationPtr& region, const Status& error,
                       const RpcContext& context) {
  failed_ = true;
  if (region == nullptr) return cluster_->NoteFailure(table_, nullptr, error, context);
  if (metrics_ != nullptr && error.code() == StatusCode::kNotServingRegion) {
    ++metrics_->not_serving_region_exception;
  }
  const bool lost = IsLost(error);
  if (!lost && !wire::IsRetryable(error)) return error;
  StartAgain();
  if (lost) return {StatusCode::kIoError, error.message()};
  return cluster_->NoteFailure(table_, region, error, context);
}

void ScanRun::StartAgain() {
  region_ = nullptr;
  row_ = RowResult();
  if (handed_out_ > 0) {
    scan_.WithStartRow(open_row_, true);
    skip_ += handed_out_;
    handed_out_ = 0;
    return;
  }
  if (last_row_) scan_.WithStartRow(*last_row_, false);
}

void ScanRun::NextRegion() {
  const model::RegionInfo& info = region_->info;
  if (model::IsLastRegion(info, scan_)) return Finish();
  if (scan_.reversed()) {
    scan_.WithStartRow(info.start_key, false);
  } else {
    scan_.WithStartRow(info.end_key, true);
  }
  last_row_.reset();
  // The server has closed its scanner by itself.
  region_ = nullptr;
}

void ScanRun::Finish() {
  finished_ = true;
  // The server closes its scanner when the limit is reached.
  region_ = nullptr;
}

pb::ScanRequest ScanRun::CloseRequest(uint64_t scanner_id) {
  pb::ScanRequest request;
  request.set_scanner_id(scanner_id);
  request.set_number_of_rows(0);
  request.set_close_scanner(true);
  return request;
}

bool ScanRun::Close(pb::ScanRequest& request) {
  finished_ = true;
  if (region_ == nullptr) return false;
  request = CloseRequest(scanner_id_);
  CountCall(*region_);
  return true;
}

void ScanRun::CountCall(const RegionLocation& region) {
  if (metrics_ == nullptr) return;
  const bool remote = !IsThisMachine(region.server.host);
  ++metrics_->rpc_calls;
  if (remote) ++metrics_->remote_rpc_calls;
  if (!std::exchange(failed_, false)) return;
  ++metrics_->rpc_retries;
  if (remote) ++metrics_->remote_rpc_retries;
}

void ScanRun::CountAnswer(const pb::ScanResponse& response, bool opened) {
  if (metrics_ == nullptr) return;
  if (opened) ++metrics_->regions_scanned;
  metrics_->millis_between_nexts = std::chrono::duration_cast<std::chrono::milliseconds>(
                                       std::chrono::steady_clock::now() - began_)
                                       .count();
  for (const auto& metric : response.scan_metrics().metrics()) {
    metrics_->Add(metric.name(), metric.value());
  }
}

void ScanRun::CountResult(const RegionLocation& region, const RowResult& part) {
  if (metrics_ == nullptr) return;
  int64_t bytes = 0;
  for (const CellView cell : part) bytes += static_cast<int64_t>(SerializedCellSize(cell));
  metrics_->bytes_in_results += bytes;
  if (!IsThisMachine(region.server.host)) metrics_->bytes_in_remote_results += bytes;
}

}  // namespace basalt::client
