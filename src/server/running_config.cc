#include "server/running_config.h"

#include <fmt/format.h>

#include "server/config_table.h"

namespace basalt::server {

ConfigChanges RunningConfig::Update(const ServerConfig& fresh) {
  const std::lock_guard lock(mutex_);
  auto updated = std::make_shared<ServerConfig>(*config_);
  ConfigChanges changes;
  for (const ConfigSetting& setting : ConfigSettings()) {
    const std::string before = ValueText(setting, *config_);
    const std::string after = ValueText(setting, fresh);
    if (before == after) continue;
    auto& list = setting.runtime ? changes.applied : changes.need_restart;
    list.push_back(fmt::format("{}: {} -> {}", setting.name, before, after));
    if (setting.runtime) CopySetting(setting, fresh, updated.get());
  }
  config_ = std::move(updated);
  return changes;
}

}  // namespace basalt::server
