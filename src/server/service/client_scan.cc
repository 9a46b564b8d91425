// ClientService.Scan: opening, reading on, renewing and closing scanners.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "filter/make.h"
#include "server/scanner_registry.h"
#include "server/service/call_quota.h"
#include "server/service/client_verbs.h"
#include "server/service/registrar.h"
#include "server/service/response_memory.h"
#include "server/service/verbs.h"
#include "store/read_meter.h"
#include "wire/query_codec.h"
#include "wire/result_codec.h"

namespace basalt::server {
namespace {

using hbase::pb::ScanRequest;
using hbase::pb::ScanResponse;
using std::chrono::milliseconds;

// HBase's hbase.region.server.rpc.minimum.scan.time.limit.delta.
constexpr milliseconds kMinScanTime{10};
// Memory for a row: the least that is worth reading on for, and what is asked for ahead, which is
// what HBase's clients want of a response.
constexpr size_t kMinRoom = 64 << 10;
constexpr size_t kUsualRoom = 2 << 20;

class ScanCall {
 public:
  ScanCall(ServerContext& context, const Call& call, const ScanRequest& request,
           ScanResponse& response, Bytes& cells)
      : context_(context), call_(call), request_(request), response_(response), cells_(cells) {}

  Status Run() {
    if (request_.track_scan_metrics()) meter_.emplace();
    if (!request_.has_scanner_id()) {
      if (!request_.has_scan()) {
        return {StatusCode::kDoNotRetry, "Missing required input: scannerId or scan"};
      }
      return Open();
    }
    return Continue();
  }

 private:
  Status Open() {
    BASALT_ASSIGN_OR_RETURN(const RegionAccess access,
                            RegionAccess::Find(context_, call_, request_.region()));
    // Meta's rows are few and in memory, and clients that look for a region must not wait for the
    // scans of others.
    if (!base::MayWait(call_.budget) && !access.region().info().is_meta()) {
      return call_.budget->BeforeWait();
    }
    auto scanner = std::make_shared<OpenScanner>();
    CallQuota quota;
    BASALT_RETURN_IF_ERROR(
        quota.BeginScan(context_, call_, access->descriptor(), 0, scanner->history));
    BASALT_ASSIGN_OR_RETURN(Scan scan, wire::ParseScan(request_.scan()));
    BASALT_RETURN_IF_ERROR(CheckBackward(access, scan));
    scanner->region = access->region();
    scanner->needs_cursor = request_.scan().need_cursor_result();
    const size_t cap = context_.startup_config().scanner_max_result_bytes;
    const uint64_t asked = request_.scan().max_result_size();
    scanner->max_result_bytes = asked > 0 && asked < cap ? asked : cap;
    // A scan of nothing is opened too: it may be wrong in other ways.
    BASALT_ASSIGN_OR_RETURN(scanner->rows, access->OpenScanner(std::move(scan)));
    BASALT_RETURN_IF_ERROR(context_.scanners().Add(scanner));
    response_.set_scanner_id(scanner->id);
    response_.set_ttl(static_cast<uint32_t>(context_.scanners().lease().count()));
    // Clients hand it back when they open the region again; every read sees the newest anyway.
    response_.set_mvcc_read_point(static_cast<uint64_t>(context_.clock().NowMs()));
    const std::lock_guard lock(scanner->mutex);
    return Serve(*scanner, quota);
  }

  // HBase does not go backward while it leaves out families that the filter need not see.
  Status CheckBackward(const RegionAccess& access, const Scan& scan) const {
    const bool on_demand = !request_.scan().has_load_column_families_on_demand() ||
                           request_.scan().load_column_families_on_demand();
    if (!scan.reversed() || scan.filter() == nullptr || !on_demand) return {};
    for (const FamilyDescriptor& family : access->descriptor().families()) {
      const bool read = scan.columns().empty() || scan.columns().contains(family.name());
      if (read && !filter::IsFamilyEssential(*scan.filter(), family.name())) {
        return {StatusCode::kDoNotRetry,
                "Reverse scan with loading CFs on demand is not supported"};
      }
    }
    return {};
  }

