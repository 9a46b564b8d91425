// ScanRun: the state of a scan over a table's regions, with one server-side scanner after the
// other. A scanner that is lost, with its region or its server, is reopened after the last row
// received. The caller does the I/O and the waiting: one round trip is Find (unless a scanner is
// open), Fill, a call, and Take; or Failed, after which the caller may retry. One thread at a time.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>

#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/scan_metrics.h"
#include "client/remote/cluster.h"
#include "hbase/client.pb.h"

namespace basalt::client {

class ScanRun {
 public:
  ScanRun(std::shared_ptr<Cluster> cluster, TableName table, const Scan& scan);

  Cluster& cluster() const { return *cluster_; }
  // Rows that were received and not consumed yet.
  std::deque<RowResult>& ready() { return ready_; }
  // Whether the scan needs no further round trip.
  bool finished() const { return finished_; }
  // The region whose scanner is open; nullptr: the next round trip opens one.
  const RegionLocationPtr& region() const { return region_; }
  uint64_t scanner_id() const { return scanner_id_; }

  // The region of the next scanner, from the cache or from hbase:meta. One attempt.
  Result<RegionLocationPtr> Find(const RpcContext& context);
  Status Fill(const RegionLocation& region, hbase::pb::ScanRequest& request);
  Status Take(const RegionLocationPtr& region, const RpcAnswer& answer);
  // To be called after a failed round trip; without a region when none was found. Returns the error
  // to report or retry; the run is ready for another attempt.
  Status Failed(const RegionLocationPtr& region, const Status& error, const RpcContext& context);
  // Ends the run early. False when no scanner is open; else fills the request that closes it.
  bool Close(hbase::pb::ScanRequest& request);
  static hbase::pb::ScanRequest CloseRequest(uint64_t scanner_id);

  // nullptr unless the scan has metrics enabled.
  std::shared_ptr<const ScanMetrics> metrics() const { return metrics_; }

 private:
  Locate HowToStart() const;
  Status TakeResults(const RegionLocation& region, const hbase::pb::ScanResponse& response,
                     BytesView block);
  void TakeResult(RowResult part, bool partial);
  // The row that may be incomplete; empty: there is none.
  BytesView RowUnderWay() const;
  // Called when the row is complete.
  void EndRow();
  // After a restart in the middle of a row that comes in parts.
  void SkipCellsHandedOut(RowResult& part);
  // Forgets the scanner on the server; the next one starts after the last row received.
  void StartAgain();
  void NextRegion();
  void Finish();

  void CountCall(const RegionLocation& region);
  void CountAnswer(const hbase::pb::ScanResponse& response, bool opened);
  void CountResult(const RegionLocation& region, const RowResult& part);

  const std::shared_ptr<Cluster> cluster_;
  const TableName table_;
  Scan scan_;  // start_row moves on
  int32_t left_;
  bool finished_;
  std::deque<RowResult> ready_;

  RegionLocationPtr region_;  // the region whose scanner is open
  uint64_t scanner_id_ = 0;
  uint64_t next_sequence_ = 0;

  RowResult row_;                  // its parts so far
  std::optional<Bytes> last_row_;  // in this region, complete
  Bytes open_row_;                 // with a batch: the row whose parts are being handed out,
  size_t handed_out_ = 0;          // and how many of its cells were
  size_t skip_ = 0;                // of it, when it is read again

  const std::shared_ptr<ScanMetrics> metrics_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  bool failed_ = false;  // the last round trip did
};

}  // namespace basalt::client
