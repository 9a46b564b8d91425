// Node: what the verbs work on: the catalog and its store, who this server is, and the state that
// outlives a call (scanners, nonces, procedures). Made at start; thread safe; outlives every call.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "catalog/catalog.h"
#include "hbase/common.pb.h"
#include "server/config.h"
#include "server/service/call.h"

namespace basalt::server {

class BackupJobs;
class NonceManager;
class RegionChores;
class ScannerRegistry;
class WorkerPool;

// Who the server is. Ports are those listened on.
struct Identity {
  std::string cluster_id;
  // Milliseconds of the start: tells this process from earlier ones on the same port.
  int64_t start_code = 0;
  uint16_t master_port = 0;
  uint16_t region_port = 0;
};

// Switches an operator can turn, kept while the server runs.
struct Switches {
  std::atomic<bool> balancer{true};
  std::atomic<bool> splits{true};
  std::atomic<bool> merges{true};
  std::atomic<bool> normalizer{true};
  std::atomic<bool> catalog_janitor{true};
  std::atomic<bool> cleaner_chore{true};
  std::atomic<bool> snapshot_cleanup{true};
  std::atomic<bool> compactions{true};
  std::atomic<bool> rpc_throttle{false};
  std::atomic<bool> exceed_throttle_quota{false};
};

struct Node {
  const ServerConfig& config;
  Identity identity;
  std::shared_ptr<store::Store> store;
  std::unique_ptr<catalog::Catalog> catalog;
  std::unique_ptr<ScannerRegistry> scanners;
  std::unique_ptr<NonceManager> nonces;
  std::unique_ptr<catalog::ProcedureJournal> procedures;
  // For work that goes on after a call has been answered.
  std::unique_ptr<WorkerPool> pool;
  std::unique_ptr<BackupJobs> backups;
  std::unique_ptr<RegionChores> region_chores;
  Switches switches;
  // Requests answered since the start.
  std::atomic<uint64_t> requests{0};
  // Set when a client asks the server to stop.
  std::function<void(std::string reason)> request_stop;

  explicit Node(const ServerConfig& server_config);
  ~Node();

  const Clock& clock() const { return store->clock(); }

  // The server as the client of a connection must dial it.
  hbase::pb::ServerName MasterName(const ConnectionInfo& connection) const;
  hbase::pb::ServerName RegionServerName(const ConnectionInfo& connection) const;
  // The ports clients are told to dial.
  uint16_t MasterPort() const;
  uint16_t RegionPort() const;
};

// host,port,startcode
std::string ToText(const hbase::pb::ServerName& name);

// The catalog's kNotServingRegion "<region> is not online on", with the name of this server as the
// client of the call knows it. Other errors stay.
Status NameServer(const Node& node, const Call& call, Status status);
// The region of a call. kNotServingRegion with HBase's text when it is not here.
Result<std::shared_ptr<catalog::Region>> FindRegion(const Node& node, const Call& call,
                                                    const hbase::pb::RegionSpecifier& specifier);

}  // namespace basalt::server
