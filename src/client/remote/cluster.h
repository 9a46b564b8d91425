// Cluster: what a remote connection knows of the servers: who the master is, where hbase:meta is,
// and through it where every region is. Tables and the admin work through it. Thread safe.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "basalt/query.h"
#include "basalt/row_result.h"
#include "client/remote/address.h"
#include "client/remote/attempts.h"
#include "client/remote/channel_pool.h"
#include "client/remote/region_cache.h"
#include "client/remote/registry.h"
#include "hbase/client.pb.h"
#include "hbase/common.pb.h"

namespace basalt::client {

void FillRegion(const RegionLocation& region, hbase::pb::RegionSpecifier& specifier);

class Cluster {
 public:
  // `tls` may be null.
  Cluster(RemoteTarget target, RemoteOptions options, std::shared_ptr<TlsContext> tls);

  // Whether there is a cluster: each server is asked once.
  Status Greet();

  const RemoteOptions& options() const { return options_; }
  ChannelPool& channels() { return channels_; }
  // For increments and appends: what a retry is known by.
  uint64_t nonce_group() const { return nonce_group_; }
  uint64_t NextNonce();

  // The region and its server, from the cache or from hbase:meta. One try.
  Result<RegionLocationPtr> Find(const TableName& table, BytesView row, Locate how,
                                 const RpcContext& context);
  // From the cache only; nullptr when it is not known.
  RegionLocationPtr FindKnown(const TableName& table, BytesView row) const {
    return cache_.Find(table, row, Locate::kHolding);
  }
  // Runs `call` with the region that is meant until it works, the error is final or time is up.
  Status OnRegion(const TableName& table, BytesView row, Locate how, Attempts& attempts,
                  const std::function<Status(const RegionLocation&)>& call);
  // To be told of each failed call to a region, before the next try. Returns the error to go on
  // with: a table that is gone or disabled is found out here.
  Status NoteFailure(const TableName& table, const RegionLocationPtr& region, const Status& error,
                     const RpcContext& context);
  // All regions of the table in order; not from the cache. kTableNotFound.
  Result<std::vector<RegionLocationPtr>> AllRegions(const TableName& table,
                                                    const CallOptions& options = {});
  // By its whole name or its encoded one. kUnknownRegion.
  Result<RegionLocationPtr> RegionByName(BytesView name, const CallOptions& options = {});
  void ForgetTable(const TableName& table) { cache_.DropTable(table); }

  // From hbase:meta; nullopt: there is no such table. One try.
  Result<std::optional<hbase::pb::TableState::State>> TableState(const TableName& table,
                                                                 const RpcContext& context);

  // A call to the active master, tried again as the errors allow.
  Status CallMaster(const std::string& method, const google::protobuf::MessageLite& request,
                    google::protobuf::MessageLite& response, const CallOptions& options = {});

 private:
  Result<HostPort> MetaServer(const RpcContext& context);
  Result<HostPort> Master(const RpcContext& context);
  // Rows of hbase:meta in one answer: at most `limit`, and fewer as the server likes; then there
  // may be more.
  struct MetaRows {
    std::vector<RowResult> rows;
    bool more = false;
  };
  Result<MetaRows> ScanMeta(const Scan& scan, int limit, const RpcContext& context);
  // The regions in a range of hbase:meta's rows, in order.
  Status WalkMeta(Scan scan, const CallOptions& options,
                  const std::function<void(RegionLocationPtr)>& take);
  // What is in `known`, one of the two below; else what `ask` says, which it then is.
  Result<HostPort> Remember(std::optional<HostPort>& known,
                            const std::function<Result<HostPort>()>& ask);
  // Forgets where meta is when the error may come from that.
  Status NoteMeta(const Status& status, const RpcContext& context);

  const RemoteOptions options_;
  const uint64_t nonce_group_;
  std::atomic<uint64_t> next_nonce_;
  RegionCache cache_;
  std::mutex mutex_;  // guards the two below
  std::optional<HostPort> meta_;
  std::optional<HostPort> master_;
  ChannelPool channels_;
  const std::unique_ptr<Registry> registry_;  // uses channels_
};

}  // namespace basalt::client
