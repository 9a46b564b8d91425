// Runs clients against a server that is killed and a table that is split, merged, restored and so
// on, and writes the history for checker/. What they did is printed as lines "proof: ...".
//
//   history_driver --out history.jsonl --seconds 60 --seed 1 [--plant stale-read] [--calm]
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "disturber.h"
#include "history.h"
#include "victim_server.h"
#include "workload.h"

namespace basalt::history {
namespace {

struct Arguments {
  std::string out;
  int seconds = 60;
  int clients = 6;
  uint64_t seed = 1;
  Plant plant = Plant::kNone;
  // Neither kills nor changes of the table.
  bool calm = false;
};

// The promise whose proof this is, in docs/reliability.md.
void PrintProof(int64_t count, const std::string& unit) {
  fmt::print("proof: linearizable {} {}\n", count, unit);
}

int Run(const Arguments& arguments) {
  fmt::print("history: seed {}, {} clients, {} s\n", arguments.seed, arguments.clients,
             arguments.seconds);
  VictimServer server;
  Recorder recorder(arguments.out);
  Rows rows;
  Administrator administrator(arguments.seed * 1000 + 998, server, rows, recorder);
  Killer killer(arguments.seed * 1000 + 999, server);
  if (!administrator.CreateTable()) return 1;

  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < arguments.clients; ++i) {
    clients.push_back(std::make_unique<Client>(i, arguments.seed * 1000 + static_cast<uint64_t>(i),
                                               arguments.plant, server, rows, recorder));
  }
  std::atomic<bool> stop{false};
  std::atomic<bool> stop_clients{false};
  bool healed = true;
  std::vector<std::thread> working;
  for (auto& client : clients) working.emplace_back([&] { client->Run(stop_clients); });
  std::vector<std::thread> disturbing;
  if (!arguments.calm) {
    disturbing.emplace_back([&] { killer.Run(stop); });
    disturbing.emplace_back([&] { healed = administrator.Run(stop); });
  }
  std::this_thread::sleep_for(std::chrono::seconds(arguments.seconds));
  stop = true;
  for (std::thread& thread : disturbing) thread.join();
  stop_clients = true;
  for (std::thread& thread : working) thread.join();

  // What is there at the end, before and after one more kill.
  bool readable = healed;
  for (int round = 0; round < 2 && readable; ++round) {
    for (const std::string& row : rows.All())
      readable = readable && clients[0]->ReadEventually(row);
    if (round == 0) server.Restart(SIGKILL);
  }
  if (!readable) {
    fmt::print("history: the table is not readable at the end\n");
    return 1;
  }
  PrintProof(recorder.operations(), "operations");
  PrintProof(recorder.unknown(), "operations of unknown outcome");
  PrintProof(killer.kills() + 1, "kills");
  PrintProof(killer.clean_stops(), "clean restarts");
  for (const auto& [what, count] : administrator.done()) PrintProof(count, what);
  return 0;
}

}  // namespace
}  // namespace basalt::history

int main(int argc, char** argv) {
  using basalt::history::Plant;
  basalt::history::Arguments arguments;
  CLI::App app("writes a history of concurrent operations under faults");
  app.add_option("--out", arguments.out)->required();
  app.add_option("--seconds", arguments.seconds)->check(CLI::PositiveNumber);
  app.add_option("--clients", arguments.clients)->check(CLI::PositiveNumber);
  app.add_option("--seed", arguments.seed);
  const std::map<std::string, Plant> plants = {{"none", Plant::kNone},
                                               {"stale-read", Plant::kStaleRead},
                                               {"lost-write", Plant::kLostWrite},
                                               {"double-increment", Plant::kDoubleIncrement}};
  app.add_option("--plant", arguments.plant)->transform(CLI::CheckedTransformer(plants));
  app.add_flag("--calm", arguments.calm);
  CLI11_PARSE(app, argc, argv);
  return basalt::history::Run(arguments);
}
