#include "server/server.h"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <random>
#include <thread>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "catalog/procedure_journal.h"
#include "constraints/constraint_guard.h"
#include "server/backup_jobs.h"
#include "server/chores.h"
#include "server/net/rpc_server.h"
#include "server/net/worker_pool.h"
#include "server/node.h"
#include "server/nonce_manager.h"
#include "server/region_chores.h"
#include "server/scanner_registry.h"
#include "server/service/client_verbs.h"
#include "server/service/master_context.h"
#include "server/service/master_verbs.h"
#include "server/zookeeper/facade.h"
#include "server/zookeeper/hbase_znodes.h"
#include "server/zookeeper/registration.h"

namespace basalt::server {
namespace {

constexpr BytesView kClusterIdRecord = "cluster-id";
constexpr std::chrono::seconds kChorePeriod{1};
constexpr int kForgetEvery = 60;  // chore periods

// HBase gives two fifths of its heap to memory stores.
uint64_t DefaultMemstoreTotal() {
  const auto pages = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES));
  return pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)) / 5 * 2;
}

store::StoreOptions StoreOptionsFrom(const ServerConfig& config) {
  store::StoreOptions options;
  options.max_cell_bytes = config.max_cell_bytes;
  options.block_cache_bytes = config.block_cache_bytes;
  options.memstore_flush_bytes = config.memstore_flush_bytes;
  options.background_threads = config.background_threads;
  options.sync_wal_to_disk = config.sync_wal_to_disk;
  options.compaction_lower_bytes_per_s = config.compaction_lower_bytes_per_s;
  options.compaction_higher_bytes_per_s = config.compaction_higher_bytes_per_s;
  options.memstore_total_bytes =
      config.memstore_total_bytes > 0 ? config.memstore_total_bytes : DefaultMemstoreTotal();
  options.disk_limit = {config.min_free_bytes, config.min_free_percent};
  return options;
}

RpcOptions RpcOptionsFrom(const ServerConfig& config) {
  RpcOptions options;
  options.io_threads =
      config.io_threads > 0 ? config.io_threads : std::max(2U, std::thread::hardware_concurrency());
  options.handler_threads = config.handler_threads;
  options.max_queued_calls = config.max_queued_calls;
  options.max_request_bytes = config.max_request_bytes;
  options.max_bytes_in_flight = config.max_bytes_in_flight;
  options.max_connection_bytes_in_flight = config.max_connection_bytes_in_flight;
  options.max_connections = config.max_connections;
  options.stall_timeout = std::chrono::seconds(config.stall_timeout_s);
  options.idle_timeout = std::chrono::seconds(config.idle_timeout_s);
  return options;
}

std::string NewUuid() {
  std::random_device random;
  const auto word = [&random] { return static_cast<uint32_t>(random()); };
  // Version 4, variant 1.
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", word(), word() & 0xFFFF,
                     word() & 0xFFF, (word() & 0x3FFF) | 0x8000, word() & 0xFFFF, word());
}

// The cluster's id stays with the directory.
Result<std::string> ClusterId(store::Store& store) {
  BASALT_ASSIGN_OR_RETURN(const auto known, store.GetRecord(kClusterIdRecord));
  if (known) return *known;
  std::string id = NewUuid();
  BASALT_RETURN_IF_ERROR(store.WriteRecords({{Bytes(kClusterIdRecord), id}}));
  return id;
}

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

}  // namespace

struct Server::Parts {
  explicit Parts(const ServerConfig& server_config) : config(server_config), node(config) {}

  const ServerConfig config;
  RpcOptions rpc_options;
  Node node;
  VerbTable verbs;
  std::unique_ptr<WorkerPool> handlers;
  std::unique_ptr<RpcServer> rpc;
  std::unique_ptr<zookeeper::HbaseZnodes> znodes;
  std::unique_ptr<zookeeper::ZookeeperFacade> facade;
  std::unique_ptr<zookeeper::Registration> registration;
  ListeningPorts ports;
  bool stopped = false;

  std::mutex mutex;
  std::condition_variable wake;
  bool stop_requested = false;
  std::unique_ptr<Chores> chores;
  std::thread chores_thread;

