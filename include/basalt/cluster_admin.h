// ClusterAdmin: what only a connection to servers has: who they are, what each does, and the work a
// master does by itself. The Admin of such a connection is one, too; see Of.
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

// What a server says of a region it serves. Sizes are in whole megabytes, as HBase counts them.
struct BASALT_EXPORT ServedRegion {
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

struct BASALT_EXPORT ServerMetrics {
  // host,port,start code
  std::string name;
  uint64_t requests_per_second = 0;
  uint64_t used_heap_mb = 0;
  uint64_t max_heap_mb = 0;
  std::vector<ServedRegion> regions;
};

struct BASALT_EXPORT ClusterInfo {
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

struct BASALT_EXPORT BalanceOutcome {
  bool ran = false;
  int moves_calculated = 0;
  int moves_executed = 0;
};

// Thread safe; valid while its Connection is.
class BASALT_EXPORT ClusterAdmin {
 public:
  virtual ~ClusterAdmin() = default;
  // nullptr when there are no servers behind it, as with a directory.
  static ClusterAdmin* Of(Admin& admin) { return dynamic_cast<ClusterAdmin*>(&admin); }

  virtual Result<ClusterInfo> DescribeCluster() = 0;
  // The servers of a table's regions, by the regions' encoded names. A region nobody serves has an
  // empty one. kTableNotFound.
  virtual Result<std::map<std::string, std::string>> RegionServers(const TableName& table) = 0;
  virtual Result<std::vector<std::string>> DecommissionedServers() = 0;
  virtual Result<bool> IsInMaintenanceMode() = 0;

  virtual Result<bool> IsOn(Chore chore) = 0;
  // Returns what it was.
  virtual Result<bool> Switch(Chore chore, bool on) = 0;
  // The chores on demand: whether they ran, which they do not while they are switched off.
  virtual Result<BalanceOutcome> Balance() = 0;
  virtual Result<bool> Normalize() = 0;
  virtual Result<bool> RunCleaner() = 0;
  // How many rows of hbase:meta went.
  virtual Result<int64_t> RunCatalogJanitor() = 0;

  // Regions are named as a whole or by their encoded name.
  //
  // To the server (host,port,start code), or to one that the master chooses when it is empty.
  virtual Status MoveRegion(BytesView region, std::string_view server) = 0;
  virtual Status AssignRegion(BytesView region) = 0;
  virtual Status UnassignRegion(BytesView region) = 0;

  // What the regions of a table are at, all taken together.
  virtual Result<CompactionState> CompactionStateOf(const TableName& table) = 0;
};

}  // namespace v1
}  // namespace basalt
