// RequestHandler: answers one request of an open session, from the tree. No sockets: bytes of the
// reply go into a string. Reads are answered; writes are refused with NoAuth; operations it does
// not know get Unimplemented; nothing is met with silence.
//
// Not thread safe: the façade uses it on its strand.
#pragma once

#include <string>
#include <string_view>

#include "basalt/bytes.h"
#include "server/zookeeper/watch_table.h"
#include "server/zookeeper/znode_tree.h"
#include "wire/zookeeper/constants.h"
#include "wire/zookeeper/request.h"

namespace basalt::server::zookeeper {

// Who asks.
struct Requester {
  WatchTable::Watcher watcher = 0;
  std::string local_address;
  std::string remote_address;
};

// A message with its length before it.
Bytes FrameReply(const wire::zookeeper::ReplyHeader& header, BytesView body);
Bytes FrameEvent(wire::zookeeper::EventType type, const std::string& path, int64_t zxid);

class RequestHandler {
 public:
  struct Reply {
    // Frames in the order they are to be sent: events that setWatches finds due, then the reply.
    Bytes frames;
    bool close_connection = false;
    bool close_session = false;
  };

  // Borrows both.
  RequestHandler(ZnodeTree* tree, WatchTable* watches) : tree_(tree), watches_(watches) {}

  Reply Handle(const wire::zookeeper::Request& request, const Requester& who);

 private:
  using ErrorCode = wire::zookeeper::ErrorCode;

  ErrorCode Answer(const wire::zookeeper::Request& request, const Requester& who, Bytes* body,
                   Reply* reply);
  ErrorCode Read(wire::zookeeper::OpCode op, const wire::zookeeper::PathRequest& request,
                 const Requester& who, Bytes* body);
  ErrorCode AnswerPath(wire::zookeeper::OpCode op, const std::string& path, const Requester& who,
                       Bytes* body);
  ErrorCode ChangeWatches(wire::zookeeper::OpCode op, const wire::zookeeper::PathAndNumber& request,
                          const Requester& who, Bytes* body);
  ErrorCode RestoreWatches(const wire::zookeeper::SetWatches& watches, const Requester& who,
                           Bytes* events);
  void AnswerMulti(const wire::zookeeper::Multi& multi, const Requester& who, Bytes* body);
  ErrorCode AnswerMultiRead(const wire::zookeeper::Multi& multi, const Requester& who, Bytes* body);
  ErrorCode Check(const wire::zookeeper::MultiOp& op, const Requester& who);

  ZnodeTree* const tree_;
  WatchTable* const watches_;
};

}  // namespace basalt::server::zookeeper