  Status Open();
  Status Listen();
  void MakeZnodes();
  Status StartFacade();
  Status StartRegistration();
  void RunChores();
  void ForgetNonces();
  void DeleteExpiredSnapshots();
};

Status Server::Parts::Open() {
  BASALT_ASSIGN_OR_RETURN(const auto split_settings, SplitSettingsFrom(config));
  BASALT_ASSIGN_OR_RETURN(node.store,
                          store::Store::Open(config.data_dir, StoreOptionsFrom(config)));
  BASALT_ASSIGN_OR_RETURN(node.catalog,
                          catalog::Catalog::Open(node.store, constraints::MakeConstraintGuard));
  node.catalog->regions().SetSplitSettings(split_settings);
  node.region_chores = std::make_unique<RegionChores>(node);
  BASALT_ASSIGN_OR_RETURN(node.identity.cluster_id, ClusterId(*node.store));
  node.identity.start_code = node.clock().NowMs();
  node.scanners =
      std::make_unique<ScannerRegistry>(std::chrono::milliseconds(config.scanner_lease_ms),
                                        config.max_scanners, node.identity.start_code);
  node.nonces =
      std::make_unique<NonceManager>(*node.store, config.nonce_window_ms, config.max_nonces);
  BASALT_RETURN_IF_ERROR(node.nonces->Load());
  node.procedures = std::make_unique<catalog::ProcedureJournal>(*node.store);
  BASALT_RETURN_IF_ERROR(node.procedures->Load());
  node.pool = std::make_unique<WorkerPool>(2, 10000);
  node.backups =
      std::make_unique<BackupJobs>(node.store, static_cast<uint64_t>(node.identity.start_code));
  rpc_options = RpcOptionsFrom(config);
  RegisterGetVerb(verbs, node);
  RegisterMutateVerb(verbs, node);
  RegisterMultiVerb(verbs, node);
  RegisterScanVerb(verbs, node);
  RegisterEndpointVerbs(verbs, node);
  RegisterBulkLoadVerbs(verbs, node);
  const auto control = RegisterControlVerbs(verbs, node);
  chores = std::make_unique<Chores>(node, control->compactions);
  handlers = std::make_unique<WorkerPool>(config.handler_threads, config.max_queued_calls);
  rpc = std::make_unique<RpcServer>(
      rpc_options, verbs, *handlers, node.identity.cluster_id,
      [store = node.store.get()] { return store->WritesMayWait(); }, node.requests);
  return {};
}

Status Server::Parts::Listen() {
  BASALT_ASSIGN_OR_RETURN(ports.master, rpc->Listen(config.bind_address, config.master_port));
  BASALT_ASSIGN_OR_RETURN(ports.rpc, rpc->Listen(config.bind_address, config.rpc_port));
  node.identity.master_port = ports.master;
  node.identity.region_port = ports.rpc;
  rpc->Start();
  MakeZnodes();
  if (!config.zookeeper_quorum.empty()) return StartRegistration();
  return config.zookeeper_enabled ? StartFacade() : Status();
}

void Server::Parts::MakeZnodes() {
  zookeeper::ClusterInfo facts;
  facts.parent = config.znode_parent;
  facts.cluster_id = node.identity.cluster_id;
  facts.start_code = node.identity.start_code;
  facts.start_date = JavaDate(node.identity.start_code);
  facts.advertised_host = config.advertise_host;
  facts.master_port = node.MasterPort();
  facts.region_port = node.RegionPort();
  facts.content = ContentOf(*node.catalog);
  znodes = std::make_unique<zookeeper::HbaseZnodes>(std::move(facts), node.identity.start_code);
}

Status Server::Parts::StartRegistration() {
  zookeeper::RegistrationOptions options;
  options.quorum = config.zookeeper_quorum;
  options.default_port = config.zookeeper_port;
  options.session_timeout_ms = static_cast<int32_t>(config.zookeeper_session_timeout_ms);
  options.parent = config.znode_parent;
  boost::system::error_code error;
  options.host =
      config.advertise_host.empty() ? boost::asio::ip::host_name(error) : config.advertise_host;
  registration = std::make_unique<zookeeper::Registration>(znodes.get(), std::move(options));
  return registration->Start();
}

