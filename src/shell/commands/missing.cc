#include <algorithm>
#include <array>

#include "shell/command.h"

namespace basalt::shell {
namespace {

struct Missing {
  std::string_view name;
  std::string_view why;
};

constexpr std::string_view kServers =
    "this shell does not run the servers of a cluster; HBase's own does";
constexpr std::string_view kReplication = "there is no replication to peers";
constexpr std::string_view kSecurity = "there are no users and grants";

// HBase's commands that this shell does not support, with the reason.
constexpr auto kMissing = std::to_array<Missing>({
    {"add_peer", kReplication},
    {"disable_peer", kReplication},
    {"disable_table_replication", kReplication},
    {"enable_peer", kReplication},
    {"enable_table_replication", kReplication},
    {"processlist", kServers},
    {"remove_peer", kReplication},
    {"set_visibility", kSecurity},
    {"stop_master", kServers},
    {"stop_regionserver", kServers},
    {"trace", kServers},
    {"change_sft", "there are no store file trackers"},
    {"change_sft_all", "there are no store file trackers"},
    {"flush_master_store", kServers},
    {"peer_modification_enabled", kReplication},
    {"peer_modification_switch", kReplication},
    {"truncate_region", "truncate_preserve empties the whole table and keeps its regions"},
    {"zk_dump", "this shell does not look into ZooKeeper"},
});

// Groups of such commands, by a word in their names.
constexpr auto kMissingWords = std::to_array<Missing>({
    {"_peer", kReplication},
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
