// RegionAccess: the way of a call to its region: catalog::TableAccess, and what only a server adds
// to it, which is its own name in errors and in the rows of hbase:meta. A value for one call.
#pragma once

#include <utility>

#include "basalt/query.h"
#include "basalt/row_result.h"
#include "basalt/status.h"
#include "catalog/table_access.h"
#include "hbase/common.pb.h"
#include "server/server_context.h"

namespace basalt::server {

class RegionAccess {
 public:
  // kNotServingRegion when the region is not here, or its table is disabled.
  static Result<RegionAccess> Find(const ServerContext& context, const Call& call,
                                   const hbase::pb::RegionSpecifier& specifier);

  const catalog::TableAccess* operator->() const { return &access_; }
  const catalog::Region& region() const { return *access_.region(); }
  // Of the call; may be null.
  base::CallBudget* budget() const { return call_->budget; }

  // A row as the client is to see it: meta's rows name the server by the address the client has
  // dialled.
  Result<RowResult> ReadRow(const Get& get) const;
  // The same, to be counted by the caller: see TableAccess. `bytes`: what is to be counted.
  Result<RowResult> ReadRowUncounted(const Get& get, size_t& bytes) const;

 private:
  RegionAccess(const ServerContext& context, const Call& call, catalog::TableAccess access)
      : context_(&context), call_(&call), access_(std::move(access)) {}

  const ServerContext* context_;
  const Call* call_;
  catalog::TableAccess access_;
};

// A row of meta with the server's address, for scanners, which outlive their call.
void FillMetaAddress(const hbase::pb::ServerName& server, RowResult& row);

}  // namespace basalt::server
