// Disturbers: what happens to the server and the table while clients work: Killer ends the server
// process, Administrator splits, merges, flushes, compacts, takes snapshots, restores and clones
// them.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "basalt/connection.h"
#include "history.h"
#include "victim_server.h"
#include "workload.h"

namespace basalt::history {

// One thread.
class Killer {
 public:
  Killer(uint64_t seed, VictimServer& server) : random_(seed), server_(server) {}
  // Kills and restarts the server every now and then until `stop`.
  void Run(const std::atomic<bool>& stop);
  int kills() const { return kills_; }
  int clean_stops() const { return clean_stops_; }

 private:
  std::mt19937_64 random_;
  VictimServer& server_;
  int kills_ = 0;
  int clean_stops_ = 0;
};

// One thread. A snapshot is an operation on every row that keeps its state, and a restore one that
// brings it back. There is at most one snapshot at a time.
class Administrator {
 public:
  Administrator(uint64_t seed, VictimServer& server, Rows& rows, Recorder& recorder)
      : random_(seed), server_(server), rows_(rows), recorder_(recorder) {}

  bool CreateTable();
  // False when the table did not come back after a change that failed.
  bool Run(const std::atomic<bool>& stop);
  // How often each kind of change was reported done, by its plural.
  const std::map<std::string, int>& done() const { return done_; }

 private:
  bool Connect();
  bool Step();
  // Waits until the table is enabled, whatever has stopped a change of it. False after a minute.
  bool Heal();
  Status Split();
  Status Merge();
  bool TakeSnapshot();
  bool RestoreSnapshot();
  bool CloneSnapshot();
  void Count(const std::string& what, const Status& status) {
    if (status.ok()) ++done_[what];
  }

  std::mt19937_64 random_;
  VictimServer& server_;
  Rows& rows_;
  Recorder& recorder_;
  std::unique_ptr<Connection> connection_;
  const TableName name_ = *TableName::Parse(kTableName);
  // Empty: there is none.
  std::string snapshot_;
  int snapshots_ = 0;
  int clones_ = 0;
  std::map<std::string, int> done_;
};

}  // namespace basalt::history
