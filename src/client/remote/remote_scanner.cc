// Scans of a remote table: a scanner on the server for each region in turn. One that is lost, with
// its region or its server, is opened again after the last row that was taken. While the rows of
// one round trip are used the next one is under way; there is never more than that in memory.
#include <algorithm>
#include <atomic>
#include <deque>
#include <future>
#include <optional>
#include <utility>

#include "client/remote/remote_table.h"
#include "hbase/client.pb.h"
#include "wire/exceptions.h"
#include "wire/frame.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::client {
namespace {

namespace pb = hbase::pb;

// What a round trip brings when the scan does not say: as much as HBase's own client asks for.
constexpr uint64_t kMaxResultBytes = 2 << 20;
constexpr uint32_t kAnyNumber = 0x7FFFFFFF;

class RemoteScanner : public ResultScanner::Source {
 public:
  RemoteScanner(std::shared_ptr<Cluster> cluster, TableName table, const Scan& scan)
      : cluster_(std::move(cluster)), table_(std::move(table)), scan_(scan), left_(scan.limit) {}
  ~RemoteScanner() override { Close(); }

  Result<bool> Next(RowResult& row) override {
    if (scan_.limit == 0) return false;
    for (;;) {
      if (!ready_.empty()) {
        row = std::move(ready_.front());
        ready_.pop_front();
        // Not from the start: many scans are left after a few rows.
        if (ready_.size() <= taken_ / 2) AskAhead();
        return true;
      }
      if (finished_) return false;
      BASALT_RETURN_IF_ERROR(Fetch());
    }
  }

 private:
  // One round trip that works: opens the region's scanner, or asks it for more.
  Status Fetch() {
    Attempts attempts(cluster_->options());
    for (;;) {
      RegionLocationPtr region = region_;
      if (region == nullptr) {
        auto found = cluster_->Find(table_, scan_.start_row, HowToStart(), attempts.deadline());
        if (found.ok()) {
          region = *found;
        } else {
          const Status status =
              cluster_->NoteFailure(table_, nullptr, found.status(), attempts.deadline());
          if (!attempts.Again(status)) return status;
          continue;
        }
      }
      const Status status = Ask(region, attempts.deadline());
      if (status.ok()) return status;
      const bool lost = IsLost(status);
      if (!lost && !wire::IsRetryable(status)) return status;
      StartAgain();
      const Status known = lost
                               ? Status(StatusCode::kIoError, status.message())
                               : cluster_->NoteFailure(table_, region, status, attempts.deadline());
      if (!attempts.Again(known)) return known;
    }
  }

  // The server no longer knows the scanner; another one may be opened.
  static bool IsLost(const Status& status) {
    return status.code() == StatusCode::kUnknownScanner ||
           status.code() == StatusCode::kScannerReset ||
           status.code() == StatusCode::kOutOfOrderScannerNext;
  }

  Locate HowToStart() const {
    const bool before = scan_.reversed && (scan_.start_row.empty() || !scan_.include_start_row);
    return before ? Locate::kBefore : Locate::kHolding;
  }

  // The next round trip, begun while the rows of the last one are being used.
  struct Ahead {
    std::promise<Result<RpcAnswer>> promise;
    // Set by the first of two: the answer has come, and nobody wants it any more.
    std::atomic<bool> one_of_two = false;
  };

  Status Fill(const RegionLocation& region, pb::ScanRequest& request) {
    if (region_ == nullptr) {
      FillRegion(region, *request.mutable_region());
      BASALT_RETURN_IF_ERROR(wire::FillScan(scan_, *request.mutable_scan()));
      request.mutable_scan()->set_max_result_size(kMaxResultBytes);
    } else {
      request.set_scanner_id(scanner_id_);
      request.set_next_call_seq(next_sequence_++);
    }
    request.set_number_of_rows(scan_.caching > 0 ? static_cast<uint32_t>(scan_.caching)
                                                 : kAnyNumber);
    if (left_ > 0) request.set_limit_of_rows(static_cast<uint32_t>(left_));
    request.set_close_scanner(false);
    request.set_client_handles_partials(true);
    request.set_client_handles_heartbeats(true);
    return {};
  }

