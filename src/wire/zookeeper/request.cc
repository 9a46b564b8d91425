#include "wire/zookeeper/request.h"

#include <utility>

#include "wire/zookeeper/constants.h"

namespace basalt::wire::zookeeper {
namespace {

// Reads the body of one part of a multi. False for a type that cannot be a part.
bool ReadMultiOp(JuteReader* reader, MultiOp* op) {
  Bytes data;
  std::vector<Acl> acl;
  int32_t flags = 0;
  int64_t ttl_ms = 0;
  bool watch = false;
  switch (static_cast<OpCode>(op->type)) {
    case OpCode::kCreate:
    case OpCode::kCreate2:
    case OpCode::kCreateContainer: (*reader)(op->path, data, acl, flags); return true;
    case OpCode::kCreateTtl: (*reader)(op->path, data, acl, flags, ttl_ms); return true;
    case OpCode::kDelete:
    case OpCode::kCheck: (*reader)(op->path, op->version); return true;
    case OpCode::kSetData: (*reader)(op->path, data, op->version); return true;
    case OpCode::kGetData:
    case OpCode::kGetChildren: (*reader)(op->path, watch); return true;
    default: return false;
  }
}

bool ReadMulti(JuteReader* reader, Multi* multi) {
  MultiHeader header;
  for ((*reader)(header); reader->ok() && !header.done; (*reader)(header)) {
    MultiOp op;
    op.type = header.type;
    if (!ReadMultiOp(reader, &op) || !reader->ok()) return false;
    multi->ops.push_back(std::move(op));
  }
  return reader->ok();
}

template <typename Record>
void ReadBody(JuteReader* reader, Request* request) {
  Record record;
  (*reader)(record);
  request->well_formed = reader->ok();
  if (reader->ok()) request->body = std::move(record);
}

}  // namespace

Result<Request> ParseRequest(BytesView frame) {
  JuteReader reader(frame);
  Request request;
  reader(request.header);
  if (!reader.ok()) return Status(StatusCode::kInvalidArgument, "request header ends too early");
  switch (static_cast<OpCode>(request.header.type)) {
    case OpCode::kExists:
    case OpCode::kGetData:
    case OpCode::kGetChildren:
    case OpCode::kGetChildren2: ReadBody<PathRequest>(&reader, &request); break;
    case OpCode::kSync:
    case OpCode::kGetAcl:
    case OpCode::kGetEphemerals:
    case OpCode::kGetAllChildrenNumber: ReadBody<PathOnly>(&reader, &request); break;
    case OpCode::kCheckWatches:
    case OpCode::kRemoveWatches:
    case OpCode::kAddWatch: ReadBody<PathAndNumber>(&reader, &request); break;
    case OpCode::kAuth: ReadBody<AuthPacket>(&reader, &request); break;
    case OpCode::kSetWatches: ReadBody<SetWatches>(&reader, &request); break;
    case OpCode::kSetWatches2: {
      SetWatches watches;
      reader(watches, watches.persistent, watches.persistent_recursive);
      request.well_formed = reader.ok();
      if (reader.ok()) request.body = std::move(watches);
      break;
    }
    case OpCode::kMulti:
    case OpCode::kMultiRead: {
      Multi multi;
      request.well_formed = ReadMulti(&reader, &multi);
      if (request.well_formed) request.body = std::move(multi);
      break;
    }
    default: break;
  }
  return request;
}

}  // namespace basalt::wire::zookeeper
