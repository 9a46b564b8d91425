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
  Bytes name;
  int store_count = 0;
  int store_file_count = 0;
  uint64_t store_file_size_mb = 0;
  uint64_t memstore_size_mb = 0;
  uint64_t read_request_count = 0;
  uint64_t write_request_count = 0;
  uint64_t filtered_read_request_count = 0;
  // The fraction of the region's data on the server's own disks, from 0 to 1.
  double data_locality = 0;
};

struct BASALT_EXPORT ServerMetrics {
  // host,port,start code
  std::string server_name;
  uint64_t requests_per_second = 0;
  uint64_t used_heap_size_mb = 0;
  uint64_t max_heap_size_mb = 0;
  std::vector<RegionLoad> regions;
};

// Servers are named host,port,start code.
struct BASALT_EXPORT ClusterMetrics {
  std::string hbase_version;
  std::string cluster_id;
  std::string master_name;
  std::vector<std::string> backup_master_names;
  std::vector<ServerMetrics> live_servers;
  std::vector<std::string> dead_server_names;
  std::vector<std::string> unknown_server_names;
  // For people: a region's name and its state.
  std::vector<std::string> regions_in_transition;
  // For people: files of a Basalt server that cannot be read completely, and the rows that are
  // lost.
  std::vector<std::string> damaged_files;
};

// Periodic work of the master, while it is switched on.
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

struct BASALT_EXPORT BalanceResponse {
  bool balancer_ran = false;
  int moves_calculated = 0;
  int moves_executed = 0;
};

// Thread safe; owned by its Connection and valid as long.
class BASALT_EXPORT ClusterAdmin {
 public:
  virtual ~ClusterAdmin() = default;

  virtual Result<ClusterMetrics> GetClusterMetrics(const CallOptions& options = {}) = 0;
  // The names of the servers of a table's regions, by encoded region name; empty for a region that
  // no server serves. kTableNotFound.
  virtual Result<std::map<std::string, std::string>> RegionServers(
      const TableName& table, const CallOptions& options = {}) = 0;
  virtual Result<std::vector<std::string>> ListDecommissionedRegionServers(
      const CallOptions& options = {}) = 0;
  virtual Result<bool> IsMasterInMaintenanceMode(const CallOptions& options = {}) = 0;

  virtual Result<bool> IsOn(Chore chore, const CallOptions& options = {}) = 0;
  // Returns the previous state.
  virtual Result<bool> Switch(Chore chore, bool on, const CallOptions& options = {}) = 0;
  // Run a chore now. The result says whether it ran; a chore that is switched off does not.
  virtual Result<BalanceResponse> Balance(const CallOptions& options = {}) = 0;
  virtual Result<bool> Normalize(const CallOptions& options = {}) = 0;
  virtual Result<bool> RunCleaner(const CallOptions& options = {}) = 0;
  // Returns the number of rows removed from hbase:meta.
  virtual Result<int64_t> RunCatalogJanitor(const CallOptions& options = {}) = 0;

  // `region`: a region name or an encoded region name.
  //
  // Moves to the server (host,port,start code); empty: the master chooses one.
  virtual Status MoveRegion(BytesView region, std::string_view server,
                            const CallOptions& options = {}) = 0;
  virtual Status AssignRegion(BytesView region, const CallOptions& options = {}) = 0;
  virtual Status UnassignRegion(BytesView region, const CallOptions& options = {}) = 0;

  // The compactions in progress in any region of the table.
  virtual Result<CompactionState> GetCompactionState(const TableName& table,
                                                     const CallOptions& options = {}) = 0;
};

}  // namespace v1
}  // namespace basalt
