#include "basalt/connection.h"

#include <utility>

#include <fmt/format.h>

#include "client/embedded_store.h"
#include "client/remote/address.h"
#include "client/remote/cluster.h"
#include "client/remote/remote_admin.h"
#include "client/remote/remote_async_table.h"
#include "client/remote/remote_table.h"

// Null when only the client library is linked.
extern "C" [[gnu::weak]] const basalt::client::EmbeddedStore basalt_embedded_store;

namespace basalt::client {
namespace {

// Tables and admin over HBase's protocol.
class RemoteConnection : public Connection {
 public:
  explicit RemoteConnection(std::shared_ptr<Cluster> cluster)
      : cluster_(std::move(cluster)), admin_(MakeRemoteAdmin(cluster_)) {}

  Result<std::unique_ptr<Table>> GetTable(const TableName& name,
                                          const CallOptions& options) override {
    Attempts attempts(cluster_->options(), options);
    for (;;) {
      const auto state = cluster_->TableState(name, attempts.context());
      if (!state.ok()) {
        BASALT_RETURN_IF_ERROR(attempts.Again(state.status()));
        continue;
      }
      if (!*state) return Status(StatusCode::kTableNotFound, name.ToString());
      return std::unique_ptr<Table>(std::make_unique<RemoteTable>(cluster_, name));
    }
  }
  Admin& admin() override { return *admin_; }
  Result<std::unique_ptr<AsyncTable>> OpenAsyncTable(const TableName& name,
                                                     const AsyncOptions& options,
                                                     const CallOptions& call) override {
    // Fails when there is no such table.
    BASALT_RETURN_IF_ERROR(GetTable(name, call).status());
    return MakeRemoteAsyncTable(cluster_, name, options);
  }

 private:
  const std::shared_ptr<Cluster> cluster_;
  const std::unique_ptr<Admin> admin_;
};

// Fails when none of the servers answers; there are no retries.
Result<std::unique_ptr<Connection>> OpenRemote(std::string_view url,
                                               const ConnectionOptions& options) {
  BASALT_ASSIGN_OR_RETURN(auto target, ParseTarget(url));
  RemoteOptions remote;
  remote.operation_timeout_ms = options.operation_timeout_ms;
  remote.retry_pause_ms = options.retry_pause_ms;
  std::shared_ptr<TlsContext> tls;
  if (target.tls.enabled) {
    auto made = TlsContext::Make(target.tls);
    if (!made.ok()) return made.status().WithContext(fmt::format("cannot open '{}'", url));
    tls = *std::move(made);
  }
  auto cluster = std::make_shared<Cluster>(std::move(target), remote, std::move(tls));
  const Status greeted = cluster->Greet();
  if (!greeted.ok()) return greeted.WithContext(fmt::format("cannot open '{}'", url));
  return std::unique_ptr<Connection>(std::make_unique<RemoteConnection>(std::move(cluster)));
}

}  // namespace
}  // namespace basalt::client

namespace basalt {
inline namespace v1 {

Result<std::unique_ptr<Connection>> Connection::Open(std::string_view target,
                                                     const ConnectionOptions& options) {
  constexpr std::string_view kFileScheme = "file://";
  if (target.starts_with(kFileScheme)) target.remove_prefix(kFileScheme.size());
  if (client::IsUrl(target)) return client::OpenRemote(target, options);
  if (target.empty()) {
    return Status(StatusCode::kInvalidArgument, "no directory given to open");
  }
  if (&basalt_embedded_store == nullptr) {
    return Status(
        StatusCode::kNotSupported,
        fmt::format("cannot open '{}': this build of the library has no embedded store; link "
                    "basalt_embedded (CMake: basalt::embedded, pkg-config: basalt-embedded), or "
                    "give the address of a server, as hbase://host:port",
                    target));
  }
  return basalt_embedded_store.open(std::string(target), options);
}

}  // namespace v1
}  // namespace basalt
