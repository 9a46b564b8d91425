// RPC frames: assembling and parsing of requests and responses. Pure functions.
#pragma once

#include <cstdint>

#include <google/protobuf/message_lite.h>

#include "basalt/bytes.h"
#include "basalt/status.h"
#include "hbase/rpc.pb.h"

namespace basalt::wire {

// The call id of errors that concern the connection, not a call.
inline constexpr uint32_t kConnectionCallId = 0xFFFFFFFF;

struct RequestParts {
  hbase::pb::RequestHeader header;
  // Without its length prefix; empty if the header announces none.
  BytesView param;
  BytesView cell_block;
  // Why what follows the header cannot be read: the answer to the call.
  Status unreadable;
};

// `frame`: the bytes after the total length. The views point into it. An error: not even the header
// can be read, and HBase closes the connection without an answer.
Status ParseRequest(BytesView frame, RequestParts& parts);
// Parses the header alone from the beginning of an incomplete frame. False if there are too few
// bytes yet, or if the header is invalid.
bool ParseRequestHeader(BytesView start, hbase::pb::RequestHeader& header);

// Parses a message; errors are worded as Java's.
Status ParseMessage(BytesView bytes, google::protobuf::MessageLite& message);

// Appends a response frame up to its cells, which the caller sends right after it.
void AppendResponseHead(uint32_t call_id, const google::protobuf::MessageLite& message,
                        size_t cells_length, Bytes& out);
void AppendException(uint32_t call_id, const hbase::pb::ExceptionResponse& exception, Bytes& out);
void AppendException(uint32_t call_id, const Status& status, Bytes& out);

// Client side. The preamble of a connection: the magic, the version, simple authentication, the
// connection header.
Bytes Opening(const hbase::pb::ConnectionHeader& header);
// Appends a whole request frame with its cells; sets the header's cell block length.
void AppendRequest(hbase::pb::RequestHeader header, const google::protobuf::MessageLite& message,
                   BytesView cells, Bytes& out);

struct ResponseParts {
  hbase::pb::ResponseHeader header;
  // Without its length prefix; empty if the header has an exception.
  BytesView message;
  BytesView cell_block;
};

// Like ParseRequest.
Status ParseResponse(BytesView frame, ResponseParts& parts);

}  // namespace basalt::wire
