// Victim: a writer process, and when to kill it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "journal.h"
#include "random.h"

namespace basalt::crash {

// When to kill. Drawn at random; every kind of moment has its share.
struct Moment {
  enum class Type {
    kEarly,   // a while after the start, mostly while the store is being opened
    kBusy,    // after a number of beginnings and ends of operations
    kDuring,  // while maintenance or a change of tables is under way
    kAtIo,    // at a certain call that changes a file; the writer does it itself
  };
  Type type = Type::kBusy;
  // Microseconds for kEarly, tickets for kBusy, calls for kAtIo; how many such operations to let go
  // by for kDuring.
  uint64_t count = 0;
  uint64_t extra_us = 0;  // waited on top, for kDuring

  static Moment Draw(Random& random);
  // For runs that only open the store.
  static Moment DrawWhileOpening(Random& random);
  std::string ToString() const;
};

// Starts `command` (program and arguments), waits for the moment and kills. Returns "" if the
// process died by SIGKILL, else what happened to it instead.
std::string RunAndKill(const std::vector<std::string>& command, const Moment& moment,
                       const Journal& journal, int threads);

}  // namespace basalt::crash
