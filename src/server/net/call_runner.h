// CallRunner: from the bytes of a call to the bytes of its answer. Knows messages and verbs, no
// sockets. Thread safe.
#pragma once

#include <atomic>

#include <google/protobuf/arena.h>

#include "base/call_budget.h"
#include "server/net/memory_budget.h"
#include "server/service/call.h"
#include "server/service/verb_table.h"
#include "server/slow_log.h"
#include "wire/frame.h"

namespace basalt::server {

// What goes back: a frame, and the cells that follow it on the wire.
struct ReplyBytes {
  Bytes cells;
  // False: nothing is to be sent, the caller has stopped waiting.
  bool answer = true;
  // The call was given up on a thread that must not wait, without an effect and without an answer:
  // it is to be run again.
  bool given_up = false;
};

// A call on its way: what has been learnt of it so far. One that is run again on another thread
// takes its parsed message along.
struct PendingCall {
  const Verb* verb = nullptr;  // may be nullptr: nobody knows the method
  wire::RequestParts request;  // its views point into the frame
  Call::TimePoint received;
  google::protobuf::Arena* arena = nullptr;
  // In the arena; nullptr before it has been parsed.
  google::protobuf::MessageLite* message = nullptr;
};

class CallRunner {
 public:
  // What a long request costs beside its own bytes while it runs: the parsed message and the cells
  // as they are written.
  static constexpr size_t kWorkingCopies = 2;

  // `max_cells_bytes`: how large a compressed cell block may grow. `slow_log` may be null.
  CallRunner(const VerbTable& verbs, size_t max_cells_bytes, SlowLog* slow_log = nullptr);

  const Verb* Find(const ConnectionInfo& connection, const hbase::pb::RequestHeader& header) const {
    return verbs_.Find(connection.service, header.method_name());
  }

  // Runs a call and appends its frame to `out`. What it needs is counted in `memory`; without room
  // it is refused with CallQueueTooBigException. On a thread that must not wait, with the budget of
  // a short call.
  ReplyBytes RunShort(PendingCall& call, const ConnectionInfo& connection,
                      const base::CallBudget::ShortCall& cost, MemoryReservation& memory,
                      Bytes& out) const;
  // On a thread that may wait. `abandoned`: set when nobody waits for the answer any more.
  ReplyBytes Run(PendingCall& call, const ConnectionInfo& connection,
                 const std::atomic<bool>& abandoned, MemoryReservation& memory, Bytes& out) const;

 private:
  static Call::TimePoint DeadlineOf(const PendingCall& pending);
  ReplyBytes Run(PendingCall& pending, const ConnectionInfo& connection, base::CallBudget& budget,
                 MemoryReservation& memory, Bytes& out, Call::TimePoint started) const;
  Status RunVerb(PendingCall& pending, Call& call, google::protobuf::MessageLite*& response,
                 Bytes& cells) const;

  // Of a call that has been answered: tells the slow log if it was slow or large.
  void NoteSlow(const PendingCall& pending, const ConnectionInfo& connection,
                Call::TimePoint started, size_t response_bytes) const;

  const VerbTable& verbs_;
  const size_t max_cells_bytes_;
  SlowLog* const slow_log_;
  // Whether a call on an I/O thread can be slow.
  const bool short_calls_may_be_slow_;
};

}  // namespace basalt::server
