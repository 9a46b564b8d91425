// RunningConfig: the settings of a running server. Those that the table marks `runtime` may change
// while it runs; all others stay as they were at the start. Thread safe; owned by the context.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "server/config.h"

namespace basalt::server {

// What came of settings that were read again, each as "key: old -> new".
struct ConfigChanges {
  std::vector<std::string> applied;
  std::vector<std::string> need_restart;
};

class RunningConfig {
 public:
  explicit RunningConfig(ServerConfig config)
      : config_(std::make_shared<const ServerConfig>(std::move(config))) {}

  // The settings of this moment; those of a later one are in another object.
  std::shared_ptr<const ServerConfig> Get() const {
    const std::lock_guard lock(mutex_);
    return config_;
  }

  // Takes over from `fresh` what may change, and says what changed and what did not.
  ConfigChanges Update(const ServerConfig& fresh);

 private:
  mutable std::mutex mutex_;  // held while the pointer is copied
  std::shared_ptr<const ServerConfig> config_;
};

}  // namespace basalt::server
