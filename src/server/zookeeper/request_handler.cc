#include "server/zookeeper/request_handler.h"

#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "wire/zookeeper/jute.h"
#include "wire/zookeeper/path.h"
#include "wire/zookeeper/records.h"

namespace basalt::server::zookeeper {

// The protocol's names, which this file is full of.
using namespace wire::zookeeper;  // NOLINT(google-build-using-namespace)

namespace {

// A small request can name a long list many times.
constexpr size_t kMaxMultiReadBytes = size_t{4} << 20;

Bytes Frame(BytesView message) {
  Bytes frame;
  JuteWriter writer(&frame);
  writer(static_cast<int32_t>(message.size()));
  return frame.append(message);
}

// Any client may use these; they grant nothing, as there is nothing more to grant.
bool IsKnownAuthScheme(BytesView scheme) { return scheme == "digest" || scheme == "ip"; }

bool IsRead(int32_t type) {
  return type == static_cast<int32_t>(OpCode::kGetData) ||
         type == static_cast<int32_t>(OpCode::kGetChildren);
}

void AppendResult(OpCode type, ErrorCode error, Bytes* body) {
  JuteWriter writer(body);
  if (error == ErrorCode::kOk && type != OpCode::kError) {
    writer(MultiHeader{static_cast<int32_t>(type), false, 0});
    return;
  }
  writer(MultiHeader{static_cast<int32_t>(OpCode::kError), false, static_cast<int32_t>(error)},
         static_cast<int32_t>(error));
}

void AppendEndOfResults(Bytes* body) { AppendRecord(MultiHeader{-1, true, -1}, body); }

// The watch tables a checkWatches or removeWatches means by its type.
std::vector<WatchKind> KindsOf(int32_t type) {
  switch (static_cast<WatcherType>(type)) {
    case WatcherType::kChildren: return {WatchKind::kChild};
    case WatcherType::kData: return {WatchKind::kData};
    case WatcherType::kPersistent: return {WatchKind::kPersistent};
    case WatcherType::kPersistentRecursive: return {WatchKind::kRecursive};
    case WatcherType::kAny:
      return {WatchKind::kChild, WatchKind::kData, WatchKind::kPersistent, WatchKind::kRecursive};
  }
  return {};
}

}  // namespace

Bytes FrameReply(const ReplyHeader& header, BytesView body) {
  Bytes message;
  AppendRecord(header, &message);
  return Frame(message.append(body));
}

Bytes FrameEvent(EventType type, const std::string& path, int64_t zxid) {
  Bytes body;
  AppendRecord(WatcherEvent{static_cast<int32_t>(type), kStateSyncConnected, path}, &body);
  return FrameReply({kNotificationXid, zxid, 0}, body);
}

RequestHandler::Reply RequestHandler::Handle(const Request& request, const Requester& who) {
  Reply reply;
  Bytes body;
  ErrorCode error =
      request.well_formed ? Answer(request, who, &body, &reply) : ErrorCode::kMarshallingError;
  if (error != ErrorCode::kOk) body.clear();
  reply.frames +=
      FrameReply({request.header.xid, tree_->zxid(), static_cast<int32_t>(error)}, body);
  return reply;
}

ErrorCode RequestHandler::Answer(const Request& request, const Requester& who, Bytes* body,
                                 Reply* reply) {
  OpCode op = static_cast<OpCode>(request.header.type);
  switch (op) {
    case OpCode::kPing: return ErrorCode::kOk;
    case OpCode::kCloseSession:
      reply->close_session = reply->close_connection = true;
      return ErrorCode::kOk;
    case OpCode::kExists:
    case OpCode::kGetData:
    case OpCode::kGetChildren:
    case OpCode::kGetChildren2: return Read(op, std::get<PathRequest>(request.body), who, body);
    case OpCode::kSync:
    case OpCode::kGetAcl:
    case OpCode::kGetEphemerals:
    case OpCode::kGetAllChildrenNumber:
      return AnswerPath(op, std::get<PathOnly>(request.body).path, who, body);
    case OpCode::kCheckWatches:
    case OpCode::kRemoveWatches:
    case OpCode::kAddWatch:
      return ChangeWatches(op, std::get<PathAndNumber>(request.body), who, body);
    case OpCode::kSetWatches:
    case OpCode::kSetWatches2: {
      ErrorCode error = RestoreWatches(std::get<SetWatches>(request.body), who, &reply->frames);
      // The client would go on believing in watches it does not have.
      if (error != ErrorCode::kOk) reply->close_connection = true;
      return error;
    }
    case OpCode::kAuth:
      if (IsKnownAuthScheme(std::get<AuthPacket>(request.body).scheme)) return ErrorCode::kOk;
      reply->close_connection = true;
      return ErrorCode::kAuthFailed;
    case OpCode::kSasl: return ErrorCode::kAuthFailed;
    case OpCode::kMulti: AnswerMulti(std::get<Multi>(request.body), who, body); break;
    case OpCode::kMultiRead: return AnswerMultiRead(std::get<Multi>(request.body), who, body);
    case OpCode::kWhoAmI: {
      JuteWriter writer(body);
      writer(std::vector<ClientInfo>{{"ip", who.remote_address}});
      break;
    }
    case OpCode::kCreate:
    case OpCode::kCreate2:
    case OpCode::kCreateContainer:
    case OpCode::kCreateTtl:
    case OpCode::kDelete:
    case OpCode::kDeleteContainer:
    case OpCode::kSetData:
    case OpCode::kSetAcl:
    case OpCode::kReconfig: return ErrorCode::kNoAuth;
    default: return ErrorCode::kUnimplemented;
  }
  return ErrorCode::kOk;
}

ErrorCode RequestHandler::Read(OpCode op, const PathRequest& request, const Requester& who,
                               Bytes* body) {
  if (!IsValidPath(request.path)) return ErrorCode::kBadArguments;
  auto node = tree_->Find(request.path, who.local_address);
  if (!node && op != OpCode::kExists) return ErrorCode::kNoNode;
  if (request.watch) {
    bool children = op == OpCode::kGetChildren || op == OpCode::kGetChildren2;
    if (!watches_->Add(children ? WatchKind::kChild : WatchKind::kData, request.path,
                       who.watcher)) {
      return ErrorCode::kSystemError;
    }
  }
  if (!node) return ErrorCode::kNoNode;
  JuteWriter writer(body);
  switch (op) {
    case OpCode::kGetData: writer(node->data, node->stat); break;
    case OpCode::kGetChildren: writer(tree_->Children(request.path, who.local_address)); break;
    case OpCode::kGetChildren2:
      writer(tree_->Children(request.path, who.local_address), node->stat);
      break;
    default: writer(node->stat); break;
  }
  return ErrorCode::kOk;
}

ErrorCode RequestHandler::AnswerPath(OpCode op, const std::string& path, const Requester& who,
                                     Bytes* body) {
  JuteWriter writer(body);
  if (op == OpCode::kGetEphemerals) {
    // Those of the asking session, which can create none.
    writer(std::vector<Bytes>());
    return ErrorCode::kOk;
  }
  if (!IsValidPath(path)) return ErrorCode::kBadArguments;
  if (op == OpCode::kSync) {
    writer(path);
    return ErrorCode::kOk;
  }
  auto node = tree_->Find(path, who.local_address);
  if (!node) return ErrorCode::kNoNode;
  if (op == OpCode::kGetAcl) {
    writer(std::vector<Acl>{{kPermissionRead, "world", "anyone"}}, node->stat);
  } else {
    writer(tree_->CountBelow(path, who.local_address));
  }
  return ErrorCode::kOk;
}

ErrorCode RequestHandler::ChangeWatches(OpCode op, const PathAndNumber& request,
                                        const Requester& who, Bytes* body) {
  if (!IsValidPath(request.path)) return ErrorCode::kBadArguments;
  if (op == OpCode::kAddWatch) {
    if (request.number != kWatchPersistent && request.number != kWatchPersistentRecursive) {
      return ErrorCode::kBadArguments;
    }
    WatchKind kind =
        request.number == kWatchPersistent ? WatchKind::kPersistent : WatchKind::kRecursive;
    // So that changes before this moment are not told later.
    tree_->Refresh(request.path);
    if (!watches_->Add(kind, request.path, who.watcher)) return ErrorCode::kSystemError;
    JuteWriter writer(body);
    writer(static_cast<int32_t>(ErrorCode::kOk));
    return ErrorCode::kOk;
  }
  bool found = false;
  for (WatchKind kind : KindsOf(request.number)) {
    found |= op == OpCode::kCheckWatches ? watches_->Has(kind, request.path, who.watcher)
                                         : watches_->Remove(kind, request.path, who.watcher);
  }
  return found ? ErrorCode::kOk : ErrorCode::kNoWatcher;
}

// What happened while the client was away is told now; the rest is watched again.
ErrorCode RequestHandler::RestoreWatches(const SetWatches& watches, const Requester& who,
                                         Bytes* events) {
  // Distinct paths only: a long list of one path must not cost more than the path.
  using Paths = std::set<std::string>;
  bool added = true;
  auto distinct = [&](const std::vector<Bytes>& paths) {
    for (const std::string& path : paths) added = added && IsValidPath(path);
    return added ? Paths(paths.begin(), paths.end()) : Paths();
  };
  auto tell = [&](EventType type, const std::string& path) {
    *events += FrameEvent(type, path, tree_->zxid());
  };
  auto watch = [&](WatchKind kind, const std::string& path) {
    added = added && watches_->Add(kind, path, who.watcher);
  };
  for (const std::string& path : distinct(watches.data)) {
    auto node = tree_->Find(path, who.local_address);
    if (!node) {
      tell(EventType::kNodeDeleted, path);
    } else if (node->stat.mzxid > watches.relative_zxid) {
      tell(EventType::kNodeDataChanged, path);
    } else {
      watch(WatchKind::kData, path);
    }
  }
  for (const std::string& path : distinct(watches.exist)) {
    if (tree_->Find(path, who.local_address)) {
      tell(EventType::kNodeCreated, path);
    } else {
      watch(WatchKind::kData, path);
    }
  }
  for (const std::string& path : distinct(watches.child)) {
    auto node = tree_->Find(path, who.local_address);
    if (!node) {
      tell(EventType::kNodeDeleted, path);
    } else if (node->stat.pzxid > watches.relative_zxid) {
      tell(EventType::kNodeChildrenChanged, path);
    } else {
      watch(WatchKind::kChild, path);
    }
  }
  for (const std::string& path : distinct(watches.persistent)) watch(WatchKind::kPersistent, path);
  for (const std::string& path : distinct(watches.persistent_recursive))
    watch(WatchKind::kRecursive, path);
  return added ? ErrorCode::kOk : ErrorCode::kSystemError;
}

ErrorCode RequestHandler::Check(const MultiOp& op, const Requester& who) {
  if (!IsValidPath(op.path)) return ErrorCode::kBadArguments;
  auto node = tree_->Find(op.path, who.local_address);
  if (!node) return ErrorCode::kNoNode;
  bool matches = op.version == -1 || op.version == node->stat.version;
  return matches ? ErrorCode::kOk : ErrorCode::kBadVersion;
}

// All or nothing: the first part that fails says why, those before it are undone (Ok), those after
// it were not tried.
void RequestHandler::AnswerMulti(const Multi& multi, const Requester& who, Bytes* body) {
  ErrorCode error = ErrorCode::kOk;
  size_t failed = 0;
  for (; failed < multi.ops.size() && error == ErrorCode::kOk; ++failed) {
    bool is_check = multi.ops[failed].type == static_cast<int32_t>(OpCode::kCheck);
    error = is_check ? Check(multi.ops[failed], who) : ErrorCode::kNoAuth;
  }
  for (size_t i = 0; i < multi.ops.size(); ++i) {
    if (error == ErrorCode::kOk) {
      AppendResult(OpCode::kCheck, ErrorCode::kOk, body);
    } else if (i + 1 < failed) {
      AppendResult(OpCode::kError, ErrorCode::kOk, body);
    } else {
      AppendResult(OpCode::kError, i + 1 == failed ? error : ErrorCode::kRuntimeInconsistency,
                   body);
    }
  }
  AppendEndOfResults(body);
}

// Each part for itself.
ErrorCode RequestHandler::AnswerMultiRead(const Multi& multi, const Requester& who, Bytes* body) {
  for (const MultiOp& op : multi.ops) {
    OpCode type = static_cast<OpCode>(op.type);
    Bytes part;
    ErrorCode error =
        IsRead(op.type) ? Read(type, {op.path, false}, who, &part) : ErrorCode::kBadArguments;
    AppendResult(type, error, body);
    if (error == ErrorCode::kOk) body->append(part);
    if (body->size() > kMaxMultiReadBytes) return ErrorCode::kSystemError;
  }
  AppendEndOfResults(body);
  return ErrorCode::kOk;
}

}  // namespace basalt::server::zookeeper
