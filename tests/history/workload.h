// Workload: clients that read and write few rows of one table, over the wire, and record what they
// asked and what they were told.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "basalt/connection.h"
#include "history.h"
#include "victim_server.h"

namespace basalt::history {

// A fault that a client pretends, to see that the checker finds it.
enum class Plant : uint8_t {
  kNone,
  kStaleRead,        // a get that ignores the newest write
  kLostWrite,        // a put that is acknowledged and not made
  kDoubleIncrement,  // an increment that counts twice
};

// The table: families f and g with f:v and g:v, which every put sets to the same value, and the
// counter f:n.
inline constexpr char kTableName[] = "history";
TableDescriptor HistoryTable();

// The rows in use. After some operations they are replaced by new ones, because what a checker
// needs grows with the square of a row's operations. Thread safe.
class Rows {
 public:
  static constexpr int kAtOnce = 4;

  // One of the rows in use, by a number.
  std::string Pick(uint64_t number);
  // All rows that have been in use.
  std::vector<std::string> All() const;

 private:
  static constexpr int64_t kOperationsPerGeneration = 8000;
  static std::string Name(int64_t generation, int64_t index);
  std::atomic<int64_t> picked_{0};
};

// One client with a connection of its own. One thread.
class Client {
 public:
  Client(int number, uint64_t seed, Plant plant, VictimServer& server, Rows& rows,
         Recorder& recorder);

  // Works until `stop`.
  void Run(const std::atomic<bool>& stop);
  // Reads the row until it succeeds, and records that. False after a minute.
  bool ReadEventually(const std::string& row);

 private:
  bool Connect();
  void Step();
  void Get(const std::string& row);
  void Put(const std::string& row);
  void Cas(const std::string& row);
  void Increment(const std::string& row);
  // A new event with its call's time.
  Event Begin(std::string op, const std::string& row) const;
  // Records how it ended: an error that says that nothing happened is left out.
  void End(Event event, const Status& status);
  std::string NewValue();
  bool OneIn(uint64_t n) { return random_() % n == 0; }

  const int number_;
  const Plant plant_;
  std::mt19937_64 random_;
  VictimServer& server_;
  Rows& rows_;
  Recorder& recorder_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Table> table_;
  int64_t values_ = 0;
  // What a cas of this client expects to find: the value it saw last, of any row.
  std::string last_seen_;
};

// Reads the columns of `result` into the event.
void FillAnswer(const RowResult& result, Event& event);

}  // namespace basalt::history
