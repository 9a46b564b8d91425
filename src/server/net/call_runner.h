// CallRunner: from the bytes of a call to the bytes of its answer. Knows messages and verbs, no
// sockets. Thread safe.
#pragma once

#include <google/protobuf/arena.h>

#include "server/net/memory_budget.h"
#include "server/service/call.h"
#include "server/service/verb_table.h"
#include "wire/frame.h"

namespace basalt::server {

// What goes back: a frame, and the cells that follow it on the wire.
struct ReplyBytes {
  Bytes cells;
  // False: nothing is to be sent, the caller has stopped waiting.
  bool answer = true;
};

class CallRunner {
 public:
  // What a long request costs beside its own bytes while it runs: the parsed message and the cells
  // as they are written.
  static constexpr size_t kWorkingCopies = 2;

  // `max_cells_bytes`: how large a compressed cell block may grow.
  CallRunner(const VerbTable& verbs, size_t max_cells_bytes)
      : verbs_(verbs), max_cells_bytes_(max_cells_bytes) {}

  const Verb* Find(const ConnectionInfo& connection, const hbase::pb::RequestHeader& header) const {
    return verbs_.Find(connection.service, header.method_name());
  }

  // Runs a call (`verb` as found: may be nullptr) and appends its frame to `out`. What it needs is
  // counted in `memory`; without room it is refused with CallQueueTooBigException.
  ReplyBytes Run(const Verb* verb, const ConnectionInfo& connection,
                 const wire::RequestParts& request, Call::TimePoint received,
                 google::protobuf::Arena& arena, MemoryReservation& memory, Bytes& out) const;

 private:
  Status RunVerb(const Verb* verb, const ConnectionInfo& connection,
                 const wire::RequestParts& request, Call& call, google::protobuf::Arena& arena,
                 google::protobuf::MessageLite*& response, Bytes& cells) const;

  const VerbTable& verbs_;
  const size_t max_cells_bytes_;
};

}  // namespace basalt::server
