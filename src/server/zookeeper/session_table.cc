#include "server/zookeeper/session_table.h"

#include <algorithm>
#include <utility>

#include "wire/zookeeper/constants.h"

namespace basalt::server::zookeeper {
namespace {

// Takes the same time wherever the first difference is.
bool SamePassword(BytesView a, BytesView b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace

SessionTable::SessionTable(SessionLimits limits, int64_t first_id,
                           std::function<Bytes(size_t)> random_bytes)
    : limits_(limits), next_id_(first_id), random_bytes_(std::move(random_bytes)) {}

int32_t SessionTable::Negotiate(int32_t wanted_timeout_ms) const {
  return std::clamp(wanted_timeout_ms, limits_.min_timeout_ms, limits_.max_timeout_ms);
}

SessionTable::Session* SessionTable::Open(int32_t wanted_timeout_ms, uint64_t connection,
                                          int64_t now_ms) {
  if (sessions_.size() >= limits_.max_sessions) return nullptr;
  Session& session = sessions_[next_id_];
  session = {next_id_++, random_bytes_(wire::zookeeper::kSessionPasswordSize),
             Negotiate(wanted_timeout_ms), now_ms, connection};
  return &session;
}

SessionTable::Session* SessionTable::Reopen(int64_t id, BytesView password,
                                            int32_t wanted_timeout_ms, uint64_t connection,
                                            int64_t now_ms, uint64_t* replaced) {
  *replaced = 0;
  auto found = sessions_.find(id);
  if (found == sessions_.end() || !SamePassword(found->second.password, password)) return nullptr;
  Session& session = found->second;
  *replaced = std::exchange(session.connection, connection);
  session.timeout_ms = Negotiate(wanted_timeout_ms);
  session.last_heard_ms = now_ms;
  return &session;
}

void SessionTable::Heard(int64_t id, int64_t now_ms) {
  auto found = sessions_.find(id);
  if (found != sessions_.end()) found->second.last_heard_ms = now_ms;
}

void SessionTable::Disconnected(int64_t id, uint64_t connection) {
  auto found = sessions_.find(id);
  if (found != sessions_.end() && found->second.connection == connection) {
    found->second.connection = 0;
  }
}

void SessionTable::Close(int64_t id) { sessions_.erase(id); }

std::vector<uint64_t> SessionTable::Expire(int64_t now_ms) {
  std::vector<uint64_t> connections;
  for (auto it = sessions_.begin(); it != sessions_.end();) {
    const Session& session = it->second;
    if (now_ms - session.last_heard_ms < session.timeout_ms) {
      ++it;
      continue;
    }
    if (session.connection != 0) connections.push_back(session.connection);
    it = sessions_.erase(it);
  }
  return connections;
}

}  // namespace basalt::server::zookeeper
