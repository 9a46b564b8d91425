// What can be set of the façade and of the registration in a real ZooKeeper. Values only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "basalt/clock.h"

namespace basalt::server::zookeeper {

struct SessionLimits {
  size_t max_sessions = 65536;
  int32_t min_timeout_ms = 4000;
  int32_t max_timeout_ms = 90000;
};

struct ConnectionLimits {
  size_t max_frame_bytes = size_t{1} << 20;
  // Replies waiting beyond this stop the reading of requests.
  size_t pause_output_bytes = size_t{256} << 10;
  // Events waiting beyond this end the connection: the client does not read.
  size_t max_output_bytes = size_t{4} << 20;
};

struct FacadeOptions {
  SessionLimits sessions;
  ConnectionLimits connection;
  size_t max_connections = 4096;
  // Unread input and unsent output of all connections together.
  size_t max_buffered_bytes = size_t{64} << 20;
  // What one connection's watches may take.
  size_t max_watch_bytes = size_t{1} << 20;
  // For a connection without a session: to open one, or to read its last answer.
  int32_t handshake_timeout_ms = 10000;
  // How often sessions, deadlines and watched nodes are looked at.
  int32_t tick_ms = 250;
  // Time stamps of nodes that change, and the base of ids that must grow over restarts.
  const Clock* clock = Clock::System();
};

struct RegistrationOptions {
  // "host", "host:port,host:port", optionally with "/root" behind.
  std::string quorum;
  // For hosts without a port.
  uint16_t default_port = 2181;
  int32_t session_timeout_ms = 90000;
  // The name or address under which clients reach this server.
  std::string host;
  // Where the tree begins, and the node in it that says whose it is.
  std::string parent = "/hbase";
  std::string identity_name = "hbaseid";
  std::string master_name = "master";
  // How long Start waits for ZooKeeper.
  int32_t start_timeout_ms = 30000;
};

}  // namespace basalt::server::zookeeper