  Status Continue() {
    // A scanner that has moved on cannot be asked again, so its call is not one to give up.
    if (!base::MayWait(call_.budget)) return call_.budget->BeforeWait();
    const uint64_t id = request_.scanner_id();
    response_.set_scanner_id(id);
    BASALT_ASSIGN_OR_RETURN(const ScannerRegistry::Found found, context_.scanners().Take(id));
    // Of a scanner that has ended HBase counts from one more.
    if (found.scanner == nullptr)
      return CheckSequence(found.next_sequence + 1, " for closed request");
    const std::lock_guard lock(found.scanner->mutex);
    OpenScanner& scanner = *found.scanner;
    if (scanner.closed) return {};
    // A call that is refused leaves the scanner where it is.
    CallQuota quota;
    if (Status refused = BeginQuota(scanner, quota); !refused.ok()) {
      context_.scanners().Release(id);
      return refused;
    }
    if (const Status status = CheckSequence(scanner.next_sequence, ""); !status.ok()) {
      context_.scanners().Release(id);
      return status;
    }
    if (request_.has_next_call_seq()) ++scanner.next_sequence;
    if (!scanner.region->online()) {
      Close(scanner, false);
      return {StatusCode::kNotServingRegion,
              fmt::format("{} is closing", ToStringBinary(scanner.region->name()))};
    }
    if (request_.renew()) {
      context_.scanners().Release(id);
      return {};
    }
    return Serve(scanner, quota);
  }

  Status BeginQuota(OpenScanner& scanner, CallQuota& quota) {
    if (!context_.quotas().active()) return {};
    const auto cells = scanner.region->table()->CellsInAnyState();
    return quota.BeginScan(context_, call_, cells->descriptor(), request_.next_call_seq(),
                           scanner.history);
  }

  Status CheckSequence(uint64_t expected, std::string_view of_what) const {
    if (!request_.has_next_call_seq() || request_.next_call_seq() == expected) return {};
    return {
        StatusCode::kOutOfOrderScannerNext,
        fmt::format("Expected nextCallSeq{}: {} But the nextCallSeq got from client: {}; "
                    "request=scanner_id: {} number_of_rows: {} close_scanner: {} "
                    "next_call_seq: {}",
                    of_what, expected, request_.next_call_seq(), request_.scanner_id(),
                    request_.number_of_rows(), request_.close_scanner(), request_.next_call_seq())};
  }

  void Close(OpenScanner& scanner, bool remember) {
    scanner.closed = true;
    scanner.rows.reset();
    context_.scanners().Remove(scanner.id, remember, scanner.next_sequence);
  }

  uint32_t WantedRows() const {
    if (request_.has_number_of_rows()) return request_.number_of_rows();
    return request_.close_scanner() ? 0 : 1;
  }

  // Fills the answer and decides what becomes of the scanner.
  Status Serve(OpenScanner& scanner, CallQuota& quota) {
    more_in_region_ = scanner.rows != nullptr;
    const uint64_t seen_before = more_in_region_ ? scanner.rows->rows_seen() : 0;
    const uint64_t filtered_before = more_in_region_ ? scanner.rows->rows_filtered() : 0;
    const uint64_t cells_before = more_in_region_ ? scanner.rows->cells_seen() : 0;
    if (const Status status = more_in_region_ ? ReadRows(scanner, quota) : Status(); !status.ok()) {
      Close(scanner, false);
      return Explain(status);
    }
    response_.set_more_results(more_results_);
    response_.set_more_results_in_region(more_in_region_);
    response_.set_stale(scanner.region->is_replica());
    if (meter_ && scanner.rows != nullptr) {
      FillMetrics(scanner, scanner.rows->rows_seen() - seen_before,
                  scanner.rows->rows_filtered() - filtered_before,
                  scanner.rows->cells_seen() - cells_before);
    }
    if (!more_results_ || !more_in_region_ || request_.close_scanner()) {
      Close(scanner, true);
    } else {
      context_.scanners().Release(scanner.id);
    }
    return {};
  }

  // Clients open a scanner anew after a reset; that of HBase before 1.4 is called differently.
  Status Explain(const Status& status) const {
    switch (status.code()) {
      case StatusCode::kIoError:
      case StatusCode::kNoSpace:
      case StatusCode::kCancelled:
        return {call_.connection.AtLeast(1, 4) ? StatusCode::kScannerReset
                                               : StatusCode::kUnknownScanner,
                fmt::format("Scanner is closed on the server-side: {}", status.message())};
      default: return status;
    }
  }

