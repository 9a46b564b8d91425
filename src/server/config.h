// ServerConfig: every setting of the server. A value; read-only once the server runs. LoadConfig
// makes one from a file, the environment and the command line. What each setting means, its limits
// and its HBase name are in one table: config_settings.cc, shown by docs/configuration.md.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "basalt/status.h"

namespace basalt::server {

struct ServerConfig {
  std::string data_dir = "./basalt-data";
  std::string bind_address = "0.0.0.0";
  uint16_t master_port = 16000;
  uint16_t rpc_port = 16020;
  uint16_t zookeeper_port = 2181;
  bool zookeeper_enabled = true;
  std::string znode_parent = "/hbase";
  // Empty: clients are given the address they dialled, and the ports listened on.
  std::string advertise_host;
  uint16_t advertise_master_port = 0;
  uint16_t advertise_rpc_port = 0;
  // Empty: no real ZooKeeper.
  std::string zookeeper_quorum;
  // Of our session there.
  uint32_t zookeeper_session_timeout_ms = 90000;
  // What the façade grants its clients.
  uint32_t zookeeper_min_session_timeout_ms = 4000;
  uint32_t zookeeper_max_session_timeout_ms = 90000;
  uint32_t zookeeper_max_connections = 4096;

  uint32_t io_threads = 0;
  uint32_t handler_threads = 16;
  uint32_t max_queued_calls = 1000;
  uint64_t max_request_bytes = 256ULL << 20;
  uint64_t max_bytes_in_flight = 1ULL << 30;
  uint64_t max_connection_bytes_in_flight = 64ULL << 20;
  uint32_t max_connections = 10000;
  uint32_t stall_timeout_s = 60;
  uint32_t idle_timeout_s = 0;
  uint32_t drain_timeout_ms = 10000;

  int64_t scanner_lease_ms = 60000;
  uint64_t scanner_max_result_bytes = 100ULL << 20;
  uint32_t max_scanners = 20000;
  int64_t nonce_window_ms = 1800000;
  uint32_t max_nonces = 2000000;

  // Of snapshots taken without one; 0: kept until deleted.
  int64_t snapshot_ttl_s = 0;

  int64_t max_cell_bytes = 10 << 20;
  uint64_t block_cache_bytes = 256ULL << 20;
  uint64_t memstore_flush_bytes = 64ULL << 20;
  int background_threads = 2;
  bool sync_wal_to_disk = false;

  // The chores' limits; 0 turns each off.
  uint64_t compaction_lower_bytes_per_s = 50ULL << 20;
  uint64_t compaction_higher_bytes_per_s = 100ULL << 20;
  int64_t major_compaction_period_ms = 604800000;
  uint32_t major_compaction_jitter_percent = 50;
  // 0: two fifths of the memory.
  uint64_t memstore_total_bytes = 0;
  uint64_t min_free_bytes = 256ULL << 20;
  uint32_t min_free_percent = 1;
  // Backups over the wire go to directories below this one; empty: anywhere.
  std::string backup_root;
  // Regions. What these mean is in catalog/split_policy.h and catalog/normalizer.h.
  std::string split_policy = "SteppingSplitPolicy";
  int64_t max_file_bytes = int64_t{10} << 30;
  int64_t initial_split_bytes = 0;
  uint32_t split_jitter_percent = 25;
  bool split_by_whole_size = false;
  uint32_t split_limit = 1000;
  uint32_t split_check_period_ms = 10000;
  uint32_t heat_split_requests_per_second = 1000;
  uint32_t heat_split_min_age_s = 60;
  // What it means is in catalog/front_watch.h.
  uint32_t hotspot_warning_after_ms = 30000;
  uint32_t normalizer_period_ms = 300000;
  bool normalize_all_tables = false;
  bool normalizer_split = true;
  bool normalizer_merge = true;
  uint32_t normalizer_merge_min_region_count = 3;
  uint32_t normalizer_merge_min_region_age_days = 3;
  uint32_t normalizer_merge_min_region_size_mb = 0;
  uint32_t normalizer_merge_max_regions = 100;

  // The user of a connection that names none.
  std::string default_user = "anonymous";

  std::string log_level = "info";
  // Empty: standard error.
  std::string log_file;
};

struct ConfigInput {
  // A TOML file; empty: none.
  std::string file;
  // All variables, as (name, value); those that begin with BASALT_ and a section's name count.
  std::vector<std::pair<std::string, std::string>> environment;
  // "key=value" from the command line.
  std::vector<std::string> assignments;
};

// The defaults, changed by the file, then by the environment, then by the assignments. An error
// says where the setting came from, what is allowed and, for an unknown key, which one is nearest.
Result<ServerConfig> LoadConfig(const ConfigInput& input);

// This process's variables.
std::vector<std::pair<std::string, std::string>> ProcessEnvironment();

}  // namespace basalt::server
