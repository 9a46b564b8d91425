#include "server/descriptor_plan.h"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include <spdlog/spdlog.h>

namespace basalt::server {
namespace {

// The standard streams, the log file, listeners, directories and locks, and a connection that is
// accepted in order to be refused.
constexpr size_t kFixedDescriptors = 48;
// An event loop's.
constexpr size_t kPerIoThread = 4;

}  // namespace

DescriptorPlan PlanDescriptors(size_t limit, const ServerConfig& config) {
  const size_t threads = config.rpc.io_threads > 0
                             ? config.rpc.io_threads
                             : std::max(2U, std::thread::hardware_concurrency());
  const size_t fixed = std::min(limit / 4, kFixedDescriptors + kPerIoThread * threads);
  const size_t zookeeper = config.zookeeper_enabled ? config.facade.max_connections : 0;
  const size_t available = limit - fixed;
  // Half of what is there at most: a store that cannot open its files fails every client.
  const size_t connections = std::min(config.rpc.max_connections + zookeeper, available / 2);
  DescriptorPlan plan;
  plan.zookeeper_connections = std::min(zookeeper, connections / 4);
  plan.connections = std::min(config.rpc.max_connections,
                              std::max<size_t>(1, connections - plan.zookeeper_connections));
  plan.engine = available - plan.connections - plan.zookeeper_connections;
  return plan;
}

size_t RaiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  if (limit.rlim_cur < limit.rlim_max) {
    const rlimit raised{limit.rlim_max, limit.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) {
      limit = raised;
    } else {
      SPDLOG_WARN("cannot raise the limit of open files from {} to {}: {}", limit.rlim_cur,
                  limit.rlim_max, std::strerror(errno));
    }
  }
  // Without a limit there is still a number.
  return std::min<size_t>(limit.rlim_cur, size_t{1} << 30);
}

ServerConfig WithDescriptorPlan(ServerConfig config) {
  const size_t limit = RaiseDescriptorLimit();
  const DescriptorPlan plan = PlanDescriptors(limit, config);
  if (plan.connections < config.rpc.max_connections) {
    SPDLOG_INFO(
        "{} open files allowed: {} for the store, {} connections of {} configured; a higher limit "
        "(ulimit -n, LimitNOFILE) allows more",
        limit, plan.engine, plan.connections, config.rpc.max_connections);
  }
  config.rpc.max_connections = plan.connections;
  config.facade.max_connections = plan.zookeeper_connections;
  config.store.descriptor_budget = plan.engine;
  return config;
}

}  // namespace basalt::server
