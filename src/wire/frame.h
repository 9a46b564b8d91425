// Frames: requests and responses, from their parts to bytes and back. Pure functions.
#pragma once

#include <cstdint>

#include <google/protobuf/message_lite.h>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "hbase/rpc.pb.h"

namespace basalt::wire {

// Of errors that belong to a connection and not to a call.
inline constexpr uint32_t kConnectionCallId = 0xFFFFFFFF;

struct RequestParts {
  hbase::pb::RequestHeader header;
  // Without its length; empty when the header says there is none.
  BytesView param;
  BytesView cell_block;
};

// `frame`: what follows the total length. The views point into it. An error: the frame makes no
// sense, and neither will what comes after it.
Status ParseRequest(BytesView frame, RequestParts& parts);
// The header alone, from the beginning of a frame that is not complete. False: too few bytes yet,
// or nonsense.
bool ParseRequestHeader(BytesView start, hbase::pb::RequestHeader& header);

// A message of known type; an error in Java's words.
Status ParseMessage(BytesView bytes, google::protobuf::MessageLite& message);

// Appends a whole response frame. `cells` follow it: they are the caller's to send right after.
void AppendResponseHead(uint32_t call_id, const google::protobuf::MessageLite& message,
                        size_t cells_length, Bytes& out);
void AppendException(uint32_t call_id, const hbase::pb::ExceptionResponse& exception, Bytes& out);
void AppendException(uint32_t call_id, const Status& status, Bytes& out);

// The client's side. What a connection begins with: the magic, the version, simple authentication,
// the header.
Bytes Opening(const hbase::pb::ConnectionHeader& header);
// Appends a whole request frame, cells included; the header need not say that
// they are there.
void AppendRequest(hbase::pb::RequestHeader header, const google::protobuf::MessageLite& message,
                   BytesView cells, Bytes& out);

struct ResponseParts {
  hbase::pb::ResponseHeader header;
  // Without its length; empty when the header has an exception.
  BytesView message;
  BytesView cell_block;
};

// As ParseRequest.
Status ParseResponse(BytesView frame, ResponseParts& parts);

}  // namespace basalt::wire
