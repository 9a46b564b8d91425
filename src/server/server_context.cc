#include "server/server_context.h"

#include <unistd.h>

#include <chrono>
#include <random>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "constraints/constraint_guard.h"
#include "server/backup_jobs.h"
#include "server/compaction_queue.h"
#include "server/damage_jobs.h"
#include "server/nonce_manager.h"
#include "server/region_chores.h"
#include "server/scanner_registry.h"

namespace basalt::server {
namespace {

constexpr BytesView kClusterIdRecord = "cluster-id";
constexpr size_t kBackgroundThreads = 2;
constexpr size_t kMaxBackgroundWork = 10000;

// HBase gives two fifths of its heap to memory stores.
uint64_t DefaultMemstoreTotal() {
  const auto pages = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES));
  return pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)) / 5 * 2;
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

}  // namespace

ServerContext::ServerContext(const ServerConfig& config, StopRequest request_stop)
    : config_(config), request_stop_(std::move(request_stop)) {}

Result<std::unique_ptr<ServerContext>> ServerContext::Open(const ServerConfig& config,
                                                           StopRequest request_stop) {
  std::unique_ptr<ServerContext> context(new ServerContext(config, std::move(request_stop)));
  BASALT_RETURN_IF_ERROR(context->OpenParts());
  return context;
}

Status ServerContext::OpenParts() {
  store::StoreOptions store_options = config_.store;
  if (store_options.memstore_total_bytes == 0) {
    store_options.memstore_total_bytes = DefaultMemstoreTotal();
  }
  if (!store_options.report) {
    store_options.report = [](const std::string& text) { SPDLOG_ERROR("{}", text); };
  }
  BASALT_ASSIGN_OR_RETURN(store_, store::Store::Open(config_.data_dir, store_options));
  BASALT_ASSIGN_OR_RETURN(catalog_,
                          catalog::Catalog::Open(store_, constraints::MakeConstraintGuard));
  catalog_->regions().SetSplitSettings(config_.splits);
  BASALT_ASSIGN_OR_RETURN(identity_.cluster_id, ClusterId(*store_));
  identity_.start_code = clock().NowMs();
  region_chores_ = std::make_unique<RegionChores>(*catalog_, config_, switches_);
  scanners_ = std::make_unique<ScannerRegistry>(std::chrono::milliseconds(config_.scanner_lease_ms),
                                                config_.max_scanners, identity_.start_code);
  nonces_ = std::make_unique<NonceManager>(*store_, config_.nonce_window_ms, config_.max_nonces);
  BASALT_RETURN_IF_ERROR(nonces_->Load());
  procedures_ = std::make_unique<catalog::ProcedureJournal>(*store_);
  BASALT_RETURN_IF_ERROR(procedures_->Load());
  background_ = std::make_unique<base::ThreadPool>(kBackgroundThreads, kMaxBackgroundWork);
  compactions_ = std::make_unique<CompactionQueue>(*store_, *catalog_, *background_);
  backups_ = std::make_unique<BackupJobs>(store_, static_cast<uint64_t>(identity_.start_code));
  damage_jobs_ =
      std::make_unique<DamageJobs>(*catalog_, static_cast<uint64_t>(identity_.start_code));
  return {};
}

ServerContext::~ServerContext() { Stop(); }

void ServerContext::Stop() {
  if (region_chores_) region_chores_->Stop();
  // Queued compactions use the queue, the catalog and the store: the pool ends before these go.
  if (background_) background_->Stop();
  if (backups_) backups_->Stop();
  if (damage_jobs_) damage_jobs_->Stop();
}

void ServerContext::SetPorts(uint16_t master_port, uint16_t region_port) {
  identity_.master_port = master_port;
  identity_.region_port = region_port;
}

uint16_t ServerContext::MasterPort() const {
  return config_.advertise_master_port != 0 ? config_.advertise_master_port : identity_.master_port;
}

uint16_t ServerContext::RegionPort() const {
  return config_.advertise_rpc_port != 0 ? config_.advertise_rpc_port : identity_.region_port;
}

hbase::pb::ServerName ServerContext::NameAt(const ConnectionInfo& connection, uint16_t port) const {
  const std::string& advertised = config_.advertise_host;
  hbase::pb::ServerName name;
  name.set_host_name(advertised.empty() ? connection.dialled_host : advertised);
  name.set_port(port);
  name.set_start_code(static_cast<uint64_t>(identity_.start_code));
  return name;
}

hbase::pb::ServerName ServerContext::MasterName(const ConnectionInfo& connection) const {
  return NameAt(connection, MasterPort());
}

hbase::pb::ServerName ServerContext::RegionServerName(const ConnectionInfo& connection) const {
  return NameAt(connection, RegionPort());
}

std::string ToText(const hbase::pb::ServerName& name) {
  return fmt::format("{},{},{}", name.host_name(), name.port(), name.start_code());
}

Status NameServer(const ServerContext& context, const Call& call, Status status) {
  if (status.code() != StatusCode::kNotServingRegion) return status;
  return {
      StatusCode::kNotServingRegion,
      fmt::format("{} {}", status.message(), ToText(context.RegionServerName(call.connection)))};
}

Result<std::shared_ptr<catalog::Region>> FindRegion(const ServerContext& context, const Call& call,
                                                    const hbase::pb::RegionSpecifier& specifier) {
  auto region = context.catalog().regions().Find(specifier.value());
  if (!region.ok()) return NameServer(context, call, region.status());
  return region;
}

}  // namespace basalt::server
