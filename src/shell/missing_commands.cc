#include <algorithm>
#include <array>

#include "shell/command.h"

namespace basalt::shell {
namespace {

struct Missing {
  std::string_view name;
  std::string_view why;
};

constexpr std::string_view kOneServer =
    "it is about the servers of a cluster, and this connection has none to tell of";
constexpr std::string_view kReplication = "there is no replication to peers";
constexpr std::string_view kSecurity = "there are no users and grants";
constexpr std::string_view kQuotas = "there are no quotas";

// Commands of HBase that this shell refuses, each with its reason.
constexpr auto kMissing = std::to_array<Missing>({
    {"add_labels", kSecurity},
    {"add_peer", kReplication},
    {"add_rsgroup", kOneServer},
    {"assign", kOneServer},
    {"balance_switch", kOneServer},
    {"balancer", kOneServer},
    {"balancer_enabled", kOneServer},
    {"catalogjanitor_enabled", kOneServer},
    {"catalogjanitor_run", kOneServer},
    {"catalogjanitor_switch", kOneServer},
    {"cleaner_chore_enabled", kOneServer},
    {"cleaner_chore_run", kOneServer},
    {"cleaner_chore_switch", kOneServer},
    {"clear_block_cache", kOneServer},
    {"clear_compaction_queues", kOneServer},
    {"clear_deadservers", kOneServer},
    {"close_region", kOneServer},
    {"compact_rs", kOneServer},
    {"compaction_state", "compact and major_compact return when their work is done"},
    {"compaction_switch", kOneServer},
    {"decommission_regionservers", kOneServer},
    {"disable_peer", kReplication},
    {"disable_table_replication", kReplication},
    {"enable_peer", kReplication},
    {"enable_table_replication", kReplication},
    {"get_auths", kSecurity},
    {"grant", "DISABLED: Security features are not available"},
    {"hbck_chore_run", "basalt check looks for damage in a directory's catalog"},
    {"is_in_maintenance_mode", kOneServer},
    {"list_deadservers", kOneServer},
    {"list_decommissioned_regionservers", kOneServer},
    {"list_labels", "DISABLED: Visibility labels feature is not available"},
    {"list_liveservers", kOneServer},
    {"list_locks", kOneServer},
    {"list_peers", kReplication},
    {"list_procedures", kOneServer},
    {"list_quotas", kQuotas},
    {"list_replicated_tables", kReplication},
    {"list_rsgroups", kOneServer},
    {"move", kOneServer},
    {"normalize", kOneServer},
    {"normalizer_enabled", kOneServer},
    {"normalizer_switch", kOneServer},
    {"processlist", kOneServer},
    {"recommission_regionserver", kOneServer},
    {"remove_peer", kReplication},
    {"revoke", "DISABLED: Security features are not available"},
    {"rit", kOneServer},
    {"set_auths", kSecurity},
    {"set_quota", kQuotas},
    {"set_visibility", kSecurity},
    {"splitormerge_enabled", kOneServer},
    {"splitormerge_switch", kOneServer},
    {"stop_master", kOneServer},
    {"stop_regionserver", kOneServer},
    {"trace", kOneServer},
    {"unassign", kOneServer},
    {"update_all_config", kOneServer},
    {"update_config", kOneServer},
    {"user_permission", "DISABLED: Security features are not available"},
    {"wal_roll", kOneServer},
    {"change_sft", "there are no store file trackers"},
    {"change_sft_all", "there are no store file trackers"},
    {"flush_master_store", kOneServer},
    {"list_snapshot_sizes", kQuotas},
    {"list_unknownservers", kOneServer},
    {"peer_modification_enabled", kReplication},
    {"peer_modification_switch", kReplication},
    {"regioninfo", "list_regions shows the names of regions with their keys"},
    {"snapshot_cleanup_enabled", kOneServer},
    {"snapshot_cleanup_switch", kOneServer},
    {"truncate_region", "truncate_preserve empties the whole table and keeps its regions"},
    {"zk_dump", "there is no ZooKeeper behind this connection"},
});

// Families of commands, by a word in their names.
constexpr auto kMissingWords = std::to_array<Missing>({
    {"_peer", kReplication},
    {"rsgroup", kOneServer},
    {"throttle", kQuotas},
    {"quota", kQuotas},
    {"auths", kSecurity},
    {"security", kSecurity},
    {"log_responses", kOneServer},
    {"balancer_", kOneServer},
});

}  // namespace

std::optional<std::string_view> WhyMissing(std::string_view name) {
  const auto found = std::ranges::find(kMissing, name, &Missing::name);
  if (found != kMissing.end()) return found->why;
  for (const Missing& word : kMissingWords) {
    if (name.find(word.name) != std::string_view::npos) return word.why;
  }
  return std::nullopt;
}

}  // namespace basalt::shell