Status Server::Parts::StartFacade() {
  zookeeper::FacadeOptions options;
  options.sessions.min_timeout_ms = static_cast<int32_t>(config.zookeeper_min_session_timeout_ms);
  options.sessions.max_timeout_ms = static_cast<int32_t>(config.zookeeper_max_session_timeout_ms);
  options.max_connections = config.zookeeper_max_connections;
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(config.bind_address, error);
  if (error) return {StatusCode::kInvalidArgument, "bad address " + config.bind_address};
  facade = std::make_unique<zookeeper::ZookeeperFacade>(
      rpc->io_context(), boost::asio::ip::tcp::endpoint(address, config.zookeeper_port),
      znodes.get(), options);
  BASALT_RETURN_IF_ERROR(facade->Start());
  ports.zookeeper = facade->port();
  return {};
}

void Server::Parts::RunChores() {
  std::unique_lock lock(mutex);
  for (int period = 1; !wake.wait_for(lock, kChorePeriod, [this] { return stop_requested; });
       ++period) {
    lock.unlock();
    chores->Tick();
    if (period % kForgetEvery == 0) {
      ForgetNonces();
      DeleteExpiredSnapshots();
    }
    lock.lock();
  }
}

void Server::Parts::ForgetNonces() {
  if (const Status status = node.nonces->Forget(); !status.ok()) {
    SPDLOG_WARN("forgetting old nonces: {}", status.ToString());
  }
}

void Server::Parts::DeleteExpiredSnapshots() {
  if (!node.switches.snapshot_cleanup) return;
  const auto deleted = node.catalog->snapshots().DeleteExpired();
  if (!deleted.ok()) {
    SPDLOG_WARN("deleting expired snapshots: {}", deleted.status().ToString());
  } else if (*deleted > 0) {
    SPDLOG_INFO("deleted {} snapshots whose time was over", *deleted);
  }
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Result<std::unique_ptr<Server>> Server::Start(const ServerConfig& config) {
  std::unique_ptr<Server> server(new Server(std::make_unique<Parts>(config)));
  Parts& parts = *server->parts_;
  parts.node.request_stop = [raw = server.get()](const std::string& reason) {
    SPDLOG_INFO("a client asked the server to stop: {}", reason);
    raw->RequestStop();
  };
  BASALT_RETURN_IF_ERROR(parts.Open());
  BASALT_RETURN_IF_ERROR(parts.Listen());
  parts.chores_thread = std::thread([&parts] { parts.RunChores(); });
  parts.node.region_chores->Start();
  return server;
}

Server::~Server() { Stop(); }

const ListeningPorts& Server::ports() const { return parts_->ports; }

void Server::RequestStop() {
  {
    const std::lock_guard lock(parts_->mutex);
    parts_->stop_requested = true;
  }
  parts_->wake.notify_all();
}

void Server::Wait() {
  std::unique_lock lock(parts_->mutex);
  parts_->wake.wait(lock, [this] { return parts_->stop_requested; });
}

void Server::Stop() {
  Parts& parts = *parts_;
  if (std::exchange(parts.stopped, true)) return;
  RequestStop();
  if (parts.chores_thread.joinable()) parts.chores_thread.join();
  if (parts.node.region_chores) parts.node.region_chores->Stop();
  if (parts.registration) parts.registration->Stop();
  if (parts.facade) parts.facade->Stop();
  if (parts.rpc) parts.rpc->Stop(std::chrono::milliseconds(parts.config.drain_timeout_ms));
  // Calls still in the pool answer connections that are gone, and need their threads' loops.
  if (parts.handlers) parts.handlers->Stop();
  if (parts.node.pool) parts.node.pool->Stop();
  if (parts.node.backups) parts.node.backups->Stop();
  parts.registration.reset();
  parts.facade.reset();
  parts.rpc.reset();
  parts.node.scanners.reset();
  parts.node.procedures.reset();
  parts.node.region_chores.reset();
  parts.node.catalog.reset();
  parts.node.store.reset();
}

}  // namespace basalt::server
