#include "server/server_context.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/memory_limit.h"
#include "constraints/constraint_guard.h"
#include "quota/quota_manager.h"
#include "server/backup_jobs.h"
#include "server/compaction_queue.h"
#include "server/damage_jobs.h"
#include "server/logging.h"
#include "server/nonce_manager.h"
#include "server/region_chores.h"
#include "server/request_rate.h"
#include "server/scanner_registry.h"
#include "store/maintenance.h"

namespace basalt::server {
namespace {

constexpr BytesView kClusterIdRecord = "cluster-id";
// One is left for other work.
constexpr size_t kBackgroundThreads = CompactionQueue::kMaxRunning + 1;
constexpr size_t kMaxBackgroundWork = 10000;

// HBase gives two fifths of its heap to memory stores.
uint64_t DefaultMemstoreTotal() { return base::MemoryLimit() / 5 * 2; }

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

void WarnIfOpenToOthers(const std::string& directory) {
  struct stat state;
  if (::stat(directory.c_str(), &state) != 0 || (state.st_mode & 077) == 0) return;
  SPDLOG_WARN(
      "other users of this machine have permissions on {} (mode {:o}); to keep the data to its "
      "owner: chmod -R go= {}",
      directory, state.st_mode & 0777, directory);
}

}  // namespace

ServerContext::ServerContext(const ServerConfig& config, StopRequest request_stop,
                             ConfigSource config_source)
    : startup_config_(config),
      config_(config),
      request_stop_(std::move(request_stop)),
      config_source_(std::move(config_source)) {}

Result<std::unique_ptr<ServerContext>> ServerContext::Open(const ServerConfig& config,
                                                           StopRequest request_stop,
                                                           ConfigSource config_source) {
  std::unique_ptr<ServerContext> context(
      new ServerContext(config, std::move(request_stop), std::move(config_source)));
  BASALT_RETURN_IF_ERROR(context->OpenParts());
  return context;
}

Status ServerContext::OpenParts() {
  store::StoreOptions store_options = startup_config_.store;
  if (store_options.memstore_total_bytes == 0) {
    store_options.memstore_total_bytes = DefaultMemstoreTotal();
  }
  if (!store_options.report) {
    store_options.report = [](const std::string& line) { SPDLOG_WARN("store: {}", line); };
  }
  BASALT_ASSIGN_OR_RETURN(store_, store::Store::Open(startup_config_.data_dir, store_options));
  WarnIfOpenToOthers(startup_config_.data_dir);
  slow_log_ = std::make_unique<SlowLog>(startup_config_.rpc.slow_log, clock());
  BASALT_ASSIGN_OR_RETURN(catalog_,
                          catalog::Catalog::Open(store_, constraints::MakeConstraintGuard));
  catalog_->regions().SetSplitSettings(startup_config_.splits);
  BASALT_ASSIGN_OR_RETURN(identity_.cluster_id, ClusterId(*store_));
  identity_.start_code = clock().NowMs();
  request_rate_ = std::make_unique<RequestRate>(requests_, clock());
  quota::QuotaOptions quotas = startup_config_.quotas;
  quotas.handler_threads = startup_config_.rpc.handler_threads;
  quotas_ = std::make_unique<quota::QuotaManager>(
      *catalog_, quotas,
      quota::QuotaManager::Hooks{
          .log = [](const std::string& line) { SPDLOG_INFO("{}", line); },
          .requests_per_second = [rate = request_rate_.get()] { return rate->PerSecond(); }});
  BASALT_RETURN_IF_ERROR(quotas_->Open());
  region_chores_ = std::make_unique<RegionChores>(*catalog_, config_, switches_);
  scanners_ =
      std::make_unique<ScannerRegistry>(std::chrono::milliseconds(startup_config_.scanner_lease_ms),
                                        startup_config_.max_scanners, identity_.start_code);
  nonces_ = std::make_unique<NonceManager>(*store_, startup_config_.nonce_window_ms,
                                           startup_config_.max_nonces);
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

ConfigChanges ServerContext::Reconfigure(const ServerConfig& fresh) {
  ConfigChanges changes = config_.Update(fresh);
  const auto now = config_.Get();
  catalog_->regions().SetSplitSettings(now->splits);
  store_->disk_space().SetLimit(now->store.disk_limit);
  store::SetThrottle(*store_, now->store.compaction_lower_bytes_per_s,
                     now->store.compaction_higher_bytes_per_s);
  // Its periods may have changed.
  region_chores_->Wake();
  return changes;
}

Status ServerContext::Reload() {
  const std::lock_guard lock(reload_mutex_);
  ServerConfig fresh = *config_.Get();
  if (config_source_ != nullptr) {
    auto read = config_source_();
    if (!read.ok()) {
      const Status status = read.status().WithContext("the settings stay as they are");
      // The file may have been moved away to be rotated, whatever the settings say.
      (void)ReopenLog(fresh);
      SPDLOG_ERROR("cannot read the settings again: {}", status.message());
      return status;
    }
    fresh = std::move(*read);
  }
  if (const Status status = ReopenLog(fresh); !status.ok()) {
    SPDLOG_ERROR("cannot open the log again; the settings stay as they are: {}", status.message());
    return status;
  }
  const ConfigChanges changes = Reconfigure(fresh);
  SPDLOG_INFO("the settings were read again: {} changed, {} need a restart", changes.applied.size(),
              changes.need_restart.size());
  for (const std::string& change : changes.applied) SPDLOG_INFO("changed {}", change);
  for (const std::string& change : changes.need_restart) {
    SPDLOG_WARN("{}: needs a restart; the old value stays in effect", change);
  }
  return {};
}

void ServerContext::SetPorts(uint16_t master_port, uint16_t region_port) {
  identity_.master_port = master_port;
  identity_.region_port = region_port;
}

uint16_t ServerContext::MasterPort() const {
  return startup_config_.advertise_master_port != 0 ? startup_config_.advertise_master_port
                                                    : identity_.master_port;
}

uint16_t ServerContext::RegionPort() const {
  return startup_config_.advertise_rpc_port != 0 ? startup_config_.advertise_rpc_port
                                                 : identity_.region_port;
}

hbase::pb::ServerName ServerContext::NameAt(const ConnectionInfo& connection, uint16_t port) const {
  const std::string& advertised = startup_config_.advertise_host;
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
