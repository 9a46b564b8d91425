#include "server/server.h"

#include <malloc.h>

#include <chrono>
#include <ctime>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/thread_pool.h"
#include "server/bind_address.h"
#include "server/chores.h"
#include "server/descriptor_plan.h"
#include "server/net/rpc_server.h"
#include "server/region_chores.h"
#include "server/service/verb_table.h"
#include "server/service/verbs.h"
#include "server/zookeeper/facade.h"
#include "server/zookeeper/hbase_znodes.h"
#include "server/zookeeper/registration.h"
#include "store/maintenance.h"

namespace basalt::server {
namespace {

zookeeper::ClusterContent ContentOf(const catalog::Catalog& catalog) {
  using zookeeper::MirroredTableState;
  zookeeper::ClusterContent content;
  content.table_names = [&catalog] {
    std::vector<std::string> names;
    for (const auto& record : catalog.tables().List(true)) {
      names.push_back(record.descriptor.name().ToString());
    }
    return names;
  };
  content.table_state = [&catalog](const std::string& name) -> std::optional<MirroredTableState> {
    const auto parsed = TableName::Parse(name);
    if (!parsed.ok()) return std::nullopt;
    const auto table = catalog.tables().Find(*parsed);
    if (!table.ok()) return std::nullopt;
    return (*table)->record().enabled ? MirroredTableState::kEnabled
                                      : MirroredTableState::kDisabled;
  };
  content.namespaces = [&catalog] {
    std::vector<std::string> names;
    for (const auto& ns : catalog.namespaces().List()) names.push_back(ns.name);
    return names;
  };
  content.namespace_configuration =
      [&catalog](const std::string& name) -> std::optional<std::map<std::string, std::string>> {
    auto ns = catalog.namespaces().Get(name);
    if (!ns.ok()) return std::nullopt;
    return ns->configuration;
  };
  return content;
}

std::string JavaDate(int64_t ms) {
  return fmt::format("{:%a %b %d %H:%M:%S} UTC {:%Y}", fmt::gmtime(std::time_t(ms / 1000)),
                     fmt::gmtime(std::time_t(ms / 1000)));
}

// Large buffers go back to the system as soon as they are freed. Left alone, glibc learns to keep
// up to 64 MB in each of its arenas, of which there is one for nearly every thread: memory that no
// limit counts. Responses of the usual size stay below the threshold.
void ReturnFreedMemory() {
#ifdef __GLIBC__
  constexpr int kMappedBytes = 4 << 20;
  mallopt(M_MMAP_THRESHOLD, kMappedBytes);
  mallopt(M_TRIM_THRESHOLD, 2 * kMappedBytes);
#endif
}

}  // namespace

Server::Server(const ServerConfig& config) : config_(WithDescriptorPlan(config)) {}

Result<std::unique_ptr<Server>> Server::Start(const ServerConfig& config,
                                              ServerContext::ConfigSource source) {
  ReturnFreedMemory();
  std::unique_ptr<Server> server(new Server(config));
  BASALT_ASSIGN_OR_RETURN(server->address_, ResolveBindAddress(config.bind_address));
  BASALT_RETURN_IF_ERROR(server->Open(std::move(source)));
  BASALT_RETURN_IF_ERROR(server->Listen());
  server->chores_ = std::make_unique<Chores>(*server->context_);
  server->chores_->Start();
  server->context_->region_chores().Start();
  return server;
}

Status Server::Open(ServerContext::ConfigSource source) {
  BASALT_ASSIGN_OR_RETURN(context_, ServerContext::Open(
                                        config_,
                                        [this](const std::string& reason) {
                                          SPDLOG_INFO("a client asked the server to stop: {}",
                                                      reason);
                                          RequestStop();
                                        },
                                        std::move(source)));
  verbs_ = std::make_unique<VerbTable>();
  RegisterAllVerbs(*verbs_, *context_);
  handlers_ =
      std::make_unique<base::ThreadPool>(config_.rpc.handler_threads, config_.rpc.max_queued_calls);
  write_handlers_ = std::make_unique<base::ThreadPool>(config_.rpc.write_handler_threads,
                                                       config_.rpc.max_queued_calls);
  rpc_ = std::make_unique<RpcServer>(RpcDependencies{
      .options = config_.rpc,
      .verbs = *verbs_,
      .handlers = *handlers_,
      .write_handlers = *write_handlers_,
      .cluster_id = context_->identity().cluster_id,
      .writes_may_wait = [&store = context_->store()] { return store.WritesMayWait(); },
      .requests = context_->requests(),
      .slow_log = &context_->slow_log()});
  return {};
}

Status Server::Listen() {
  BASALT_ASSIGN_OR_RETURN(ports_.master, rpc_->Listen(address_, config_.master_port));
  BASALT_ASSIGN_OR_RETURN(ports_.rpc, rpc_->Listen(address_, config_.rpc_port));
  context_->SetPorts(ports_.master, ports_.rpc);
  if (const std::string warning = ExposureWarning(); !warning.empty()) SPDLOG_WARN("{}", warning);
  rpc_->Start();
  MakeZnodes();
  if (!config_.registration.quorum.empty()) return StartRegistration();
  return config_.zookeeper_enabled ? StartFacade() : Status();
}

std::string Server::ExposureWarning() const {
  if (IsLoopback(address_)) return {};
  return fmt::format(
      "listening at {} without authentication: everybody who can reach the ports can read, change "
      "and drop all tables; set server.bind_address to 127.0.0.1, or keep the ports behind a "
      "firewall",
      address_);
}

Status Server::Reload() {
  const std::lock_guard lock(reload_mutex_);
  if (stopped_) return {StatusCode::kCancelled, "the server is stopping"};
  return context_->Reload();
}

void Server::MakeZnodes() {
  const Identity& identity = context_->identity();
  zookeeper::ClusterInfo cluster;
  cluster.parent = config_.znode_parent;
  cluster.cluster_id = identity.cluster_id;
  cluster.start_code = identity.start_code;
  cluster.start_date = JavaDate(identity.start_code);
  cluster.advertised_host = config_.advertise_host;
  cluster.master_port = context_->MasterPort();
  cluster.region_port = context_->RegionPort();
  cluster.content = ContentOf(context_->catalog());
  znodes_ = std::make_unique<zookeeper::HbaseZnodes>(std::move(cluster), identity.start_code);
}

Status Server::StartRegistration() {
  zookeeper::RegistrationOptions options = config_.registration;
  options.default_port = config_.zookeeper_port;
  options.parent = config_.znode_parent;
  boost::system::error_code error;
  if (!config_.advertise_host.empty()) {
    options.host = config_.advertise_host;
  } else if (IsLoopback(address_)) {
    // The machine's name would lead clients to an address where nobody listens.
    options.host = address_;
    SPDLOG_WARN(
        "registering in ZooKeeper as {}, where only clients on this machine find the server; set "
        "server.bind_address for others",
        address_);
  } else {
    options.host = boost::asio::ip::host_name(error);
  }
  registration_ = std::make_unique<zookeeper::Registration>(znodes_.get(), std::move(options));
  return registration_->Start();
}

Status Server::StartFacade() {
  const auto address = boost::asio::ip::make_address(address_);
  facade_ = std::make_unique<zookeeper::ZookeeperFacade>(
      rpc_->io_context(), boost::asio::ip::tcp::endpoint(address, config_.zookeeper_port),
      znodes_.get(), config_.facade);
  BASALT_RETURN_IF_ERROR(facade_->Start());
  ports_.zookeeper = facade_->port();
  context_->SetZookeeperPort(ports_.zookeeper);
  return {};
}

Server::~Server() { Stop(); }

void Server::RequestStop() {
  {
    const std::lock_guard lock(mutex_);
    stop_requested_ = true;
  }
  wake_.notify_all();
}

void Server::Wait() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return stop_requested_; });
}