  void AskAhead() {
    if (ahead_ != nullptr || region_ == nullptr || finished_) return;
    pb::ScanRequest request;
    if (!Fill(*region_, request).ok()) return;  // told when it is asked for
    ahead_ = std::make_shared<Ahead>();
    const Deadline deadline = Attempts(cluster_->options()).deadline();
    auto channel = cluster_->channels().Get(region_->server, kClientService);
    auto future = ahead_->promise.get_future();
    const auto came = [ahead = ahead_, channel, scanner = scanner_id_,
                       deadline](Result<RpcAnswer> answer) {
      const bool works = answer.ok();
      ahead->promise.set_value(std::move(answer));
      if (ahead->one_of_two.exchange(true) && works) SendClose(*channel, scanner, deadline);
    };
    const uint32_t id = channel->Call("Scan", request, {}, deadline, came);
    ahead_answer_.emplace(std::move(channel), id, std::move(future));
  }

  Result<RpcAnswer> Answer(const RegionLocation& region, Deadline deadline) {
    if (ahead_ != nullptr) {
      ahead_ = nullptr;
      return ahead_answer_->Wait(deadline);
    }
    pb::ScanRequest request;
    BASALT_RETURN_IF_ERROR(Fill(region, request));
    return cluster_->channels().Call(region.server, kClientService, "Scan", request, {}, deadline);
  }

  Status Ask(const RegionLocationPtr& region, Deadline deadline) {
    const bool opening = region_ == nullptr;
    BASALT_ASSIGN_OR_RETURN(const RpcAnswer answer, Answer(*region, deadline));
    pb::ScanResponse response;
    BASALT_RETURN_IF_ERROR(wire::ParseMessage(answer.message, response));
    if (opening) {
      region_ = region;
      scanner_id_ = response.scanner_id();
      next_sequence_ = 0;
    }
    BASALT_RETURN_IF_ERROR(TakeResults(response, answer.cells));
    const bool at_end = response.has_more_results() && !response.more_results();
    // Rows do not go on in another region.
    if ((at_end || !response.more_results_in_region()) && !RowUnderWay().empty()) EndRow();
    taken_ = ready_.size();
    if (finished_) return {};
    if (at_end) {
      Finish();
    } else if (!response.more_results_in_region()) {
      NextRegion();
    }
    return {};
  }

  Status TakeResults(const pb::ScanResponse& response, BytesView block) {
    wire::CellBlockReader cells(kChannelCodec, block);
    const int in_block = response.cells_per_result_size();
    for (int i = 0; i < in_block + response.results_size() && !finished_; ++i) {
      RowResult part;
      if (i < in_block) {
        BASALT_RETURN_IF_ERROR(wire::TakeCells(cells, response.cells_per_result(i), part));
      } else {
        BASALT_RETURN_IF_ERROR(wire::ParseResult(response.results(i - in_block), cells, part));
      }
      const bool partial = i < response.partial_flag_per_result_size()
                               ? response.partial_flag_per_result(i)
                               : part.partial();
      TakeResult(std::move(part), partial);
    }
    return {};
  }

