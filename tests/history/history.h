// History: what clients asked of a server and what they were told, as lines of JSON. The checker in
// checker/ reads it and says whether some order of the operations explains every answer.
#pragma once

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>

namespace basalt::history {

// Nanoseconds of a clock that does not go backwards.
int64_t NowNs();

// One operation. The interval [call_ns, return_ns] holds the moment at which it took effect, if it
// did. Empty optionals are left out of the line.
struct Event {
  int client = 0;
  // "*": every row.
  std::string row;
  // get, put, cas, increment, snapshot, restore, clone_get.
  std::string op;
  int64_t call_ns = 0;
  // nullopt: no end is known, it may still take effect.
  std::optional<int64_t> return_ns;
  // False: nobody knows whether it happened.
  bool known = true;

  // What was asked: the value of a put or cas, the value a cas expects (nullopt: none), the amount
  // of an increment, the name of a snapshot.
  std::string value;
  std::optional<std::string> expected;
  int64_t amount = 0;
  std::string snapshot;

  // What was answered: the columns f:v, g:v and f:n of a get, whether a cas was applied, the
  // counter after an increment. nullopt: no such cell, or not told.
  std::optional<std::string> first;
  std::optional<std::string> second;
  std::optional<int64_t> number;
  bool applied = false;
};

// Thread safe.
class Recorder {
 public:
  // Ends the program when the file cannot be written.
  explicit Recorder(const std::string& path);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void Write(const Event& event);
  int64_t operations() const { return operations_; }
  int64_t unknown() const { return unknown_; }

 private:
  std::mutex mutex_;
  std::FILE* file_;
  int64_t operations_ = 0;
  int64_t unknown_ = 0;
};

}  // namespace basalt::history