  // A scan that returns little must say now and then that it is alive, if its client understands.
  store::StepLimits Limits() const {
    store::StepLimits limits;
    limits.budget = call_.budget;
    if (!request_.client_handles_heartbeats() || !request_.client_handles_partials()) return limits;
    auto budget = context_.scanners().lease();
    if (call_.deadline != Call::TimePoint::max()) {
      budget = std::min(budget, std::chrono::duration_cast<milliseconds>(
                                    call_.deadline - std::chrono::steady_clock::now()));
    }
    limits.deadline = std::chrono::steady_clock::now() + std::max(budget / 2, kMinScanTime);
    return limits;
  }

  Status ReadRows(OpenScanner& scanner, CallQuota& quota) {
    const size_t max_result_bytes = quota.LimitResult(scanner.max_result_bytes);
    const uint32_t wanted = WantedRows();
    const uint32_t row_limit = request_.limit_of_rows();
    store::StepLimits limits = Limits();
    RowResult row;
    uint32_t complete_rows = 0;
    size_t heap_bytes = 0;
    uint32_t results = 0;
    while (results < wanted && heap_bytes < max_result_bytes) {
      const size_t left = max_result_bytes - heap_bytes;
      // Room for the next row is found before it is read; without it the response ends here.
      const size_t room = RoomForRow(left, results == 0);
      if (room == 0 && results > 0) break;
      if (request_.client_handles_partials()) {
        limits.row_bytes = room > 0 ? room : kMinRoom;
        limits.heap_bytes = left;
      }
      BASALT_ASSIGN_OR_RETURN(const store::RowScanner::Step step, scanner.rows->Next(row, limits));
      if (step == store::RowScanner::Step::kEnd) {
        more_in_region_ = false;
        if (results > 0) FinishLastResult();
        break;
      }
      if (step == store::RowScanner::Step::kTimeUp) {
        response_.set_heartbeat_message(true);
        if (scanner.needs_cursor) {
          const BytesView position = scanner.rows->position();
          response_.mutable_cursor()->set_row(position.data(), position.size());
        }
        break;
      }
      // A piece that was cut may turn out to have been the last of its row.
      if (scanner.unfinished_row && *scanner.unfinished_row != row.row()) ++complete_rows;
      scanner.unfinished_row.reset();
      if (row_limit > 0 && complete_rows >= row_limit) {
        more_results_ = false;
        break;
      }
      if (row.partial()) {
        scanner.unfinished_row = Bytes(row.row());
      } else {
        ++complete_rows;
      }
      quota.AddResult(row);
      AddRow(scanner, row);
      heap_bytes += scanner.rows->heap_bytes();
      ++results;
      // A piece that was cut is the last of its response.
      const bool cut = row.partial() && row.byte_size() >= limits.row_bytes;
      if (row_limit > 0 && complete_rows >= row_limit) {
        more_results_ = false;
        break;
      }
      if (cut) break;
    }
    // Where a row may be cut HBase does not look beyond the limit of size.
    const bool full = heap_bytes >= max_result_bytes && request_.client_handles_partials() &&
                      !scanner.rows->needs_whole_rows();
    if (wanted > 0 && !full && scanner.rows->AtEnd()) more_in_region_ = false;
    if (results == 0 && scanner.rows->FilterDone()) more_results_ = false;
    return {};
  }

  // How large the next row may be: up to `wanted`, as far as there is memory for it in the
  // response; 0: there is none. The place of a usual row is made before the row is read.
  size_t RoomForRow(size_t wanted, bool first) {
    if (call_.memory == nullptr) return wanted;
    MemoryReservation& memory = *call_.memory;
    // What is not granted now may be granted in smaller steps.
    if (first) (void)memory.TryReserve(2 * std::min(wanted, kUsualRoom));
    size_t free = 0;
    if (call_.connection.codec == wire::CellCodec::kNone) {
      if (memory.left() < 2 * kMinRoom &&
          memory.TryReserve(4 * kMinRoom) != ConnectionMemory::Grant::kYes) {
        return 0;
      }
    } else {
      if (!memory.GrowBuffer(cells_, kMinRoom)) return 0;
      free = cells_.capacity() - cells_.size();
    }
    // A larger place is made beside the one there is.
    const size_t more = memory.left() > cells_.size() ? memory.left() - cells_.size() : 0;
    return std::min(wanted, std::max({kMinRoom, free, more / 2}));
  }