  void TakeResult(RowResult part, bool partial) {
    SkipCellsHandedOut(part);
    // A server that stops at its limit of bytes calls a row partial when cells are left that it
    // will not show: the next result may be of another row.
    if (!part.empty() && !RowUnderWay().empty() && part.row() != RowUnderWay()) EndRow();
    if (finished_) return;
    if (scan_.batch > 0) {
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

  // The row of which perhaps not all has come; empty: there is none.
  BytesView RowUnderWay() const {
    if (scan_.batch > 0) return open_row_;
    return row_.empty() ? BytesView() : row_.row();
  }

  // All of the row has come.
  void EndRow() {
    if (scan_.batch > 0) {
      last_row_ = std::exchange(open_row_, {});
      handed_out_ = 0;
    } else {
      last_row_ = Bytes(row_.row());
      row_.set_partial(false);
      ready_.push_back(std::exchange(row_, {}));
    }
    if (left_ > 0 && --left_ == 0) Finish();
  }

  // After a restart in the middle of a row that comes in parts.
  void SkipCellsHandedOut(RowResult& part) {
    if (skip_ == 0) return;
    if (part.row() != open_row_) {  // the row is gone
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

  // Forgets the scanner on the server; the next one starts after what has been taken.
  void StartAgain() {
    region_ = nullptr;
    ahead_ = nullptr;
    row_ = RowResult();
    if (handed_out_ > 0) {
      scan_.WithStartRow(open_row_, true);
      skip_ += handed_out_;
      handed_out_ = 0;
      return;
    }
    if (last_row_) scan_.WithStartRow(*last_row_, false);
  }

  void NextRegion() {
    const model::RegionInfo& info = region_->info;
    const Bytes& stop = scan_.stop_row;
    bool last;
    if (scan_.reversed) {
      last = info.start_key.empty() || (!stop.empty() && stop >= info.start_key);
    } else {
      last = info.end_key.empty() ||
             (!stop.empty() &&
              (stop < info.end_key || (stop == info.end_key && !scan_.include_stop_row)));
    }
    if (last) return Finish();
    if (scan_.reversed) {
      scan_.WithStartRow(info.start_key, false);
    } else {
      scan_.WithStartRow(info.end_key, true);
    }
    last_row_.reset();
    // The server has closed its scanner by itself.
    region_ = nullptr;
  }

  void Finish() {
    finished_ = true;
    // A limit that was reached closes the scanner on the server too.
    region_ = nullptr;
  }

  // Nobody waits for it: a scanner that stays open ends by its lease.
  static void SendClose(RpcChannel& channel, uint64_t scanner, Deadline deadline) {
    pb::ScanRequest request;
    request.set_scanner_id(scanner);
    request.set_number_of_rows(0);
    request.set_close_scanner(true);
    channel.Call("Scan", request, {}, deadline, [](const Result<RpcAnswer>&) {});
  }

  void Close() {
    if (region_ == nullptr) return;
    // A scanner that is at work is closed after it.
    if (ahead_ == nullptr || ahead_->one_of_two.exchange(true)) {
      SendClose(*cluster_->channels().Get(region_->server, kClientService), scanner_id_,
                Attempts(cluster_->options()).deadline());
    }
    region_ = nullptr;
  }

  const std::shared_ptr<Cluster> cluster_;
  const TableName table_;
  Scan scan_;  // start_row moves on
  int32_t left_;
  bool finished_ = false;
  std::deque<RowResult> ready_;
  size_t taken_ = 0;  // how many were ready after the last round trip
  std::shared_ptr<Ahead> ahead_;
  std::optional<RpcChannel::Pending> ahead_answer_;  // when there is one

  RegionLocationPtr region_;  // where a scanner is open
  uint64_t scanner_id_ = 0;
  uint64_t next_sequence_ = 0;

  RowResult row_;                  // its parts so far
  std::optional<Bytes> last_row_;  // in this region, complete
  Bytes open_row_;                 // with a batch: the row whose parts are being handed out,
  size_t handed_out_ = 0;          // and how many of its cells were
  size_t skip_ = 0;                // of it, when it is read again
};

}  // namespace

std::unique_ptr<ResultScanner::Source> MakeScannerSource(std::shared_ptr<Cluster> cluster,
                                                         TableName table, const Scan& scan) {
  return std::make_unique<RemoteScanner>(std::move(cluster), std::move(table), scan);
}

}  // namespace basalt::client
