// DescriptorPlan: who may use how many of the process's file descriptors, so that connections
// cannot take those that the engine needs for its log and its files. Pure functions, but for the
// one that raises the limit.
#pragma once

#include <cstddef>

#include "server/config.h"

namespace basalt::server {

struct DescriptorPlan {
  // Connections of both kinds, as limited by the configuration and by what is there.
  size_t connections = 0;
  size_t zookeeper_connections = 0;
  // Left to the engine.
  size_t engine = 0;
};

// Of a process that may open `limit` files.
DescriptorPlan PlanDescriptors(size_t limit, const ServerConfig& config);

// Raises the soft limit of open files to the hard one and returns the limit from then on.
size_t RaiseDescriptorLimit();

// The configuration with the limits of the plan for this process; raises its limit first, and says
// in the log if it allows fewer connections than configured.
ServerConfig WithDescriptorPlan(ServerConfig config);

}  // namespace basalt::server
