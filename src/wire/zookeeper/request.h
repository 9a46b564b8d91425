// A request of an open ZooKeeper session, decoded. ParseRequest takes the bytes after the frame's
// length and never reads past them. Plain values.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "wire/zookeeper/records.h"

namespace basalt::wire::zookeeper {

// One part of a multi or multiRead. Data and access rights of writes are read and dropped.
struct MultiOp {
  int32_t type = 0;
  Bytes path;
  int32_t version = -1;
};

struct Multi {
  std::vector<MultiOp> ops;
};

// The body of an operation that has none, that only writes (its body is ignored, as the answer is
// the same for all) or that is unknown.
using NoBody = std::monostate;

struct Request {
  RequestHeader header;
  // False when the operation's body could not be read; `body` is then NoBody.
  bool well_formed = true;
  std::variant<NoBody, PathRequest, PathOnly, PathAndNumber, AuthPacket, SetWatches, Multi> body;
};

// Fails only if the header is incomplete: no reply is possible then.
Result<Request> ParseRequest(BytesView frame);

}  // namespace basalt::wire::zookeeper
