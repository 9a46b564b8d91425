#include "client/remote/cluster.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>

#include "wire/exceptions.h"

namespace basalt::client {
namespace {

uint64_t RandomNumber() {
  std::random_device device;
  return (uint64_t{device()} << 32) | device();
}

// Errors that may mean that the server is gone or another one has taken over.
bool MayBeElsewhere(const Status& error) {
  switch (error.code()) {
    case StatusCode::kIoError:
    case StatusCode::kTimedOut:
    case StatusCode::kCancelled: return true;
    default: return false;
  }
}

}  // namespace

void FillRegion(const RegionLocation& region, hbase::pb::RegionSpecifier& specifier) {
  specifier.set_type(hbase::pb::RegionSpecifier::REGION_NAME);
  specifier.set_value(region.name);
}

Cluster::Cluster(RemoteTarget target, RemoteOptions options, std::shared_ptr<TlsContext> tls)
    : options_(options),
      nonce_group_(RandomNumber() | 1),
      next_nonce_(RandomNumber()),
      channels_(std::move(tls)),
      registry_(target.znode.empty()
                    ? MakeRpcRegistry(channels_, std::move(target.servers))
                    : MakeZooKeeperRegistry(std::move(target.servers), target.znode)) {}

uint64_t Cluster::NextNonce() {
  const uint64_t nonce = next_nonce_.fetch_add(1);
  return nonce != 0 ? nonce : next_nonce_.fetch_add(1);
}

Status Cluster::Greet() {
  // Somebody who is there answers at once; nobody waits a minute to learn that an address is wrong.
  constexpr std::chrono::seconds kLongest(15);
  return registry_->Greet(
      {std::min(Attempts(options_).deadline(), std::chrono::steady_clock::now() + kLongest)});
}

Result<HostPort> Cluster::Remember(std::optional<HostPort>& known,
                                   const std::function<Result<HostPort>()>& ask) {
  {
    const std::lock_guard lock(mutex_);
    if (known) return *known;
  }
  BASALT_ASSIGN_OR_RETURN(const HostPort server, ask());
  const std::lock_guard lock(mutex_);
  known = server;
  return server;
}

Result<HostPort> Cluster::MetaServer(const RpcContext& context) {
  return Remember(meta_, [&] { return registry_->MetaServer(context); });
}

Result<HostPort> Cluster::Master(const RpcContext& context) {
  return Remember(master_, [&] { return registry_->Master(context); });
}

Status Cluster::CallMaster(const std::string& method, const google::protobuf::MessageLite& request,
                           google::protobuf::MessageLite& response, const CallOptions& options) {
  Attempts attempts(options_, options);
  for (;;) {
    auto master = Master(attempts.context());
    Status status = master.ok() ? channels_.Call(*master, kMasterService, method, request,
                                                 attempts.context(), response)
                                : master.status();
    if (status.ok()) return status;
    if (!attempts.cancelled()) {
      const std::lock_guard lock(mutex_);
      master_.reset();
    }
    BASALT_RETURN_IF_ERROR(attempts.Again(status));
  }
}

Status Cluster::NoteFailure(const TableName& table, const RegionLocationPtr& region,
                            const Status& error, const RpcContext& context) {
  // Says nothing of the region.
  if (context.cancellation.cancelled()) return error;
  if (region != nullptr) {
    switch (error.code()) {
      // The region is where it was; it only has too much to do.
      case StatusCode::kRegionTooBusy:
      case StatusCode::kCallQueueTooBig:
      case StatusCode::kResultTooLarge: return error;
      default: break;
    }
    cache_.Drop(region);
    if (MayBeElsewhere(error)) {
      cache_.DropServer(region->server);
      const std::lock_guard lock(mutex_);
      meta_.reset();
    }
  }
  if (error.code() != StatusCode::kNotServingRegion) return error;
  const auto state = TableState(table, context);
  if (!state.ok()) return error;
  if (!*state) return {StatusCode::kTableNotFound, table.ToString()};
  if (**state == hbase::pb::TableState::DISABLED) {
    return {StatusCode::kTableNotEnabled, table.ToString() + " is disabled."};
  }
  return error;
}

Status Cluster::OnRegion(const TableName& table, BytesView row, Locate how, Attempts& attempts,
                         const std::function<Status(const RegionLocation&)>& call) {
  for (;;) {
    auto region = Find(table, row, how, attempts.context());
    Status status = region.ok() ? call(**region) : region.status();
    if (status.ok()) return status;
    status = NoteFailure(table, region.ok() ? *region : nullptr, status, attempts.context());
    BASALT_RETURN_IF_ERROR(attempts.Again(status));
  }
}

}  // namespace basalt::client
