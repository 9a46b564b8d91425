// The words ZooKeeper's operators send instead of a session: ruok, stat, srvr, mntr, conf. Pure
// functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace basalt::server::zookeeper {

struct FacadeState {
  int64_t zxid = 0;
  int64_t frames_received = 0;
  int64_t replies_sent = 0;
  size_t sessions = 0;
  size_t watches = 0;
  size_t nodes = 0;
  uint16_t port = 0;
  int32_t min_session_timeout_ms = 0;
  int32_t max_session_timeout_ms = 0;
  size_t max_connections = 0;
  // Address and session id of every connection.
  std::vector<std::pair<std::string, int64_t>> connections;
};

// Whether `word` is one that is answered; says nothing about the state and costs nothing.
bool IsFourLetterWord(std::string_view word);

// nullopt for a word that is not known.
std::optional<std::string> AnswerWord(std::string_view word, const FacadeState& state);

}  // namespace basalt::server::zookeeper
