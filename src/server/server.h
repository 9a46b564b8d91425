// Server: a directory served to HBase's clients. Opens everything in the right order and closes it
// in the reverse. One thread starts and stops it; the rest it does on its own threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "basalt/status.h"
#include "server/config.h"

namespace basalt::server {

// Where the server listens; 0: it does not.
struct ListeningPorts {
  uint16_t master = 0;
  uint16_t rpc = 0;
  uint16_t zookeeper = 0;
};

class Server {
 public:
  static Result<std::unique_ptr<Server>> Start(const ServerConfig& config);
  // Stops if need be.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  const ListeningPorts& ports() const;
  // Ends Wait: called for signals and when a client asks for it. Safe in a signal's thread.
  void RequestStop();
  // Returns when a stop has been requested.
  void Wait();
  // Lets calls under way finish, then closes everything.
  void Stop();

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace basalt::server
