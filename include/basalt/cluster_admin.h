// ClusterAdmin: administration of a cluster's servers: their metrics, the placement of regions and
// the master's chores. Admin::cluster() returns it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/admin.h"
#include "basalt/export.h"

namespace basalt {
inline namespace v1 {

// What a server reports about a region that it serves. Sizes are in whole megabytes, as HBase
// counts them.
struct BASALT_EXPORT RegionLoad {
  Bytes name;                                // <table>,<start key>,<id>.<encoded name>.
  int store_count = 0;                       // column families
  int store_file_count = 0;                  // files of all families
  uint64_t store_file_size_mb = 0;           // their size on disk
  uint64_t memstore_size_mb = 0;             // data that is in memory and not flushed yet
  uint64_t read_request_count = 0;           // since the server opened the region
  uint64_t write_request_count = 0;          // since the server opened the region
  uint64_t filtered_read_request_count = 0;  // rows that were read and dropped by a filter
  // The fraction of the region's data on the server's own disks, from 0 to 1.
  double data_locality = 0;
};

// What a region server reported last. A plain value.
struct BASALT_EXPORT ServerMetrics {
  std::string server_name;           // host,port,start code
  uint64_t requests_per_second = 0;  // over the server's last reporting interval
  uint64_t used_heap_size_mb = 0;    // memory in use
  uint64_t max_heap_size_mb = 0;     // the memory that the server may use
  std::vector<RegionLoad> regions;   // the regions that it serves
};

// The state of a cluster as its master knows it. A plain value. Servers are named host,port,start
// code.
struct BASALT_EXPORT ClusterMetrics {
  std::string hbase_version;                      // the version that the master reports
  std::string cluster_id;                         // unique to the cluster, and stable
  std::string master_name;                        // the active master; empty: not known
  std::vector<std::string> backup_master_names;   // masters that wait to become active
  std::vector<ServerMetrics> live_servers;        // region servers that report
  std::vector<std::string> dead_server_names;     // region servers that ceased to report
  std::vector<std::string> unknown_server_names;  // in hbase:meta, but neither live nor dead
  // For people: a region's name and its state.
  std::vector<std::string> regions_in_transition;
  // For people: files of a Basalt server that cannot be read completely, and the rows that are
  // lost.
  std::vector<std::string> damaged_files;
};

// Periodic work of the master, while it is switched on.
enum class Chore : uint8_t {
  kBalancer,         // moves regions between servers
  kNormalizer,       // splits and merges regions towards an even size
  kCatalogJanitor,   // removes regions that were split or merged from hbase:meta
  kCleaner,          // removes old log files and store files
  kSnapshotCleanup,  // deletes expired snapshots
  kSplits,           // splits of regions that have grown
  kMerges,           // merges of regions
};

// The compactions that are in progress.
enum class CompactionState : uint8_t { kNone, kMinor, kMajor, kMajorAndMinor };

// What a run of the balancer did.
struct BASALT_EXPORT BalanceResponse {
  bool balancer_ran = false;  // false: it is switched off, or regions are in transition
  int moves_calculated = 0;   // regions that it wanted to move
  int moves_executed = 0;     // regions that it moved
};

// What dropping a table's blocks from the caches of its servers did.
struct BASALT_EXPORT CacheEvictionStats {
  int64_t evicted_blocks = 0;        // blocks that were dropped
  int64_t evicted_bytes = 0;         // their size
  int64_t max_cache_size_bytes = 0;  // the size of the servers' caches
};

// A lock that the master holds, or that is waited for. A plain value.
struct BASALT_EXPORT LockInfo {
  std::string resource_type;               // SERVER, NAMESPACE, TABLE, REGION or PEER
  std::string resource_name;               // what is locked
  bool exclusive = false;                  // held by one procedure; otherwise shared
  std::string owner;                       // the procedure that holds an exclusive lock
  int shared_count = 0;                    // procedures that hold a shared lock
  std::vector<std::string> waiting_names;  // procedures that wait for the lock
};

// A change under way in the master, or one that it made lately. A plain value.
struct BASALT_EXPORT ProcedureInfo {
  uint64_t id = 0;                  // the procedure's number
  std::string class_name;           // HBase's class of the procedure
  std::string state;                // RUNNABLE, SUCCESS, ROLLEDBACK ...
  int64_t submitted_time_ms = 0;    // when it was asked for
  int64_t last_update_time_ms = 0;  // when its state changed
};

// A cluster that changes are replicated to. A plain value.
struct BASALT_EXPORT ReplicationPeerInfo {
  std::string id;                   // the peer's name
  std::string cluster_key;          // the peer's ZooKeeper servers, or its address
  std::string endpoint_class_name;  // empty: HBase's own endpoint
  bool enabled = false;             // changes are sent
  // All tables but those named below are replicated; otherwise only those named.
  bool replicate_all = false;
  std::string namespaces;      // "ns1;ns2"
  std::string table_families;  // "table:family,family;table"
  int64_t bandwidth = 0;       // in bytes per second and server; 0: unlimited
  bool serial = false;         // changes of a region arrive in their order
};

// Thread safe; owned by its Connection and valid as long. Every method asks the master, or the
// region servers, and has their errors.
class BASALT_EXPORT ClusterAdmin {
 public:
  virtual ~ClusterAdmin() = default;

  // The master's view of the cluster, with the metrics of every region.
  virtual Result<ClusterMetrics> GetClusterMetrics(const CallOptions& options = {}) = 0;
  // The names of the servers of a table's regions, by encoded region name; empty for a region that
  // no server serves. kTableNotFound.
  virtual Result<std::map<std::string, std::string>> RegionServers(
      const TableName& table, const CallOptions& options = {}) = 0;
  // Servers that get no regions, since they are to be taken down.
  virtual Result<std::vector<std::string>> ListDecommissionedRegionServers(
      const CallOptions& options = {}) = 0;
  // Whether the master serves system tables only, for repairs.
  virtual Result<bool> IsMasterInMaintenanceMode(const CallOptions& options = {}) = 0;

  // Whether the chore is switched on.
  virtual Result<bool> IsOn(Chore chore, const CallOptions& options = {}) = 0;
  // Switches a chore on or off. Returns the previous state.
  virtual Result<bool> Switch(Chore chore, bool on, const CallOptions& options = {}) = 0;
  // Run a chore now. The result says whether it ran; a chore that is switched off does not.
  virtual Result<BalanceResponse> Balance(const CallOptions& options = {}) = 0;
  virtual Result<bool> Normalize(const CallOptions& options = {}) = 0;
  virtual Result<bool> RunCleaner(const CallOptions& options = {}) = 0;
  // Runs the catalog janitor now. Returns the number of rows removed from hbase:meta.
  virtual Result<int64_t> RunCatalogJanitor(const CallOptions& options = {}) = 0;

  // In what follows `region` is a region name or an encoded region name; kUnknownRegion when there
  // is none.

  // Moves to the server (host,port,start code); empty: the master chooses one.
  virtual Status MoveRegion(BytesView region, std::string_view server,
                            const CallOptions& options = {}) = 0;
  // Opens the region on a server that the master chooses.
  virtual Status AssignRegion(BytesView region, const CallOptions& options = {}) = 0;
  // Closes the region. It cannot be read or written until it is assigned again.
  virtual Status UnassignRegion(BytesView region, const CallOptions& options = {}) = 0;

  // Makes the server (host,port,start code) read its settings again; empty: all servers. Those that
  // may change at run time take effect.
  virtual Status UpdateConfiguration(std::string_view server = {},
                                     const CallOptions& options = {}) = 0;

  // The compactions in progress in any region of the table.
  virtual Result<CompactionState> GetCompactionState(const TableName& table,
                                                     const CallOptions& options = {}) = 0;
  // Switches compactions on or off; no servers: on all. Returns the previous states by server.
  virtual Result<std::map<std::string, bool>> SwitchCompactions(
      bool on, const std::vector<std::string>& servers = {}, const CallOptions& options = {}) = 0;
  // Compacts all regions of a server (host,port,start code); the server does it in its own time.
  virtual Status CompactRegionServer(std::string_view server, bool major = false,
                                     const CallOptions& options = {}) = 0;
  // Drops compactions that wait on a server (host,port,start code). `queues`: long, short.
  virtual Status ClearCompactionQueues(std::string_view server,
                                       const std::vector<std::string>& queues,
                                       const CallOptions& options = {}) = 0;
  // Drops the table's blocks from the caches of its servers.
  virtual Result<CacheEvictionStats> ClearBlockCache(const TableName& table,
                                                     const CallOptions& options = {}) = 0;
  // Begins a new file of the server's write-ahead log.
  virtual Status RollWalWriter(std::string_view server, const CallOptions& options = {}) = 0;
  // Makes the master forget dead servers. Returns those that it did not forget.
  virtual Result<std::vector<std::string>> ClearDeadServers(const std::vector<std::string>& servers,
                                                            const CallOptions& options = {}) = 0;
  // The master's locks and procedures.
  virtual Result<std::vector<LockInfo>> ListLocks(const CallOptions& options = {}) = 0;
  virtual Result<std::vector<ProcedureInfo>> ListProcedures(const CallOptions& options = {}) = 0;
  // The peers of replication.
  virtual Result<std::vector<ReplicationPeerInfo>> ListReplicationPeers(
      const CallOptions& options = {}) = 0;
};

}  // namespace v1
}  // namespace basalt
