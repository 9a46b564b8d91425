// QuorumClient: ZooKeeper's C client with Status and strings: one session, blocking calls. Calls
// may come from one thread at a time; events come on a thread of the client's own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/status.h"

namespace basalt::server::zookeeper {

class QuorumClient {
 public:
  enum class Event : uint8_t { kConnected, kDisconnected, kExpired, kNodeDeleted };

  struct Node {
    bool exists = false;
    // Empty when not asked for.
    Bytes data;
    int64_t ephemeral_owner = 0;
  };

  // Starts to connect; `on_event` tells how it goes, and must not call the client. An error when
  // the quorum's names cannot be resolved.
  static Result<std::unique_ptr<QuorumClient>> Open(const std::string& quorum,
                                                    int32_t session_timeout_ms,
                                                    std::function<void(Event)> on_event);
  // Ends the session, and its ephemeral nodes with it.
  ~QuorumClient();
  QuorumClient(const QuorumClient&) = delete;
  QuorumClient& operator=(const QuorumClient&) = delete;

  // A missing node is no error in any of these.
  Result<Node> Get(const std::string& path);
  // With a watch that sends kNodeDeleted.
  Result<Node> WatchExistence(const std::string& path);
  Result<std::vector<std::string>> Children(const std::string& path);
  Status Delete(const std::string& path);

  // False when the node is there already. Everybody may read and write it.
  Result<bool> Create(const std::string& path, const Bytes& data, bool ephemeral);
  Status Set(const std::string& path, const Bytes& data);

  int64_t session_id() const;

 private:
  struct Impl;
  explicit QuorumClient(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace basalt::server::zookeeper
