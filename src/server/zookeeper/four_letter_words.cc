#include "server/zookeeper/four_letter_words.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "basalt/version.h"

namespace basalt::server::zookeeper {
namespace {

constexpr std::array<std::string_view, 5> kWords = {"ruok", "stat", "srvr", "mntr", "conf"};

std::string Version() { return fmt::format("basalt-{}", kVersion); }

std::string Summary(const FacadeState& state) {
  return fmt::format(
      "Received: {}\nSent: {}\nConnections: {}\nOutstanding: 0\nZxid: {:#x}\nMode: standalone\n"
      "Node count: {}\n",
      state.frames_received, state.replies_sent, state.connections.size(), state.zxid, state.nodes);
}

std::string Clients(const FacadeState& state) {
  std::string text = "Clients:\n";
  for (const auto& [address, session] : state.connections) {
    text += fmt::format(" /{}[1](sid={:#x})\n", address, session);
  }
  return text + "\n";
}

std::string Numbers(const FacadeState& state) {
  return fmt::format(
      "zk_version\t{}\nzk_server_state\tstandalone\nzk_num_alive_connections\t{}\n"
      "zk_packets_received\t{}\nzk_packets_sent\t{}\nzk_outstanding_requests\t0\n"
      "zk_znode_count\t{}\nzk_watch_count\t{}\nzk_global_sessions\t{}\n",
      Version(), state.connections.size(), state.frames_received, state.replies_sent, state.nodes,
      state.watches, state.sessions);
}

std::string Settings(const FacadeState& state) {
  return fmt::format(
      "clientPort={}\nmaxCnxns={}\nminSessionTimeout={}\nmaxSessionTimeout={}\nserverId=0\n",
      state.port, state.max_connections, state.min_session_timeout_ms,
      state.max_session_timeout_ms);
}

}  // namespace

bool IsFourLetterWord(std::string_view word) {
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

std::optional<std::string> AnswerWord(std::string_view word, const FacadeState& state) {
  if (word == "ruok") return "imok";
  if (word == "srvr") return fmt::format("Zookeeper version: {}\n{}", Version(), Summary(state));
  if (word == "stat") {
    return fmt::format("Zookeeper version: {}\n{}{}", Version(), Clients(state), Summary(state));
  }
  if (word == "mntr") return Numbers(state);
  if (word == "conf") return Settings(state);
  return std::nullopt;
}

}  // namespace basalt::server::zookeeper
