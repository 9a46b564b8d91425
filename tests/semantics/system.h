// System: the interface that scripts run on. The model and Basalt implement it; Run prints the
// results of either in the format of tests/oracle.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "script.h"

namespace basalt::semantics {

struct AnswerCell {
  std::string row;
  std::string family;
  std::string qualifier;
  int64_t timestamp = 0;
  Type type = Type::kPut;
  std::string value;
};
using AnswerRow = std::vector<AnswerCell>;

// The result of one operation. All empty: it succeeded and returned nothing.
struct Outcome {
  // HBase's exception, by its simple name; empty on success.
  std::string error;
  std::string message;
  std::optional<bool> truth;
  // Set by operations that return rows, even when there are none.
  std::optional<std::vector<AnswerRow>> rows;

  static Outcome Error(std::string name, std::string message) {
    return {.error = std::move(name), .message = std::move(message)};
  }
};

// One thread at a time.
class System {
 public:
  virtual ~System() = default;

  // The time until the next call, in milliseconds since 1970.
  virtual void SetClock(int64_t now_ms) = 0;
  virtual Outcome Create(const std::string& table, const std::vector<Family>& families) = 0;
  // Replaces families by these, as they are given.
  virtual Outcome Alter(const std::string& table, const std::vector<Family>& families) = 0;
  virtual Outcome Flush(const std::string& table) = 0;
  virtual Outcome MajorCompact(const std::string& table) = 0;
  virtual Outcome Reopen() = 0;
  virtual Outcome Apply(const std::string& table, const Change& change) = 0;
  virtual Outcome MutateRow(const std::string& table, const std::string& row,
                            const std::vector<Change>& changes) = 0;
  virtual Outcome Check(const std::string& table, const std::string& row,
                        const Condition& condition, const std::vector<Change>& changes) = 0;
  virtual std::vector<Outcome> Batch(const std::string& table,
                                     const std::vector<Action>& actions) = 0;
  virtual Outcome Get(const std::string& table, const Read& read) = 0;
  virtual Outcome Exists(const std::string& table, const Read& read) = 0;
  virtual Outcome Scan(const std::string& table, const Read& read) = 0;
};

// Keeps the script's time from line to line.
class Runner {
 public:
  explicit Runner(System& system) : system_(system) {}
  // Executes the command; prints its line and its answers.
  void Run(const Command& command, std::ostream& out);

 private:
  System& system_;
  int64_t millis_ = 0;
};

}  // namespace basalt::semantics