void Server::Stop() {
  {
    const std::lock_guard lock(reload_mutex_);
    if (std::exchange(stopped_, true)) return;
  }
  RequestStop();
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(config_.drain_timeout_ms);
  // No more calls are read from here on; those under way have until the deadline.
  if (rpc_) rpc_->BeginStop();
  // What the server does by itself ends first, so that it does not compete with the last calls. A
  // compaction is ended where it is: it may take longer than all the calls.
  if (context_) store::CancelCompactions(context_->store());
  if (chores_) chores_->Stop();
  if (context_) context_->region_chores().Stop();
  // Clients are told to go elsewhere before the ports close; the facade runs on rpc_'s threads.
  if (registration_) registration_->Stop();
  if (facade_) facade_->Stop();
  if (rpc_) rpc_->Stop(deadline);
  // Calls that still run answer to connections that are closed, whose event loops rpc_ owns; those
  // that were queued are dropped.
  if (handlers_) handlers_->Stop();
  if (write_handlers_) write_handlers_->Stop();
  if (context_) context_->Stop();
  // Nothing runs any more: the parts go in the reverse order of Start.
  chores_.reset();
  registration_.reset();
  facade_.reset();
  znodes_.reset();
  rpc_.reset();
  handlers_.reset();
  write_handlers_.reset();
  verbs_.reset();
  context_.reset();
}

}  // namespace basalt::server
