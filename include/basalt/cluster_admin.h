// ClusterAdmin: what only a connection to servers has: who they are, what each does, and the work a
// master does by itself. The Admin of such a connection is one, too; see Of.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "basalt/admin.h"

namespace basalt {

// What a server says of a region it serves. Sizes are in whole megabytes, as HBase counts them.
struct ServedRegion {
  Bytes name;
  int stores = 0;
  int store_files = 0;
  uint64_t store_files_mb = 0;
  uint64_t memstore_mb = 0;
  uint64_t reads = 0;
  uint64_t writes = 0;
  uint64_t filtered_reads = 0;
  // The part of its data that lies on the server's own disks, from 0 to 1.
  double locality = 0;
};

struct ServerMetrics {
  // host,port,start code
  std::string name;
  uint64_t requests_per_second = 0;
  uint64_t used_heap_mb = 0;
  uint64_t max_heap_mb = 0;
  std::vector<ServedRegion> regions;
};

struct ClusterInfo {
  std::string version;
  std::string cluster_id;
  // As host,port,start code; so are the other servers.
  std::string master;
  std::vector<std::string> backup_masters;
  std::vector<ServerMetrics> servers;
  std::vector<std::string> dead_servers;
  std::vector<std::string> unknown_servers;
  // Each described in a few words.
  std::vector<std::string> regions_in_transition;
};

// Work that a master does by itself while it is switched on.
enum class Chore : uint8_t {
  kBalancer,
  kNormalizer,
  kCatalogJanitor,
  kCleaner,
  kSnapshotCleanup,
  kSplits,
  kMerges,
};

enum class CompactionState : uint8_t { kNone, kMinor, kMajor, kMajorAndMinor };

struct BalanceOutcome {
  bool ran = false;
  int moves_calculated = 0;
  int moves_executed = 0;
};

// Thread safe; valid while its Connection is.
class ClusterAdmin {
 public:
  virtual ~ClusterAdmin() = default;
  // nullptr when there are no servers behind it, as with a directory.
  static ClusterAdmin* Of(Admin& admin) { return dynamic_cast<ClusterAdmin*>(&admin); }

  virtual Result<ClusterInfo> DescribeCluster(const CallOptions& options = {}) = 0;
  // The servers of a table's regions, by the regions' encoded names. A region nobody serves has an
  // empty one. kTableNotFound.
  virtual Result<std::map<std::string, std::string>> RegionServers(
      const TableName& table, const CallOptions& options = {}) = 0;
  virtual Result<std::vector<std::string>> DecommissionedServers(
      const CallOptions& options = {}) = 0;
  virtual Result<bool> IsInMaintenanceMode(const CallOptions& options = {}) = 0;

  virtual Result<bool> IsOn(Chore chore, const CallOptions& options = {}) = 0;
  // Returns what it was.
  virtual Result<bool> Switch(Chore chore, bool on, const CallOptions& options = {}) = 0;
  // The chores on demand: whether they ran, which they do not while they are switched off.
  virtual Result<BalanceOutcome> Balance(const CallOptions& options = {}) = 0;
  virtual Result<bool> Normalize(const CallOptions& options = {}) = 0;
  virtual Result<bool> RunCleaner(const CallOptions& options = {}) = 0;
  // How many rows of hbase:meta went.
  virtual Result<int64_t> RunCatalogJanitor(const CallOptions& options = {}) = 0;

  // Regions are named as a whole or by their encoded name.
  //
  // To the server (host,port,start code), or to one that the master chooses when it is empty.
  virtual Status MoveRegion(BytesView region, std::string_view server,
                            const CallOptions& options = {}) = 0;
  virtual Status AssignRegion(BytesView region, const CallOptions& options = {}) = 0;
  virtual Status UnassignRegion(BytesView region, const CallOptions& options = {}) = 0;

  // What the regions of a table are at, all taken together.
  virtual Result<CompactionState> CompactionStateOf(const TableName& table,
                                                    const CallOptions& options = {}) = 0;
};

}  // namespace basalt
