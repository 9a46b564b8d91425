// Cluster: what a remote connection knows about the servers: the addresses of the active master and
// of hbase:meta, and the locations of regions. Tables and the admin send their calls through it.
// Thread safe.
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

  // Checks that a server answers. Each is asked once.
  Status Greet();

  const RemoteOptions& options() const { return options_; }
  ChannelPool& channels() { return channels_; }
  // The nonces by which servers recognise a retried increment or append.
  uint64_t nonce_group() const { return nonce_group_; }
  uint64_t NextNonce();

  // The region and its server, from the cache or from hbase:meta. One attempt.
  Result<RegionLocationPtr> Find(const TableName& table, BytesView row, Locate how,
                                 const RpcContext& context);
  // From the cache only; nullptr when it is not known.
  RegionLocationPtr FindKnown(const TableName& table, BytesView row) const {
    return cache_.Find(table, row, Locate::kHolding);
  }
  // Calls `call` with the region of the row until it succeeds, the error is final or the deadline
  // has passed.
  Status OnRegion(const TableName& table, BytesView row, Locate how, Attempts& attempts,
                  const std::function<Status(const RegionLocation&)>& call);
  // To be called after each failed call to a region, before the next attempt: drops outdated
  // locations. Returns the error to report or retry, which is kTableNotFound or kTableNotEnabled
  // when the table was deleted or disabled.
  Status NoteFailure(const TableName& table, const RegionLocationPtr& region, const Status& error,
                     const RpcContext& context);
  // All regions of the table in order; not from the cache. kTableNotFound.
  Result<std::vector<RegionLocationPtr>> AllRegions(const TableName& table,
                                                    const CallOptions& options = {});
  // By the region name or the encoded region name. kUnknownRegion.
  Result<RegionLocationPtr> RegionByName(BytesView name, const CallOptions& options = {});
  void ForgetTable(const TableName& table) { cache_.DropTable(table); }

  // From hbase:meta; nullopt: there is no such table. One attempt.
  Result<std::optional<hbase::pb::TableState::State>> TableState(const TableName& table,
                                                                 const RpcContext& context);

  // A call to the active master, with retries.
  Status CallMaster(const std::string& method, const google::protobuf::MessageLite& request,
                    google::protobuf::MessageLite& response, const CallOptions& options = {});

 private:
  Result<HostPort> MetaServer(const RpcContext& context);
  Result<HostPort> Master(const RpcContext& context);
  // Rows of hbase:meta in one answer: at most `limit`. The server may return fewer, with `more`
  // set.
  struct MetaRows {
    std::vector<RowResult> rows;
    bool more = false;
  };
  Result<MetaRows> ScanMeta(const Scan& scan, int limit, const RpcContext& context);
  // The regions in a range of hbase:meta's rows, in order.
  Status WalkMeta(Scan scan, const CallOptions& options,
                  const std::function<void(RegionLocationPtr)>& take);
  // Returns `known` (meta_ or master_); when it is not set, sets it to the answer of `ask`.
  Result<HostPort> Remember(std::optional<HostPort>& known,
                            const std::function<Result<HostPort>()>& ask);
  // Drops the location of hbase:meta after an error that may be caused by it. Returns `status`.
  Status NoteMeta(const Status& status, const RpcContext& context);

  const RemoteOptions options_;
  const uint64_t nonce_group_;
  std::atomic<uint64_t> next_nonce_;
  RegionCache cache_;
  std::mutex mutex_;  // guards meta_ and master_
  std::optional<HostPort> meta_;
  std::optional<HostPort> master_;
  ChannelPool channels_;
  const std::unique_ptr<Registry> registry_;  // uses channels_
};

}  // namespace basalt::client
