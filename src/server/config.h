// ServerConfig: every setting of the server. A value; RunningConfig has that of a running server.
// The options of the server's parts are here as the parts declare them. LoadConfig makes a
// ServerConfig from a file, the environment and the command line. What each setting means, its
// limits and its HBase name are in one table: config_settings.cc, shown by docs/configuration.md.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "basalt/status.h"
#include "catalog/normalizer.h"
#include "catalog/split_policy.h"
#include "quota/quota_options.h"
#include "server/net/rpc_options.h"
#include "server/zookeeper/options.h"
#include "store/store.h"

namespace basalt::server {

// The store's options as a server has them: with limits that an embedding program sets itself.
store::StoreOptions ServerStoreOptions();

struct ServerConfig {
  std::string data_dir = "./basalt-data";
  // An address or a name. There is no authentication, so nobody else can connect by default.
  std::string bind_address = "127.0.0.1";
  uint16_t master_port = 16000;
  uint16_t rpc_port = 16020;
  // Empty: clients are given the address they dialled, and the ports listened on.
  std::string advertise_host;
  uint16_t advertise_master_port = 0;
  uint16_t advertise_rpc_port = 0;
  // The user of a connection that names none.
  std::string default_user = "anonymous";
  uint32_t drain_timeout_ms = 10000;
  // Whether clients may stop the server.
  bool allow_stop_by_rpc = false;

  RpcOptions rpc;

  int64_t scanner_lease_ms = 60000;
  uint64_t scanner_max_result_bytes = 100ULL << 20;
  uint32_t max_scanners = 20000;
  int64_t nonce_window_ms = 1800000;
  uint32_t max_nonces = 2000000;

  // Of snapshots taken without one; 0: kept until deleted.
  int64_t snapshot_ttl_s = 0;
  // Backups that clients ask for go to directories below this one; empty: clients cannot ask.
  std::string backup_root;
  // How often all files are verified; 0: never by itself.
  int64_t scrub_period_hours = 168;
  uint64_t scrub_bytes_per_second = 16 << 20;

  // memstore_total_bytes of 0 means two fifths of the memory here.
  store::StoreOptions store = ServerStoreOptions();
  // 0 turns these off.
  int64_t major_compaction_period_ms = 604800000;
  uint32_t major_compaction_jitter_percent = 50;

  quota::QuotaOptions quotas;

  catalog::SplitSettings splits;
  // No region splits by itself while there are so many.
  uint32_t split_limit = 1000;
  uint32_t split_check_period_ms = 10000;
  // See catalog/hotspot_monitor.h.
  uint32_t hotspot_warning_after_ms = 30000;
  catalog::NormalizerSettings normalizer;
  uint32_t normalizer_period_ms = 300000;

  // The façade, which listens at zookeeper_port unless a real quorum is named.
  bool zookeeper_enabled = true;
  uint16_t zookeeper_port = 2181;
  std::string znode_parent = "/hbase";
  zookeeper::FacadeOptions facade;
  // An empty quorum: no real ZooKeeper. Host, port and parent are the server's, and set by it.
  zookeeper::RegistrationOptions registration;

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
