// ServerContext: what the verbs work on: the store and its catalog, the state that outlives a call
// (scanners, nonces, procedures, compactions, backups), the operator's switches, and who this
// server is. Owned by Server. Thread safe; outlives every call.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "basalt/status.h"
#include "base/thread_pool.h"
#include "catalog/catalog.h"
#include "catalog/procedure_journal.h"
#include "hbase/common.pb.h"
#include "server/running_config.h"
#include "server/service/call.h"
#include "server/slow_log.h"

namespace basalt::quota {
class QuotaManager;
}

namespace basalt::server {

class BackupJobs;
class DamageJobs;
class CompactionQueue;
class NonceManager;
class RegionChores;
class RequestRate;
class ScannerRegistry;

// Who the server is. Ports are those listened on.
struct Identity {
  std::string cluster_id;
  // Milliseconds of the start: tells this process from earlier ones on the same port.
  int64_t start_code = 0;
  uint16_t master_port = 0;
  uint16_t region_port = 0;
};

// Switches an operator can turn, kept while the server runs. Those of splits and merges are the
// catalog's.
struct Switches {
  std::atomic<bool> balancer{true};
  std::atomic<bool> normalizer{true};
  std::atomic<bool> catalog_janitor{true};
  std::atomic<bool> cleaner_chore{true};
  std::atomic<bool> snapshot_cleanup{true};
  std::atomic<bool> compactions{true};
  std::atomic<bool> decommissioned{false};
};

class ServerContext {
 public:
  using StopRequest = std::function<void(std::string reason)>;

  // Reads the settings again, from where they came from.
  using ConfigSource = std::function<Result<ServerConfig>()>;

  // Opens the directory of the configuration and everything that lives on it; nothing runs by
  // itself yet. `request_stop` is called, on any thread, when a client asks the server to stop; it
  // must not wait for the stop. Without a source there are no other settings than these.
  static Result<std::unique_ptr<ServerContext>> Open(const ServerConfig& config,
                                                     StopRequest request_stop,
                                                     ConfigSource config_source = nullptr);
  // Calls Stop(), then closes everything in the reverse order of Open.
  ~ServerContext();
  ServerContext(const ServerContext&) = delete;
  ServerContext& operator=(const ServerContext&) = delete;

  // Ends the work that goes on between calls (region chores, background pool, backups) and waits
  // for it. The parts stay usable, so that calls under way can end. May be called more than once.
  void Stop();

  // As they were at the start; for settings that need a restart.
  const ServerConfig& startup_config() const { return startup_config_; }
  // As they are now.
  std::shared_ptr<const ServerConfig> config() const { return config_.Get(); }
  // Opens the log file anew, reads the settings again and applies those that may change; the log
  // says which changed and which need a restart. Nothing changes when one of them is wrong.
  Status Reload();
  // Applies the settings of `fresh` that may change.
  ConfigChanges Reconfigure(const ServerConfig& fresh);
  const Identity& identity() const { return identity_; }
  const Clock& clock() const { return store_->clock(); }
  store::Store& store() const { return *store_; }
  catalog::Catalog& catalog() const { return *catalog_; }
  quota::QuotaManager& quotas() const { return *quotas_; }
  RegionChores& region_chores() const { return *region_chores_; }
  ScannerRegistry& scanners() const { return *scanners_; }
  NonceManager& nonces() const { return *nonces_; }
  catalog::ProcedureJournal& procedures() const { return *procedures_; }
  // For work that goes on after a call has been answered.
  base::ThreadPool& background() const { return *background_; }
  CompactionQueue& compactions() const { return *compactions_; }
  BackupJobs& backups() const { return *backups_; }
  DamageJobs& damage_jobs() const { return *damage_jobs_; }
  SlowLog& slow_log() const { return *slow_log_; }
  Switches& switches() { return switches_; }
  const Switches& switches() const { return switches_; }
  // Requests received since the start; counted by the network side.
  std::atomic<uint64_t>& requests() { return requests_; }
  uint64_t requests() const { return requests_.load(std::memory_order_relaxed); }

  // REQUIRES: no call has been answered yet.
  void SetPorts(uint16_t master_port, uint16_t region_port);
  // The façade's port, once it listens; 0: there is none.
  void SetZookeeperPort(uint16_t port) { zookeeper_port_ = port; }
  uint16_t zookeeper_port() const { return zookeeper_port_; }
  void RequestStop(std::string reason) { request_stop_(std::move(reason)); }

  // The server as the client of a connection must dial it.
  hbase::pb::ServerName MasterName(const ConnectionInfo& connection) const;
  hbase::pb::ServerName RegionServerName(const ConnectionInfo& connection) const;
  // The ports clients are told to dial.
  uint16_t MasterPort() const;
  uint16_t RegionPort() const;

 private:
  ServerContext(const ServerConfig& config, StopRequest request_stop, ConfigSource config_source);
  Status OpenParts();
  hbase::pb::ServerName NameAt(const ConnectionInfo& connection, uint16_t port) const;

  const ServerConfig startup_config_;
  RunningConfig config_;
  const StopRequest request_stop_;
  const ConfigSource config_source_;
  std::mutex reload_mutex_;  // one reload at a time
  Identity identity_;
  Switches switches_;
  std::atomic<uint64_t> requests_{0};
  std::atomic<uint16_t> zookeeper_port_{0};
  // In the order in which Open makes them: each uses only those above it.
  std::shared_ptr<store::Store> store_;
  std::unique_ptr<SlowLog> slow_log_;
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<RequestRate> request_rate_;
  std::unique_ptr<quota::QuotaManager> quotas_;
  std::unique_ptr<RegionChores> region_chores_;
  std::unique_ptr<ScannerRegistry> scanners_;
  std::unique_ptr<NonceManager> nonces_;
  std::unique_ptr<catalog::ProcedureJournal> procedures_;
  std::unique_ptr<base::ThreadPool> background_;
  std::unique_ptr<CompactionQueue> compactions_;
  std::unique_ptr<BackupJobs> backups_;
  std::unique_ptr<DamageJobs> damage_jobs_;
};

// host,port,startcode
std::string ToText(const hbase::pb::ServerName& name);

// The catalog's kNotServingRegion "<region> is not online on", completed by the name of this server
// as the client of the call knows it. Other errors stay as they are.
Status NameServer(const ServerContext& context, const Call& call, Status status);

// The region of a call. kNotServingRegion with HBase's text when it is not here.
Result<std::shared_ptr<catalog::Region>> FindRegion(const ServerContext& context, const Call& call,
                                                    const hbase::pb::RegionSpecifier& specifier);

}  // namespace basalt::server