  // A piece that was cut, and after which nothing came, was the last of its row: clients count by
  // it.
  void FinishLastResult() {
    if (const int flags = response_.partial_flag_per_result_size(); flags > 0) {
      response_.set_partial_flag_per_result(flags - 1, false);
    } else if (response_.results_size() > 0) {
      response_.mutable_results(response_.results_size() - 1)->set_partial(false);
    }
  }

  void AddRow(const OpenScanner& scanner, RowResult& row) {
    if (scanner.region->info().is_meta()) {
      FillMetaAddress(context_.RegionServerName(call_.connection), row);
    }
    MakeRoom(call_, call_.connection.codec, EncodedBytes(row), cells_);
    if (call_.connection.codec == wire::CellCodec::kNone) {
      hbase::pb::Result& result = *response_.add_results();
      wire::FillCells(row, result);
      result.set_stale(scanner.region->is_replica());
      result.set_partial(row.partial());
      return;
    }
    wire::AppendRow(row, call_.connection.codec, cells_);
    response_.add_cells_per_result(static_cast<uint32_t>(row.size()));
    response_.add_partial_flag_per_result(row.partial());
  }

  // What this call has cost, by HBase's names.
  void FillMetrics(const OpenScanner& scanner, uint64_t rows_seen, uint64_t rows_filtered,
                   uint64_t cells_seen) {
    const auto add = [this](const char* name, uint64_t value) {
      auto& metric = *response_.mutable_scan_metrics()->add_metrics();
      metric.set_name(name);
      metric.set_value(static_cast<int64_t>(value));
    };
    const auto milliseconds_between = [](Call::TimePoint from, Call::TimePoint to) {
      return static_cast<uint64_t>(
          std::chrono::duration_cast<milliseconds>(std::max(to - from, {})).count());
    };
    add("ROWS_SCANNED", rows_seen);
    add("ROWS_FILTERED", rows_filtered);
    const store::ReadCosts costs = meter_->Read();
    // RocksDB counts blocks found in the cache, not their bytes.
    const store::MeanBlock block = costs.data_blocks + costs.cached_blocks > 0
                                       ? scanner.rows->ReadMeanBlock()
                                       : store::MeanBlock();
    add("BLOCK_BYTES_SCANNED", (costs.data_blocks + costs.cached_blocks) * block.raw_bytes);
    add("BYTES_READ_FROM_BLOCK_CACHE", costs.cached_blocks * block.stored_bytes);
    add("BYTES_READ_FROM_MEMSTORE", MemstoreBytes(costs, cells_seen));
    add("BLOCK_READ_OPS_COUNT", costs.blocks);
    add("BYTES_READ_FROM_FS", costs.bytes);
    add("FS_READ_TIME", costs.nanos / 1'000'000);
    add("RPC_SCAN_PROCESSING_TIME", milliseconds_between(began_, std::chrono::steady_clock::now()));
    add("RPC_SCAN_QUEUE_WAIT_TIME", milliseconds_between(call_.received, began_));
  }

  // Of the bytes of all cells visited the part that memstores had: all, or by the share of the
  // moves there.
  static uint64_t MemstoreBytes(const store::ReadCosts& costs, uint64_t cells_seen) {
    if (costs.data_blocks + costs.cached_blocks == 0 || cells_seen == 0) return costs.cell_bytes;
    return costs.cell_bytes * std::min(costs.memstore_moves, cells_seen) / cells_seen;
  }

  ServerContext& context_;
  const Call& call_;
  const ScanRequest& request_;
  ScanResponse& response_;
  Bytes& cells_;
  const Call::TimePoint began_ = std::chrono::steady_clock::now();
  std::optional<store::ReadMeter> meter_;  // when the client wants to know
  bool more_results_ = true;
  bool more_in_region_ = true;
};

}  // namespace

void RegisterScanVerbs(VerbTable& verbs, ServerContext& context) {
  Registrar client(verbs, kClientService, context);
  client.Add<ScanRequest, ScanResponse>(
      "Scan", Lane::kScan,
      [](ServerContext& context, const Call& call, const ScanRequest& request,
         ScanResponse& response,
         Bytes& cells) { return ScanCall(context, call, request, response, cells).Run(); });
}

}  // namespace basalt::server
