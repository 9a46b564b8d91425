// ServerProcess: a `basalt server` process on a temporary directory and free ports, which it keeps
// when it is restarted. One thread at a time.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/testing.h"

namespace basalt::conformance {

class ServerProcess {
 public:
  // Starts the server and waits until it serves. Ends the test program when it does not start.
  // `advertise`: the host name it advertises to clients, if another one. `settings`: KEY=VALUE.
  explicit ServerProcess(std::string advertise = {}, std::vector<std::string> settings = {});
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  // hbase://127.0.0.1:port
  std::string url() const { return "hbase://127.0.0.1:" + std::to_string(rpc_port_); }
  // zk://127.0.0.1:port/hbase: the server's ZooKeeper façade
  std::string zookeeper_url() const {
    return "zk://127.0.0.1:" + std::to_string(zookeeper_port_) + "/hbase";
  }
  std::vector<uint16_t> ports() const { return {rpc_port_, master_port_}; }
  // Stops it with this signal and waits for its end.
  void Stop(int signal);
  // REQUIRES: it is stopped.
  void Start();

 private:
  const std::string advertise_;
  const std::vector<std::string> settings_;
  base::TempDir directory_;
  pid_t process_ = -1;
  uint16_t rpc_port_ = 0;
  uint16_t master_port_ = 0;
  uint16_t zookeeper_port_ = 0;
};

}  // namespace basalt::conformance
