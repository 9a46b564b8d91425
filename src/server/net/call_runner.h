// CallRunner: from the bytes of a call to the bytes of its answer. Knows messages and verbs, no
// sockets. Thread safe.
#pragma once

#include <google/protobuf/arena.h>

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
  // `max_cells_bytes`: how large a compressed cell block may grow.
  CallRunner(const VerbTable& verbs, size_t max_cells_bytes)
      : verbs_(verbs), max_cells_bytes_(max_cells_bytes) {}

  const Verb* Find(const ConnectionInfo& connection, const hbase::pb::RequestHeader& header) const {
    return verbs_.Find(connection.service, header.method_name());
  }

  // Runs a call (`verb` as found: may be nullptr) and appends its frame to `out`.
  ReplyBytes Run(const Verb* verb, const ConnectionInfo& connection,
                 const wire::RequestParts& request, Call::TimePoint received,
                 google::protobuf::Arena& arena, Bytes& out) const;

 private:
  Status RunVerb(const Verb* verb, const ConnectionInfo& connection,
                 const wire::RequestParts& request, Call& call, google::protobuf::Arena& arena,
                 google::protobuf::MessageLite*& response, Bytes& cells) const;

  const VerbTable& verbs_;
  const size_t max_cells_bytes_;
};

}  // namespace basalt::server
