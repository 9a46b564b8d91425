// RegionChores: the server's work on regions nobody asks for: splits by policy and by heat, a word
// about writes that march into one place, the normalizer, and removing what meta says of regions
// that are gone, each in its period. One thread of its own. Thread safe; owned by the context,
// which must outlive it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "catalog/hotspot_monitor.h"
#include "catalog/normalizer.h"
#include "catalog/split_chore.h"
#include "server/running_config.h"

namespace basalt::server {

struct Switches;

class RegionChores {
 public:
  // All of these outlive the chores.
  RegionChores(catalog::Catalog& catalog, const RunningConfig& config, const Switches& switches);
  ~RegionChores() { Stop(); }

  void Start();
  // Waits for what is under way, which ends early. Nothing happens afterwards.
  void Stop();
  // Looks at the regions soon; called after a flush, which may have made a region large, and when
  // settings have changed.
  void Wake();
  // Runs the normalizer, now and in the caller's thread. Returns how many plans were carried out.
  int Normalize(const std::vector<TableName>& tables);
  // Removes split regions from meta, now, if the operator's switch allows it.
  void CleanMeta();

 private:
  using SteadyClock = std::chrono::steady_clock;

  void Run();
  void Look(const ServerConfig& config);
  bool Stopping();
  void NormalizeAll();

  catalog::Catalog& catalog_;
  const RunningConfig& config_;
  const Switches& switches_;
  catalog::SplitChore split_chore_;
  catalog::HotspotMonitor hotspot_monitor_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  bool woken_ = false;
  std::mutex normalizing_;  // one run at a time
  std::thread thread_;
};

}  // namespace basalt::server
