// Server: a directory served to HBase's clients. Opens everything in the right order and closes it
// in the reverse. One thread starts and stops it; the rest it does on its own threads.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "basalt/status.h"
#include "server/config.h"
#include "server/server_context.h"

namespace basalt::base {
class ThreadPool;
}

namespace basalt::server {

class Chores;
class RpcServer;
class VerbTable;

namespace zookeeper {
class HbaseZnodes;
class Registration;
class ZookeeperFacade;
}  // namespace zookeeper

// Where the server listens; 0: it does not.
struct ListeningPorts {
  uint16_t master = 0;
  uint16_t rpc = 0;
  uint16_t zookeeper = 0;
};

class Server {
 public:
  // `source` reads the settings again for Reload; without it they stay.
  static Result<std::unique_ptr<Server>> Start(const ServerConfig& config,
                                               ServerContext::ConfigSource source = nullptr);
  // Stops if need be.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  const ListeningPorts& ports() const { return ports_; }
  // The numeric address listened at.
  const std::string& address() const { return address_; }
  // A warning for the operator when everybody who can reach the ports may use the server; else
  // empty.
  std::string ExposureWarning() const;
  // See ServerContext::Reload. Any thread; kCancelled once the server stops.
  Status Reload();
  // Ends Wait: called for signals and when a client asks for it. Safe in a signal's thread.
  void RequestStop();
  // Returns when a stop has been requested.
  void Wait();
  // Lets calls under way finish, then closes everything.
  void Stop();

 private:
  explicit Server(const ServerConfig& config);
  Status Open(ServerContext::ConfigSource source);
  Status Listen();
  void MakeZnodes();
  Status StartFacade();
  Status StartRegistration();

  const ServerConfig config_;
  std::string address_;
  ListeningPorts ports_;
  std::mutex reload_mutex_;  // held during a reload; guards stopped_
  bool stopped_ = false;
  std::mutex mutex_;  // guards stop_requested_
  std::condition_variable wake_;
  bool stop_requested_ = false;

  // In the order in which Start makes them: each uses only those above it. Stop says in which order
  // they end.
  std::unique_ptr<ServerContext> context_;
  std::unique_ptr<VerbTable> verbs_;
  std::unique_ptr<base::ThreadPool> handlers_;
  std::unique_ptr<base::ThreadPool> write_handlers_;
  std::unique_ptr<RpcServer> rpc_;
  std::unique_ptr<zookeeper::HbaseZnodes> znodes_;
  std::unique_ptr<zookeeper::ZookeeperFacade> facade_;
  std::unique_ptr<zookeeper::Registration> registration_;
  std::unique_ptr<Chores> chores_;
};

}  // namespace basalt::server
