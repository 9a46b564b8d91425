// RegionChores: the server's work on regions nobody asks for: splits by policy and by heat, a word
// about writes that march into one place, the normalizer, and removing what meta says of regions
// that are gone, each in its period. One thread of its own. Thread safe; owned by the node, which
// must outlive it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "catalog/hotspot_monitor.h"
#include "catalog/normalizer.h"
#include "catalog/split_chore.h"
#include "server/config.h"

namespace basalt::server {

struct Node;

// The settings as the catalog wants them. kInvalidArgument for a policy nobody knows.
Result<catalog::SplitSettings> SplitSettingsFrom(const ServerConfig& config);
catalog::NormalizerSettings NormalizerSettingsFrom(const ServerConfig& config);

class RegionChores {
 public:
  explicit RegionChores(Node& node);
  ~RegionChores() { Stop(); }

  void Start();
  // Waits for what is under way, which ends early. Nothing happens afterwards.
  void Stop();
  // Looks at the regions soon: much has been written.
  void Wake();
  // Runs the normalizer, now and in the caller's thread. Returns how many plans were carried out.
  int Normalize(const std::vector<TableName>& tables);
  // Removes split regions from meta, now, if the operator's switch allows it.
  void CleanMeta();

 private:
  using SteadyClock = std::chrono::steady_clock;

  void Run();
  bool Stopping();
  void NormalizeAll();

  Node& node_;
  catalog::SplitChore keeper_;
  catalog::HotspotMonitor hotspot_monitor_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  bool woken_ = false;
  std::mutex normalizing_;  // one run at a time
  std::thread thread_;
};

}  // namespace basalt::server
