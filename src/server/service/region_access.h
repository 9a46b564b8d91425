// RegionAccess: a call's region, ready for reads and writes: its cells, its bounds, and, for
// hbase:meta, the address this client knows the server by. A value for one call.
#pragma once

#include <memory>
#include <string_view>

#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "catalog/region.h"
#include "hbase/common.pb.h"
#include "server/server_context.h"
#include "store/cell_table.h"

namespace basalt::server {

class RegionAccess {
 public:
  // kNotServingRegion when the region is not here, or its table is disabled.
  static Result<RegionAccess> Find(const ServerContext& context, const Call& call,
                                   const hbase::pb::RegionSpecifier& specifier);

  const std::shared_ptr<catalog::Region>& region() const { return region_; }
  const store::CellTable& cells() const { return *cells_; }

  // The row must be the region's: kWrongRegion, which clients answer by looking again.
  Status CheckRow(BytesView row, std::string_view operation) const;
  // The same for puts and deletes, which HBase refuses for good: kFailedSanityCheck.
  Status CheckWrittenRow(BytesView row) const;
  // Leaves the part of the scan that lies in the region, which may be none.
  void Clip(Scan& scan) const;

  // The error as HBase words it, with what only the region knows: its name. Others stay.
  Status Explain(Status status) const;
  template <typename T>
  Result<T> Explain(Result<T> result) const {
    if (result.ok()) return result;
    return Explain(result.status());
  }

  // For the region's facts: a row was read, or is about to be written.
  void NoteRead(const RowResult& row) const {
    region_->CountReads(1);
    region_->CountBytesRead(row.byte_size());
  }
  void NoteWrite(const Mutation& mutation) const;

  // Meta's rows name the server: here by the address the client has dialled.
  bool needs_address() const { return region_->info().is_meta(); }
  void FillAddress(RowResult& row) const;

 private:
  RegionAccess(const ServerContext& context, const Call& call,
               std::shared_ptr<catalog::Region> region,
               std::shared_ptr<const store::CellTable> cells)
      : context_(&context), call_(&call), region_(std::move(region)), cells_(std::move(cells)) {}
  bool Contains(BytesView row) const {
    // Meta is one region; its rows have an order of their own.
    return region_->info().is_meta() || region_->info().Contains(row);
  }
  std::string OutOfRange(BytesView row, std::string_view operation) const;

  const ServerContext* context_;
  const Call* call_;
  std::shared_ptr<catalog::Region> region_;
  std::shared_ptr<const store::CellTable> cells_;
};

// The same for a row of meta outside of a call's region, for scanners that outlive their call.
void FillMetaAddress(const hbase::pb::ServerName& server, RowResult& row);

}  // namespace basalt::server
