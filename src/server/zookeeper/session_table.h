// SessionTable: the sessions clients hold, connected or not. A session lives until its client
// closes it or is silent for its timeout; a client that lost its connection may come back to it
// with the id and password it was given. Time is passed in, in milliseconds of a clock that never
// goes back.
//
// Not thread safe: the façade uses it on its strand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "basalt/bytes.h"
#include "server/zookeeper/options.h"

namespace basalt::server::zookeeper {

class SessionTable {
 public:
  struct Session {
    int64_t id = 0;
    Bytes password;
    int32_t timeout_ms = 0;
    int64_t last_heard_ms = 0;
    // 0 when no connection holds the session now.
    uint64_t connection = 0;
  };

  // `random_bytes(n)` makes passwords. Ids count up from `first_id`, which must be above zero.
  SessionTable(SessionLimits limits, int64_t first_id, std::function<Bytes(size_t)> random_bytes);

  // A new session held by `connection`; nullptr when there are too many. The pointer is good until
  // the session ends.
  Session* Open(int32_t wanted_timeout_ms, uint64_t connection, int64_t now_ms);

  // The session `id`, now held by `connection`; nullptr when it has ended or the password is not
  // its own. `replaced` gets the connection that held it before, or 0.
  Session* Reopen(int64_t id, BytesView password, int32_t wanted_timeout_ms, uint64_t connection,
                  int64_t now_ms, uint64_t* replaced);

  void Heard(int64_t id, int64_t now_ms);
  // The connection is gone; the session waits for its client to come back.
  void Disconnected(int64_t id, uint64_t connection);
  void Close(int64_t id);

  // Ends the sessions whose time is up. Returns the connections that still held one.
  std::vector<uint64_t> Expire(int64_t now_ms);

  size_t size() const { return sessions_.size(); }

 private:
  int32_t Negotiate(int32_t wanted_timeout_ms) const;

  const SessionLimits limits_;
  int64_t next_id_;
  const std::function<Bytes(size_t)> random_bytes_;
  std::unordered_map<int64_t, Session> sessions_;
};

}  // namespace basalt::server::zookeeper
